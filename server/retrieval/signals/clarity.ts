import { CLEAR_AMONG, NEARLY_NEAREST } from '../../policy/score-weights.ts';
import type { Range } from './range.ts';

/** Returns the limits of meaning between which a memory counts in part as being as near as the nearest. */
export function nearlyNearest({ low, high }: Range): readonly [from: number, to: number] {
  return [low + NEARLY_NEAREST[0] * (high - low), low + NEARLY_NEAREST[1] * (high - low)];
}

/** The number of nearly nearest memories, counted by degrees, that make a crowd. */
export const CROWD = 1 + CLEAR_AMONG;

/**
 * Returns how clearly meaning separates memories, 0 to 1: 1 if one alone is near to the query, 0 if more than CLEAR_AMONG crowd about the
 * nearest. Memories count as near by degrees, so that a rounding never decides. `near` are the meanings of the memories that are near to
 * any degree.
 */
export function clarity(near: Iterable<number>, range: Range): number {
  const [from, to] = nearlyNearest(range);
  if (to <= from) return 0;
  let together = 0;
  for (const meaning of near) together += Math.min(1, Math.max(0, (meaning - from) / (to - from)));
  return 1 - Math.min(1, Math.max(0, together - 1) / CLEAR_AMONG);
}
