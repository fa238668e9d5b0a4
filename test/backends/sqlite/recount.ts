/** Whether every counter of a store equals a recount of what it counts. */
import type { Database } from 'better-sqlite3';

const RECOUNTS: Readonly<Record<string, readonly [counted: string, recount: string]>> = {
  owners: [
    'SELECT owner_no, count, bytes FROM owners WHERE count <> 0 OR bytes <> 0',
    'SELECT owner_no, count(*), sum(size_bytes) FROM memories GROUP BY owner_no',
  ],
  totals: [
    `SELECT tenant, type, count, bytes FROM totals WHERE type <> 'USER' AND (count <> 0 OR bytes <> 0)`,
    `SELECT u.tenant, o.type, count(*), sum(m.size_bytes)
     FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
     WHERE o.type NOT IN ('RECALL', 'FACT') GROUP BY u.tenant, o.type`,
  ],
  users: [
    `SELECT tenant, count FROM totals WHERE type = 'USER' AND count <> 0`,
    'SELECT tenant, count(*) FROM users GROUP BY tenant',
  ],
  agents: [
    'SELECT user_no, agent_id, type, count, bytes FROM agent_totals',
    `SELECT o.user_no, m.agent_id, o.type, count(*), sum(m.size_bytes) FROM memories m JOIN owners o USING (owner_no)
     WHERE o.type NOT IN ('RECALL', 'FACT') GROUP BY o.user_no, m.agent_id, o.type`,
  ],
  pools: [
    'SELECT pool_no, tenant, agent_id, user_no, count FROM pools WHERE count <> 0',
    `SELECT l.pool_no, u.tenant, m.agent_id, iif(m.agent_id = '', u.user_no, 0), count(*)
     FROM memories m JOIN lives l USING (memory_no) JOIN owners o ON o.owner_no = m.owner_no JOIN users u USING (user_no)
     WHERE o.type = 'LONG_TERM' GROUP BY 1, 2, 3, 4`,
  ],
};

/** The rows in which a counter and its recount differ; none where all agree. */
export function wrongCounters(db: Database): readonly unknown[] {
  return Object.entries(RECOUNTS).flatMap(([name, [counted, recount]]) => {
    const rows = (sql: string) =>
      new Set(
        db
          .prepare(sql)
          .raw()
          .all()
          .map((row) => JSON.stringify(row)),
      );
    const [is, shouldBe] = [rows(counted), rows(recount)];
    return [
      ...[...is].filter((row) => !shouldBe.has(row)).map((row) => `${name} says ${row}`),
      ...[...shouldBe].filter((row) => !is.has(row)).map((row) => `${name} lacks ${row}`),
    ];
  });
}
