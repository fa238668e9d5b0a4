/**
 * Limits how much of something a caller may use per second: a token bucket that may be overdrawn, kept as the generic cell rate algorithm
 * keeps it (ITU-T I.371, annex A), in one number. A caller that is not overdrawn may take any amount and then waits until it is paid for: so
 * no call costs too much for its limit, and what is known of a call only later, such as the length of its answer, is charged then.
 */
import { CALLER_LIMITS } from '../policy/serving.ts';
import { SECOND_MS } from '../policy/units.ts';

/** Times are milliseconds of one clock that only goes forward. */
export interface CallRate {
  isOverdrawn(at: number): boolean;
  charge(amount: number, at: number): void;
  /**
   * How long a caller that is refused at `at` is to wait, in milliseconds. Each gets a time of its own, as far apart as the limit allows
   * calls: if all came back at once, one would be taken and the others refused again.
   */
  turnAfterMs(amount: number, at: number): number;
}

export function callRate(perSecond: number): CallRate {
  const burstMs = CALLER_LIMITS.burstSeconds * SECOND_MS;
  const msOf = (amount: number): number => (amount / perSecond) * SECOND_MS;
  /** When everything is paid for that was charged so far. */
  let paidAt = -Infinity;
  /** The last turn that somebody was given. */
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
