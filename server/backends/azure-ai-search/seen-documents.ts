/**
 * Documents that this server has read recently, by their keys: a search that finds them again need not fetch them, as long as the index
 * still has the revision.
 */
import { LRUCache } from 'lru-cache';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import type { SearchDocument } from '../../ports/search.ts';

export function seenDocuments() {
  const seen = new LRUCache<string, SearchDocument>({
    maxSize: AZURE_SEARCH.seenBytes,
    ttl: AZURE_SEARCH.seenMs,
    sizeCalculation: ({ record, vector }) => vector.byteLength + 2 * record.sizeBytes + AZURE_SEARCH.documentBytes,
  });
  return {
    /** Returns undefined if it is not known in this revision. */
    get(key: string, revision: number): SearchDocument | undefined {
      const document = seen.get(key);
      return document?.revision === revision ? document : undefined;
    },
    keep: (key: string, document: SearchDocument): void => void seen.set(key, document),
    forget(keys: readonly string[]): void {
      for (const key of keys) seen.delete(key);
    },
    clear: (): void => seen.clear(),
  };
}
