import type { MemoryType } from '../../domain/memory.ts';
import type { ChangeLog, MemoryStore, WorkingStore } from '../../ports.ts';

/** What the use cases of MemoryService stand on. */
export type MemoryDependencies = {
  /** The store of each type, wherever it lives. */
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly working: WorkingStore;
  readonly changes: ChangeLog;
  /** A new UUID version 7. */
  readonly newUuid: () => string;
};
