/** Which slots next to a document's have its words in their windows, in a byte, as kernel/assembly/windows.ts reads it. */
import { DOCUMENT_KIND } from '../policy/score-weights.ts';
import type { Reach } from './signals/lexical.ts';

type Links = { readonly before: Int32Array; readonly after: Int32Array; readonly kinds: Uint8Array };

/** Stands for a span where neighbours do not lie next to the slot. */
export const SCATTERED = 0xf0;
const SLOTS_AFTER = 0x10;

/** In the low four bits how many before the slot, in the high ones how many after; SCATTERED where they lie elsewhere. */
export function windowSpan(slot: number, { before, after, kinds }: Links, { back, forward }: Reach): number {
  const earlier = reachedAlong(before, -1, forward);
  const later = reachedAlong(after, 1, back);
  return earlier === undefined || later === undefined ? SCATTERED : earlier + SLOTS_AFTER * later;

  /** How many slots that way have this one within their reach; undefined unless they are those next to it. */
  function reachedAlong(links: Int32Array, step: 1 | -1, reach: readonly [number, number]): number | undefined {
    let reached = 0;
    let next = links[slot] as number;
    for (let steps = 1; next >= 0 && steps <= Math.max(...reach); steps++) {
      if (steps <= reach[kinds[next] === DOCUMENT_KIND.turn ? 1 : 0]) {
        if (next !== slot + steps * step || reached !== steps - 1) return undefined;
        reached = steps;
      }
      next = links[next] as number;
    }
    return reached;
  }
}
