/** The search of archived memories. */
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
   * Finds archived memories of one type by the rules of MemoryStore's `retrieve`: tenant, user, namespace and filter restrict it in
   * the same way. The memories that it returns are still archived when it returns; for a user who is being erased it finds nothing.
   * It takes no more than policy/lifecycle.ts allows. Rejects with COLD_OBJECT_DAMAGED, BACKEND_UNAVAILABLE, OVERLOADED,
   * FILTER_INVALID, and soon once `call.signal` aborts.
   */
  search(type: RetiredType, query: RetrieveQuery, call: CallContext): Promise<ArchiveFinds>;
}
