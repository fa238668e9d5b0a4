/** The writer's hold on pools of memories that share a cap. */
import type { Database } from 'better-sqlite3';
import type { CapScope } from '../../../policy/lifecycle.ts';

/** `userNo` is whose the memory is. */
export type PoolKey = { readonly tenant: string; readonly agentId: string; readonly userNo: number };

export function pools(db: Database) {
  const THIS = 'tenant = @tenant AND agent_id = @agentId AND user_no = @userNo';
  const select = db.prepare<[object], number>(`SELECT pool_no FROM pools WHERE ${THIS}`).pluck();
  const insert = db.prepare(
    'INSERT INTO pools (tenant, agent_id, user_no, count) VALUES (@tenant, @agentId, @userNo, 0)',
  );
  const change = db.prepare(`UPDATE pools SET count = count + @count WHERE ${THIS}`);
  const forget = db.prepare(`DELETE FROM pools WHERE ${THIS} AND count = 0`);
  const isAcrossUsers = scopeOf(db) === 'agent';
  /** What no agent wrote is the user's own, whatever the scope. */
  const keyOf = ({ tenant, agentId, userNo }: PoolKey): PoolKey => {
    return { tenant, agentId, userNo: isAcrossUsers && agentId !== '' ? 0 : userNo };
  };

  return {
    /** Made where it is missing. Not kept at hand: what made it may be undone. */
    of(pool: PoolKey): number {
      const key = keyOf(pool);
      return select.get(key) ?? Number(insert.run(key).lastInsertRowid);
    },

    /** All that a transaction changed: a pool may be named once for each of its users. One of which nothing is left goes, at the end. */
    grow(changes: readonly (PoolKey & { readonly count: number })[]): void {
      const keyed = changes.map(({ count, ...pool }) => ({ count, ...keyOf(pool) }));
      for (const grown of keyed) if (grown.count !== 0) change.run(grown);
      for (const { count, ...key } of keyed) if (count <= 0) forget.run(key);
    },
  };
}

function scopeOf(db: Database): CapScope {
  return db.prepare<[], CapScope>('SELECT scope FROM pool_scope').pluck().get() as CapScope;
}

const USER_OF_POOL = {
  'user-agent': 'u.user_no',
  agent: `iif(t.agent_id = '', u.user_no, 0)`,
} as const satisfies Readonly<Record<CapScope, string>>;

/**
 * Sorts all long-term memories into pools of this scope, in one transaction: only where they are in those of another, since it reads
 * and writes a row for each of them.
 */
export function poolBy(db: Database, scope: CapScope): void {
  if (scopeOf(db) === scope) return;
  db.transaction(() => {
    db.prepare('UPDATE pool_scope SET scope = ?').run(scope);
    db.prepare('DELETE FROM pools').run();
    const user = USER_OF_POOL[scope];
    db.prepare(
      `INSERT INTO pools (tenant, agent_id, user_no, count)
       SELECT u.tenant, t.agent_id, ${user}, sum(t.count) FROM agent_totals t JOIN users u USING (user_no)
       WHERE t.type = 'LONG_TERM' GROUP BY 1, 2, 3`,
    ).run();
    db.prepare(
      `UPDATE lives AS t SET pool_no = (
         SELECT p.pool_no FROM owners o JOIN users u USING (user_no)
         JOIN pools p ON p.tenant = u.tenant AND p.agent_id = t.agent_id AND p.user_no = ${user}
         WHERE o.owner_no = t.owner_no)
       WHERE worth IS NOT NULL`,
    ).run();
  })();
}
