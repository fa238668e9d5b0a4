/** The reads and changes that a write makes of one type's memories, and the statements of its reads. */
import type { UserKey } from '../../domain/accounts.ts';
import type { Sized } from '../../domain/decide/quota.ts';
import type { QuotaName, Scope } from '../../domain/memory.ts';
import { byAge } from '../by-age.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { nameKey, ownerKey, userKey } from './keys.ts';
import { stepRows, toRecord, type KeptRecord, type MemoryRow } from './record-form.ts';
import { whole, type Parameters, type Transaction } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

/** The fields that distinguish a memory from others of its owner. */
export type Name = { readonly whose: UserKey; readonly name: QuotaName; readonly kind: string; readonly key: string };

/** A memory as a write leaves it. */
export type Put = {
  readonly record: KeptRecord;
  readonly properties: Parameters;
  readonly isNew: boolean;
  /** The number of steps that it had before. */
  readonly knownSteps: number;
};

/** The owner of an id. */
export type Held = { readonly id: string; readonly isOwn: boolean };

/** A memory for lists in order of age. */
export type Aged = Sized & { readonly createMs: number };

export type TimeCursor = { readonly createTimeMs: number; readonly id: string };

export type PageQuery = {
  readonly scope: Scope;
  readonly after: TimeCursor;
  readonly limit: number;
  readonly descending: boolean;
};

