/** Postings as bytes; kernel/assembly/words.ts says how they are written, and reads them for a search. */

/** A distance takes five at most, a count and a position one each. */
export const MAX_POSTING_BYTES = 7;

/** Stands for the position of a word in its document where it has several, or one further on. */
export const NO_POSITION = 255;

/** What a posting says of its document. */
export type PostingFacts = { readonly count: number; readonly position: number };

/** Writes a posting so many slots after the one before; answers where the next one goes. */
export function writePosting(bytes: Uint8Array, start: number, distance: number, facts: PostingFacts): number {
  const { count, position } = facts;
  let at = start;
  let code = 2 * distance + (count === 1 ? 0 : 1);
  for (; code > 127; code >>>= 7) bytes[at++] = (code & 127) | 128;
  bytes[at++] = code;
  if (count !== 1) bytes[at++] = count;
  bytes[at++] = position;
  return at;
}

export type FoundPosting = PostingFacts & {
  /** Where it starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Its slot, and that of the posting before; -1 where there is none. */
  readonly slot: number;
  readonly previous: number;
};

/** The first posting of this slot or a later one, from the posting at `at` on, before which `previous` is the last slot. */
export function findPosting(bytes: Uint8Array, slot: number, at = 0, previous = -1): FoundPosting {
  let before = previous;
  let start = at;
  while (start < bytes.length) {
    let code = 0;
    let end = start;
    let byte = 128;
    for (let shift = 0; byte > 127; shift += 7) {
      byte = bytes[end++] as number;
      code |= (byte & 127) << shift;
    }
    const here = before + (code >>> 1);
    const count = (code & 1) === 0 ? 1 : (bytes[end++] as number);
    const position = bytes[end++] as number;
    if (here >= slot) return { start, end, slot: here, previous: before, count, position };
    before = here;
    start = end;
  }
  return { start, end: start, slot: -1, previous: before, count: 0, position: NO_POSITION };
}
