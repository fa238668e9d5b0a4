/**
 * Holds refusals of callers beyond their rate limit for a moment before they are answered. A caller that ignores RetryInfo and calls again
 * at once would otherwise take as much of the processor with its refusals as others need for their answers.
 */
import { refusalError, type RecordaError } from '../domain/errors.ts';
import { CALLER_LIMITS } from '../policy/serving.ts';

/**
 * Returns undefined for a refusal that is answered at once. Otherwise resolves after the wait with the same error, whose RetryInfo counts
 * from then. `availableMs` is the time until the call's deadline.
 */
export type HoldRefusal = (error: RecordaError, availableMs: number) => Promise<RecordaError> | undefined;

export function heldRefusals(
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
): HoldRefusal {
  const { ms, count } = CALLER_LIMITS.held;
  let held = 0;
  return (error, availableMs) => {
    const { retryAfterMs = 0 } = error.detail;
    // The caller must get its refusal before its deadline, or it would not know what was wrong, and is left a part of its wait.
    const heldMs = Math.floor(Math.min(ms, retryAfterMs / 2, availableMs / 2));
    if (error.reason !== 'RATE_LIMITED' || heldMs <= 0 || held >= count) return undefined;
    held += 1;
    return wait(heldMs).then(() => {
      held -= 1;
      return refusalError(error.reason, error.message, { ...error.detail, retryAfterMs: retryAfterMs - heldMs });
    });
  };
}
