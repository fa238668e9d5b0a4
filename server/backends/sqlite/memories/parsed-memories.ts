/** Memories as filters see them, kept once they have been read: inflating and parsing them is most of what a listing costs. */
import { LRUCache } from 'lru-cache';
import type { Filterable } from '../../../domain/filter.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { FilterSource } from '../../../ports/stores.ts';
import { toFilterable, type FullRow, type RowOwner } from '../records/rows.ts';

/** Enough of a row to see whether it is still as it was read. */
type Known = Pick<FullRow, 'id' | 'version'>;

/** Whether a filter asks for what is counted without a new version: what is kept may not know. */
export function readsAccesses(filter: FilterSource | undefined): boolean {
  return filter?.includes('access_count') ?? false;
}

export function parsedMemories() {
  const kept = new LRUCache<string, { readonly version: number; readonly memory: Filterable; readonly bytes: number }>({
    maxSize: SQLITE.parsedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  return {
    /** Undefined where it is not kept in this version. How often it was accessed is as of when it was read. */
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
