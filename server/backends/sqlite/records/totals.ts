/**
 * Running totals, so that nothing is ever counted by a scan: of a tenant by type, of a user's agent by type. The changes of an intent are
 * noted, kept or dropped with its savepoint, and written once for all intents of a transaction, before it commits.
 */
import type { Database } from 'better-sqlite3';
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';
import { pools } from '../lifecycle/pools.ts';
import type { AccountType } from './stored-types.ts';

/** A memory that was added, removed or changed in size, as a difference of count and bytes, either of which may be negative. */
export type Delta = Usage & { readonly userNo: number; readonly type: AccountType; readonly agentId: string };

type Sum = { count: number; bytes: number };

export type Totals = ReturnType<typeof totalsOf>;

export function totalsOf(db: Database) {
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
  const agents = new Map<string, Sum & Omit<Delta, keyof Usage>>();
  const users = new Map<string, number>();
  /** The numbers and tenants of users that were removed. */
  let leaving: (readonly [number, string])[] = [];
  const gone = new Map<number, string>();
  const drop = (): void => {
    noted = [];
    newUsers = [];
    leaving = [];
  };

  return {
    note(delta: Delta): void {
      if (delta.count !== 0 || delta.bytes !== 0) noted.push(delta);
    },

    noteUser(tenant: string): void {
      newUsers.push(tenant);
    },

    /**
     * Removes a user, with all memories or those of some types. Nothing of the user may be noted in this transaction before: the totals
     * are read as they were written.
     */
    forget(userNo: number, tenant: string, types: readonly AccountType[] | undefined): void {
      for (const { count, bytes, ...sum } of sql.selectAgents.all(userNo)) {
        if (types?.includes(sum.type) ?? true) noted.push({ ...sum, count: -count, bytes: -bytes });
      }
      if (types === undefined) leaving.push([userNo, tenant]);
    },

    /** Returns the use of all tenants, including noted changes. */
    total(type: AccountType): Usage {
      const kept: Usage = all.get(type) ?? NO_USAGE;
      return noted.reduce((sum, delta) => (delta.type === type ? plus(sum, delta) : sum), kept);
    },

    /** Keeps the notes of an intent that holds. */
    keep(): void {
      for (const delta of noted) {
        const { userNo, type, agentId } = delta;
        grow(all, type, delta, () => ({ count: 0, bytes: 0 }));
        grow(agents, `${userNo} ${type} ${agentId}`, delta, () => ({ userNo, type, agentId, count: 0, bytes: 0 }));
      }
      for (const tenant of newUsers) users.set(tenant, (users.get(tenant) ?? 0) + 1);
      for (const [userNo, tenant] of leaving) {
        users.set(tenant, (users.get(tenant) ?? 0) - 1);
        gone.set(userNo, tenant);
      }
      drop();
    },

    /** Drops the notes of an intent that is undone. */
    drop,

    /** Writes the kept notes. */
    write(): void {
      if (agents.size === 0 && users.size === 0) return;
      const totals = new Map<string, Sum & { readonly tenant: string; readonly type: string }>();
      const pooled: Parameters<typeof sql.shared.grow>[0][number][] = [];
      let tenantOf: { userNo: number; tenant: string } | undefined;
      for (const sum of agents.values()) {
        const { userNo, type } = sum;
        if (tenantOf?.userNo !== userNo)
          tenantOf = { userNo, tenant: gone.get(userNo) ?? sql.selectTenant.get(userNo) ?? '' };
        const { tenant } = tenantOf;
        if (type === 'LONG_TERM') pooled.push({ tenant, agentId: sum.agentId, userNo, count: sum.count });
        // An addition and a removal cancelled out: there may be no row.
        if (sum.count === 0 && sum.bytes === 0) continue;
        sql.changeAgent.run(sum);
        if (sum.count < 0) sql.forgetAgent.run({ userNo, type, agentId: sum.agentId });
        grow(totals, JSON.stringify([tenant, type]), sum, () => ({ tenant, type, count: 0, bytes: 0 }));
      }
      sql.shared.grow(pooled);
      for (const sum of totals.values()) sql.changeTotal.run(sum);
      for (const [tenant, count] of users) sql.changeTotal.run({ tenant, type: 'USER', count, bytes: 0 });
      agents.clear();
      users.clear();
      gone.clear();
    },
  };
}

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
