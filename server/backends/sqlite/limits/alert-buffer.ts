/**
 * The writer's part of alerts. Alerts of all users are in one order, so a write notes what it does to them; the notes are kept or dropped
 * with its savepoint, and written before the commit.
 */
import type { Database } from 'better-sqlite3';
import { PROMPT_COST } from '../../../domain/accounts.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { AlertNote } from '../engine/store-change.ts';
import type { NoteBuffer } from '../records/shared-notes.ts';

export type AlertBuffer = ReturnType<typeof alertBuffer>;

export function alertBuffer(db: Database) {
  const insert = db.prepare(
    `INSERT INTO alerts (tenant, user_id, place, name, measure, level, current, max, at_ms)
     VALUES (@tenant, @userId, @place, @name, @measure, @level, @current, @max, @nowMs)`,
  );
  const resolve = db.prepare(
    `UPDATE alerts SET resolved_ms = @nowMs
     WHERE tenant = @tenant AND user_id = @userId AND place = @place AND name = '${PROMPT_COST}' AND resolved_ms IS NULL`,
  );
  const forget = db.prepare('DELETE FROM alerts WHERE tenant = @tenant AND user_id = @userId');
  const OLD = `SELECT sequence FROM (SELECT sequence, at_ms FROM alerts ORDER BY sequence LIMIT @limit + 0) WHERE at_ms <= @beforeMs`;
  const selectOld = db.prepare(`${OLD} LIMIT 1`);
  const removeOld = db.prepare(`DELETE FROM alerts WHERE sequence IN (${OLD})`);
  let noted: AlertNote[] = [];
  let kept: AlertNote[] = [];
  let hasRaised = false;
  const limit = SQLITE.sweepChunkRows;

  const writeOne = (note: AlertNote): void => {
    if (note.does === 'EXPIRE') return void removeOld.run({ beforeMs: note.beforeMs, limit });
    const { tenant, userId } = note;
    if (note.does === 'FORGET') return void forget.run({ tenant, userId });
    const { place, nowMs } = note;
    if (note.does === 'RESOLVE') return void resolve.run({ tenant, userId, place, nowMs });
    const { name, measure, level, current, max } = note;
    insert.run({ tenant, userId, place, name, measure, level, current, max, nowMs });
    hasRaised = true;
  };

  const buffer: NoteBuffer<readonly AlertNote[]> = {
    keep(): void {
      if (noted.length === 0) return;
      kept.push(...noted);
      noted = [];
    },
    drop: (): void => void (noted = []),
    write(): void {
      if (kept.length === 0) return;
      for (const note of kept) writeOne(note);
      kept = [];
    },
    take() {
      const taken = kept;
      kept = [];
      return taken;
    },
    put: (notes): void => void kept.push(...notes),
  };
  return {
    ...buffer,

    note: (note: AlertNote): void => void noted.push(note),

    /** Notes that some alerts that were raised by then are deleted; returns false if there are none. */
    expire(beforeMs: number): boolean {
      if (selectOld.get({ beforeMs, limit }) === undefined) return false;
      noted.push({ does: 'EXPIRE', beforeMs });
      return true;
    },

    /** Returns whether alerts were raised since the last call, whatever became of the transaction. */
    takeEvents(): boolean {
      const had = hasRaised;
      hasRaised = false;
      return had;
    },
  };
}
