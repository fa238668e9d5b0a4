/**
 * Averages how long one turn takes while calls wait: the time between the end of one call and the end of the next. It needs no
 * assumption about what calls share, and says how fast the line moves, whereas how long a call takes depends on how many run beside it.
 */
import { SERVING } from '../policy/serving.ts';

export interface TurnTime {
  /** Learns from a call that ran and ended; `isWaiting` tells whether others wait for their turn. */
  ended(at: number, isWaiting: boolean): void;
  /** Nobody waits any more, since those who did gave up: the next call may end at any time. */
  rest(): void;
  /** Returns the average in milliseconds; undefined if calls have not waited yet. */
  ms(): number | undefined;
}

export function turnTime(): TurnTime {
  let average: number | undefined;
  let lastAt: number | undefined;
  return {
    ended(at, isWaiting) {
      if (lastAt !== undefined) {
        const tookMs = at - lastAt;
        average = average === undefined ? tookMs : average + SERVING.turns.newestWeight * (tookMs - average);
      }
      // Once nobody waits, the next call may end at any time.
      lastAt = isWaiting ? at : undefined;
    },
    rest(): void {
      lastAt = undefined;
    },
    ms: () => average,
  };
}
