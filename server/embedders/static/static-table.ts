/**
 * The built-in embedder's data: a vector per WordPiece token and per frequent pair of tokens, and the Spanish forms with their
 * English words. All of it is shared memory: pass a table to worker threads as it is.
 *
 * table-en-es.bin: "STT1", u32 tokens, u32 pairs, u32 dimensions, f16 scale per row, u16 x 2 tokens per pair, i8 rows; tokens'
 * rows come first. advice-map.bin and theme-map.bin: the parts of AdviceMap and of FieldMap, of each the f16 scales of its rows
 * and its i8 rows. lexicon-es.txt: a line per list of English words, then its Spanish forms, folded and sorted, _ for a space, each
 * as the number of letters shared with the one before (base 36) and the rest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EmbedderIdentity } from '../../ports/stores.ts';
import { packageFile } from '../../runtime/package-root.ts';
import { TRANSLATION_WEIGHTS } from '../../policy/embedding.ts';
import { wordPieces, type Vocabulary } from './word-pieces.ts';
import { buildWordTable, wordTableWriter, type WordTable } from '../../domain/text/word-table.ts';

export type SpanishLexicon = {
  readonly forms: WordTable;
  /** The translation of each form. */
  readonly translations: Uint16Array;
  /** The start of each translation in `tokens`; one more at the end. */
  readonly starts: Uint32Array;
  /** For each English word, the number of tokens, then the tokens. */
  readonly tokens: Uint16Array;
};

/** Vectors, row by row: each is its bytes times its scale. */
export type ByteRows = {
  readonly bytes: Int8Array;
  readonly scales: Float32Array;
};

/** Fields that move a query: it is moved by the values of those whose keys it is near to. */
export type FieldMap = {
  readonly keys: ByteRows;
  readonly values: ByteRows;
};

/** The map of a query that asks for advice: v + vM + the values of the fields whose keys it is near to, normalised. */
export type AdviceMap = FieldMap & { readonly matrix: ByteRows };

export type StaticTable = {
  readonly identity: EmbedderIdentity;
  readonly vocabulary: Vocabulary;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** A hash table with open addressing, two entries a slot: first token << 16 second token, row. An empty slot has row 0. */
  readonly pairs: Int32Array;
  readonly adviceMap: AdviceMap;
  /** The map of a query that names a theme: v + the values of the topics that it is near to, normalised. */
  readonly themeMap: FieldMap;
  readonly spanish: SpanishLexicon;
};

const IDENTITY = { name: 'recorda-static-en-es', version: '5' } as const;
const MAGIC = 'STT1';
const HEADER_BYTES = 16;

/** The tables that this process has read, as long as they are in use. */
const known = new Map<string, WeakRef<StaticTable>>();

/** Loads the table of the package, or of another folder. Reading it takes some tens of milliseconds. */
export function loadStaticTable(folder = packageFile('server', 'embedders', 'static')): StaticTable {
  const table = known.get(folder)?.deref() ?? readStaticTable(folder);
  known.set(folder, new WeakRef(table));
  return table;
}

function readStaticTable(folder: string): StaticTable {
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const file = read('table-en-es.bin');
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('table-en-es.bin is not an STT1 table');
  const [tokenCount, pairCount, dimensions] = [4, 8, 12].map((at) => file.readUInt32LE(at)) as [number, number, number];
  const rowCount = tokenCount + pairCount;
  const pairsAt = HEADER_BYTES + 2 * rowCount;
  const rowsAt = pairsAt + 4 * pairCount;
  if (file.length !== rowsAt + rowCount * dimensions) throw new Error('table-en-es.bin is cut short');

  const vocabulary = readVocabulary(read('vocab.txt'), tokenCount);
  return {
    identity: { ...IDENTITY, dimensions },
    vocabulary,
    rows: sharedBytes(file, rowsAt, rowCount * dimensions),
    scales: halves(file, HEADER_BYTES, rowCount),
    pairs: pairTable(file, pairsAt, pairCount, tokenCount),
    adviceMap: readAdviceMap(read('advice-map.bin'), dimensions),
    themeMap: readFieldMap(read('theme-map.bin'), dimensions),
    spanish: readLexicon(read('lexicon-es.txt'), vocabulary),
  };
}

function readAdviceMap(file: Buffer, dimensions: number): AdviceMap {
  const matrixBytes = dimensions * rowBytes(dimensions);
  const matrix = byteRows(file, 0, dimensions, dimensions);
  return { matrix, ...readFieldMap(file.subarray(matrixBytes), dimensions) };
}

function readFieldMap(file: Buffer, dimensions: number): FieldMap {
  const fields = file.length / 2 / rowBytes(dimensions);
  const [keys, values] = [0, file.length / 2].map((at) => byteRows(file, at, fields, dimensions));
  return { keys, values } as FieldMap;
}

/** The bytes of a f16 scale and an i8 per dimension. */
const rowBytes = (dimensions: number): number => 2 + dimensions;

