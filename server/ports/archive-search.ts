/** Searching what went to the archive. */
import type { RetiredType } from '../policy/memory-types.ts';
import type { CallContext, Hit, RetrieveQuery } from './stores.ts';

export type ArchiveFinds = {
  /** At most topK hits, best first, each with its `archive`. */
  readonly hits: readonly Hit[];
  /** True if the archive has more that was not searched. */
  readonly isTruncated: boolean;
};

export interface ArchiveSearch {
  /**
   * Finds archived memories of one type by the rules of MemoryStore's `retrieve`: tenant, user, namespace and filter narrow it alike.
   * What it answers is archived still when it answers; of a user that is being erased it finds nothing. Takes no more than
   * policy/lifecycle.ts lets it. Rejects with COLD_OBJECT_DAMAGED, BACKEND_UNAVAILABLE, OVERLOADED, FILTER_INVALID, and soon
   * once `call.signal` aborts.
   */
  search(type: RetiredType, query: RetrieveQuery, call: CallContext): Promise<ArchiveFinds>;
}
