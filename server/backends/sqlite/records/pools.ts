/** The writer's part of pools of memories that share a cap. */
import type { Database } from 'better-sqlite3';
import { scopeOf } from '../migrations/pool-by.ts';

/** The key of a pool; `userNo` is the memory's user. */
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
  /** A memory that no agent wrote is in the user's own pool, whatever the scope. */
  const keyOf = ({ tenant, agentId, userNo }: PoolKey): PoolKey => {
    return { tenant, agentId, userNo: isAcrossUsers && agentId !== '' ? 0 : userNo };
  };

  return {
    /** Returns a pool's number, and makes the pool if it is missing. It is not cached, since its creation may be undone. */
    of(pool: PoolKey): number {
      const key = keyOf(pool);
      return select.get(key) ?? Number(insert.run(key).lastInsertRowid);
    },

    /** Applies all changes of a transaction: a pool may be named once for each of its users. Empty pools are deleted at the end. */
    grow(changes: readonly (PoolKey & { readonly count: number })[]): void {
      const keyed = changes.map(({ count, ...pool }) => ({ count, ...keyOf(pool) }));
      for (const grown of keyed) if (grown.count !== 0) change.run(grown);
      for (const { count, ...key } of keyed) if (count <= 0) forget.run(key);
    },
  };
}
