/** Implements the port of collections over the threads. */
import type { CollectionStore } from '../../../ports/stores.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import { unpacked } from '../engine/slices.ts';
import type { CollectionReads } from './reads.ts';
import type { CollectionWrites } from './writes.ts';

export function sqliteCollectionStore(
  writer: Remote<CollectionWrites>,
  readers: ReaderPool<CollectionReads>,
): CollectionStore {
  return {
    put: (intent, { signal, origin }) => writer.putCollection(intent, signal, origin),
    get: (scope, name, { signal }) => readers.of(scope).collection({ scope, name }, signal),
    async list(query, { signal }) {
      const { collections, ...rest } = await readers.of(query.scope).collections(query, signal);
      return { ...rest, collections: await unpacked(collections, signal, (slice) => slice) };
    },
    remove: (scope, name, { signal, origin }) => writer.removeCollection({ scope, name }, signal, origin),
  };
}
