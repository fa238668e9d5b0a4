/** A user's entities and relationships for walks that ask for them one by one: missing ones are fetched together. */
import { deadlineExceeded } from '../../domain/abort.ts';
import { asOfMoment, holdsAt, type Moment } from '../../domain/graph/moment.ts';
import type { Edge } from '../../domain/graph/walk.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import { normalName } from '../../domain/merge/normal-name.ts';
import { isWithin } from '../../domain/scope.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { EntityStart, WalkLimits } from '../../ports/stores.ts';
import type { GraphView } from '../gathered.ts';
import { CYPHER } from './cypher.ts';
import { nameKey, userKey } from './keys.ts';
import { toRecord, type KeptRecord, type MemoryRow } from './record-form.ts';
import { GRAPH_ROWS } from './rows.ts';
import { whole, type Transaction } from './transactions.ts';

/** The filter of a walk, and its moment. */
type Look = Pick<WalkLimits, 'direction' | 'relationshipTypes' | 'entityTypes'> & Moment & { readonly scope: Scope };

type EdgeRow = {
  readonly nearId: string;
  readonly id: string;
  readonly createMs: number;
  readonly updateMs: number;
  readonly validFromMs: number | null;
  readonly validToMs: number | null;
  readonly otherId: string;
  readonly otherCreateMs: number;
};

export type GraphLoader = {
  readonly view: GraphView;
  /** Returns the result of `walk` once the view has all that it asks for. Until then it is called again. */
  settled<T>(walk: () => T): Promise<T>;
  /** Finds the entities that a start names, as they are now. */
  find(start: EntityStart): Promise<readonly MemoryRecord[]>;
};

/** Loads the graph. Throws DEADLINE_EXCEEDED once performance.now() is past `untilMs`. */
export function graphLoader(transaction: Transaction, look: Look, untilMs: number): GraphLoader {
  const { scope, asOfMs, knownAtMs } = look;
  const entityTypes = new Set(look.entityTypes);
  const edges = new Map<string, readonly EdgeRow[]>();
  const records = new Map<string, KeptRecord | undefined>();
  const missingEdges = new Set<string>();
  const missingRecords = new Set<string>();

  const inTime = (): void => {
    if (performance.now() > untilMs) throw deadlineExceeded();
  };
  const asItWas = (record: MemoryRecord): MemoryRecord | undefined => asOfMoment(record, { asOfMs, knownAtMs });
  const readThen = (id: string): MemoryRecord | undefined => {
    inTime();
    if (!records.has(id)) missingRecords.add(id);
    const record = records.get(id);
    return record && asItWas(record);
  };
  /** A relationship that has not changed since is described by its edge, and need not be read in full. */
  const stood = ({ id, updateMs, validFromMs, validToMs }: EdgeRow): boolean => {
    if (knownAtMs !== undefined && updateMs > knownAtMs) return readThen(id) !== undefined;
    return (
      asOfMs === undefined ||
      holdsAt({ validFromMs: validFromMs ?? undefined, validToMs: validToMs ?? undefined }, asOfMs)
    );
  };

  const fetchEdges = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    for (const [id, list] of await readEdges(transaction, look, ids)) edges.set(id, list);
  };
  const fetchRecords = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    for (const record of await GRAPH_ROWS.find(transaction, scope, ids)) records.set(record.id, record);
    for (const id of ids) if (!records.has(id)) records.set(id, undefined);
  };

  const view: GraphView = {
    asItWas,
    relationship: readThen,

    edgesOf(id): readonly Edge[] {
      inTime();
      if (!edges.has(id)) missingEdges.add(id);
      return (edges.get(id) ?? []).filter(stood).map((edge) => ({
        id: edge.id,
        createTimeMs: edge.createMs,
        otherId: edge.otherId,
        otherCreateTimeMs: edge.otherCreateMs,
      }));
    },

    entity(id) {
      const record = readThen(id);
      if (record?.payload.type !== 'ENTITY' || record.payload.node !== 'ENTITY') return undefined;
      const isAsked = entityTypes.size === 0 || entityTypes.has(normalName(record.payload.entityType));
      return isAsked ? record : undefined;
    },
  };

  return {
    view,

    async settled(walk) {
      for (let most = NEO4J.walkedAtOnce; ; most *= 2) {
        inTime();
        missingEdges.clear();
        missingRecords.clear();
        const walked = walk();
        if (missingEdges.size + missingRecords.size === 0) return walked;
        // A walk takes the first that it may; later ones that it asks for may turn out not to be needed.
        await Promise.all([fetchEdges([...missingEdges]), fetchRecords([...missingRecords].slice(0, most))]);
      }
    },

    async find(start) {
      inTime();
      return findStart(transaction, scope, start);
    },
  };
}

/** Reads the edges of each of these entities, in the walk's directions. */
async function readEdges(
  transaction: Transaction,
  { scope, direction, relationshipTypes, knownAtMs }: Look,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly EdgeRow[]>> {
  const asked = {
    ids,
    user: userKey(scope),
    kinds: relationshipTypes.length === 0 ? null : relationshipTypes,
    knownAtMs: whole(knownAtMs ?? Number.MAX_SAFE_INTEGER),
  };
  const statements = [
    ...(direction === 'IN' ? [] : [CYPHER.EDGES_OUT]),
    ...(direction === 'OUT' ? [] : [CYPHER.EDGES_IN]),
  ];
  const found = await Promise.all(statements.map((statement) => transaction.run<EdgeRow>(statement, asked)));
  const byNear = new Map(ids.map((id): [string, EdgeRow[]] => [id, []]));
  for (const edge of found.flat()) byNear.get(edge.nearId)?.push(edge);
  return byNear;
}

async function findStart(transaction: Transaction, scope: Scope, start: EntityStart): Promise<readonly MemoryRecord[]> {
  if ('id' in start) {
    const [record] = await GRAPH_ROWS.find(transaction, scope, [start.id]);
    return record !== undefined && isEntity(record) && isWithin(record, scope) ? [record] : [];
  }
  const { namespace } = scope;
  const key = nameKey(normalName(start.name));
  const asked = { user: userKey(scope), namespace, kind: normalName(start.entityType), key };
  for (const statement of [CYPHER.NAMED, CYPHER.ALIASED]) {
    const found = await transaction.run<MemoryRow>(statement, asked);
    if (found.length > 0) return found.map(({ memory }) => toRecord(memory, scope, 'ENTITY'));
  }
  return [];
}

function isEntity({ payload }: MemoryRecord): boolean {
  return payload.type === 'ENTITY' && payload.node === 'ENTITY';
}
