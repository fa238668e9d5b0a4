/** What conditions have said of documents, so that one that few meet looks at all of them once and not with each search. */
import { LRUCache } from 'lru-cache';
import { CONDITIONS_REMEMBERED } from '../policy/retrieval.ts';

export interface FilterCache {
  readonly bytes: number;
  /** What the condition of this name said, by slot; what is written into it is remembered. */
  of(name: string, slots: number): Uint8Array;
  /** Another document is in this slot. */
  forget(slot: number): void;
  clear(): void;
}

/** What a slot may hold; 0 is that it was not asked about yet. */
export const MET = 1;
export const UNMET = 2;

export function filterCache(): FilterCache {
  let known: LRUCache<string, Uint8Array> | undefined;
  return {
    get bytes() {
      let sum = 0;
      for (const said of known?.values() ?? []) sum += said.length;
      return sum;
    },
    of(name, slots) {
      // Most indexes are never asked under any.
      known ??= new LRUCache({ max: CONDITIONS_REMEMBERED });
      const before = known.get(name);
      if (before !== undefined && before.length >= slots) return before;
      const said = new Uint8Array(slots);
      said.set(before ?? []);
      known.set(name, said);
      return said;
    },
    forget(slot) {
      for (const said of known?.values() ?? []) said[slot] = 0;
    },
    clear: () => known?.clear(),
  };
}
