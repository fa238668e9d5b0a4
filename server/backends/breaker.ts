/**
 * What every backend has that may be away: work is tried again whose connection was lost, and refused at once, with when to come
 * back, while nothing answers. Redis, Neo4j and search services share it; each says which of its driver's errors mean that.
 */
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import { abortError, orAbort, type StopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { OUTAGE, type OutagePolicy } from '../policy/backends.ts';
import { heartbeat } from './heartbeat.ts';

export type BreakerOptions = {
  /** As people know it: `Redis`, `Neo4j`, …. */
  readonly name: string;
  /** Rejects where the backend does not answer, or cannot be used yet. */
  readonly ping: () => Promise<unknown>;
  /** False where it is known to be away: calls are refused until it answers. */
  readonly isThereAtFirst?: boolean | undefined;
  /** Whether a driver's error means that the backend did not answer, as opposed to refusing what it was asked. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: { warn(facts: object, message: string): void; info(facts: object, message: string): void };
  readonly policy?: OutagePolicy | undefined;
};

export interface Breaker {
  /**
   * Runs the work, again where the backend did not answer: it must have one effect however often. Rejects with BACKEND_UNAVAILABLE
   * where it still does not, and as soon as `signal` aborts; else as the work does.
   */
  run<T>(work: () => Promise<T>, signal: StopSignal): Promise<T>;
  /** Whether the backend answers, as health reports it. */
  isThere(): boolean;
  /** Asks now, for a driver that knows that it has connected again. */
  ask(): Promise<boolean>;
  close(): void;
}

export function breaker({ name, ping, isThereAtFirst, isUnavailable, log, policy = OUTAGE }: BreakerOptions): Breaker {
  const isLost = (error: unknown): boolean =>
    !(error instanceof RecordaError) && !(error instanceof BrokenCircuitError) && isUnavailable(error);
  const lost = handleWhen(isLost);
  const attempts = wrap(
    retry(lost, {
      maxAttempts: policy.attempts,
      backoff: new ExponentialBackoff({ initialDelay: policy.firstRetryMs }),
    }),
    circuitBreaker(lost, {
      halfOpenAfter: policy.openMs,
      breaker: new ConsecutiveBreaker(policy.failures),
    }),
  );
  const { isThere, ask, close } = heartbeat({
    ping,
    isThereAtFirst,
    ...policy,
    onChange: (isBack) => (isBack ? log.info({}, `${name} answers again`) : log.warn({}, `${name} does not answer`)),
  });
  const unavailable = (): RecordaError =>
    new RecordaError(
      'BACKEND_UNAVAILABLE',
      `${name}, which keeps this type of memory, does not answer. Repeat the call; if it lasts, see to ${name}.`,
      { retryAfterMs: policy.retryAfterMs },
    );

  return {
    async run<T>(work: () => Promise<T>, signal: StopSignal): Promise<T> {
      /** Once nothing answers, nothing is sent: what waits for an answer that never comes would pile up. */
      const attempt = (): Promise<T> => {
        if (signal.aborted) throw abortError(signal);
        if (!isThere()) throw unavailable();
        return work();
      };
      try {
        return await orAbort(attempts.execute(attempt), signal);
      } catch (error) {
        if (isLost(error) || error instanceof BrokenCircuitError) throw unavailable();
        throw error;
      }
    },
    isThere,
    ask,
    close,
  };
}
