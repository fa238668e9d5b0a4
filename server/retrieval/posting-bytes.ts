/** Reads and writes postings as bytes; kernel/assembly/words.ts describes the format, and reads them for a search. */

/** The most bytes of a posting: five for the distance, one each for the count and the position. */
export const MAX_POSTING_BYTES = 7;

/** The position of a word that its document has several times, or farther in than a byte can say. */
export const NO_POSITION = 255;

/** The number of times that a document has a word, and the word's position. */
export type PostingFacts = { readonly count: number; readonly position: number };

/** Writes a posting, `distance` slots after the one before; returns where the next one starts. */
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
  /** The offsets of the posting's first byte and of the byte after its last. */
  readonly start: number;
  readonly end: number;
  /** The posting's slot, and that of the posting before; -1 if there is none. */
  readonly slot: number;
  readonly previous: number;
};

/** Returns the first posting of this slot or a later one, searched from the posting at `at` on, which follows slot `previous`. */
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
