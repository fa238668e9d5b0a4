/**
 * Follows the alerts and reports each: at once in the log and a metric, and to the webhook for as long as it takes, in order, from where
 * the last process stopped. No write waits for a delivery: the store holds the alerts that are still to be delivered.
 */
import { cancelled, stopSignal } from '../domain/abort.ts';
import { PROMPT_COST, type Alert } from '../domain/accounts.ts';
import { percentUsed } from '../domain/decide/alerts.ts';
import { ALERTING, WEBHOOK } from '../policy/limits.ts';
import type { AlertLog } from '../ports/limits.ts';
import { eventsOf } from '../services/events-of.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { untilStopped, type Restarts } from './until-stopped.ts';
import type { Webhook } from './webhook.ts';

export type DeliveryParts = {
  readonly alerts: AlertLog;
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

export function deliverAlerts({ alerts, log, telemetry, webhook, backlog = WEBHOOK.backlog }: DeliveryParts): Delivery {
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

  /** Takes each alert after `after` in order, until it is stopped. */
  async function follow(after: number, take: (alert: Alert) => Promise<void>): Promise<void> {
    const events = eventsOf(alerts.subscribe, stop, false);
    let last = after;
    try {
      await untilStopped(restarts, async () => {
        while (!stop.aborted) {
          const page = await alerts.after(last, ALERTING.pageSize, call);
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
    const { newest, delivered } = await alerts.bounds(call);
    begun();
    if (webhook === undefined) {
      await skipAll();
      return follow(newest, report);
    }
    const from = Math.max(delivered, newest - backlog);
    if (from > delivered)
      log.error({ alerts: from - delivered }, 'Too many alerts are waiting for the webhook: the oldest are dropped');
    await Promise.all([follow(newest, report), follow(from, (alert) => send(webhook, alert))]);
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
