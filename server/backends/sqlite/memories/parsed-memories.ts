/** Caches memories as filters see them: inflating and parsing them is most of the cost of a listing. */
import { LRUCache } from 'lru-cache';
import type { Filterable } from '../../../domain/filter.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { FilterSource } from '../../../ports/stores.ts';
import { toFilterable, type FullRow, type RowOwner } from '../records/rows.ts';

/** The part of a row that tells whether the cached memory is current. */
type Known = Pick<FullRow, 'id' | 'version'>;

/** Tells whether a filter reads access counts, which change without a new version: the cache may be outdated. */
export function readsAccesses(filter: FilterSource | undefined): boolean {
  return filter?.includes('access_count') ?? false;
}

export function parsedMemories() {
  const kept = new LRUCache<string, { readonly version: number; readonly memory: Filterable; readonly bytes: number }>({
    maxSize: SQLITE.parsedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  return {
    /** Returns undefined if this version is not cached. Its access counts are as of when it was read. */
    known({ id, version }: Known): Filterable | undefined {
      const entry = kept.get(id);
      return entry?.version === version ? entry.memory : undefined;
    },
    forget: (): void => kept.clear(),
    read(row: FullRow, owner: RowOwner): Filterable {
      const memory = toFilterable(row, owner);
      const bytes = SQLITE.filteredRecordBytes + SQLITE.parsedFactor * row.size_bytes;
      kept.set(row.id, { version: row.version, memory, bytes });
      return memory;
    },
  };
}

export type ParsedMemories = ReturnType<typeof parsedMemories>;
