/** Repeats calls that failed because the server is unreachable or overloaded, if nothing can be done twice by that. */
import { abortError, type RecordaError } from '../contract/errors.ts';
import { RETRYING } from './policy.ts';
import type { TransportCall } from './transport.ts';

/** A call and its attempts. */
export type Attempts = {
  /** The most attempts, including the first. */
  readonly tries: number;
  /** Whether the server may be asked twice: the call changes nothing, or carries a request_id. */
  readonly isRepeatable: boolean;
  readonly call: TransportCall;
};

/** Tells whether an error means that nothing was done, or done once by a request that the server recognises. */
function mayRepeat({ reason, code }: RecordaError, isRepeatable: boolean): boolean {
  // The call was refused before it began.
  if (reason === 'OVERLOADED' || reason === 'RATE_LIMITED') return true;
  return isRepeatable && code === 'UNAVAILABLE';
}

/** Returns the wait after the `tried`th attempt: at least as long as the server asks for, the rest random. */
function waitMs(tried: number, { detail }: RecordaError): number {
  const most = RETRYING.firstMs * RETRYING.growth ** (tried - 1);
  return (detail.retryAfterMs ?? 0) + most * (1 - RETRYING.jitter * Math.random());
}

/**
 * Resolves when the call may be repeated after it failed `tried` times; throws the error if it may not, or if the wait would pass the
 * deadline, and CANCELLED if the caller cancels in the meantime.
 */
export async function beforeRetry(error: RecordaError, tried: number, attempts: Attempts): Promise<void> {
  const { tries, isRepeatable, call } = attempts;
  // Another server need not be given time.
  const wait = call.route?.movesOn === true ? 0 : waitMs(tried, error);
  if (tried >= tries || !mayRepeat(error, isRepeatable) || Date.now() + wait >= call.deadlineMs) throw error;
  await sleep(wait, call.signal);
  if (call.signal.aborted) throw abortError(call.signal);
}

/** Sleeps, and returns early when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
  });
}
