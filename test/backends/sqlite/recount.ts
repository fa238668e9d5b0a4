/** Compares every counter of a store with a recount of what it counts. */
import type { Database } from 'better-sqlite3';

/** The bytes that the windows and summaries of sessions take. */
const SESSIONS = `(SELECT s.session_no, s.user_no,
  coalesce((SELECT sum(t.size_bytes + length(CAST(coalesce(t.calls, '') AS BLOB))) FROM turns t
            WHERE t.session_no = s.session_no), 0)
  + coalesce((SELECT sum(length(CAST(g.keys AS BLOB))) FROM segments g WHERE g.session_no = s.session_no), 0) AS bytes
  FROM sessions s)`;
/** Counts snapshots at the size that their requests recorded before encryption; a request with a snapshot is larger than without it. */
const REQUESTS = `(SELECT request_no, user_no, iif(snapshot IS NULL, least, max(size_bytes, least + 1)) AS bytes
  FROM (SELECT *, length(CAST(request_id AS BLOB)) + length(CAST(outcome AS BLOB)) AS least FROM requests))`;

const RECOUNTS: Readonly<Record<string, readonly [counted: string, recount: string]>> = {
  owners: [
    'SELECT owner_no, count, bytes FROM owners WHERE count <> 0 OR bytes <> 0',
    `SELECT owner_no, count(*), sum(size_bytes) FROM memories GROUP BY owner_no
     UNION ALL SELECT o.owner_no, count(*), sum(s.bytes) FROM ${SESSIONS} s JOIN owners o USING (user_no)
       WHERE o.type = 'SESSION' GROUP BY o.owner_no
     UNION ALL SELECT o.owner_no, count(*), sum(r.bytes) FROM ${REQUESTS} r JOIN owners o USING (user_no)
       WHERE o.type = 'REQUEST_ID' GROUP BY o.owner_no
     UNION ALL SELECT o.owner_no, count(*), sum(d.size_bytes) FROM ordered_documents d JOIN owners o USING (user_no)
       WHERE o.type = 'ORDERED_DOCUMENT' GROUP BY o.owner_no`,
  ],
  sessions: ['SELECT session_no, size_bytes FROM sessions', `SELECT session_no, bytes FROM ${SESSIONS}`],
  requests: ['SELECT request_no, size_bytes FROM requests', `SELECT request_no, bytes FROM ${REQUESTS}`],
  totals: [
    `SELECT tenant, type, count, bytes FROM totals WHERE type <> 'USER' AND (count <> 0 OR bytes <> 0)`,
    `SELECT u.tenant, o.type, count(*), sum(m.size_bytes)
     FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
     GROUP BY u.tenant, o.type
     UNION ALL SELECT u.tenant, 'SESSION', count(*), sum(s.bytes) FROM ${SESSIONS} s JOIN users u USING (user_no) GROUP BY u.tenant
     UNION ALL SELECT u.tenant, 'REQUEST_ID', count(*), sum(r.bytes) FROM ${REQUESTS} r JOIN users u USING (user_no)
       GROUP BY u.tenant
     UNION ALL SELECT u.tenant, 'ORDERED_DOCUMENT', count(*), sum(d.size_bytes)
       FROM ordered_documents d JOIN users u USING (user_no) GROUP BY u.tenant`,
  ],
  users: [
    `SELECT tenant, count FROM totals WHERE type = 'USER' AND count <> 0`,
    'SELECT tenant, count(*) FROM users GROUP BY tenant',
  ],
  agents: [
    'SELECT user_no, agent_id, type, count, bytes FROM agent_totals',
    `SELECT o.user_no, m.agent_id, o.type, count(*), sum(m.size_bytes) FROM memories m JOIN owners o USING (owner_no)
     GROUP BY o.user_no, m.agent_id, o.type
     UNION ALL SELECT user_no, '', 'SESSION', count(*), sum(bytes) FROM ${SESSIONS} GROUP BY user_no
     UNION ALL SELECT user_no, '', 'REQUEST_ID', count(*), sum(bytes) FROM ${REQUESTS} GROUP BY user_no
     UNION ALL SELECT user_no, '', 'ORDERED_DOCUMENT', count(*), sum(size_bytes) FROM ordered_documents GROUP BY user_no`,
  ],
  pools: [
    'SELECT pool_no, tenant, agent_id, user_no, count FROM pools WHERE count <> 0',
    `SELECT l.pool_no, u.tenant, m.agent_id, iif(m.agent_id = '' OR (SELECT scope FROM pool_scope) = 'user-agent', u.user_no, 0), count(*)
     FROM memories m JOIN lives l USING (memory_no) JOIN owners o ON o.owner_no = m.owner_no JOIN users u USING (user_no)
     WHERE o.type = 'LONG_TERM' GROUP BY 1, 2, 3, 4`,
  ],
};

/** Returns the rows in which a counter differs from its recount; none if all agree. */
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
