/**
 * For owners with more memories than a server reads whole: the vector indexes of Neo4j and exact names give candidates, and these alone
 * are scored and ordered, as if they were all.
 */
import type { StopSignal } from '../../domain/abort.ts';
import { normalName } from '../../domain/merge/normal-name.ts';
import { NEO4J } from '../../policy/neo4j.ts';
import type { Hit, RetrieveQuery } from '../../ports.ts';
import type { EntitySearch } from '../../retrieval/entity-search.ts';
import type { EpisodeSearch } from '../../retrieval/episode-search.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { nameKey, ownerKey, userKey } from './keys.ts';
import { toRecord, type KeptRecord, type MemoryRow } from './record-form.ts';
import { EPISODE_ROWS, GRAPH_ROWS } from './rows.ts';
import type { SearchParts, Searched } from './search-cache.ts';
import { whole, type Parameters, type Transaction } from './transactions.ts';

type Records = ReadonlyMap<string, KeptRecord>;
type Search<S extends Searched> = (query: RetrieveQuery, index: S, records: Records) => readonly Hit[];
type Id = { readonly id: string };

export function candidates({ transactions, embed }: SearchParts) {
  const near = async (
    transaction: Transaction,
    [shared, own]: readonly [Statement, Statement],
    parameters: Parameters,
    topK: number,
  ): Promise<readonly string[]> => {
    const limit = Math.max(NEO4J.candidates, topK);
    const asked = { ...parameters, limit: whole(limit), neighbors: whole(Math.max(NEO4J.sharedNeighbors, limit)) };
    const found = await transaction.run<Id>(shared, asked);
    // The index is everybody's: where others crowd it, the owner's own are compared one by one.
    const ids = found.length >= limit ? found : await transaction.run<Id>(own, asked);
    return ids.map(({ id }) => id);
  };

  const searchAmong = <S extends Searched>(
    query: RetrieveQuery,
    records: readonly KeptRecord[],
    create: () => S,
    search: Search<S>,
  ): readonly Hit[] => {
    const index = create();
    try {
      index.put(records);
      return search(query, index, new Map(records.map((record) => [record.id, record])));
    } finally {
      index.release();
    }
  };

  return {
    async episodes(
      query: RetrieveQuery,
      signal: StopSignal,
      create: () => EpisodeSearch,
      search: Search<EpisodeSearch>,
    ): Promise<readonly Hit[]> {
      const { scope, text, topK } = query;
      const parameters = { owner: ownerKey(scope, 'EPISODIC', scope.agentId), vector: Array.from(embed(text)) };
      const records = await transactions.read(async (transaction) => {
        const ids = await near(transaction, [CYPHER.NEAR_TASKS, CYPHER.NEAREST_TASKS], parameters, topK);
        return EPISODE_ROWS.find(transaction, scope, ids);
      }, signal);
      return searchAmong(query, records, create, search);
    },

    async entities(
      query: RetrieveQuery,
      signal: StopSignal,
      create: () => EntitySearch,
      search: Search<EntitySearch>,
    ): Promise<readonly Hit[]> {
      const { scope, text, topK } = query;
      const user = userKey(scope);
      const parameters = { user, vector: Array.from(embed(text)) };
      const records = await transactions.read(async (transaction) => {
        const name = { user, key: nameKey(normalName(text)), kind: '', namespace: '' };
        const [entities, relationships, named, aliased] = await Promise.all([
          near(transaction, [CYPHER.NEAR_ENTITIES, CYPHER.NEAREST_ENTITIES], parameters, topK),
          near(transaction, [CYPHER.NEAR_RELATIONSHIPS, CYPHER.NEAREST_RELATIONSHIPS], parameters, topK),
          transaction.run<MemoryRow>(CYPHER.NAMED, name),
          transaction.run<MemoryRow>(CYPHER.ALIASED, name),
        ]);
        const sentences = await GRAPH_ROWS.find(transaction, scope, relationships);
        const ends = sentences.flatMap(({ payload }) => ('fromId' in payload ? [payload.fromId, payload.toId] : []));
        const found = await GRAPH_ROWS.find(transaction, scope, [...new Set([...entities, ...ends])]);
        const called = [...named, ...aliased].map(({ memory }) => toRecord(memory, scope, 'ENTITY'));
        return [...found, ...called, ...sentences];
      }, signal);
      return searchAmong(query, [...new Map(records.map((record) => [record.id, record])).values()], create, search);
    },
  };
}
