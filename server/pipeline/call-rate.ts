/**
 * Limits how much of something a caller may use per second: a token bucket that may be overdrawn, stored in one number as in the generic
 * cell rate algorithm (ITU-T I.371, annex A). A caller that is not overdrawn may take any amount, and then waits until it is paid for. So
 * no call is too large for its limit, and costs that are only known later, such as the length of its answer, are charged then.
 */
import { CALLER_LIMITS } from '../policy/serving.ts';
import { SECOND_MS } from '../policy/units.ts';

/** Times are milliseconds of one monotonic clock. */
export interface CallRate {
  isOverdrawn(at: number): boolean;
  charge(amount: number, at: number): void;
  /**
   * Returns how long a caller that is refused at `at` is to wait, in milliseconds. Each gets a time of its own, as far apart as the limit
   * allows calls: if all came back at once, one would be accepted and the others refused again.
   */
  turnAfterMs(amount: number, at: number): number;
}

export function callRate(perSecond: number): CallRate {
  const burstMs = CALLER_LIMITS.burstSeconds * SECOND_MS;
  const msOf = (amount: number): number => (amount / perSecond) * SECOND_MS;
  /** The time at which everything that was charged so far is paid for. */
  let paidAt = -Infinity;
  /** The latest time at which a caller was told to come back. */
  let turnAt = -Infinity;
  return {
    isOverdrawn: (at) => paidAt - at >= burstMs,
    charge(amount, at) {
      paidAt = Math.max(paidAt, at) + msOf(amount);
    },
    turnAfterMs(amount, at) {
      const firstAt = Math.max(paidAt - burstMs, at) + 1;
      turnAt = Math.min(Math.max(turnAt + msOf(amount), firstAt), Math.max(at + CALLER_LIMITS.longestWaitMs, firstAt));
      return Math.ceil(turnAt - at);
    },
  };
}
