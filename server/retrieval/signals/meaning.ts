import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import type { SessionChains } from '../session-chains.ts';
import type { Range } from './range.ts';

/**
 * The cosine with a memory mixed with its neighbours': no dot product more than the memories' own, since the length of the
 * mixed vector is kept (`mixScales` is 1 over it). Without `alive` all slots are.
 */
export function meaning(
  cosines: Float32Array,
  mixScales: Float32Array,
  { before, after }: Pick<SessionChains, 'before' | 'after'>,
  spoken: Uint8Array,
  alive: Uint8Array | undefined,
  slots: number,
  out: Float32Array,
): Range {
  const [beforeFact, beforeTurn] = BEFORE_MIX;
  const [afterFact, afterTurn] = AFTER_MIX;
  let low = Infinity;
  let high = -Infinity;
  for (let slot = 0; slot < slots; slot++) {
    if (alive !== undefined && alive[slot] === 0) continue;
    const left = before[slot] as number;
    const right = after[slot] as number;
    let mix = cosines[slot] as number;
    if (left >= 0) mix += (spoken[slot] === 1 ? beforeTurn : beforeFact) * (cosines[left] as number);
    if (right >= 0) mix += (spoken[slot] === 1 ? afterTurn : afterFact) * (cosines[right] as number);
    // As it is stored, so that the lowest is stretched to 0 exactly.
    mix = Math.fround(mix * (mixScales[slot] as number));
    out[slot] = mix;
    if (mix < low) low = mix;
    if (mix > high) high = mix;
  }
  return { low, high };
}
