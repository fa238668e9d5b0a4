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

/** The answer of GetServerInfo, apart from the backends' names. */
export type ServerInfo = {
  /** The operator's name for the server; empty if there is none. */
  readonly name: string;
  readonly version: string;
  readonly startTimeMs: number;
  /** Returns the embedder of long-term memories at this moment. */
  embedder(): EmbedderIdentity;
  /** If empty, rules write summaries. */
  readonly summarizerModel: string;
  /** If empty, the built-in reader alone finds facts. */
  readonly extractorModel: string;
  /** The embedder that ranks the results of searches again, if there is one. */
  readonly secondEmbedder: EmbedderIdentity | undefined;
  /** Tells whether the backend of a type answers. */
  isAvailable(type: MemoryType): boolean;
};

/** The dependencies of the use cases of MemoryService. */
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
  /** Returns a new UUID version 7. */
  readonly newUuid: () => string;
};
