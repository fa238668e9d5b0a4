/** The tokens of a public tokenizer, by their bytes, in shared memory: made once in a process, passed to threads as it is. */

export type TokenTable = {
  /** The bytes of all tokens, one after another. */
  readonly bytes: Uint8Array;
  /** Where the token of a rank starts in `bytes`; one more at the end. */
  readonly starts: Uint32Array;
  /** Open addressing by hash: a rank plus 1; 0 is an empty slot. A power of two of them. */
  readonly slots: Int32Array;
};

/** A token that cannot be merged into: no bytes have it. */
export const NO_TOKEN = -1;

/** `tokens` in order of rank: text, or bytes that are not UTF-8; a rank that is not used is a hole. */
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

/** The rank of the token that these bytes are, or NO_TOKEN. */
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

/** FNV-1a, 32 bits, its high bits mixed into the low. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
