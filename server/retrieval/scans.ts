/** Scans of all vectors of an index: one for several queries that wait, since reading the vectors is what takes the time. */
import { MOST_QUERIES } from '../policy/retrieval.ts';
import type { IndexQuery } from './document.ts';
import { searchColumns } from '../kernel/search-columns.ts';
import type { QueryTerms } from './query-terms.ts';
import type { Vectors } from './vectors.ts';

/** What a query is to an index before any score. */
export type ReadQuery = { readonly terms: QueryTerms; readonly vector: Float32Array };
/** With its dot products with every slot: where they are in the kernel's memory. */
export type Scan = { readonly terms: QueryTerms; readonly cosines: number };

/** The scans of the index that scanned last on this thread. */
const places = Array.from({ length: MOST_QUERIES }, (_, place) => `${place}`);
const columns = searchColumns(places);
const scans = new Map<IndexQuery['vector'] | string, Scan>();
let scanned: object | undefined;

/** Queries of the same text and vector are one. */
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
  columns.open(slots);
  const together: (ReadQuery & Scan & { readonly key: ReturnType<typeof keyOf> })[] = [];
  for (const one of [query, ...upcoming].slice(0, MOST_QUERIES)) {
    const key = keyOf(one);
    if (together.some((other) => other.key === key)) continue;
    const { terms, vector } = read(one);
    together.push({ key, terms, vector, cosines: columns.address(`${together.length}`) });
  }
  vectors.dots(
    together.map(({ vector }) => vector),
    slots,
    together.map(({ cosines }) => cosines),
  );
  scanned = index;
  scans.clear();
  for (const { key, terms, cosines } of together) scans.set(key, { terms, cosines });
  return scans.get(keyOf(query)) as Scan;
}

/** Call when an index changes. */
export function forgetScans(index: object): void {
  if (scanned === index) scanned = undefined;
}
