/**
 * The revisions that this server wrote recently. The index may not show them yet, and does not compare revisions itself, so a late older
 * change is recognised here. Writes of other servers are known only once the index shows them.
 */
import { LRUCache } from 'lru-cache';
import { AZURE_SEARCH } from '../../policy/backends.ts';

export type KnownRevision = { readonly revision: number; readonly isRemoved: boolean };

export function knownRevisions() {
  const known = new LRUCache<string, KnownRevision>({ max: AZURE_SEARCH.knownRevisions });
  return {
    of: (key: string): KnownRevision | undefined => known.get(key),
    note(key: string, wrote: KnownRevision): void {
      if (isNewer(wrote, known.get(key))) known.set(key, wrote);
    },
  };
}

export type KnownRevisions = ReturnType<typeof knownRevisions>;

/** Tells whether a change is at least as new as another; a removal comes after a document of its revision. */
export function isNewer(change: KnownRevision, than: KnownRevision | undefined): boolean {
  if (than === undefined || change.revision !== than.revision) return change.revision > (than?.revision ?? -1);
  return change.isRemoved || !than.isRemoved;
}
