/** Deletes expired data: sessions, remembered requests, the old end of the log. A few rows at a time, between other writes. */
import type { Database } from 'better-sqlite3';
import { withRemoved } from '../../../domain/decide/quota.ts';
import { CHANGE_LOG_TTL_MS } from '../../../policy/lifecycle.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { QuotaAccounts, Owner } from '../records/quota-accounts.ts';
import type { MemoryTable } from '../records/memory-table.ts';

export type Swept = { readonly rows: number; readonly more: boolean };
/** The rows deleted, and the messages that expired since the last sweep. */
export type SweptAll = Swept & { readonly expired: number };

export function sweeper(
  db: Database,
  quotaAccounts: QuotaAccounts,
  rows: MemoryTable,
  removeRow: (owner: Owner, id: string, nowMs: number) => void,
  sweepRequests: (nowMs: number, limit: number) => number,
  sweepPacks: (limit: number) => number,
  clearVectors: () => number,
  /** Called with the number of expired memories. */
  noteExpired: (count: number) => void,
  /** Each takes a step of its work, and returns whether it did anything. */
  chores: readonly ((nowMs: number) => boolean)[],
): (nowMs: number) => Swept {
  // The newest change stays, so that its number is not used again.
  const deleteChanges = db.prepare(
    `DELETE FROM changes WHERE sequence IN
       (SELECT sequence FROM (SELECT sequence, at_ms FROM changes ORDER BY sequence LIMIT @limit + 0)
        WHERE at_ms <= @beforeMs AND sequence < (SELECT max(sequence) FROM changes))`,
  );

  const sweepSession = (owner: Owner, nowMs: number, limit: number): number => {
    const due = [];
    for (const memory of rows.oldest(owner)) {
      due.push(memory);
      if (due.length === limit) break;
    }
    for (const { id } of due) removeRow(owner, id, nowMs);
    noteExpired(due.length);
    const usage = due.reduce((left, { sizeBytes }) => withRemoved(left, sizeBytes), owner.usage);
    if (due.length < limit) quotaAccounts.dismiss(owner);
    else quotaAccounts.save(owner, usage, owner.expireMs, owner.reported);
    return due.length + 1;
  };

  return (nowMs) => {
    const limit = SQLITE.sweepChunkRows;
    let count = 0;
    for (let owner = quotaAccounts.firstExpired(nowMs); owner !== undefined && count < limit;) {
      count += sweepSession(owner, nowMs, limit);
      owner = quotaAccounts.firstExpired(nowMs);
    }
    if (count < limit && sweepPacks(SQLITE.sweepChunkPieces) > 0) return { rows: count, more: true };
    if (count < limit && clearVectors() > 0) return { rows: count, more: true };
    if (count < limit && chores.some((takeStep) => takeStep(nowMs))) return { rows: count, more: true };
    if (count < limit) count += sweepRequests(nowMs, limit);
    if (count < limit) count += deleteChanges.run({ beforeMs: nowMs - CHANGE_LOG_TTL_MS, limit }).changes;
    return { rows: count, more: count >= limit };
  };
}

/** Deletes remaining rows of erased users before expired ones: rows without a user do not expire. */
export function afterErasures(
  eraseStep: (nowMs: number) => number,
  sweep: (nowMs: number) => Swept,
): (nowMs: number) => Swept {
  return (nowMs) => {
    const rows = eraseStep(nowMs);
    return rows > 0 ? { rows, more: true } : sweep(nowMs);
  };
}

/** Sweeps the same, then turns that left their window before `oldestTurnMs`, then facts that were stale for long. */
export function sweepingAll(
  sweep: (nowMs: number) => Swept,
  sweepTurns: (oldestTurnMs: number, nowMs: number, limit: number) => number,
  sweepFacts: (nowMs: number, limit: number) => number,
  noteTextRemoved: () => void,
): (nowMs: number, oldestTurnMs: number) => Swept {
  return (nowMs, oldestTurnMs) => {
    const swept = sweep(nowMs);
    if (swept.more) return swept;
    const limit = SQLITE.sweepChunkRows;
    const turns = sweepTurns(oldestTurnMs, nowMs, limit);
    if (turns > 0) noteTextRemoved();
    const facts = sweepFacts(nowMs, limit);
    return { rows: swept.rows + turns + facts, more: Math.max(turns, facts) >= limit };
  };
}
