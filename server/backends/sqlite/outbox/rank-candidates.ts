/** Ranks the candidates of a remote index together with memories that it does not show yet. */
import type { Filterable } from '../../../domain/filter.ts';
import type { Database } from 'better-sqlite3';
import { responseTooLarge } from '../../../domain/errors.ts';
import type { MemoryRecord, Scope } from '../../../domain/memory.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { OUTBOX, SQLITE } from '../../../policy/backends.ts';
import type { EmbedderIdentity, Hit, RetrieveQuery } from '../../../ports/stores.ts';
import type { IndexDocument } from '../../../retrieval/document.ts';
import { readOf, withReadMetadata } from '../../../retrieval/inferred-metadata.ts';
import { graduates } from '../memories/graduates.ts';
import { rankingIndexes } from '../indexes/ranking-indexes.ts';
import type { UnseenReader } from './read-unseen.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { CURRENT_VECTOR, vectorOf } from '../records/rows.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import { searchFilter } from '../memories/search-filter.ts';
import type { SearchDocument } from '../../../ports/search.ts';

/** A candidate; `vector` is undefined if it has none of the query's embedder. */
type Candidate = { readonly record: MemoryRecord; readonly vector: Float32Array | undefined; readonly mark: string };

export type RankReads = {
  rank(argument: {
    readonly query: RetrieveQuery;
    readonly candidates: readonly SearchDocument[];
    readonly clockMs: number;
  }): readonly Hit[];
};

export function rankCandidates(
  db: Database,
  encoder: StaticEncoder,
  indexes: ReturnType<typeof userIndexes>,
  unseen: UnseenReader,
): RankReads & { readonly forgetRanked: (whose: Pick<Scope, 'tenant' | 'userId'>) => void } {
  const inTransaction = readTransaction(db);
  const graduatesOf = graduates(db);
  const indexOf = rankingIndexes(encoder);
  const selectEmbedder = db.prepare<[], EmbedderIdentity>(
    `SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'`,
  );
  const selectVector = db
    .prepare<[object], Buffer | null>(`SELECT ${CURRENT_VECTOR} FROM memories m WHERE m.id = @id`)
    .pluck();

  /** Returns the user's unseen memories that still exist; if they are very many, the best for the query. */
  const unseenOf = (ids: ReadonlySet<string>, query: RetrieveQuery, clockMs: number): readonly Candidate[] => {
    const { scope, text, vector, nowMs } = query;
    let wanted = [...ids];
    if (ids.size > OUTBOX.rankedUnseen) {
      const accepts = accepting(query, (id) => unseen.head(id, scope));
      const asked = {
        text,
        vector,
        nowMs,
        explain: false,
        topK: Math.max(OUTBOX.rankedUnseen, query.topK),
        accepts: (id: string) => ids.has(id) && accepts(id),
      };
      wanted =
        indexes.search('LONG_TERM', scope, clockMs, ({ index }) => index.search(asked))?.map(({ id }) => id) ?? [];
    }
    return wanted.flatMap((id) => {
      const record = unseen.record(id, scope);
      const bytes = record && selectVector.get({ id });
      if (record === undefined) return [];
      const mark = `own ${record.version} ${record.updateTimeMs}`;
      return [{ record, vector: bytes ? vectorOf(bytes) : undefined, mark }];
    });
  };

  return {
    /** Drops a user's indexes. */
    forgetRanked: ({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>): void => indexOf.forget([tenant, userId]),

    rank: ({ query, candidates, clockMs }) =>
      inTransaction(() => {
        const { scope, text, vector, topK, minSimilarity, nearOnly, nowMs, explain } = query;
        const identity = selectEmbedder.get() ?? encoder.identity;
        const key = embedderKey(identity);
        const isBuiltIn = key === embedderKey(encoder.identity);
        const found = candidates.map(({ record, revision }) => ({ id: record.id, revision }));
        const isUnseen = unseen.of(scope, found);
        const seen = candidates
          .filter(({ record }) => !isUnseen.has(record.id))
          .map(({ record, vector: made, embedder, revision }) => ({
            record,
            vector: embedder === key ? made : undefined,
            mark: `${revision} ${embedder}`,
          }));
        const all = [...seen, ...unseenOf(isUnseen, query, clockMs)].toSorted(byAge);
        const records = new Map(all.map(({ record }) => [record.id, record]));
        const embed = (content: string): Float32Array =>
          isBuiltIn ? encoder.embed(content) : new Float32Array(identity.dimensions);
        const wanted = all.map((candidate) => ({
          id: candidate.record.id,
          mark: candidate.mark,
          toDocument: () => toDocument(candidate, embed),
        }));
        const index = indexOf.these([scope.tenant, scope.userId, key], identity.name, wanted);
        const accepts = accepting(query, (id) => records.get(id));
        const raised = graduatesOf(scope);
        const hits = index.search({ text, vector, topK, accepts, minSimilarity, nearOnly, nowMs, explain, raised });
        let bytes = 0;
        return hits.map(({ id, ...hit }): Hit => {
          const record = records.get(id) as MemoryRecord;
          bytes += record.sizeBytes;
          if (bytes > SQLITE.answerBytes) throw responseTooLarge();
          const inferred = explain && { inferred: readOf(record) };
          return { record: { ...record, ...unseen.accesses(id) }, ...hit, ...inferred };
        });
      }),
  };
}

function accepting(
  { scope, filter }: RetrieveQuery,
  read: (id: string) => Filterable | undefined,
): (id: string) => boolean {
  const matches = filter === undefined ? () => true : searchFilter(filter);
  return (id) => {
    const memory = read(id);
    if (memory === undefined) return false;
    return (scope.namespace === '' || memory.scope.namespace === scope.namespace) && matches(memory);
  };
}

function toDocument({ record, vector }: Candidate, embed: (text: string) => Float32Array): IndexDocument {
  const { id, payload, scope, createTimeMs } = record;
  if (payload.type !== 'LONG_TERM') throw new Error(`${id} is not a long-term memory.`);
  const { content, speaker, turn, eventTimeMs } = payload;
  // No session is inferred: most memories that were added with it are no candidates.
  return withReadMetadata({
    id,
    text: content,
    speaker,
    sessionId: scope.sessionId,
    ...(turn !== undefined && { turn }),
    ...(eventTimeMs !== undefined && { eventTimeMs }),
    createTimeMs,
    vector: vector ?? embed(content),
  });
}

function byAge({ record: one }: Candidate, { record: other }: Candidate): number {
  if (one.createTimeMs !== other.createTimeMs) return one.createTimeMs - other.createTimeMs;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
