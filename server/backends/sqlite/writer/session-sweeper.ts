/** Deletes sessions that nobody has used for as long as turns are kept: what their windows still hold, their summaries, their last error. */
import type { Database } from 'better-sqlite3';
import { SQLITE } from '../../../policy/sqlite.ts';

/** Takes a few at a time, and says how many rows went. */
export function sessionSweeper(db: Database, noteTextRemoved: () => void): (oldestMs: number) => number {
  const selectDue = db
    .prepare<[object], number>(
      'SELECT session_no FROM sessions WHERE update_ms < @oldestMs ORDER BY update_ms LIMIT @limit + 0',
    )
    .pluck();
  const deletions = ['turns', 'segments', 'errors', 'sessions'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE session_no = @sessionNo`),
  );
  return (oldestMs) => {
    const due = selectDue.all({ oldestMs, limit: SQLITE.sweptSessions });
    let rows = 0;
    for (const sessionNo of due) for (const deletion of deletions) rows += deletion.run({ sessionNo }).changes;
    if (rows > 0) noteTextRemoved();
    return rows;
  };
}
