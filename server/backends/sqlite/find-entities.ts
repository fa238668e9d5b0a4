/** Finds entities by name, alias and meaning, as they are or stood, and what is around them. */
import type { Database } from 'better-sqlite3';
import { responseTooLarge } from '../../domain/errors.ts';
import { filterWithin } from '../../domain/filter.ts';
import { asOfMoment } from '../../domain/graph/moment.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { ENTITY_INDEX } from '../../policy/graph.ts';
import { FILTER_BUDGET_MS } from '../../policy/limits.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import type { Hit, RetrieveQuery, Traversal } from '../../ports.ts';
import type { IndexHit } from '../../retrieval/document.ts';
import type { EntityIndex, entityIndexes } from './entity-index.ts';
import { gathered } from './gathered.ts';
import { graphReader } from './graph-reader.ts';
import { readTransaction } from './read-transaction.ts';
import { FULL_COLUMNS, toRecord, type FullRow } from './rows.ts';
import type { ReaderApi } from './thread-api.ts';

export function findEntities(db: Database, indexes: ReturnType<typeof entityIndexes>): Pick<ReaderApi, 'findEntities'> {
  const graph = graphReader(db);
  const inTransaction = readTransaction(db);
  const selectOne = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);

  /** As it is or stood; the index holds no others. */
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
    // It counts as one of those that its walk reaches.
    return gathered(view, [start], { limit: limit + 1, maxHops, bytes: leftBytes });
  };

  const search = (query: RetrieveQuery, entry: EntityIndex, clockMs: number): readonly Hit[] => {
    const read = reader(query);
    const found = ranked(query, entry, acceptance(query, read));
    const records = found.map(({ id }) => read(id));
    let bytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > SQLITE.answerBytes) throw responseTooLarge();
    const untilMs = performance.now() + (query.graph?.neighbors?.withinMs ?? 0);
    return found.map(({ score, similarity, signals }, place): Hit => {
      const record = records[place] as MemoryRecord;
      const neighbors = around(query, record, clockMs, SQLITE.answerBytes - bytes, untilMs);
      if (neighbors === undefined) return { record, score, similarity, signals };
      const others = neighbors.entities.filter((entity) => entity.distance > 0);
      bytes += bytesOf(others.map((entity) => entity.record)) + bytesOf(neighbors.relationships);
      return { record, score, similarity, signals, neighbors: { ...neighbors, entities: others } };
    });
  };

  return {
    findEntities: ({ query, clockMs }) =>
      inTransaction(
        () => indexes.search(query.scope, clockMs, query.graph?.moment, (entry) => search(query, entry, clockMs)) ?? [],
      ),
  };
}

/** Those whose name or alias the query is first; then by the two best of each one's texts. */
function ranked(
  query: RetrieveQuery,
  { index, texts }: EntityIndex,
  accepts: ((id: string) => boolean) | undefined,
): readonly IndexHit[] {
  const { text, topK, minSimilarity, nowMs, explain } = query;
  const named = new Set(texts.named(text).filter((id) => accepts === undefined || accepts(id)));
  const found = new Map<string, IndexHit[]>();
  const note = (hit: IndexHit): void => {
    for (const id of texts.entitiesOf(hit.id)) {
      if (accepts !== undefined && !accepts(id)) continue;
      const known = found.get(id);
      if (known === undefined) found.set(id, [hit]);
      else if (known.length === 1) known.push(hit);
    }
  };
  const asked = { text, nowMs, explain };
  const findsAny = accepts && ((id: string): boolean => texts.entitiesOf(id).some(accepts));
  const most = ENTITY_INDEX.textsPerHit * topK + ENTITY_INDEX.moreTexts;
  for (const hit of index.search({ ...asked, topK: most, accepts: findsAny, minSimilarity })) note(hit);
  const missed = new Set([...named].filter((id) => !found.has(id)));
  for (const hit of index.search({ ...asked, topK: missed.size, accepts: (id) => missed.has(id) })) note(hit);
  return [...found]
    .map(([id, hits]) => entityHit(id, hits, named.has(id), explain))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, topK);
}

function entityHit(id: string, hits: readonly IndexHit[], isNamed: boolean, explain: boolean): IndexHit {
  const [best, second] = hits as readonly [IndexHit, IndexHit?];
  const name = isNamed ? ENTITY_INDEX.nameWeight : 0;
  const more = ENTITY_INDEX.secondWeight * (second?.score ?? 0);
  const shares = [
    { signal: 'second', value: second?.score ?? 0, share: more },
    { signal: 'name', value: isNamed ? 1 : 0, share: name },
  ];
  return {
    id,
    score: best.score + more + name,
    similarity: isNamed ? 1 : Math.max(best.similarity, second?.similarity ?? 0),
    signals: explain ? [...best.signals, ...shares] : [],
  };
}

function acceptance(
  { scope: { namespace }, filter }: RetrieveQuery,
  read: (id: string) => MemoryRecord,
): ((id: string) => boolean) | undefined {
  const matches =
    filter === undefined ? undefined : filterWithin(filter, FILTER_BUDGET_MS.reader, () => performance.now());
  if (namespace === '' && matches === undefined) return undefined;
  const known = new Map<string, boolean>();
  const accepts = (id: string): boolean => {
    const memory = read(id);
    return (namespace === '' || memory.scope.namespace === namespace) && (matches === undefined || matches(memory));
  };
  // An entity has many texts.
  return (id) => {
    const accepted = known.get(id) ?? accepts(id);
    known.set(id, accepted);
    return accepted;
  };
}

function bytesOf(records: Traversal['relationships']): number {
  return records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
