import type { MemoryType } from '../../domain/memory.ts';
import type { ArchiveSearch } from '../../ports/archive-search.ts';
import type {
  ChangeLog,
  CollectionStore,
  EmbedderIdentity,
  GraphStore,
  MemoryStore,
  OrderedDocumentStore,
  WorkingStore,
} from '../../ports/stores.ts';

/** What GetServerInfo answers beside the backends' names. */
export type ServerInfo = {
  /** The operator's; empty: none. */
  readonly name: string;
  readonly version: string;
  readonly startTimeMs: number;
  /** The embedder of long-term memories, at this moment. */
  embedder(): EmbedderIdentity;
  /** Empty: rules write summaries. */
  readonly summarizerModel: string;
  /** Whether the backend of a type answers. */
  isAvailable(type: MemoryType): boolean;
};

/** What the use cases of MemoryService stand on. */
export type MemoryDependencies = {
  /** The store of each type, wherever it lives. */
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly working: WorkingStore;
  readonly changes: ChangeLog;
  readonly graph: GraphStore;
  readonly collections: CollectionStore;
  readonly ordered: OrderedDocumentStore;
  readonly archive: ArchiveSearch;
  readonly server: ServerInfo;
  /** A new UUID version 7. */
  readonly newUuid: () => string;
};
