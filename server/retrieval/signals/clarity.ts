import { CLEAR_AMONG, NEARLY_NEAREST } from '../../policy/score-weights.ts';
import type { Range } from './range.ts';

/** Between these a memory is nearly as near as the nearest by degrees. */
export function nearlyNearest({ low, high }: Range): readonly [from: number, to: number] {
  return [low + NEARLY_NEAREST[0] * (high - low), low + NEARLY_NEAREST[1] * (high - low)];
}

/** So near together, and the memories are a crowd. */
export const CROWD = 1 + CLEAR_AMONG;

/**
 * How clearly meaning tells memories apart, 0..1: 1 where one alone is near to the query, 0 where more than CLEAR_AMONG crowd
 * about the nearest. Memories count as near by degrees, so that none tips the scales by a rounding. `near` are what those mean that are
 * near by any.
 */
export function clarity(near: Iterable<number>, range: Range): number {
  const [from, to] = nearlyNearest(range);
  if (to <= from) return 0;
  let together = 0;
  for (const meaning of near) together += Math.min(1, Math.max(0, (meaning - from) / (to - from)));
  return 1 - Math.min(1, Math.max(0, together - 1) / CLEAR_AMONG);
}
