/** Finds memories: searches the owner's index and reads the best rows, in one short transaction. */
import type { Database } from 'better-sqlite3';
import { responseTooLarge } from '../../../domain/errors.ts';
import type { RetrieveQuery } from '../../../ports/stores.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { ownerPartition } from '../../../domain/owner-partition.ts';
import { packInSlices } from '../indexes/pack-in-slices.ts';
import { graduates } from './graduates.ts';
import { foundSlices, NO_HITS, type FoundHits } from './found-rows.ts';
import { rowReader } from './memory-rows.ts';
import { inSlices, type Slices } from '../engine/slices.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { embedderChanged } from '../../../embedders/embedder-changed.ts';
import type { ReaderApi } from '../reader-thread.ts';
import type { StoredType, IndexedType } from '../records/stored-types.ts';
import type { UserIndex, userIndexes } from '../indexes/user-index.ts';
import { searchFilter } from './search-filter.ts';
import type { IndexUpkeep } from '../indexes/write-packs.ts';
import type { Scope } from '../../../domain/memory.ts';

type Retrieval = Parameters<ReaderApi['retrieve']>[0];

export type Lookahead = {
  /** Announces waiting retrievals: those of the same index share its scan. */
  expect(retrievals: readonly Retrieval[]): void;
};

/** A search of an index of the store. */
export type StoredQuery = RetrieveQuery & {
  /** Whether a scope without namespace has the default namespace alone, instead of all. */
  readonly isOneNamespace?: boolean | undefined;
};

export type RetrievalReads = IndexUpkeep & {
  /** Retrieves; `clockMs` decides on expiry, and the query's `nowMs` on the meaning of its words. */
  retrieve(argument: {
    readonly type: StoredType;
    readonly query: StoredQuery;
    readonly clockMs: number;
  }): Slices<FoundHits>;
  /** Prepares an index for a search; returns false if it is too large for a second reader. */
  warm(argument: { readonly type: IndexedType; readonly scope: Scope; readonly clockMs: number }): boolean;
};

export function retrieveRecords(db: Database, indexes: ReturnType<typeof userIndexes>): RetrievalReads & Lookahead {
  const readRow = rowReader(db);
  const graduatesOf = graduates(db);
  const inTransaction = readTransaction(db);

  const search = (
    { index, embedder, owner, head, asOf }: UserIndex,
    type: StoredType,
    query: StoredQuery,
  ): Slices<FoundHits> => {
    if (type === 'LONG_TERM' && (query.embedder ?? embedder) !== embedder) throw embedderChanged();
    const accepts = acceptance(query, head);
    const { namespace } = query.scope;
    const acceptsBy = accepts && JSON.stringify([namespace, query.isOneNamespace === true, query.filter]);
    const { text, vector, topK, minSimilarity, nearOnly, nowMs, explain } = query;
    const raised = type === 'LONG_TERM' ? graduatesOf(query.scope, asOf) : undefined;
    const asked = { text, vector, topK, accepts, acceptsBy, minSimilarity, nearOnly, nowMs, explain, raised };
    const hits = index.search(asked, upcoming(type, query, embedder));
    const found = foundSlices(owner.expireMs, explain);
    let bytes = 0;
    for (const hit of hits) {
      found.add(hit, (values) => {
        const size = readRow(hit.id, values);
        if (size === undefined) throw new Error(`The index holds ${hit.id}, which the store does not.`);
        bytes += size;
        if (bytes > SQLITE.answerBytes) throw responseTooLarge();
        return size;
      });
    }
    return inSlices(found.all());
  };

  let waiting: readonly Retrieval[] = [];
  /** Returns the waiting queries of the same index. */
  const upcoming = (
    type: StoredType,
    { scope }: RetrieveQuery,
    embedder: UserIndex['embedder'],
  ): readonly RetrieveQuery[] =>
    waiting
      .filter(
        (other) =>
          other.type === type &&
          other.query.scope.userId === scope.userId &&
          other.query.scope.tenant === scope.tenant &&
          ownerPartition(type, other.query.scope) === ownerPartition(type, scope) &&
          (type !== 'LONG_TERM' || (other.query.embedder ?? embedder) === embedder),
      )
      .map(({ query }) => query);

  return {
    expect(retrievals) {
      waiting = retrievals;
    },
    warm: ({ type, scope, clockMs }) => inTransaction(() => indexes.warm(type, scope, clockMs)),
    follow: ({ type, scope, clockMs }) => inTransaction(() => indexes.follow(type, scope, clockMs)),
    ...packInSlices(indexes.packing),
    retrieve: ({ type, query, clockMs }) =>
      inTransaction(
        () =>
          indexes.search(type, query.scope, clockMs, (userIndex) => search(userIndex, type, query)) ?? {
            only: NO_HITS,
          },
      ),
  };
}

/** Returns undefined if nothing narrows the search, so that the index need not ask. */
function acceptance(
  { scope: { namespace }, filter, isOneNamespace = namespace !== '' }: StoredQuery,
  head: UserIndex['head'],
): ((id: string) => boolean) | undefined {
  const matches = filter === undefined ? undefined : searchFilter(filter);
  if (!isOneNamespace && matches === undefined) return undefined;
  return (id) => {
    const memory = head(id);
    return (!isOneNamespace || memory.scope.namespace === namespace) && (matches === undefined || matches(memory));
  };
}
