/** Searches a user's archive: reads and ranks the newest memories that the question's scope and filter allow. */
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { abortError } from '../domain/abort.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { Archived } from '../domain/archived.ts';
import { coldObjectDamaged, RecordaError, responseTooLarge } from '../domain/errors.ts';
import { ARCHIVE_SEARCH } from '../policy/lifecycle.ts';
import { SQLITE } from '../policy/backends.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { ArchiveFinds, ArchiveSearch } from '../ports/archive-search.ts';
import type { EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { ArchivedAddress, ArchivedQuery, LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext, RetrieveQuery } from '../ports/stores.ts';
import type { ArchiveRanking } from './archive-ranking.ts';
import { grouped } from './grouped.ts';
import type { ReadObject } from './rank-archived.ts';

export type ArchiveSearchParts = {
  readonly store: Pick<LifecycleStore, 'archived' | 'archivedAddresses'>;
  readonly encryptedObjects: Pick<EncryptedObjectStore, 'get'>;
  readonly ranking: Pick<ArchiveRanking, 'rank'>;
  /** Tells whether the user is being erased: then objects are deleted before the records about them. */
  readonly isErasing: (whose: UserKey) => boolean;
};

type Some<T> = { readonly found: readonly T[]; readonly isTruncated: boolean };

const NOTHING: ArchiveFinds = { hits: [], isTruncated: false };

export function archiveSearch({ store, encryptedObjects, ranking, isErasing }: ArchiveSearchParts): ArchiveSearch {
  const turns = bulkhead(ARCHIVE_SEARCH.atOnce, ARCHIVE_SEARCH.waiting);

  async function readAll(
    whose: UserKey,
    addresses: readonly ArchivedAddress[],
    call: CallContext,
  ): Promise<Some<ReadObject>> {
    const wanted = [...grouped(addresses, ({ object }) => object)];
    const found: ReadObject[] = [];
    let bytes = 0;
    let at = 0;
    while (at < Math.min(wanted.length, ARCHIVE_SEARCH.objects) && bytes < ARCHIVE_SEARCH.objectBytes) {
      const some = wanted.slice(at, Math.min(at + ARCHIVE_SEARCH.readAtOnce, ARCHIVE_SEARCH.objects));
      const read = await Promise.all(some.map(([object, inIt]) => readOne(whose, object, inIt, call)));
      for (const one of read.filter((each) => each !== undefined)) {
        found.push(one);
        bytes += one.chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
      }
      at += some.length;
    }
    return { found, isTruncated: at < wanted.length };
  }

  /**
   * Returns undefined if no memory of the object is wanted any more: if they were restored or erased meanwhile, the object may
   * have been deleted with them.
   */
  async function readOne(
    whose: UserKey,
    object: string,
    addresses: readonly ArchivedAddress[],
    call: CallContext,
  ): Promise<ReadObject | undefined> {
    try {
      const stream = await encryptedObjects.get(whose, object, call);
      if (stream === undefined) throw coldObjectDamaged(object);
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) {
        if (call.signal.aborted) throw abortError(call.signal);
        // The bytes are copied, since their memory is passed to the thread that ranks.
        chunks.push(new Uint8Array(chunk));
      }
      return { object, chunks, addresses };
    } catch (error) {
      const ids = addresses.map(({ id }) => id);
      if (call.signal.aborted || (await store.archivedAddresses(whose, ids, call)).length > 0) throw error;
      return undefined;
    }
  }

  async function find(type: RetiredType, query: RetrieveQuery, call: CallContext): Promise<ArchiveFinds> {
    if (call.signal.aborted) throw abortError(call.signal);
    const { tenant, userId } = query.scope;
    const whose = { tenant, userId };
    const known = await newest(store, type, query, call);
    if (known.found.length === 0) return { ...NOTHING, isTruncated: known.isTruncated };
    const archivals = new Map(known.found.map(({ head, ...archival }) => [head.id, archival]));
    const addresses = await store.archivedAddresses(whose, [...archivals.keys()], call);
    const objects = await readAll(whose, addresses, call);
    const { text, topK, filter, minSimilarity, nearOnly, explain, nowMs } = query;
    const asked = { text, topK, filter, minSimilarity, nearOnly, explain, nowMs };
    const ranked = await ranking.rank({ whose, objects: objects.found, query: asked }, call);
    const ids = ranked.map(({ record }) => record.id);
    const left = new Set((await store.archivedAddresses(whose, ids, call)).map(({ id }) => id));
    const hits = ranked
      .filter(({ record }) => left.has(record.id))
      .map((hit) => ({ ...hit, archive: archivals.get(hit.record.id) }));
    const bytes = hits.reduce((sum, { record }) => sum + record.sizeBytes, 0);
    if (bytes > SQLITE.answerBytes) throw responseTooLarge();
    return { hits, isTruncated: known.isTruncated || objects.isTruncated };
  }

  return {
    async search(type, query, call) {
      try {
        const found = await turns.execute(() => find(type, query, call));
        return isErasing(query.scope) ? NOTHING : found;
      } catch (error) {
        if (error instanceof BulkheadRejectedError) throw overloaded();
        if (error instanceof RecordaError && !call.signal.aborted && isErasing(query.scope)) return NOTHING;
        throw error;
      }
    },
  };
}

/** Returns the records of memories that may be found, the latest archived first. */
async function newest(
  store: Pick<LifecycleStore, 'archived'>,
  type: RetiredType,
  { scope, filter }: RetrieveQuery,
  call: CallContext,
): Promise<Some<Archived>> {
  const found: Archived[] = [];
  let bytes = 0;
  let after: ArchivedQuery['after'];
  for (let pages = 0; pages < ARCHIVE_SEARCH.pages && found.length < ARCHIVE_SEARCH.memories; pages += 1) {
    const { tenant, userId } = scope;
    const { archived, next } = await store.archived(
      {
        tenant,
        userId,
        type,
        within: scope,
        newestFirst: true,
        after,
        // The record of a document leaves out its data, which the filter may refer to: the filter is applied once the data are
        // read.
        filter: type === 'STRUCTURED' ? undefined : filter,
        pageSize: ARCHIVE_SEARCH.memories - found.length,
      },
      call,
    );
    for (const one of archived) {
      bytes += one.head.sizeBytes;
      if (bytes > ARCHIVE_SEARCH.bytes && found.length > 0) return { found, isTruncated: true };
      found.push(one);
    }
    if (next === undefined) return { found, isTruncated: false };
    after = next;
  }
  return { found, isTruncated: true };
}

function overloaded(): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    `${ARCHIVE_SEARCH.waiting} searches of the archive are waiting for their turn. Wait a little and repeat the call, or leave out include_archived.`,
    { retryAfterMs: ARCHIVE_SEARCH.retryAfterMs },
  );
}
