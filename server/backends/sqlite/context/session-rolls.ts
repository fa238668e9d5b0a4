/** The writer's counts of a user's sessions and their bytes: the least recently used make room for others. */
import type { Database } from 'better-sqlite3';
import { hasRoom, NO_USAGE, overByteQuota, overQuota } from '../../../domain/decide/quota.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SESSIONS_ROLL } from '../../../policy/context.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { isOver, type ContextAccounts } from '../records/context-accounts.ts';
import type { recallTable } from './recall-table.ts';
import type { ChooseDue } from '../records/due-rows.ts';

type SessionToGo = {
  readonly sessionNo: number;
  readonly userNo: number;
  readonly sessionId: string;
  readonly sizeBytes: number;
  readonly isRecallOff: number;
};

const COLUMNS = `session_no AS sessionNo, user_no AS userNo, session_id AS sessionId, size_bytes AS sizeBytes,
  is_recall_off AS isRecallOff`;

export function sessionRolls(
  db: Database,
  accounts: ContextAccounts,
  recall: ReturnType<typeof recallTable>,
  noteTextRemoved: () => void,
) {
  const grow = db.prepare('UPDATE sessions SET size_bytes = size_bytes + @bytes WHERE session_no = @sessionNo');
  const selectOld = db.prepare<[object], SessionToGo>(
    `SELECT ${COLUMNS} FROM sessions WHERE update_ms < @oldestMs ORDER BY update_ms LIMIT @limit + 0`,
  );
  const selectIdle = db.prepare<[object], SessionToGo>(
    `SELECT ${COLUMNS} FROM sessions WHERE user_no = @userNo AND session_no <> @sessionNo
       AND (ended_ms IS NOT NULL OR update_ms < @idleMs) ORDER BY update_ms LIMIT 1`,
  );
  const selectFindable = db.prepare<
    [object],
    { readonly turn: number; readonly id: string; readonly sizeBytes: number }
  >(
    `SELECT turn, id, size_bytes AS sizeBytes FROM turns
     WHERE session_no = @sessionNo AND role <> 'TOOL' AND size_bytes > 0 ORDER BY turn`,
  );
  const deletions = ['turns', 'segments', 'errors', 'sessions'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE session_no = @sessionNo`),
  );

  /** Removes a session; returns the number of deleted rows. */
  const remove = ({ sessionNo, userNo, sizeBytes }: SessionToGo, nowMs: number): number => {
    let rows = 0;
    for (const deletion of deletions) rows += deletion.run({ sessionNo }).changes;
    accounts.change(userNo, 'SESSION', { count: -1, bytes: -sizeBytes }, nowMs);
    noteTextRemoved();
    return rows;
  };

  return {
    /** Counts the new size of a session's window, larger or smaller, and refuses nothing. */
    resize(userNo: number, sessionNo: number, bytes: number, nowMs: number): void {
      if (bytes === 0) return;
      grow.run({ sessionNo, bytes });
      accounts.change(userNo, 'SESSION', { count: 0, bytes }, nowMs);
    },

    /**
     * Counts a session that is new, or takes so many more bytes. If that is over the quota, sessions that have ended or are idle are
     * removed, the least recently used first, and their windows' turns become findable. Throws QUOTA_EXCEEDED if none is left to remove.
     * Returns the removed sessions, and the number of turns that left recall for theirs.
     */
    take(scope: Scope, { userNo, sessionNo, isNew, bytes }: GrownSession, nowMs: number) {
      grow.run({ sessionNo, bytes });
      let account = accounts.change(userNo, 'SESSION', { count: isNew ? 1 : 0, bytes }, nowMs, { whose: scope });
      const gone: string[] = [];
      let droppedTurns = 0;
      // A write that takes no more room is accepted, also under a quota that was lowered.
      const hasGrown = isNew || bytes > 0;
      for (let isFull = hasGrown && isOver(account); isFull; isFull = isOver(account)) {
        const idle = selectIdle.get({ userNo, sessionNo, idleMs: nowMs - SESSIONS_ROLL.idleMs });
        if (idle === undefined) throw refusal(scope, account, isNew, bytes);
        if (idle.isRecallOff === 0) {
          droppedTurns += recall.put(userNo, idle.sessionNo, selectFindable.all({ sessionNo: idle.sessionNo }), nowMs);
        }
        remove(idle, nowMs);
        gone.push(idle.sessionId);
        account = accounts.of(userNo, 'SESSION', scope);
      }
      return { gone, droppedTurns };
    },

    /** Deletes a few sessions that nobody has used since `oldestMs`; returns the number of deleted rows. */
    sweep(oldestMs: number, nowMs: number, choose: ChooseDue): number {
      const old = selectOld.all({ oldestMs, limit: SQLITE.sweptSessions });
      return choose(old, ({ userNo }) => userNo).reduce((rows, session) => rows + remove(session, nowMs), 0);
    },
  };
}

export type GrownSession = {
  readonly userNo: number;
  readonly sessionNo: number;
  readonly isNew: boolean;
  readonly bytes: number;
};

/** Returns the error, by the use before. */
function refusal(
  scope: Scope,
  { usage, quota }: Pick<ReturnType<ContextAccounts['of']>, 'usage' | 'quota'>,
  isNew: boolean,
  bytes: number,
) {
  const before = { count: usage.count - (isNew ? 1 : 0), bytes: usage.bytes - bytes };
  if (isNew && !hasRoom({ ...NO_USAGE, count: before.count }, 0, quota)) {
    return overQuota('SESSION', scope, before, 0, quota);
  }
  return overByteQuota('SESSION', scope, { used: before.bytes, limit: quota.bytes, added: bytes });
}
