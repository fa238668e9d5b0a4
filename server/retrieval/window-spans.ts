/** The neighbouring slots whose windows hold a document's words, in a byte, as kernel/assembly/windows.ts reads it. */
import { DOCUMENT_KIND } from '../policy/score-weights.ts';
import type { Reach } from './signals/lexical.ts';

type Links = { readonly before: Int32Array; readonly after: Int32Array; readonly kinds: Uint8Array };

/** The value for neighbours that are not adjacent slots. */
export const SCATTERED = 0xf0;
const SLOTS_AFTER = 0x10;

/** Returns the number of slots before in the low four bits, and of slots after in the high ones; SCATTERED if they are not adjacent. */
export function windowSpan(slot: number, { before, after, kinds }: Links, { back, forward }: Reach): number {
  const earlier = reachedAlong(before, -1, forward);
  const later = reachedAlong(after, 1, back);
  return earlier === undefined || later === undefined ? SCATTERED : earlier + SLOTS_AFTER * later;

  /** Returns how many slots in a direction have this one within their reach; undefined unless they are adjacent. */
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
