import type { JoinedTexts } from './sections.ts';

/**
 * The ids of documents by slot, and the slots by id. Ids from a pack are split only once the index changes: a search needs the ids of its
 * few hits alone.
 */
export interface Identities {
  readonly count: number;
  /** Returns the id of a slot; '' if it is empty. */
  of(slot: number): string;
  slotOf(id: string): number | undefined;
  put(slot: number, id: string): void;
  remove(slot: number): void;
  /** Renumbers the slots, keeping their order. */
  renumber(newSlot: (slot: number) => number): void;
  /** Restores the ids of slots from 0 on; there must be none yet. */
  restore(joined: JoinedTexts): void;
}

type Packed = { readonly text: string; readonly ends: Int32Array };

export function identities(): Identities {
  let slots = new Map<string, number>();
  let ids: string[] = [];
  let packed: Packed | undefined;

  function packedId({ text, ends }: Packed, slot: number): string {
    return text.slice(slot === 0 ? 0 : ends[slot - 1], ends[slot]);
  }

  function takeApart(): void {
    if (packed === undefined) return;
    for (let slot = 0; slot < packed.ends.length; slot++) {
      const id = packedId(packed, slot);
      ids.push(id);
      slots.set(id, slot);
    }
    packed = undefined;
  }

  return {
    get count() {
      return packed?.ends.length ?? slots.size;
    },
    of: (slot) => (packed === undefined ? (ids[slot] ?? '') : packedId(packed, slot)),
    slotOf(id) {
      takeApart();
      return slots.get(id);
    },
    put(slot, id) {
      takeApart();
      ids[slot] = id;
      slots.set(id, slot);
    },
    remove(slot) {
      takeApart();
      slots.delete(ids[slot] as string);
      ids[slot] = '';
    },
    renumber(newSlot) {
      takeApart();
      ids = ids.filter((_, slot) => newSlot(slot) >= 0);
      slots = new Map(ids.map((id, slot) => [id, slot]));
    },
    restore({ text, lengths }) {
      let end = 0;
      packed = { text, ends: lengths.map((length) => (end += length)) };
    },
  };
}
