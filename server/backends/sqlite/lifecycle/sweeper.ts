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

type SweepSession = (owner: Owner, nowMs: number, limit: number) => number;

/** Deletes memories of a session that has expired, at most `limit`, and then its owner. */
export function sessionSweeper(
  quotaAccounts: QuotaAccounts,
  rows: MemoryTable,
  removeRow: (owner: Owner, id: string, nowMs: number) => void,
  /** Called with the number of expired memories. */
  noteExpired: (count: number) => void,
): SweepSession {
  return (owner, nowMs, limit) => {
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
}

export function sweeper(
  db: Database,
  quotaAccounts: QuotaAccounts,
  sweepSession: SweepSession,
  sweepRequests: (nowMs: number, limit: number) => number,
  sweepPacks: (limit: number) => number,
  clearVectors: () => number,
  /** Each takes a step of its work, and returns whether it did anything. */
  chores: readonly ((nowMs: number) => boolean)[],
): (nowMs: number) => Swept {
  // The newest change stays, so that its number is not used again.
  const deleteChanges = db.prepare(
    `DELETE FROM changes WHERE sequence IN
       (SELECT sequence FROM (SELECT sequence, at_ms FROM changes ORDER BY sequence LIMIT @limit + 0)
        WHERE at_ms <= @beforeMs AND sequence < (SELECT max(sequence) FROM changes))`,
  );

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

/** Deletes the old end of the log where its users are erased: they are nobody's changes, which each copy of a store has of its own. */
export function sweepingGone(db: Database): (nowMs: number) => number {
  const deleteChanges = db.prepare(
    `DELETE FROM changes WHERE sequence IN
       (SELECT sequence FROM (SELECT sequence, user_no, at_ms FROM changes ORDER BY sequence LIMIT @limit + 0)
        WHERE at_ms <= @beforeMs AND sequence < (SELECT max(sequence) FROM changes)
          AND user_no NOT IN (SELECT user_no FROM users))`,
  );
  return (nowMs) => deleteChanges.run({ beforeMs: nowMs - CHANGE_LOG_TTL_MS, limit: SQLITE.sweepChunkRows }).changes;
}

type SweepPart = (nowMs: number, limit: number) => number;

export type SweepOneParts = {
  readonly quotaAccounts: QuotaAccounts;
  readonly sweepSession: SweepSession;
  readonly chores: readonly ((nowMs: number) => boolean)[];
  readonly sweepRequests: SweepPart;
  readonly sweepFacts: SweepPart;
  readonly sweepContext: (oldestTurnMs: number, nowMs: number, limit: number) => number;
  readonly noteTextRemoved: () => void;
};

/** Deletes what all users have that is expired, a few rows of one user at each call: in a copy of a store each is an act of that user. */
export function sweepingOne(db: Database, parts: SweepOneParts): (nowMs: number, oldestTurnMs: number) => Swept {
  const { quotaAccounts, sweepSession, chores, sweepRequests, sweepFacts, sweepContext, noteTextRemoved } = parts;
  const deleteChanges = db.prepare(
    `DELETE FROM changes WHERE at_ms <= @beforeMs AND sequence < (SELECT max(sequence) FROM changes)
     AND sequence IN (SELECT sequence FROM changes
       WHERE user_no = (SELECT user_no FROM changes JOIN users USING (user_no) ORDER BY sequence LIMIT 1)
       ORDER BY revision LIMIT @limit + 0)`,
  );
  return (nowMs, oldestTurnMs) => {
    const limit = SQLITE.sweepChunkRows;
    const steps: readonly (() => number)[] = [
      () => {
        const owner = quotaAccounts.firstExpired(nowMs);
        return owner === undefined ? 0 : sweepSession(owner, nowMs, limit);
      },
      ...chores.map((takeStep) => () => (takeStep(nowMs) ? 1 : 0)),
      () => sweepRequests(nowMs, limit),
      () => deleteChanges.run({ beforeMs: nowMs - CHANGE_LOG_TTL_MS, limit }).changes,
      () => sweepContext(oldestTurnMs, nowMs, limit),
      () => sweepFacts(nowMs, limit),
    ];
    for (const step of steps) {
      const rows = step();
      if (rows === 0) continue;
      noteTextRemoved();
      return { rows, more: true };
    }
    return { rows: 0, more: false };
  };
}