export interface Rows {
  readonly type: KeptRecord['payload']['type'];
  find(transaction: Transaction, whose: UserKey, ids: readonly string[]): Promise<readonly KeptRecord[]>;
  /** Returns which of these ids exist, for any user. */
  holders(transaction: Transaction, whose: UserKey, ids: readonly string[]): Promise<readonly Held[]>;
  /** Returns the records with these names, in no order. */
  named(transaction: Transaction, names: readonly Name[]): Promise<readonly KeptRecord[]>;
  /** Returns the memories that count for this owner and are not pinned, the oldest first. */
  oldest(transaction: Transaction, whose: UserKey, name: QuotaName, place: string): Promise<readonly Aged[]>;
  /** Returns what is deleted together with each of these. */
  attachedTo(transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Sized[]>>;
  write(transaction: Transaction, puts: readonly Put[], removed: readonly string[]): Promise<void>;
  /** Removes memories that were put back from the archive; absent if the type is never archived. */
  readonly cameBack?: Statement;
  /** Returns the memories of a scope's owner after a cursor, the nearest to it first. */
  page(transaction: Transaction, query: PageQuery): Promise<readonly KeptRecord[]>;
  /** Statements that count reads and hits. */
  readonly touches: readonly Statement[];
}

async function memories(
  transaction: Transaction,
  statement: Statement,
  parameters: Parameters,
  whose: UserKey,
  type: KeptRecord['payload']['type'],
): Promise<readonly KeptRecord[]> {
  const rows = await transaction.run<MemoryRow>(statement, parameters);
  return rows.map(({ memory }) => toRecord(memory, whose, type));
}

export const EPISODE_ROWS: Rows = {
  type: 'EPISODIC',
  find: (transaction, whose, ids) =>
    memories(transaction, CYPHER.FIND_TASKS, { ids, user: userKey(whose) }, whose, 'EPISODIC'),
  holders: (transaction, whose, ids) => transaction.run<Held>(USER_CYPHER.TAKEN_TASKS, { user: userKey(whose), ids }),
  named: () => Promise.resolve([]),
  oldest: (transaction, whose, name, place) =>
    transaction.run<Aged>(CYPHER.OLDEST_TASKS, { owner: ownerKey(whose, name, place) }),
  attachedTo: () => Promise.resolve(new Map()),
  async write(transaction, puts, removed) {
    await runAll(transaction, [
      [CYPHER.DELETE_TASKS, 'ids', removed],
      [CYPHER.PUT_TASKS, 'rows', puts.map(({ record: { id }, properties }) => ({ id, properties }))],
      [CYPHER.ADD_STEPS, 'rows', puts.flatMap(({ record, knownSteps }) => stepRows(record, knownSteps))],
    ]);
  },
  page(transaction, { scope, after, limit, descending }) {
    const statement = descending ? CYPHER.LIST_TASKS_DOWN : CYPHER.LIST_TASKS_UP;
    const owner = ownerKey(scope, 'EPISODIC', scope.agentId);
    const parameters = { owner, ...cursorParameters(after), limit: whole(limit), namespace: scope.namespace };
    return memories(transaction, statement, parameters, scope, 'EPISODIC');
  },
  cameBack: USER_CYPHER.TASKS_CAME_BACK,
  touches: [CYPHER.TOUCH_TASKS],
};

const NAMED = [
  ['ENTITY', CYPHER.ENTITIES_NAMED],
  ['RELATIONSHIP', CYPHER.RELATIONSHIPS_NAMED],
] as const;

export const GRAPH_ROWS: Rows = {
  type: 'ENTITY',
  async find(transaction, whose, ids) {
    const parameters = { ids, user: userKey(whose) };
    const found = await Promise.all([
      memories(transaction, CYPHER.FIND_ENTITIES, parameters, whose, 'ENTITY'),
      memories(transaction, CYPHER.FIND_RELATIONSHIPS, parameters, whose, 'ENTITY'),
    ]);
    return found.flat();
  },
  async holders(transaction, whose, ids) {
    const asked = { user: userKey(whose), ids };
    const found = await Promise.all([
      transaction.run<Held>(USER_CYPHER.TAKEN_ENTITIES, asked),
      transaction.run<Held>(USER_CYPHER.TAKEN_RELATIONSHIPS, asked),
    ]);
    return found.flat();
  },
  async named(transaction, asked) {
    const users = new Map(asked.map(({ whose }) => [userKey(whose), whose]));
    const found = await Promise.all(
      NAMED.map(([name, statement]) => {
        const names = asked
          .filter((one) => one.name === name)
          .map(({ whose, kind, key }) => ({ user: userKey(whose), kind, key: nameKey(key) }));
        return names.length === 0
          ? Promise.resolve([])
          : transaction.run<MemoryRow & { readonly user: string }>(statement, { names });
      }),
    );
    return found.flat().map(({ user, memory }) => toRecord(memory, users.get(user)!, 'ENTITY'));
  },
  oldest: (transaction, whose, name) =>
    transaction.run<Aged>(name === 'ENTITY' ? CYPHER.OLDEST_ENTITIES : CYPHER.OLDEST_RELATIONSHIPS, {
      user: userKey(whose),
    }),
  async attachedTo(transaction, ids) {
    const found = new Map(ids.map((id): [string, Sized[]] => [id, []]));
    if (ids.length === 0) return found;
    const rows = await transaction.run<Sized & { readonly entityId: string }>(CYPHER.RELATIONSHIPS_AT, { ids });
    for (const { entityId, id, sizeBytes } of rows) found.get(entityId)?.push({ id, sizeBytes });
    return found;
  },
  async write(transaction, puts, removed) {
    const entities = puts.filter(({ record }) => isEntity(record));
    const relationships = puts.filter(({ record }) => !isEntity(record));
    await runAll(transaction, [
      [CYPHER.DELETE_RELATIONSHIPS, 'ids', removed],
      [CYPHER.DELETE_ENTITIES, 'ids', removed],
      [CYPHER.PUT_ENTITIES, 'rows', entities.map(toRow)],
      [CYPHER.ADD_RELATIONSHIPS, 'rows', relationships.filter(({ isNew }) => isNew).map(toRow)],
      [CYPHER.CHANGE_RELATIONSHIPS, 'rows', relationships.filter(({ isNew }) => !isNew).map(toRow)],
    ]);
  },
  async page(transaction, { scope, after, limit, descending }) {
    const asked = { ...cursorParameters(after), limit: whole(limit), namespace: scope.namespace, user: userKey(scope) };
    const statements = descending
      ? [CYPHER.LIST_ENTITIES_DOWN, CYPHER.LIST_RELATIONSHIPS_DOWN]
      : [CYPHER.LIST_ENTITIES_UP, CYPHER.LIST_RELATIONSHIPS_UP];
    const found = await Promise.all(
      statements.map((statement) => memories(transaction, statement, asked, scope, 'ENTITY')),
    );
    const sign = descending ? -1 : 1;
    return found
      .flat()
      .toSorted((one, other) => sign * byAge(one, other))
      .slice(0, limit);
  },
  touches: [CYPHER.TOUCH_ENTITIES, CYPHER.TOUCH_RELATIONSHIPS],
};

function isEntity({ payload }: KeptRecord): boolean {
  return payload.type === 'ENTITY' && payload.node === 'ENTITY';
}

function toRow({ record: { id, payload }, properties }: Put): Parameters {
  if (payload.type !== 'ENTITY' || payload.node === 'ENTITY') return { id, properties };
  return { id, properties, fromId: payload.fromId, toId: payload.toId };
}

function cursorParameters({ createTimeMs, id }: TimeCursor): Parameters {
  return { createMs: whole(createTimeMs), id };
}

/** Runs statements in this order without waiting in between; those without parameters are left out. */
async function runAll(
  transaction: Transaction,
  works: readonly (readonly [Statement, 'ids' | 'rows', readonly unknown[]])[],
): Promise<void> {
  await Promise.all(
    works
      .filter(([, , list]) => list.length > 0)
      .map(([statement, name, list]) => transaction.run(statement, { [name]: list })),
  );
}
