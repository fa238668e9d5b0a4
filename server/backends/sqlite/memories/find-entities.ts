/** Finds entities by name, alias and meaning, as they are or were, and their surroundings. */
import type { Database } from 'better-sqlite3';
import { responseTooLarge } from '../../../domain/errors.ts';
import { asOfMoment } from '../../../domain/graph/moment.ts';
import type { MemoryRecord } from '../../../domain/memory.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { Hit, RetrieveQuery, Traversal } from '../../../ports/stores.ts';
import { rankEntities } from '../../../retrieval/rank-entities.ts';
import type { EntityIndex, entityIndexes } from '../indexes/entity-index.ts';
import { gathered } from '../../gathered.ts';
import { graphReader } from './graph-reader.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { FULL_COLUMNS, toRecord, type FullRow } from '../records/rows.ts';
import { bytesOfPart, partsOf, type HitPart } from './hit-parts.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import { searchFilter } from './search-filter.ts';

export type EntityReads = {
  findEntities(argument: { readonly query: RetrieveQuery; readonly clockMs: number }): Slices<readonly HitPart[]>;
};

export function findEntities(db: Database, indexes: ReturnType<typeof entityIndexes>): EntityReads {
  const graph = graphReader(db);
  const inTransaction = readTransaction(db);
  const selectOne = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);

  /** Reads entities as they are or were; the index holds no others. */
  const reader = ({ scope, graph: asked }: RetrieveQuery) => {
    const owner = { tenant: scope.tenant, userId: scope.userId, expireMs: null };
    return (id: string): MemoryRecord => {
      const row = selectOne.get({ id });
      const record = row && toRecord(row, owner);
      const then = record && asked?.moment ? asOfMoment(record, asked.moment) : record;
      if (then === undefined) throw new Error(`The index holds ${id}, which the store does not.`);
      return then;
    };
  };

  const around = (query: RetrieveQuery, start: MemoryRecord, clockMs: number, leftBytes: number, untilMs: number) => {
    const { neighbors, moment } = query.graph ?? {};
    if (neighbors === undefined) return undefined;
    const { direction, relationshipTypes, limit, maxHops } = neighbors;
    const look = { scope: query.scope, direction, relationshipTypes, entityTypes: [] };
    const view = graph.view({ ...look, asOfMs: clockMs, ...moment }, untilMs);
    // The hit counts as one of the entities that its walk reaches.
    return gathered(view, [start], { limit: limit + 1, maxHops, bytes: leftBytes });
  };

  const search = (query: RetrieveQuery, entry: EntityIndex, clockMs: number): readonly Hit[] => {
    const read = reader(query);
    const found = rankEntities(query, entry, acceptance(query, read));
    const records = found.map(({ id }) => read(id));
    let bytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > SQLITE.answerBytes) throw responseTooLarge();
    const untilMs = performance.now() + (query.graph?.neighbors?.withinMs ?? 0);
    return found.map(({ score, similarity, signals }, index): Hit => {
      const record = records[index] as MemoryRecord;
      const neighbors = around(query, record, clockMs, SQLITE.answerBytes - bytes, untilMs);
      if (neighbors === undefined) return { record, score, similarity, signals };
      const others = neighbors.entities.filter((entity) => entity.distance > 0);
      bytes += bytesOf(others.map((entity) => entity.record)) + bytesOf(neighbors.relationships);
      return { record, score, similarity, signals, neighbors: { ...neighbors, entities: others } };
    });
  };

  return {
    findEntities: ({ query, clockMs }) =>
      inTransaction(() => {
        const { scope, graph } = query;
        const hits = indexes.search(scope, clockMs, graph?.moment, (entry) => search(query, entry, clockMs)) ?? [];
        return inSlices(cut(hits.flatMap(partsOf), bytesOfPart));
      }),
  };
}

function acceptance(
  { scope: { namespace }, filter }: RetrieveQuery,
  read: (id: string) => MemoryRecord,
): ((id: string) => boolean) | undefined {
  const matches = filter === undefined ? undefined : searchFilter(filter);
  if (namespace === '' && matches === undefined) return undefined;
  const known = new Map<string, boolean>();
  const accepts = (id: string): boolean => {
    const memory = read(id);
    return (namespace === '' || memory.scope.namespace === namespace) && (matches === undefined || matches(memory));
  };
  // An entity has several texts, so answers are remembered.
  return (id) => {
    const accepted = known.get(id) ?? accepts(id);
    known.set(id, accepted);
    return accepted;
  };
}

function bytesOf(records: Traversal['relationships']): number {
  return records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
