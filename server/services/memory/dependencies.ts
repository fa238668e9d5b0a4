import type { MemoryType } from '../../domain/memory.ts';
import type { ArchiveSearch } from '../../ports/archive-search.ts';
import type { ChangeLog, CollectionStore, GraphStore, MemoryStore, WorkingStore } from '../../ports/stores.ts';

/** What the use cases of MemoryService stand on. */
export type MemoryDependencies = {
  /** The store of each type, wherever it lives. */
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly working: WorkingStore;
  readonly changes: ChangeLog;
  readonly graph: GraphStore;
  readonly collections: CollectionStore;
  readonly archive: ArchiveSearch;
  /** A new UUID version 7. */
  readonly newUuid: () => string;
};
