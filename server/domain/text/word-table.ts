/**
 * A set of words in shared memory: finds a stretch of a text without cutting a string out of it, and goes to another thread
 * without being copied.
 */
export type WordTable = {
  /** Open addressing: a word's index + 1, or 0. */
  readonly slots: Int32Array;
  /** Where each word starts in `letters`; one more at the end. */
  readonly starts: Uint32Array;
  readonly letters: Uint16Array;
};

/** FNV-1a over UTF-16 units: `hashUnit(hash, unit)` extends a prefix's hash. */
export const EMPTY_HASH = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

/** Words keep their indexes; empty ones are not found. */
export function buildWordTable(words: readonly string[]): WordTable {
  let units = 0;
  for (const word of words) units += word.length;
  const slots = new Int32Array(new SharedArrayBuffer(4 * slotCount(words.length)));
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (words.length + 1)));
  const letters = new Uint16Array(new SharedArrayBuffer(2 * Math.max(1, units)));
  const mask = slots.length - 1;
  let at = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    starts[index] = at;
    if (word === '') continue;
    let hash = EMPTY_HASH;
    for (let unit = 0; unit < word.length; unit++) {
      const code = word.charCodeAt(unit);
      letters[at++] = code;
      hash = hashUnit(hash, code);
    }
    let slot = spread(hash) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  }
  starts[words.length] = at;
  return { slots, starts, letters };
}

/** The index of the word that is `text` from `from` to before `to` and hashes to `hash`, or -1. */
export function findHashed(table: WordTable, hash: number, text: string, from: number, to: number): number {
  const { slots, starts, letters } = table;
  const mask = slots.length - 1;
  const length = to - from;
  for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
    const index = (slots[slot] as number) - 1;
    if (index < 0) return -1;
    const start = starts[index] as number;
    if ((starts[index + 1] as number) - start !== length) continue;
    let unit = 0;
    while (unit < length && letters[start + unit] === text.charCodeAt(from + unit)) unit++;
    if (unit === length) return index;
  }
}

/** The index of a word, or -1. */
export function findWord(table: WordTable, word: string): number {
  let hash = EMPTY_HASH;
  for (let unit = 0; unit < word.length; unit++) hash = hashUnit(hash, word.charCodeAt(unit));
  return findHashed(table, hash, word, 0, word.length);
}

/** FNV's low bits depend on the last letters most; mixing the high ones in keeps chains short. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function slotCount(words: number): number {
  let count = 16;
  while (count < words * 2) count *= 2;
  return count;
}
