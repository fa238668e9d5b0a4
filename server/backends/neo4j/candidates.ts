/**
 * Searches owners whose memories have not all been read, or never are: Neo4j's vector indexes and exact names give candidates, which are
 * scored and ordered as if they were all. A word's weight depends on all memories, so the order is close to the full one, not equal.
 */
import type { StopSignal } from '../../domain/abort.ts';
import { normalName } from '../../domain/merge/normal-name.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { Hit, RetrieveQuery } from '../../ports/stores.ts';
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
type Found = { readonly records: readonly KeptRecord[]; readonly isCut: boolean };

const TASKS = [CYPHER.NEAR_TASKS, CYPHER.NEAREST_TASKS] as const;
const ENTITIES = [CYPHER.NEAR_ENTITIES, CYPHER.NEAREST_ENTITIES] as const;
const RELATIONSHIPS = [CYPHER.NEAR_RELATIONSHIPS, CYPHER.NEAREST_RELATIONSHIPS] as const;

export function candidates({ transactions, embed }: SearchParts) {
  /** Returns the ids of the nearest to the text, and whether there may be more. */
  const near = async (
    transaction: Transaction,
    [shared, own]: readonly [Statement, Statement],
    parameters: Parameters,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> => {
    const asked = { ...parameters, limit: whole(limit), neighbors: whole(NEO4J.sharedNeighbors) };
    const found = limit > NEO4J.candidates ? [] : await transaction.run<Id>(shared, asked);
    // All users share the index: if others crowd it, or filters thin it out, the owner's own memories are compared one by one.
    const ids = found.length >= limit ? found : await transaction.run<Id>(own, asked);
    return { ids: ids.map(({ id }) => id), isCut: ids.length >= limit };
  };

  /** Repeats with more candidates if a filter leaves too few. */
  const search = async <S extends Searched>(
    query: RetrieveQuery,
    read: (limit: number) => Promise<Found>,
    create: () => S,
    rank: Search<S>,
  ): Promise<readonly Hit[]> => {
    for (let limit = Math.max(NEO4J.candidates, query.topK); ; limit *= NEO4J.moreCandidates) {
      const { records, isCut } = await read(limit);
      const index = create();
      try {
        index.put(records);
        const hits = rank(query, index, new Map(records.map((record) => [record.id, record])));
        if (hits.length === query.topK || !isCut) return hits;
      } finally {
        index.release();
      }
    }
  };

  return {
    episodes(
      query: RetrieveQuery,
      signal: StopSignal,
      create: () => EpisodeSearch,
      rank: Search<EpisodeSearch>,
    ): Promise<readonly Hit[]> {
      const { scope, text } = query;
      const parameters = { owner: ownerKey(scope, 'EPISODIC', scope.agentId), vector: Array.from(embed(text)) };
      const read = (limit: number): Promise<Found> =>
        transactions.read(async (transaction) => {
          const { ids, isCut } = await near(transaction, TASKS, parameters, limit);
          return { records: await EPISODE_ROWS.find(transaction, scope, ids), isCut };
        }, signal);
      return search(query, read, create, rank);
    },

    entities(
      query: RetrieveQuery,
      signal: StopSignal,
      create: () => EntitySearch,
      rank: Search<EntitySearch>,
    ): Promise<readonly Hit[]> {
      const { scope, text } = query;
      const user = userKey(scope);
      const parameters = { user, vector: Array.from(embed(text)) };
      const name = { user, key: nameKey(normalName(text)), kind: '', namespace: '' };
      const read = (limit: number): Promise<Found> =>
        transactions.read(async (transaction) => {
          const [entities, relationships, named, aliased] = await Promise.all([
            near(transaction, ENTITIES, parameters, limit),
            near(transaction, RELATIONSHIPS, parameters, limit),
            transaction.run<MemoryRow>(CYPHER.NAMED, name),
            transaction.run<MemoryRow>(CYPHER.ALIASED, name),
          ]);
          const sentences = await GRAPH_ROWS.find(transaction, scope, relationships.ids);
          const ends = sentences.flatMap(({ payload }) => ('fromId' in payload ? [payload.fromId, payload.toId] : []));
          const found = await GRAPH_ROWS.find(transaction, scope, [...new Set([...entities.ids, ...ends])]);
          const called = [...named, ...aliased].map(({ memory }) => toRecord(memory, scope, 'ENTITY'));
          // Names come before the sentences made of them.
          const records = new Map([...found, ...called, ...sentences].map((record) => [record.id, record]));
          return { records: [...records.values()], isCut: entities.isCut || relationships.isCut };
        }, signal);
      return search(query, read, create, rank);
    },
  };
}
