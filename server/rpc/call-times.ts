/**
 * Averages of what calls take, by their method and all together. They err on the low side: what takes long among many calls may take a tenth
 * of it once fewer run, but none would run again to show it. So an average falls faster than it rises, and falls by the clock where no call
 * is answered.
 */
import { SERVING } from '../policy/serving.ts';

export interface CallTimes {
  add(method: string, ms: number, at: number): void;
  /** The average; 0 where none was answered yet. */
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
