/**
 * Averages how long calls take, by method and over all. The averages err on the low side: a call that takes long among many others may take
 * a tenth of that once fewer run, but after an overestimate none would run to show it. So an average falls faster than it rises, and falls
 * with time if no call is answered.
 */
import { SERVING } from '../policy/serving.ts';

export interface CallTimes {
  add(method: string, ms: number, at: number): void;
  /** Returns the average in milliseconds; 0 if none was answered yet. */
  of(method: string, at: number): number;
  ofAll(at: number): number;
}

type Average = { readonly ms: number; readonly at: number };

export function callTimes(): CallTimes {
  const averages = new Map<string, Average>();
  let all: Average = { ms: 0, at: 0 };
  const { newestWeight, lowerWeight, halfLifeMs } = SERVING.costs;
  const current = (average: Average, at: number): number => average.ms * 2 ** -((at - average.at) / halfLifeMs);
  const moved = (before: Average, ms: number, at: number): Average => {
    const weight = ms < before.ms ? lowerWeight : newestWeight;
    return { ms: before.ms + weight * (ms - before.ms), at };
  };
  return {
    add(method, ms, at) {
      averages.set(method, moved(averages.get(method) ?? { ms, at }, ms, at));
      all = moved(all, ms, at);
    },
    of(method, at) {
      const average = averages.get(method);
      return average === undefined ? 0 : current(average, at);
    },
    ofAll: (at) => current(all, at),
  };
}
