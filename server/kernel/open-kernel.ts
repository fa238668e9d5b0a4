/** The compiled kernel; assembly/kernel.ts describes its functions. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../runtime/package-root.ts';
import type { Address } from './address.ts';
import type { RecordOf } from './records.ts';

export interface KernelFunctions {
  toFixedPoint(floats: Address, count: number, row: Address): void;
  part(row: Address, size: number, coarse: Address, fine: Address, about: Address): void;
  join(coarse: Address, fine: Address, size: number, counts: number, row: Address): void;
  putRow(row: Address, size: number, at: Address): void;
  takeRow(at: Address, size: number, row: Address): void;
  dots(coarse: RecordOf<'rows'>, count: number, queries: Address, queryCount: number, outs: Address): void;
  addFine(slots: Address, count: number, fine: RecordOf<'rows'>, refinement: RecordOf<'refinement'>): void;
  unseen(slots: Address, count: number, seen: Address, mark: number, out: Address): number;
  dot(left: Address, right: Address, size: number): number;
  byteDots(rows: RecordOf<'byteRows'>, count: number, vector: Address, out: Address): void;
  unpack(row: Address, end: Address, out: Address, positions: Address): number;
  addOwn(postings: Address, count: number, top: number, idf: number, bm25: RecordOf<'bm25'>): void;
  gather(postings: Address, count: number, windows: RecordOf<'windows'>): number;
  addGathered(windows: RecordOf<'windows'>, count: number, top: number, idf: number, bm25: RecordOf<'bm25'>): void;
  spread(postings: Address, count: number, spans: Address, row: Address): number;
  addSpread(terms: Address, words: number, count: number, bm25: RecordOf<'bm25'>): void;
  sideBySide(left: Address, leftCount: number, right: Address, rightCount: number, row: Address, out: Address): number;
  meaning(columns: RecordOf<'meaning'>, count: number): void;
  meaningAt(columns: RecordOf<'meaning'>, slots: Address, count: number): void;
  raiseBest(sessions: Address, guesses: Address, count: number, best: Address): void;
  surroundings(columns: RecordOf<'surroundings'>, count: number): void;
  surroundingsAt(columns: RecordOf<'surroundings'>, slots: Address, count: number): void;
  closest(times: Address, count: number, period: RecordOf<'period'>, out: Address): void;
  softmax(values: Address, count: number): void;
  listRows(
    weights: Address,
    count: number,
    least: number,
    times: number,
    rows: RecordOf<'byteRows'>,
    terms: Address,
  ): number;
  note(values: Address, count: number, blocks: Address): void;
  zoneMap(blocks: Address, count: number, out: Address): void;
  reach(values: Address, count: number, from: number, to: number, most: number): number;
  outside(values: Address, blocks: Address, count: number, low: number, high: number, out: Address): number;
  weightedSum(sum: RecordOf<'sum'>, count: number, out: Address, blocks: Address): void;
  weightedSumAt(sum: RecordOf<'sum'>, slots: Address, count: number, out: Address): void;
  addRows(terms: Address, rows: number, size: number, out: Address): void;
  maxima(blocks: Address, count: number, out: Address): void;
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
