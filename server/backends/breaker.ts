/**
 * The circuit breaker of every backend that may be away: work whose connection was lost is tried again, and while nothing answers, calls
 * are refused at once with a time to come back. Each backend defines which of its driver's errors mean that.
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
  /** The name for people: `Redis`, `Neo4j`, …. */
  readonly name: string;
  /** Tells people in errors what is stored there; `this type of memory` by default. */
  readonly holds?: string | undefined;
  /** Rejects if the backend does not answer, or cannot be used yet. */
  readonly ping: () => Promise<unknown>;
  /** False if it is known to be away: calls are refused until it answers. */
  readonly isThereAtFirst?: boolean | undefined;
  /** Tells whether a driver's error means that the backend did not answer, as opposed to refusing the request. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: { warn(facts: object, message: string): void; info(facts: object, message: string): void };
  readonly policy?: OutagePolicy | undefined;
};

export interface Breaker {
  /**
   * Runs the work, again if the backend did not answer: it must have one effect however often it runs. Rejects with BACKEND_UNAVAILABLE
   * if the backend still does not answer, and as soon as `signal` aborts; else as the work does.
   */
  run<T>(work: () => Promise<T>, signal: StopSignal): Promise<T>;
  /** Tells whether the backend answers, as health reports it. */
  isThere(): boolean;
  /** Asks at once, for a driver that knows that it has connected again. */
  ask(): Promise<boolean>;
  close(): void;
}

export function breaker(options: BreakerOptions): Breaker {
  const { name, holds = 'this type of memory', ping, isThereAtFirst, isUnavailable, log, policy = OUTAGE } = options;
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
      `${name}, which stores ${holds}, does not answer. Repeat the call; if the error persists, check ${name}.`,
      { retryAfterMs: policy.retryAfterMs },
    );

  return {
    async run<T>(work: () => Promise<T>, signal: StopSignal): Promise<T> {
      /** Once nothing answers, nothing is sent: calls that wait for an answer in vain would pile up. */
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
