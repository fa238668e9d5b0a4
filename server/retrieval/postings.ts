/** Which documents a term is in, and how often. */

/** A posting is slot * 256 + occurrences (at most 255), in order of slot. */
export type PostingList = number[];

const NONE: Readonly<PostingList> = [];
const COUNT_BITS = 8;
const MAX_COUNT = (1 << COUNT_BITS) - 1;
const BYTES_PER_POSTING = 8;
const BYTES_PER_TERM = 120;

export const postingSlot = (posting: number): number => posting >> COUNT_BITS;
export const postingCount = (posting: number): number => posting & MAX_COUNT;

export interface Postings {
  readonly bytes: number;
  /** The term's id, or undefined if no document ever had it. */
  termId(term: string): number | undefined;
  /** The term's id, a new one if need be. */
  internTerm(term: string): number;
  /** In how many documents it is. */
  frequency(term: number): number;
  /** Empty for a negative term, which no document has. */
  of(term: number): Readonly<PostingList>;
  /** `terms` are a document's, in order, repeated ones too. */
  add(slot: number, terms: readonly number[]): void;
  remove(slot: number, terms: Iterable<number>): void;
  /** Slots change their numbers, keeping their order. */
  renumber(newSlot: (slot: number) => number): void;
}

export function postings(): Postings {
  const ids = new Map<string, number>();
  const lists: PostingList[] = [];
  let count = 0;

  return {
    get bytes() {
      return count * BYTES_PER_POSTING + lists.length * BYTES_PER_TERM;
    },
    termId: (term) => ids.get(term),
    internTerm(term) {
      let id = ids.get(term);
      if (id === undefined) {
        id = lists.length;
        ids.set(term, id);
        lists.push([]);
      }
      return id;
    },
    frequency: (term) => lists[term]?.length ?? 0,
    of: (term) => lists[term] ?? NONE,
    add(slot, terms) {
      const counts = new Map<number, number>();
      for (const term of terms) counts.set(term, Math.min(MAX_COUNT, (counts.get(term) ?? 0) + 1));
      for (const [term, occurrences] of counts) {
        const list = lists[term] as PostingList;
        const posting = (slot << COUNT_BITS) | occurrences;
        const last = list.at(-1);
        if (last === undefined || last < posting) list.push(posting);
        else list.splice(firstFrom(list, slot), 0, posting);
      }
      count += counts.size;
    },
    remove(slot, terms) {
      for (const term of new Set(terms)) {
        const list = lists[term] as PostingList;
        const at = firstFrom(list, slot);
        if (postingSlot(list[at] ?? -1) !== slot) continue;
        list.splice(at, 1);
        count--;
      }
    },
    renumber(newSlot) {
      for (const list of lists) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          list[at] = (newSlot(postingSlot(posting)) << COUNT_BITS) | postingCount(posting);
        }
      }
    },
  };
}

/** Where the first posting of this slot or a later one stands. */
function firstFrom(list: Readonly<PostingList>, slot: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (postingSlot(list[middle] as number) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
