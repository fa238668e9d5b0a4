/** The tokens of a public tokenizer, by their bytes, in shared memory: made once in a process, and passed to threads without copying. */

export type TokenTable = {
  /** The bytes of all tokens, one after another. */
  readonly bytes: Uint8Array;
  /** The start of each rank's token in `bytes`, and one more entry for the end. */
  readonly starts: Uint32Array;
  /** A hash table with open addressing: a slot holds a rank plus 1, or 0 if empty. Its length is a power of two. */
  readonly slots: Int32Array;
};

/** The rank of bytes that are no token, so that no merge makes them. */
export const NO_TOKEN = -1;

/** Builds the table from `tokens` in order of rank: text, or bytes that are not UTF-8; an unused rank is undefined. */
export function buildTokenTable(tokens: readonly (string | readonly number[] | undefined)[]): TokenTable {
  const encoded = Array.from(tokens, (token = '') => (typeof token === 'string' ? Buffer.from(token) : token));
  const length = encoded.reduce((sum, token) => sum + token.length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const starts = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * (encoded.length + 1)));
  let slotCount = 1;
  while (slotCount < 2 * encoded.length) slotCount *= 2;
  const slots = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * slotCount));
  let at = 0;
  for (const [rank, token] of encoded.entries()) {
    starts[rank] = at;
    bytes.set(token, at);
    const end = at + token.length;
    if (token.length > 0) {
      let slot = hashOf(bytes, at, end) & (slotCount - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = rank + 1;
    }
    at = end;
  }
  starts[encoded.length] = at;
  return { bytes, starts, slots };
}

/** Returns the rank of the token that these bytes are, or NO_TOKEN. */
export function tokenRank({ bytes, starts, slots }: TokenTable, word: Uint8Array, from: number, to: number): number {
  const mask = slots.length - 1;
  const length = to - from;
  for (let slot = hashOf(word, from, to) & mask; ; slot = (slot + 1) & mask) {
    const rank = (slots[slot] as number) - 1;
    if (rank === NO_TOKEN) return NO_TOKEN;
    const start = starts[rank] as number;
    if ((starts[rank + 1] as number) - start !== length) continue;
    let same = 0;
    while (same < length && bytes[start + same] === word[from + same]) same += 1;
    if (same === length) return rank;
  }
}

/** Computes FNV-1a, 32 bits, with its high bits mixed into the low. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
