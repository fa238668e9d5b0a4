/** Samples the use at the beginning of each day, of tenants and of users whose use changed, a few at a time. */
import type { Database } from 'better-sqlite3';
import { CONTEXT_QUOTAS } from '../../../domain/memory.ts';
import { DAY_MS } from '../../../policy/units.ts';
import { SAMPLE_DAYS } from '../../../policy/limits.ts';
import { SQLITE } from '../../../policy/backends.ts';

type State = { readonly day: number; readonly sequence: number; readonly is_done: number };

const MEASURES = (of: string, count: string, bytes: string): string =>
  `coalesce(sum(CASE ${of} WHEN 'LONG_TERM' THEN ${bytes} END), 0),
   coalesce(sum(CASE ${of} WHEN 'ENTITY' THEN ${count} END), 0),
   coalesce(sum(CASE ${of} WHEN 'SHORT_TERM' THEN ${bytes} END), 0),
   coalesce(sum(CASE WHEN ${of} IN (${CONTEXT_QUOTAS.map((name) => `'${name}'`).join(', ')}) THEN ${bytes} END), 0)`;

/** Takes the next step of the day's sampling; returns false once there is nothing left to do. */
export function sampler(db: Database): (nowMs: number) => boolean {
  const selectState = db.prepare<[], State>('SELECT day, sequence, is_done FROM sampling');
  const saveState = db.prepare('UPDATE sampling SET day = @day, sequence = @sequence, is_done = @isDone');
  const changed = db.prepare<[object], { readonly userNo: number; readonly sequence: number }>(
    `SELECT user_no AS userNo, max(sequence) AS sequence
     FROM (SELECT user_no, sequence FROM changes WHERE sequence > @sequence ORDER BY sequence LIMIT @limit + 0)
     GROUP BY user_no`,
  );
  const insert = `INSERT OR REPLACE INTO samples (tenant, user_id, day, vector_bytes, graph_nodes, session_bytes, disk_bytes)`;
  const sampleUser = db.prepare(
    `${insert} SELECT u.tenant, u.user_id, @day, ${MEASURES('o.type', 'o.count', 'o.bytes')}
     FROM users u LEFT JOIN owners o USING (user_no) WHERE u.user_no = @userNo GROUP BY u.user_no`,
  );
  const sampleTenants = db.prepare(
    `${insert} SELECT tenant, '', @day, ${MEASURES('type', 'count', 'bytes')} FROM totals GROUP BY tenant`,
  );
  const removeOld = db.prepare(
    `DELETE FROM samples WHERE (tenant, user_id, day) IN
       (SELECT tenant, user_id, day FROM samples WHERE day <= @day ORDER BY day LIMIT @limit + 0)`,
  );

  return (nowMs) => {
    const day = Math.floor(nowMs / DAY_MS);
    const limit = SQLITE.sweepChunkSamples;
    const state = selectState.get();
    if (state === undefined || (state.day >= day && state.is_done === 1)) {
      return removeOld.run({ day: day - SAMPLE_DAYS, limit }).changes > 0;
    }
    const users = changed.all({ sequence: state.sequence, limit });
    for (const { userNo } of users) sampleUser.run({ userNo, day });
    const sequence = users.reduce((last, user) => Math.max(last, user.sequence), state.sequence);
    if (users.length === 0) sampleTenants.run({ day });
    saveState.run({ day, sequence, isDone: users.length === 0 ? 1 : 0 });
    return true;
  };
}
