/**
 * Holds refusals of calls beyond a rate limit or beyond the server's capacity for a part of the time that their callers should wait anyway.
 * A caller that ignores RetryInfo and calls again at once would otherwise take as much of the processor with its refusals as others need for
 * their answers.
 */
import { refusalError, type ErrorReason, type RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';

/**
 * Returns undefined for a refusal that is answered at once. Otherwise resolves after the wait with the same error, whose RetryInfo counts
 * from then. `availableMs` is the time until the call's deadline.
 */
export type HoldRefusal = (error: RecordaError, availableMs: number) => Promise<RecordaError> | undefined;

export interface HeldRefusals {
  readonly hold: HoldRefusal;
  /** Answers all that are held with this error, and holds none from now on. */
  release(why: RecordaError): void;
}

/** Runs it after a time in milliseconds, unless the returned function is called before. */
type Later = (run: () => void, ms: number) => () => void;

const HELD: ReadonlySet<ErrorReason> = new Set(['RATE_LIMITED', 'OVERLOADED']);

export function heldRefusals(later: Later = withTimer): HeldRefusals {
  const { mostMs, count } = SERVING.heldRefusals;
  const held = new Set<(refusal: RecordaError) => void>();
  let isReleased = false;
  return {
    hold(error, availableMs) {
      const { retryAfterMs = 0 } = error.detail;
      // The caller must get its refusal before its deadline, or it would not know what was wrong, and is left a part of its wait.
      const heldMs = Math.floor(Math.min(mostMs, retryAfterMs / 2, availableMs / 2));
      if (isReleased || !HELD.has(error.reason) || heldMs <= 0 || held.size >= count) return undefined;
      return new Promise((resolve) => {
        const answer = (refusal: RecordaError): void => {
          cancel();
          held.delete(answer);
          resolve(refusal);
        };
        const left = { ...error.detail, retryAfterMs: retryAfterMs - heldMs };
        const cancel = later(() => answer(refusalError(error.reason, error.message, left)), heldMs);
        held.add(answer);
      });
    },
    release(why) {
      isReleased = true;
      for (const answer of held) answer(why);
    },
  };
}

function withTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
