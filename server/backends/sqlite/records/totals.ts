/**
 * Running totals, so that nothing is ever counted by a scan: of a tenant by type, of a user's agent by type. The changes of an intent are
 * noted, kept or dropped with its savepoint, and written once for all intents of a transaction, before it commits.
 */
import type { Database } from 'better-sqlite3';
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';
import type { UserKey } from '../../../domain/accounts.ts';
import type { SharedSums } from '../engine/store-change.ts';
import { pools } from './pools.ts';
import type { NoteBuffer } from './shared-notes.ts';
import type { AccountType } from './stored-types.ts';

/** A memory that was added, removed or changed in size, as a difference of count and bytes, either of which may be negative. */
export type Delta = Usage & { readonly userNo: number; readonly type: AccountType; readonly agentId: string };

type Sum = { count: number; bytes: number };

type AgentSum = Sum & Omit<Delta, keyof Usage>;
type Pooled = Parameters<ReturnType<typeof pools>['grow']>[0][number];

export interface Totals extends NoteBuffer<SharedSums> {
  note(delta: Delta): void;
  noteUser(tenant: string): void;
  /**
   * Removes a user, with all memories or those of some types. Nothing of the user may be noted in this transaction before: the totals
   * are read as they were written.
   */
  forget(userNo: number, whose: UserKey, types: readonly AccountType[] | undefined): void;
  /** Returns the use of all tenants, including noted changes. */
  total(type: AccountType): Usage;
}

export function totalsOf(db: Database): Totals {
  const sql = statements(db);
  const all = new Map<string, Sum>(
    db
      .prepare<[], Sum & { type: string }>(
        'SELECT type, sum(count) AS count, sum(bytes) AS bytes FROM totals GROUP BY type',
      )
      .all()
      .map(({ type, count, bytes }) => [type, { count, bytes }]),
  );
  /** The changes of the current intent, and of those before it in the transaction. */
  let noted: Delta[] = [];
  let newUsers: string[] = [];
  const agents = new Map<string, AgentSum>();
  const users = new Map<string, number>();
  /** The users that were removed, by their numbers. */
  let leaving: (readonly [number, UserKey])[] = [];
  const gone = new Map<number, UserKey>();
  const given = givenSums(sql);
  const drop = (): void => {
    noted = [];
    newUsers = [];
    leaving = [];
  };

  const buffer: NoteBuffer<SharedSums> = {
    keep(): void {
      for (const delta of noted) {
        const { userNo, type, agentId } = delta;
        grow(all, type, delta, () => ({ count: 0, bytes: 0 }));
        grow(agents, `${userNo} ${type} ${agentId}`, delta, () => ({ userNo, type, agentId, count: 0, bytes: 0 }));
      }
      for (const tenant of newUsers) users.set(tenant, (users.get(tenant) ?? 0) + 1);
      for (const [userNo, whose] of leaving) {
        users.set(whose.tenant, (users.get(whose.tenant) ?? 0) - 1);
        gone.set(userNo, whose);
      }
      drop();
    },

    drop,

    write(): void {
      given.write();
      if (agents.size === 0 && users.size === 0) return;
      writeShared(sql, settleSums(sql, { agents, users, gone }));
      gone.clear();
    },

    /** The sums of agents are written, since they are users' own. */
    take() {
      const { totals, pools: pooled } = settleSums(sql, { agents, users, gone });
      for (const { type, count, bytes } of totals) {
        if (type !== 'USER') grow(all, type, { count: -count, bytes: -bytes }, () => ({ count: 0, bytes: 0 }));
      }
      const named = pooled.map(({ userNo, ...pool }) => {
        return { ...pool, userId: gone.get(userNo)?.userId ?? sql.selectUserId.get(userNo) ?? '' };
      });
      gone.clear();
      return { totals, pools: named };
    },

    /** The users must exist; their pools exist from then on. */
    put(sums): void {
      for (const sum of sums.totals) if (sum.type !== 'USER') grow(all, sum.type, sum, () => ({ count: 0, bytes: 0 }));
      given.put(sums);
    },
  };

  return {
    ...buffer,

    note(delta) {
      if (delta.count !== 0 || delta.bytes !== 0) noted.push(delta);
    },

    noteUser(tenant) {
      newUsers.push(tenant);
    },

    forget(userNo, { tenant, userId }, types) {
      for (const { count, bytes, ...sum } of sql.selectAgents.all(userNo)) {
        if (types?.includes(sum.type) ?? true) noted.push({ ...sum, count: -count, bytes: -bytes });
      }
      if (types === undefined) leaving.push([userNo, { tenant, userId }]);
    },

    total(type) {
      const kept: Usage = all.get(type) ?? NO_USAGE;
      return noted.reduce((sum, delta) => (delta.type === type ? plus(sum, delta) : sum), kept);
    },
  };
}

