import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import type { SessionChains } from '../session-chains.ts';

/**
 * The cosine with a memory mixed with its neighbours': no dot product more than the memories' own, since the length of the
 * mixed vector is kept (`mixScales` is 1 over it).
 */
export function meaning(
  cosines: Float32Array,
  mixScales: Float32Array,
  { before, after }: Pick<SessionChains, 'before' | 'after'>,
  slots: number,
  out: Float32Array,
): void {
  for (let slot = 0; slot < slots; slot++) {
    const left = before[slot] as number;
    const right = after[slot] as number;
    let mix = cosines[slot] as number;
    if (left >= 0) mix += BEFORE_MIX * (cosines[left] as number);
    if (right >= 0) mix += AFTER_MIX * (cosines[right] as number);
    out[slot] = mix * (mixScales[slot] as number);
  }
}
