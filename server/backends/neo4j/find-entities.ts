/** Finds entities, as they are or were, and their surroundings. */
import { responseTooLarge } from '../../domain/errors.ts';
import { payloadAt, type Moment } from '../../domain/graph/moment.ts';
import { sizeBytes, type MemoryRecord } from '../../domain/memory.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { GraphStore, Hit, RetrieveQuery } from '../../ports/stores.ts';
import { entitySearch, type EntitySearch } from '../../retrieval/entity-search.ts';
import { gathered } from '../gathered.ts';
import { candidates } from './candidates.ts';
import { bytesOf, toHits, type FindOptions } from './find-episodes.ts';
import { graphLoader } from './graph-loader.ts';
import { pausingFilter, type PausingFilter } from '../pausing-filter.ts';
import { isInNamespace } from './memory-reads.ts';
import type { KeptRecord } from './record-form.ts';
import { KINDS, searchCache, type SearchCache } from './search-cache.ts';
import type { StopSignal } from '../../domain/abort.ts';

type Records = ReadonlyMap<string, KeptRecord>;

export function findEntities(
  options: FindOptions,
): Pick<GraphStore, 'retrieve'> & Pick<SearchCache<never>, 'forget' | 'close'> {
  const { transactions, newIndex, embed, wholeUpTo, accesses, clock } = options;
  const create = (): EntitySearch => entitySearch(newIndex(), embed, clock.now());
  const kinds = [KINDS.entities, KINDS.relationships];
  const cache = searchCache({ transactions, kinds, create, wholeUpTo });
  const near = candidates(options);

  const searchBy =
    (by: PausingFilter) =>
    (query: RetrieveQuery, index: EntitySearch, records: Records): readonly Hit[] => {
      const moment = query.graph?.moment;
      return moment === undefined ? searchNow(query, by, index, records) : searchThen(query, by, moment, records);
    };
  const searchNow = (
    query: RetrieveQuery,
    { matches }: PausingFilter,
    index: EntitySearch,
    records: Records,
    timeMs = clock.now(),
  ) => {
    const { scope, filter } = query;
    const narrows = scope.namespace !== '' || filter !== undefined;
    const accepted = new Map<string, boolean>();
    // An entity has several texts, so answers are remembered.
    const accepts = (id: string): boolean => {
      const record = records.get(id);
      const known = accepted.get(id) ?? (record !== undefined && isInNamespace(record, scope) && matches(record));
      accepted.set(id, known);
      return known;
    };
    return toHits(index.search(query, timeMs, narrows ? accepts : undefined), records);
  };
  /** Searches an index of that moment alone. */
  const searchThen = (query: RetrieveQuery, by: PausingFilter, moment: Moment, records: Records): readonly Hit[] => {
    const then = [...records.values()].flatMap((record) => asItStood(record, moment));
    const index = entitySearch(newIndex(), embed, moment.asOfMs ?? clock.now());
    try {
      index.put(then);
      const asTheyStood = new Map(then.map((record) => [record.id, record]));
      return searchNow(query, by, index, asTheyStood, moment.asOfMs);
    } finally {
      index.release();
    }
  };

  return {
    async retrieve(query, { signal }) {
      const filter = pausingFilter(query.filter, signal);
      const search = searchBy(filter);
      const hits = await filter.repeated(async () => {
        const whole = await cache.search(
          query.scope,
          '',
          (found) => found && search(query, found.searched, found.records),
          signal,
        );
        return whole ?? near.entities(query, signal, create, search);
      });
      if (bytesOf(hits) > NEO4J.answerBytes) throw responseTooLarge();
      accesses.note(
        hits.map(({ record }) => record.id),
        clock.now(),
      );
      return withNeighbors(options, query, hits, signal);
    },
    forget: cache.forget,
    close: cache.close,
  };
}

/** Adds the surroundings of each hit, in one transaction. */
async function withNeighbors(
  { transactions, clock }: Pick<FindOptions, 'transactions' | 'clock'>,
  query: RetrieveQuery,
  hits: readonly Hit[],
  signal: StopSignal,
): Promise<readonly Hit[]> {
  const { neighbors, moment } = query.graph ?? {};
  if (neighbors === undefined || hits.length === 0) return hits;
  const { direction, relationshipTypes, limit, maxHops, withinMs } = neighbors;
  const untilMs = performance.now() + withinMs;
  const look = { scope: query.scope, direction, relationshipTypes, entityTypes: [], asOfMs: clock.now(), ...moment };
  return transactions.steady(
    query.scope,
    async (transaction) => {
      const graph = graphLoader(transaction, look, untilMs);
      return graph.settled(() => {
        let left = NEO4J.answerBytes - bytesOf(hits);
        return hits.map((hit): Hit => {
          // The hit counts as one of the entities that its walk reaches.
          const around = gathered(graph.view, [hit.record], { limit: limit + 1, maxHops, bytes: left });
          const entities = around.entities.filter(({ distance }) => distance > 0);
          left -= bytesOf(entities) + bytesOf(around.relationships.map((record) => ({ record })));
          return { ...hit, neighbors: { ...around, entities } };
        });
      });
    },
    signal,
  );
}

/** Returns nothing if the memory did not exist, or was not known. */
function asItStood(record: KeptRecord, moment: Moment): readonly KeptRecord[] {
  const { payload, createTimeMs, metadata } = record;
  if (payload.type !== 'ENTITY') return [];
  const then = payloadAt(payload, createTimeMs, moment);
  if (then === undefined) return [];
  if (then === payload) return [record];
  return [{ ...record, payload: then, sizeBytes: sizeBytes(then, metadata) } satisfies MemoryRecord];
}
