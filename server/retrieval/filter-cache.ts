/** Remembers which documents meet a condition, so that a condition that few meet reads all of them once, not with each search. */
import { LRUCache } from 'lru-cache';
import { CONDITIONS_REMEMBERED } from '../policy/retrieval.ts';

export interface FilterCache {
  readonly bytes: number;
  /** Returns the known answers of a condition, by slot; the caller writes new answers into it. */
  of(name: string, slots: number): Uint8Array;
  /** Forgets the answers of a slot, whose document has changed. */
  forget(slot: number): void;
  clear(): void;
}

/** The values of a slot; 0 is unknown. */
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
      // The cache is made lazily: most indexes are never searched under a condition.
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
