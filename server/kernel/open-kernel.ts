/** The compiled kernel; assembly/kernel.ts describes its functions. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../runtime/package-root.ts';

/** The constants of a document's length in BM25, and the columns that it reads and adds to, as assembly/words.ts describes. */
export type Bm25 = readonly [
  constant: number,
  slope: number,
  lengths: number,
  scores: number,
  covered: number,
  summary: number,
];

/** Numbers are addresses in the memory, in bytes, unless they are counts. */
export interface KernelFunctions {
  toFixedPoint(floats: number, count: number, row: number): void;
  part(row: number, size: number, coarse: number, fine: number, about: number): void;
  join(coarse: number, fine: number, size: number, counts: number, row: number): void;
  putRow(row: number, size: number, at: number): void;
  takeRow(at: number, size: number, row: number): void;
  dots(blocks: number, blockRows: number, size: number, count: number, query: number, out: number): void;
  dotsOfFour(blocks: number, blockRows: number, size: number, count: number, queries: number, outs: number): void;
  addFine(
    ...given: readonly [
      slots: number,
      count: number,
      before: number,
      after: number,
      blocks: number,
      blockRows: number,
      size: number,
      query: number,
      done: number,
      mark: number,
      out: number,
    ]
  ): void;
  unseen(slots: number, count: number, seen: number, mark: number, out: number): number;
  dot(left: number, right: number, size: number): number;
  byteDots(rows: number, scales: number, count: number, size: number, vector: number, out: number): void;
  unpack(row: number, end: number, out: number, positions: number): number;
  addOwn(...given: readonly [postings: number, count: number, top: number, idf: number, ...bm25: Bm25]): void;
  gather(
    ...given: readonly [
      postings: number,
      count: number,
      before: number,
      after: number,
      kinds: number,
      reach: number,
      occurrences: number,
      touched: number,
    ]
  ): number;
  addGathered(
    ...given: readonly [touched: number, count: number, occurrences: number, top: number, idf: number, ...bm25: Bm25]
  ): void;
  spread(postings: number, count: number, spans: number, row: number): number;
  addSpread(...given: readonly [terms: number, words: number, count: number, ...bm25: Bm25]): void;
  sideBySide(
    ...given: readonly [left: number, leftCount: number, right: number, rightCount: number, row: number, out: number]
  ): number;
  meaningAlone(cosines: number, scales: number, count: number, out: number): void;
  meaningInChain(
    ...given: readonly [
      cosines: number,
      scales: number,
      before: number,
      after: number,
      kinds: number,
      spans: number,
      mixes: number,
      count: number,
      out: number,
    ]
  ): void;
  meaningAt(
    ...given: readonly [
      slots: number,
      count: number,
      cosines: number,
      scales: number,
      before: number,
      after: number,
      kinds: number,
      mixes: number,
      out: number,
    ]
  ): void;
  raiseBest(sessions: number, guesses: number, count: number, best: number): void;
  surroundings(
    ...given: readonly [
      spans: number,
      sessions: number,
      wide: number,
      meaning: number,
      guesses: number,
      best: number,
      normalisations: number,
      count: number,
      out: number,
    ]
  ): void;
  surroundingsAt(
    ...given: readonly [
      slots: number,
      listed: number,
      spans: number,
      sessions: number,
      wide: number,
      meaning: number,
      guesses: number,
      best: number,
      normalisations: number,
      out: number,
    ]
  ): void;
  closest(
    ...given: readonly [
      times: number,
      from: number,
      to: number,
      day: number,
      fade: number,
      hurry: number,
      count: number,
      out: number,
    ]
  ): void;
  softmax(values: number, count: number): void;
  listRows(
    ...given: readonly [
      weights: number,
      count: number,
      least: number,
      times: number,
      rows: number,
      size: number,
      scales: number,
      terms: number,
    ]
  ): number;
  note(values: number, count: number, blocks: number): void;
  zoneMap(blocks: number, count: number, out: number): void;
  reach(values: number, count: number, from: number, to: number, most: number): number;
  outside(
    ...given: readonly [values: number, blocks: number, count: number, low: number, high: number, out: number]
  ): number;
  weightedSum(
    ...given: readonly [
      terms: number,
      columns: number,
      left: number,
      right: number,
      product: number,
      start: number,
      count: number,
      out: number,
      blocks: number,
    ]
  ): void;
  weightedSumAt(
    ...given: readonly [
      terms: number,
      columns: number,
      left: number,
      right: number,
      product: number,
      start: number,
      slots: number,
      count: number,
      out: number,
    ]
  ): void;
  addRows(terms: number, rows: number, size: number, out: number): void;
  maxima(blocks: number, count: number, out: number): void;
}

/** A memory that the kernel works in. Growing it replaces its buffer: views of the old one are empty then. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that is used here; its types come with a browser's. */
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelFunctions };
};

export const PAGE_BYTES = 0x10000;
/** The most pages that 32 bits can address. */
const MAX_PAGES = 0x10000;

/** Opens a kernel with a memory of one page. */
export function openKernel(): { readonly functions: KernelFunctions; readonly memory: KernelMemory } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
  const module = new WebAssembly.Module(readFileSync(packageFile('server', 'kernel', 'kernel.wasm')));
  return { functions: new WebAssembly.Instance(module, { env: { memory } }).exports, memory };
}
