/** Implements the port of ordered documents over the threads. */
import { orAbort } from '../../../domain/abort.ts';
import type { DocumentWrite } from '../../../domain/ordered-documents.ts';
import { inTurns } from '../../../ports/in-turns.ts';
import type { OrderedDocumentStore } from '../../../ports/stores.ts';
import { storedText } from '../../stored-text.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import { unpacked } from '../engine/slices.ts';
import type { OrderedReads } from './ordered-reads.ts';
import type { OrderedWrites, StoredBody } from './ordered-writes.ts';

export function sqliteOrderedDocumentStore(
  writer: Remote<OrderedWrites>,
  readers: ReaderPool<OrderedReads>,
): OrderedDocumentStore {
  return {
    async write(intent, { signal, origin }) {
      const writes = await orAbort(Promise.all(await inTurns(intent.writes, signal, toStored)), signal);
      const { results, remaining } = await writer.writeDocuments({ ...intent, writes }, signal, origin);
      return { results, remaining };
    },
    pop: async (intent, { signal, origin }) => (await writer.popDocument(intent, signal, origin)).document,
    async list(query, { signal }) {
      const { documents, ...rest } = await readers.leastBusy(query.scope).documentPage(query, signal);
      return { ...rest, documents: await unpacked(documents, signal, (slice) => slice) };
    },
    removeOldest: (command, { signal, origin }) => writer.removeDocuments(command, signal, origin),
  };
}

async function toStored(write: DocumentWrite): Promise<DocumentWrite<StoredBody>> {
  if (write.kind === 'REMOVE') return write;
  const { data, ...rest } = write;
  const json = JSON.stringify(data);
  return { ...rest, text: await storedText(json), sizeBytes: Buffer.byteLength(json) };
}
