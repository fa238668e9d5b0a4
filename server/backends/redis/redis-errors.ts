/** What a driver's failure is to a caller, and what is tried again. */
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import { orAbort, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { REDIS } from '../../policy/redis.ts';

/** Answers of a Redis that is there but cannot serve. */
const CANNOT_SERVE = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM|TRYAGAIN|MISCONF|NOREPLICAS)/;

/** Whether Redis did not answer, as opposed to refusing what it was asked. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof RecordaError || error instanceof BrokenCircuitError) return false;
  // ioredis names the answers of Redis itself ReplyError; all else it throws is of the connection.
  return error.name === 'ReplyError' ? CANNOT_SERVE.test(error.message) : !(error instanceof TypeError);
}

function unavailable(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'Redis, which keeps short-term memory, does not answer. Repeat the call; if it lasts, see to Redis.',
    { retryAfterMs: REDIS.unavailableRetryMs },
  );
}

export type Attempts = ReturnType<typeof attempts>;

/** Tries work again whose connection was lost, and none at all while Redis is away. The work must have one effect however often. */
export function attempts() {
  const lost = handleWhen(isUnavailable);
  const policy = wrap(
    retry(lost, {
      maxAttempts: REDIS.attempts,
      backoff: new ExponentialBackoff({ initialDelay: REDIS.firstRetryMs }),
    }),
    circuitBreaker(lost, {
      halfOpenAfter: REDIS.breakerMs,
      breaker: new ConsecutiveBreaker(REDIS.breakerFailures),
    }),
  );
  return async <T>(work: () => Promise<T>, signal: StopSignal): Promise<T> => {
    try {
      return await orAbort(
        policy.execute(() => work()),
        signal,
      );
    } catch (error) {
      if (isUnavailable(error) || error instanceof BrokenCircuitError) throw unavailable();
      throw error;
    }
  };
}
