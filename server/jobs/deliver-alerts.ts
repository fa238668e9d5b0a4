/**
 * Follows the alerts and reports each: at once in the log and a metric, and to the webhook for as long as it takes, in order, from where
 * the last process stopped. No write waits for a delivery: the store holds the alerts that are still to be delivered.
 */
import { cancelled, stopSignal } from '../domain/abort.ts';
import { PROMPT_COST, type Alert } from '../domain/accounts.ts';
import { percentUsed } from '../domain/decide/alerts.ts';
import { ALERTING, WEBHOOK } from '../policy/limits.ts';
import type { Leases } from '../ports/leases.ts';
import type { AlertLog } from '../ports/limits.ts';
import { eventsOf } from '../services/events-of.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { heldLease } from './held-lease.ts';
import { untilStopped, type Restarts } from './until-stopped.ts';
import type { Webhook } from './webhook.ts';

export type DeliveryParts = {
  readonly alerts: AlertLog;
  /** One server at a time sends to the webhook; each reports in its own log and metrics. */
  readonly leases: Leases;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'quotaAlert' | 'promptCostAlert'>;
  readonly webhook?: Webhook | undefined;
  /** The number of alerts that may wait for the webhook. */
  readonly backlog?: number | undefined;
};

export interface Delivery {
  /** Resolves once the starting point is known, and alerts raised from then on are reported; also once it had to begin again. */
  readonly hasBegun: Promise<void>;
  /** Abandons the delivery under way; it is made after the next start. */
  stop(): Promise<void>;
}

export function deliverAlerts(parts: DeliveryParts): Delivery {
  const { alerts, leases, log, telemetry, webhook, backlog = WEBHOOK.backlog } = parts;
  const stop = stopSignal();
  const sending = new AbortController();
  const call = { signal: stop };
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));

  const report = async (alert: Alert): Promise<void> => reportAlert(alert, log, telemetry);

  const restarts: Restarts = {
    stop,
    ending: sending.signal,
    retryMs: ALERTING.retryMs,
    onBroken(error) {
      begun();
      log.error({ error: error.message }, 'The delivery of alerts was interrupted and starts again');
    },
  };

  const follow = (after: number, take: TakeAlert, goesOn?: () => Promise<boolean>): Promise<void> =>
    followAlerts(alerts, restarts, { after, take, goesOn });

  async function send(to: Webhook, alert: Alert): Promise<void> {
    try {
      await to.send(alert, sending.signal);
    } catch (error) {
      if (sending.signal.aborted) throw error;
      log.error({ alert: alert.sequence, error: (error as Error).message }, 'The webhook did not accept an alert');
    }
    await alerts.markDelivered(alert.sequence);
  }

  async function skipAll(): Promise<void> {
    const { newest, delivered } = await alerts.bounds(call);
    if (delivered < newest) await alerts.markDelivered(newest);
  }

  async function run(): Promise<void> {
    const { newest } = await alerts.bounds(call);
    begun();
    if (webhook === undefined) {
      await skipAll();
      return follow(newest, report);
    }
    await Promise.all([follow(newest, report), deliver(webhook)]);
  }

  /** Sends what is not delivered yet, while this server has the lease. */
  async function deliver(to: Webhook): Promise<void> {
    const isHeld = heldLease({ leases, job: 'deliver-alerts', call, ending: sending.signal });
    while (!stop.aborted) {
      if (!(await isHeld())) continue;
      const { newest, delivered } = await alerts.bounds(call);
      const from = Math.max(delivered, newest - backlog);
      if (from > delivered)
        log.error({ alerts: from - delivered }, 'Too many alerts are waiting for the webhook: the oldest are dropped');
      await follow(from, (alert) => send(to, alert), isHeld);
    }
  }

  const running = untilStopped(restarts, run).finally(begun);
  return {
    hasBegun,
    async stop() {
      // A webhook that is configured later begins with the alerts raised from then on.
      if (webhook === undefined) await skipAll().catch(() => undefined);
      stop.abort(cancelled());
      sending.abort();
      await running;
    },
  };
}

type TakeAlert = (alert: Alert) => Promise<void>;

type Following = {
  readonly after: number;
  readonly take: TakeAlert;
  /** Asked before each page; the following ends once it resolves to false. */
  readonly goesOn: (() => Promise<boolean>) | undefined;
};

/** Takes each alert after `after` in order, until it is stopped. */
async function followAlerts(
  alerts: AlertLog,
  restarts: Restarts,
  { after, take, goesOn = async () => true }: Following,
): Promise<void> {
  const { stop } = restarts;
  const events = eventsOf(alerts.subscribe, stop, false);
  let last = after;
  try {
    await untilStopped(restarts, async () => {
      while (!stop.aborted && (await goesOn())) {
        const page = await alerts.after(last, ALERTING.pageSize, { signal: stop });
        for (const alert of page) {
          await take(alert);
          last = alert.sequence;
        }
        if (page.length < ALERTING.pageSize) await events.next();
      }
    });
  } finally {
    events.stop();
  }
}

/** Reports an alert in the log and as a metric, without its user: logs hold no user ids. ListAlerts names the user. */
function reportAlert(alert: Alert, log: Log, telemetry: DeliveryParts['telemetry']): void {
  const { sequence, level, current, max } = alert;
  const percent = Math.round(percentUsed(current, max));
  // The alert's level is the level of the log line.
  const severity = level.toLowerCase();
  if (alert.name === PROMPT_COST) {
    telemetry.promptCostAlert();
    const sums = { alert: sequence, severity, tokens: current, cachedHistoryTokens: max, percent };
    log.warn(sums, 'Prompts of a session cost more than its cached history; ListAlerts says for whom and what to do');
    return;
  }
  const { name, measure } = alert;
  telemetry.quotaAlert({ name, measure, level });
  const facts = {
    alert: sequence,
    severity,
    quota: name.toLowerCase(),
    measure: measure.toLowerCase(),
  };
  log.warn({ ...facts, current, max, percent }, 'A quota is nearly full; ListAlerts says for whom and what to do');
}
