/**
 * Averages how long calls take, by method and over all. The averages err on the low side: a call that takes long among many others may take
 * a tenth of that once fewer run, but after an overestimate none would run to show it. So an average falls faster than it rises, and falls
 * with time if no call is answered.
 */
import { SERVING } from '../policy/serving.ts';

export interface CallTimes {
  /** `wasAlone` tells whether no other call ran beside it. */
  add(method: string, ms: number, at: number, wasAlone: boolean): void;
  /** Returns the average in milliseconds; 0 if none was answered yet. */
  of(method: string, at: number): number;
  ofAll(at: number): number;
  /** Returns the time that a call takes alone, or the least that one took if none was alone; 0 if none was answered yet. */
  ofAlone(method: string): number;
}

type Average = { readonly ms: number; readonly at: number };

export function callTimes(): CallTimes {
  const averages = new Map<string, Average>();
  const alone = new Map<string, number>();
  let all: Average = { ms: 0, at: 0 };
  const { newestWeight, lowerWeight, halfLifeMs } = SERVING.costs;
  const current = (average: Average, at: number): number => average.ms * 2 ** -((at - average.at) / halfLifeMs);
  const towards = (ms: number, before: number): number =>
    before + (ms < before ? lowerWeight : newestWeight) * (ms - before);
  const moved = (before: Average, ms: number, at: number): Average => ({ ms: towards(ms, before.ms), at });
  return {
    add(method, ms, at, wasAlone) {
      averages.set(method, moved(averages.get(method) ?? { ms, at }, ms, at));
      all = moved(all, ms, at);
      const before = alone.get(method) ?? ms;
      // Calls beside many others must not raise it: it would follow them, and the limit would rise without end.
      if (wasAlone || ms <= before) alone.set(method, towards(ms, before));
    },
    of(method, at) {
      const average = averages.get(method);
      return average === undefined ? 0 : current(average, at);
    },
    ofAll: (at) => current(all, at),
    ofAlone: (method) => alone.get(method) ?? 0,
  };
}
