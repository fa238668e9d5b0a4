/** Indexes of remote memories that were searched recently, each brought up to its revision before a search. */
import { LRUCache } from 'lru-cache';
import type { IndexDocument, MemoryIndex } from '../../retrieval/memory-index.ts';
import { REDIS } from '../../policy/backends.ts';

type Versioned = { readonly id: string; readonly version: number };

export type Indexed<R extends Versioned> = { readonly index: MemoryIndex; readonly records: ReadonlyMap<string, R> };

/** The searched entries as of a revision. */
export type Revised<E extends Versioned> = { readonly revision: string; readonly entries: readonly E[] };

export function revisedIndexes<R extends Versioned>(
  newIndex: () => MemoryIndex,
  toDocument: (record: R) => IndexDocument,
) {
  type Known = { readonly index: MemoryIndex; readonly records: Map<string, R>; revision: string };
  const known = new LRUCache<string, Known>({
    max: REDIS.indexes,
    ttl: REDIS.indexMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: ({ index }) => index.release(),
  });

  return {
    /** Returns the revision of the index; '' if there is none. */
    revision: (key: string): string => known.get(key)?.revision ?? '',

    /** Returns the index as it is. */
    get: (key: string): Indexed<R> | undefined => known.get(key),

    /** Brings the index up to `revision`; `read` returns the records that are new or changed in it. Updates of one key run in sequence. */
    async upToDate<E extends Versioned>(
      key: string,
      { revision, entries }: Revised<E>,
      read: (wanted: readonly E[]) => readonly R[] | Promise<readonly R[]>,
    ): Promise<Indexed<R>> {
      const cached = known.get(key);
      if (cached?.revision === revision) return cached;
      const fresh = await read(entries.filter(({ id, version }) => cached?.records.get(id)?.version !== version));
      // The cache may have changed during the read.
      const indexed = known.get(key) ?? { index: newIndex(), records: new Map<string, R>(), revision: '' };
      const alive = new Set(entries.map(({ id }) => id));
      const gone = [...indexed.records.keys()].filter((id) => !alive.has(id));
      for (const id of gone) indexed.records.delete(id);
      indexed.index.remove(gone);
      for (const record of fresh) indexed.records.set(record.id, record);
      indexed.index.put(fresh.map(toDocument));
      indexed.revision = revision;
      known.set(key, indexed, { noDisposeOnSet: true });
      return indexed;
    },

    forget: (key: string): void => void known.delete(key),

    /** Drops all indexes whose keys begin with this. */
    forgetAll(start: string): void {
      for (const key of Array.from(known.keys())) if (key.startsWith(start)) known.delete(key);
    },

    close: (): void => known.clear(),
  };
}
