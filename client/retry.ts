/** Repeats calls that failed for want of a server or of room, where that can do nothing twice. */
import { abortError, type RecordaError } from '../contract/errors.ts';
import { RETRYING } from './policy.ts';
import type { TransportCall } from './transport.ts';

/** One call with its tries. */
export type Attempts = {
  /** The most tries, the first counted. */
  readonly tries: number;
  /** Whether the server may be asked twice: it changes nothing, or carries a request_id. */
  readonly isRepeatable: boolean;
  readonly call: TransportCall;
};

/** Whether an error tells that nothing was done, or done once by a request that the server knows again. */
function mayRepeat({ reason, code }: RecordaError, isRepeatable: boolean): boolean {
  // Refused before it began.
  if (reason === 'OVERLOADED' || reason === 'RATE_LIMITED') return true;
  return isRepeatable && code === 'UNAVAILABLE';
}

/** How long to wait after the `tried`th try: as long as the server asks for at least, the rest by chance. */
function waitMs(tried: number, { detail }: RecordaError): number {
  const most = RETRYING.firstMs * RETRYING.growth ** (tried - 1);
  return (detail.retryAfterMs ?? 0) + most * (1 - RETRYING.jitter * Math.random());
}

/**
 * Resolves when the call may be tried again after it failed `tried` times; throws the error where it may not, where the wait would pass
 * the deadline, and CANCELLED where the caller gives up meanwhile.
 */
export async function beforeRetry(error: RecordaError, tried: number, attempts: Attempts): Promise<void> {
  const { tries, isRepeatable, call } = attempts;
  const wait = waitMs(tried, error);
  if (tried >= tries || !mayRepeat(error, isRepeatable) || Date.now() + wait >= call.deadlineMs) throw error;
  await sleep(wait, call.signal);
  if (call.signal.aborted) throw abortError(call.signal);
}

/** Ends early when the signal aborts. */
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
