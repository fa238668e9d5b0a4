/** Decides which long-term memories share a cap: reads the scope of the pools in the file, and changes it to another one. */
import type { Database } from 'better-sqlite3';
import type { CapScope } from '../../../policy/lifecycle.ts';

/** Returns which memories share a cap in this store. */
export function scopeOf(db: Database): CapScope {
  return db.prepare<[], CapScope>('SELECT scope FROM pool_scope').pluck().get() as CapScope;
}

const USER_OF_POOL = {
  'user-agent': 'u.user_no',
  agent: `iif(t.agent_id = '', u.user_no, 0)`,
} as const satisfies Readonly<Record<CapScope, string>>;

/**
 * Sorts all long-term memories into pools of this scope, in one transaction: only if they are in those of another scope, since it reads
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
