/** The port of collections over the threads. */
import type { CollectionStore } from '../../../ports/stores.ts';
import type { BatchChannel } from '../threads/batch-channel.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';
import { unpacked } from '../threads/slices.ts';
import type { WriterApi } from '../threads/thread-api.ts';

export function sqliteCollectionStore(writer: BatchChannel<WriterApi>, readers: ReaderPool): CollectionStore {
  return {
    put: (intent, { signal, origin }) => writer.call('putCollection', intent, signal, origin),
    get: (scope, name, { signal }) => readers.of(scope).call('collection', { scope, name }, signal),
    async list(query, { signal }) {
      const { collections, ...rest } = await readers.of(query.scope).call('collections', query, signal);
      return { ...rest, collections: await unpacked(collections, signal, (slice) => slice) };
    },
    remove: (scope, name, { signal, origin }) => writer.call('removeCollection', { scope, name }, signal, origin),
  };
}
