/** Posts alerts to the operator's address: signed, so that the receiver knows the sender, and repeated until they are accepted. */
import { createHmac } from 'node:crypto';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { orAbort } from '../domain/abort.ts';
import { kindOf, PROMPT_COST, type Alert } from '../domain/accounts.ts';
import { percentUsed } from '../domain/decide/alerts.ts';
import { alertAdvice } from '../domain/quotas/alert-advice.ts';
import { WEBHOOK, type WebhookPolicy } from '../policy/limits.ts';
import { SECOND_MS } from '../policy/units.ts';

export type WebhookConfig = { readonly url: string; readonly secret: string };

export interface Webhook {
  /** Resolves once the receiver has accepted the alert. Rejects when it refused, when tries are used up, or when the signal aborts. */
  send(alert: Alert, signal: AbortSignal): Promise<void>;
}

/** The failure of a try; `mayPass` is true if another try may succeed. Contains nothing of the alert. */
class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean) {
    super(message);
    this.mayPass = mayPass;
  }
}

export function webhook({ url, secret }: WebhookConfig, policy: WebhookPolicy = WEBHOOK): Webhook {
  const retries = retry(
    handleWhen((error) => error instanceof WebhookError && error.mayPass),
    {
      maxAttempts: policy.retries,
      backoff: new ExponentialBackoff({ initialDelay: policy.firstDelayMs, maxDelay: policy.lastDelayMs }),
    },
  ).dangerouslyUnref();

  async function post(body: string, alertId: number, signal: AbortSignal): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'recorda-alert-id': String(alertId),
        'recorda-signature': signatureHeader(secret, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(policy.timeoutMs)]),
    }).catch((error: Error) => {
      throw new WebhookError(`it does not answer (${error.name})`, !signal.aborted);
    });
    await response.body?.cancel();
    if (!response.ok) throw new WebhookError(`it answers with ${response.status}`, isPassing(response.status));
  }

  return {
    async send(alert, signal) {
      const body = JSON.stringify(alertBody(alert));
      // A wait between tries does not end on an abort by itself.
      await orAbort(
        retries.execute(() => post(body, alert.sequence, signal), signal),
        signal,
      );
    },
  };
}

/** Signs the body and the time, so that a receiver can refuse an old message that somebody recorded. */
export function signatureHeader(secret: string, body: string): string {
  const seconds = Math.floor(Date.now() / SECOND_MS);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAULTS = 500;

/** Tells whether a status may change with another try: a receiver that refuses a message refuses it again. */
function isPassing(status: number): boolean {
  return status >= SERVER_FAULTS || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS;
}

function alertBody(alert: Alert): object {
  const { sequence, atMs, tenant, userId, place, name, measure, level, current, max } = alert;
  const ofQuota = name === PROMPT_COST ? {} : { name: name.toLowerCase(), measure: measure.toLowerCase() };
  return {
    alert_id: sequence,
    create_time: new Date(atMs).toISOString(),
    level: level.toLowerCase(),
    kind: kindOf(alert).toLowerCase(),
    ...ofQuota,
    tenant,
    user_id: userId,
    place,
    current,
    max,
    percent_used: percentUsed(current, max),
    advice: alertAdvice(alert),
  };
}
