/** Scans of all vectors of an index: one for several queries that wait, since reading the vectors is what takes the time. */
import { MOST_QUERIES } from '../policy/retrieval.ts';
import type { IndexQuery } from './document.ts';
import { searchColumns, type SlotList } from '../kernel/search-columns.ts';
import type { QueryTerms } from './query-terms.ts';
import { kernelMarks, type KernelMarks } from '../kernel/kernel-marks.ts';
import { scratchBuffer } from '../kernel/scratch-buffer.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import type { Around, Vectors } from './vectors.ts';

/** What a query is to an index before any score. */
export type ReadQuery = { readonly terms: QueryTerms; readonly vector: Float32Array };
/** With its dot products with every slot, where they are in the kernel's memory: coarse ones, but for those that were refined. */
export type Scan = {
  readonly terms: QueryTerms;
  readonly cosines: number;
  /** By so much at most a coarse one is off. */
  readonly errorBound: number;
  /** Makes those of these slots whole, and of those beside them. */
  readonly refine: (slots: SlotList, around: Around | undefined) => void;
};

/** The scans of the index that scanned last on this thread. */
const queryNames = Array.from({ length: MOST_QUERIES }, (_, index) => `${index}`);
const columns = searchColumns(queryNames);
/** Slots whose dot product is whole, by the index of their query. */
const whole = queryNames.map(() => kernelMarks());
/** A list of one slot. */
const listOfOne = scratchBuffer();
const scans = new Map<IndexQuery['vector'] | string, Scan>();
let scanned: object | undefined;

/** A vector that a query brings was made of its text: queries of the same one are one. */
const keyOf = ({ text, vector }: IndexQuery): IndexQuery['vector'] | string => vector ?? text;

/** The scan of the first query; those of the others are kept for when they come, until the index changes or another scans. */
export function scanOf(
  index: object,
  [query, ...upcoming]: readonly [IndexQuery, ...IndexQuery[]],
  read: (query: IndexQuery) => ReadQuery,
  vectors: Vectors,
  slots: number,
): Scan {
  const known = scanned === index ? scans.get(keyOf(query)) : undefined;
  if (known !== undefined) return known;
  // What follows writes over what the scans before had: where it fails, they are of no use.
  scanned = undefined;
  columns.open(slots);
  // The kernel's memory must not move while scores are looked at.
  listOfOne.of(Int32Array.BYTES_PER_ELEMENT);
  const { errorBound } = vectors;
  const together: (Scan & { readonly vector: Float32Array; readonly key: ReturnType<typeof keyOf> })[] = [];
  for (const one of [query, ...upcoming].slice(0, MOST_QUERIES)) {
    const key = keyOf(one);
    if (together.some((other) => other.key === key)) continue;
    const { terms, vector } = read(one);
    const cosines = columns.address(`${together.length}`);
    const index = together.length;
    const marks = whole[index] as KernelMarks;
    const done = { mark: marks.begin(slots), address: marks.address };
    const refine: Scan['refine'] = (list, around) => vectors.refine(index, list, around, done, cosines);
    together.push({ key, terms, vector, cosines, errorBound, refine });
  }
  vectors.dots(
    together.map(({ vector }) => vector),
    slots,
    together.map(({ cosines }) => cosines),
  );
  scanned = index;
  scans.clear();
  for (const { key, ...scan } of together) scans.set(key, scan);
  return scans.get(keyOf(query)) as Scan;
}

/** A slot's dot product, whole. */
export function wholeCosine({ cosines, refine }: Scan, slot: number): number {
  const address = listOfOne.of(Int32Array.BYTES_PER_ELEMENT);
  const { floats } = kernelSpace();
  new Int32Array(floats.buffer, address, 1)[0] = slot;
  refine({ address, count: 1 }, undefined);
  return floats[cosines / floats.BYTES_PER_ELEMENT + slot] as number;
}

/** Call when an index changes. */
export function forgetScans(index: object): void {
  if (scanned === index) scanned = undefined;
}
