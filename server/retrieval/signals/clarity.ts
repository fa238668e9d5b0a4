import { CLEAR_AMONG, NEARLY_NEAREST } from '../../policy/score-weights.ts';
import type { Range } from './range.ts';

/**
 * How clearly meaning tells memories apart, 0..1: 1 where one alone is near to the query, 0 where more than CLEAR_AMONG crowd
 * about the nearest. Memories count as near by degrees, so that none tips the scales by a rounding. Where `alive` is 0 there is
 * none.
 */
export function clarity(meanings: Float32Array, { low, high }: Range, alive: Uint8Array, slots: number): number {
  const from = low + NEARLY_NEAREST[0] * (high - low);
  const span = (NEARLY_NEAREST[1] - NEARLY_NEAREST[0]) * (high - low);
  if (span <= 0) return 0;
  let near = 0;
  for (let slot = 0; slot < slots && near <= 1 + CLEAR_AMONG; slot++) {
    const above = (meanings[slot] as number) - from;
    if (above > 0 && alive[slot] === 1) near += Math.min(1, above / span);
  }
  return 1 - Math.min(1, Math.max(0, near - 1) / CLEAR_AMONG);
}
