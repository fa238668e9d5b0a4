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
  /** `coded` are a document's terms as in `Documents.terms`, repeated ones too. */
  add(slot: number, coded: ArrayLike<number>): void;
  remove(slot: number, coded: Iterable<number>): void;
  /** The term itself. */
  text(term: number): string;
  /** Slots change their numbers, keeping their order. */
  renumber(newSlot: (slot: number) => number): void;
}

export function postings(): Postings {
  const ids = new Map<string, number>();
  const lists: PostingList[] = [];
  const texts: string[] = [];
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
        texts.push(term);
        lists.push([]);
      }
      return id;
    },
    text: (term) => texts[term] as string,
    frequency: (term) => lists[term]?.length ?? 0,
    of: (term) => lists[term] ?? NONE,
    add(slot, coded) {
      const first = (slot << COUNT_BITS) | 1;
      for (let place = 0; place < coded.length; place++) {
        const list = lists[(coded[place] as number) >> 1] as PostingList;
        const isLast = list.length === 0 || postingSlot(list[list.length - 1] as number) < slot;
        const at = isLast ? list.length : firstFrom(list, slot);
        const posting = list[at] ?? -1;
        if (postingSlot(posting) === slot) {
          if (postingCount(posting) < MAX_COUNT) list[at] = posting + 1;
          continue;
        }
        if (isLast) list.push(first);
        else list.splice(at, 0, first);
        count++;
      }
    },
    remove(slot, coded) {
      for (const code of new Set(coded)) {
        const list = lists[code >> 1] as PostingList;
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
