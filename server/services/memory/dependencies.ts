import type { MemoryType } from '../../domain/memory.ts';
import type { Embedder, MemoryStore, WorkingStore } from '../../ports.ts';

/** What the use cases of MemoryService stand on. */
export type MemoryDependencies = {
  /** The store of each type, wherever it lives. */
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly working: WorkingStore;
  /** For long-term texts. */
  readonly embedder: Embedder;
  /** Queries need a vector made here only if the embedder cannot run beside the index. */
  readonly embedsQueries: boolean;
  /** A new UUID version 7. */
  readonly newUuid: () => string;
};