/** Reads `count` rows, whose scales come first. */
function byteRows(file: Buffer, at: number, count: number, dimensions: number): ByteRows {
  return { bytes: sharedBytes(file, at + 2 * count, count * dimensions), scales: halves(file, at, count) };
}

function sharedBytes(file: Buffer, at: number, length: number): Int8Array {
  const bytes = new Int8Array(new SharedArrayBuffer(length));
  bytes.set(new Int8Array(file.buffer, file.byteOffset + at, length));
  return bytes;
}

function readVocabulary(file: Buffer, tokenCount: number): Vocabulary {
  const words = file.toString('utf8').split('\n').slice(0, tokenCount);
  if (words.length !== tokenCount) throw new Error('vocab.txt does not match table-en-es.bin');
  // A token keeps its index in both tables; in the one to which it does not belong it is empty, so never found.
  const whole = words.map((word) => (word.startsWith('##') ? '' : word));
  const rest = words.map((word) => (word.startsWith('##') ? word.slice(2) : ''));
  return { whole: buildWordTable(whole), rest: buildWordTable(rest) };
}

function readLexicon(bytes: Buffer, vocabulary: Vocabulary): SpanishLexicon {
  const forms = wordTableWriter();
  const translations: number[] = [];
  const starts: number[] = [];
  const tokens: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const space = bytes.indexOf(SPACE, at);
    starts.push(tokens.length);
    pushTranslation(vocabulary, bytes.toString('latin1', at, space), tokens);
    at = space;
    while (bytes[at] === SPACE) {
      forms.pushShared(digit(bytes[at + 1] as number));
      for (at += 2; (bytes[at] as number) > SPACE; at++) {
        forms.push(bytes[at] === UNDERSCORE ? SPACE : (bytes[at] as number));
      }
      forms.endWord();
      translations.push(starts.length - 1);
    }
  }
  starts.push(tokens.length);
  return {
    forms: forms.finish(),
    translations: shared16(translations),
    starts: shared32(starts),
    tokens: shared16(tokens),
  };
}

const SPACE = 0x20;
const UNDERSCORE = 0x5f;
const DIGITS = { zero: 0x30, nine: 0x39, a: 0x61 } as const;

/** Reads a digit in base 36. */
function digit(code: number): number {
  return code <= DIGITS.nine ? code - DIGITS.zero : code - DIGITS.a + 10;
}

/** Adds the number of tokens, and the tokens, of each word of `english/words`. */
function pushTranslation(vocabulary: Vocabulary, english: string, tokens: number[]): void {
  for (const word of english.split('/').slice(0, TRANSLATION_WEIGHTS.length)) {
    const countAt = tokens.push(0) - 1;
    wordPieces(vocabulary, word, 0, word.length, tokens);
    tokens[countAt] = tokens.length - countAt - 1;
  }
}

function pairTable(file: Buffer, at: number, count: number, firstRow: number): Int32Array {
  let slots = 16;
  while (slots < count * 2) slots *= 2;
  const table = new Int32Array(new SharedArrayBuffer(8 * slots));
  for (let pair = 0; pair < count; pair++) {
    const key = (file.readUInt16LE(at + 4 * pair) << 16) | file.readUInt16LE(at + 4 * pair + 2);
    let slot = pairSlot(key, slots - 1);
    while (table[2 * slot + 1] !== 0) slot = (slot + 1) & (slots - 1);
    table[2 * slot] = key;
    table[2 * slot + 1] = firstRow + pair;
  }
  return table;
}

/** Returns the row of an adjacent pair of tokens, or 0. */
export function pairRow(pairs: Int32Array, first: number, second: number): number {
  const key = (first << 16) | second;
  const mask = pairs.length / 2 - 1;
  for (let slot = pairSlot(key, mask); ; slot = (slot + 1) & mask) {
    const row = pairs[2 * slot + 1] as number;
    if (row === 0 || pairs[2 * slot] === key) return row;
  }
}

function pairSlot(key: number, mask: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}

function halves(file: Buffer, at: number, count: number): Float32Array {
  const floats = new Float32Array(new SharedArrayBuffer(4 * count));
  for (let index = 0; index < count; index++) floats[index] = halfToFloat(file.readUInt16LE(at + 2 * index));
  return floats;
}

/** Half precision (IEEE 754) becomes single by moving bits; both views are of the same four bytes. */
const singleBits = new Uint32Array(1);
const single = new Float32Array(singleBits.buffer);
function halfToFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return (bits & 0x8000 ? -fraction : fraction) * 2 ** -24;
  singleBits[0] = ((bits & 0x8000) << 16) | ((exponent + 112) << 23) | (fraction << 13);
  return single[0] as number;
}

function shared16(values: readonly number[]): Uint16Array {
  const array = new Uint16Array(new SharedArrayBuffer(2 * values.length));
  array.set(values);
  return array;
}

function shared32(values: readonly number[]): Uint32Array {
  const array = new Uint32Array(new SharedArrayBuffer(4 * values.length));
  array.set(values);
  return array;
}