/** The changes of a transaction: by agent, of the number of a tenant's users, and the users who were removed, by their number. */
type KeptSums = {
  readonly agents: Map<string, AgentSum>;
  readonly users: Map<string, number>;
  readonly gone: ReadonlyMap<number, UserKey>;
};

/** Sums that are nobody's alone, with pools as this store knows them. */
type OwnShared = Pick<SharedSums, 'totals'> & { readonly pools: readonly Pooled[] };

function writeShared(sql: Statements, { totals, pools: pooled }: OwnShared): void {
  sql.shared.grow(pooled);
  for (const sum of totals) sql.changeTotal.run(sum);
}

/** Keeps sums that were taken out of the buffer of a copy of the store. */
function givenSums(sql: Statements) {
  let given: OwnShared[] = [];
  return {
    put({ totals, pools: named }: SharedSums): void {
      const pooled = named.flatMap(({ tenant, userId, agentId, count }) => {
        const userNo = sql.selectUserNo.get({ tenant, userId });
        return userNo === undefined ? [] : [{ tenant, agentId, userNo, count }];
      });
      for (const pool of pooled) sql.shared.of(pool);
      given.push({ totals, pools: pooled });
    },
    write(): void {
      for (const sums of given) writeShared(sql, sums);
      if (given.length > 0) given = [];
    },
  };
}

/** Writes the sums of agents, which are users' own, and returns the others. */
function settleSums(sql: Statements, { agents, users, gone }: KeptSums): OwnShared {
  const totals = new Map<string, Sum & { readonly tenant: string; readonly type: string }>();
  const pooled: Pooled[] = [];
  let tenantOf: { userNo: number; tenant: string } | undefined;
  for (const sum of agents.values()) {
    const { userNo, type } = sum;
    if (tenantOf?.userNo !== userNo)
      tenantOf = { userNo, tenant: gone.get(userNo)?.tenant ?? sql.selectTenant.get(userNo) ?? '' };
    const { tenant } = tenantOf;
    if (type === 'LONG_TERM') pooled.push({ tenant, agentId: sum.agentId, userNo, count: sum.count });
    // An addition and a removal cancelled out: there may be no row.
    if (sum.count === 0 && sum.bytes === 0) continue;
    sql.changeAgent.run(sum);
    if (sum.count < 0) sql.forgetAgent.run({ userNo, type, agentId: sum.agentId });
    grow(totals, JSON.stringify([tenant, type]), sum, () => ({ tenant, type, count: 0, bytes: 0 }));
  }
  const counted = [...users].map(([tenant, count]) => ({ tenant, type: 'USER', count, bytes: 0 }));
  agents.clear();
  users.clear();
  return { totals: [...totals.values(), ...counted], pools: pooled };
}

type Statements = ReturnType<typeof statements>;

function statements(db: Database) {
  return {
    shared: pools(db),
    changeAgent: db.prepare(
      `INSERT INTO agent_totals (user_no, agent_id, type, count, bytes) VALUES (@userNo, @agentId, @type, @count, @bytes)
     ON CONFLICT (user_no, agent_id, type) DO UPDATE SET count = count + @count, bytes = bytes + @bytes`,
    ),
    forgetAgent: db.prepare(
      'DELETE FROM agent_totals WHERE user_no = @userNo AND agent_id = @agentId AND type = @type AND count = 0',
    ),
    changeTotal: db.prepare(
      `INSERT INTO totals (tenant, type, count, bytes) VALUES (@tenant, @type, @count, @bytes)
     ON CONFLICT (tenant, type) DO UPDATE SET count = count + @count, bytes = bytes + @bytes`,
    ),
    selectAgents: db.prepare<[number], Delta>(
      'SELECT user_no AS userNo, agent_id AS agentId, type, count, bytes FROM agent_totals WHERE user_no = ?',
    ),
    selectTenant: db.prepare<[number], string>('SELECT tenant FROM users WHERE user_no = ?').pluck(),
    selectUserId: db.prepare<[number], string>('SELECT user_id FROM users WHERE user_no = ?').pluck(),
    selectUserNo: db
      .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
      .pluck(),
  };
}

function plus(sum: Usage, { count, bytes }: Usage): Usage {
  return { count: sum.count + count, bytes: sum.bytes + bytes };
}

function grow<S extends Sum>(sums: Map<string, S>, key: string, { count, bytes }: Usage, empty: () => S): void {
  const sum = sums.get(key) ?? empty();
  sum.count += count;
  sum.bytes += bytes;
  sums.set(key, sum);
}
