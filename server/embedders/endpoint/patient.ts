/** Retries after errors that may pass, waits as long as the endpoint asks, and stops asking one that is down. */
import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
  wrap,
  type IRetryBackoffContext,
} from 'cockatiel';
import { orAbort } from '../../domain/abort.ts';
import { BREAKER, LONGEST_RETRY_AFTER_MS, RETRIES } from '../../policy/embedding.ts';
import type { Log } from '../../ports/telemetry.ts';
import { EndpointError, isOutage, isPassing } from './endpoint-error.ts';

export type Patient = <T>(attempt: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Makes the retries; `random` is 0 to below 1, so that retries of several servers do not coincide. */
export function patient(log: Log, random: () => number = Math.random): Patient {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: BREAKER.probeAfterMs,
    breaker: new ConsecutiveBreaker(BREAKER.failures),
  });
  breaker.onBreak((why) => {
    const { fault } = 'error' in why && why.error instanceof EndpointError ? why.error : {};
    log.warn({ fault }, 'the embedding endpoint is failing; calls that need it fail at once until a probe succeeds');
  });
  breaker.onReset(() => log.info({}, 'the embedding endpoint answers again'));
  const retries = retry(
    handleWhen((error) => isPassing(error) && (askedWaitMs(error) ?? 0) <= LONGEST_RETRY_AFTER_MS),
    { maxAttempts: RETRIES.count, backoff: new DelegateBackoff((context) => waitMs(context, random())) },
  );
  const policy = wrap(retries, breaker);
  // A wait between attempts does not end on an abort by itself.
  return async (attempt, signal) => orAbort(policy.execute(attempt, signal), signal);
}

function waitMs({ attempt, result }: IRetryBackoffContext<unknown>, random: number): number {
  const doubled = Math.min(RETRIES.firstWaitMs * 2 ** (attempt - 1), RETRIES.longestWaitMs);
  const jittered = (doubled * (1 + random)) / 2;
  return Math.max(jittered, ('error' in result && askedWaitMs(result.error)) || 0);
}

function askedWaitMs(error: unknown): number | undefined {
  if (!(error instanceof EndpointError) || error.fault.kind !== 'STATUS') return undefined;
  return error.fault.retryAfterMs;
}
