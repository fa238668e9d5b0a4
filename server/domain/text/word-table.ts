/**
 * A set of words in shared memory: it finds a section of a text without creating a string, and is passed to other threads without
 * copying.
 */
export type WordTable = {
  /** Open addressing: a word's index + 1, or 0. */
  readonly slots: Int32Array;
  /** The start of each word in `letters`, with one more entry at the end. */
  readonly starts: Uint32Array;
  readonly letters: Uint16Array;
};

/** FNV-1a over UTF-16 units: `hashUnit(hash, unit)` extends a prefix's hash. */
export const EMPTY_HASH = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

/** Builds a table. Words keep their indexes; empty ones are not found. */
export function buildWordTable(words: readonly string[]): WordTable {
  const writer = wordTableWriter();
  for (const word of words) {
    for (let at = 0; at < word.length; at++) writer.push(word.charCodeAt(at));
    writer.endWord();
  }
  return writer.finish();
}

export interface WordTableWriter {
  /** Adds a letter to the word being written. */
  push(unit: number): void;
  /** Adds the first letters of the previous word. */
  pushShared(count: number): void;
  endWord(): void;
  finish(): WordTable;
}

/** Writes a table one letter at a time. */
export function wordTableWriter(): WordTableWriter {
  let letters = new Uint16Array(0x1000);
  let starts = new Uint32Array(0x100);
  let used = 0;
  let words = 0;
  return {
    push(unit) {
      if (used === letters.length) letters = doubled(letters, Uint16Array);
      letters[used++] = unit;
    },
    pushShared(count) {
      const from = starts[words - 1] ?? 0;
      for (let at = 0; at < count; at++) this.push(letters[from + at] as number);
    },
    endWord() {
      if (++words === starts.length) starts = doubled(starts, Uint32Array);
      starts[words] = used;
    },
    finish() {
      const table = {
        slots: new Int32Array(new SharedArrayBuffer(4 * slotCount(words))),
        starts: new Uint32Array(new SharedArrayBuffer(4 * (words + 1))),
        letters: new Uint16Array(new SharedArrayBuffer(2 * Math.max(1, used))),
      };
      table.starts.set(starts.subarray(0, words + 1));
      table.letters.set(letters.subarray(0, used));
      for (let word = 0; word < words; word++) insert(table, word);
      return table;
    },
  };
}

function insert({ slots, starts, letters }: WordTable, word: number): void {
  const from = starts[word] as number;
  const to = starts[word + 1] as number;
  if (from === to) return;
  let hash = EMPTY_HASH;
  for (let at = from; at < to; at++) hash = hashUnit(hash, letters[at] as number);
  const mask = slots.length - 1;
  let slot = spread(hash) & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = word + 1;
}

function doubled<T extends Uint16Array | Uint32Array>(array: T, Kind: new (length: number) => T): T {
  const larger = new Kind(2 * array.length);
  larger.set(array);
  return larger;
}

/** Returns the index of the word that equals `text` from `from` to before `to` and hashes to `hash`, or -1. */
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

/** Returns the index of a word, or -1. */
export function findWord(table: WordTable, word: string): number {
  let hash = EMPTY_HASH;
  for (let unit = 0; unit < word.length; unit++) hash = hashUnit(hash, word.charCodeAt(unit));
  return findHashed(table, hash, word, 0, word.length);
}

/** Mixes in the high bits, which keeps chains short: the low bits of FNV depend mostly on the last letters. */
function spread(hash: number): number {
  return hash ^ (hash >>> 0x0f);
}

function slotCount(words: number): number {
  let count = 0x10;
  while (count < words * 2) count *= 2;
  return count;
}
