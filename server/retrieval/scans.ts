/** Scans all vectors of an index, once for several waiting queries, since reading the vectors takes most of the time. */
import { MOST_QUERIES } from '../policy/retrieval.ts';
import type { IndexQuery } from './document.ts';
import type { Address } from '../kernel/address.ts';
import { searchColumns, type SlotList } from '../kernel/search-columns.ts';
import type { QueryTerms } from './query-terms.ts';
import { kernelMarks, type KernelMarks } from '../kernel/kernel-marks.ts';
import { scratchBuffer } from '../kernel/scratch-buffer.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import type { Around, Vectors } from './vectors.ts';

/** A query as an index reads it, before any score. */
export type ReadQuery = { readonly terms: QueryTerms; readonly vector: Float32Array };
/** A query with its dot products with every slot, by their address in the kernel's memory: coarse ones, except those that were refined. */
export type Scan = {
  readonly terms: QueryTerms;
  readonly cosines: Address;
  /** The most that a coarse dot product is off. */
  readonly errorBound: number;
  /** Makes the dot products of these slots and of their neighbours exact. */
  readonly refine: (slots: SlotList, around: Around | undefined) => void;
};

/** The names of the scans of the index that scanned last on this thread. */
const queryNames = Array.from({ length: MOST_QUERIES }, (_, index) => `${index}`);
const columns = searchColumns(queryNames);
/** The slots whose dot product is exact, by the index of their query. */
const whole = queryNames.map(() => kernelMarks());
/** A list of one slot. */
const listOfOne = scratchBuffer();
const scans = new Map<IndexQuery['vector'] | string, Scan>();
let scanned: object | undefined;

/** A query's vector was made of its text, so queries with the same vector are one. */
const keyOf = ({ text, vector }: IndexQuery): IndexQuery['vector'] | string => vector ?? text;

/** Returns the scan of the first query; the scans of the others are kept for their turn, until the index changes or another one scans. */
export function scanOf(
  index: object,
  [query, ...upcoming]: readonly [IndexQuery, ...IndexQuery[]],
  read: (query: IndexQuery) => ReadQuery,
  vectors: Vectors,
  slots: number,
): Scan {
  const known = scanned === index ? scans.get(keyOf(query)) : undefined;
  if (known !== undefined) return known;
  // The new scan overwrites the earlier ones, which are of no use even if it fails.
  scanned = undefined;
  columns.open(slots);
  // The scratch is allocated now: the kernel's memory must not move while scores are read.
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

/** Returns a slot's exact dot product. */
export function wholeCosine({ cosines, refine }: Scan, slot: number): number {
  const address = listOfOne.of(Int32Array.BYTES_PER_ELEMENT);
  const { floats } = kernelSpace();
  new Int32Array(floats.buffer, address, 1)[0] = slot;
  refine({ address, count: 1 }, undefined);
  return floats[cosines / floats.BYTES_PER_ELEMENT + slot] as number;
}

/** Forgets the scans of an index; to be called when it changes. */
export function forgetScans(index: object): void {
  if (scanned === index) scanned = undefined;
}
