/** Reads the summaries of a user's last sessions. */
import type { Database } from 'better-sqlite3';
import { decideSeal } from '../../../domain/context/append.ts';
import { asksForEarlier, type EarlierSession } from '../../../domain/context/earlier-sessions.ts';
import type { Segment } from '../../../domain/context/segment.ts';
import type { WindowPolicy } from '../../../domain/context/turn.ts';
import type { Scope } from '../../../domain/memory.ts';
import { EARLIER_SESSIONS } from '../../../policy/context.ts';
import type { SessionRow, sessionRows } from './session-rows.ts';

type EarlierRow = { readonly sessionNo: number; readonly sessionId: string };
type UnsealedTurn = { readonly saidMs: number; readonly namespace: string };
type SummaryRow = { readonly keys: string; readonly saidMs: number };

/**
 * Returns the newest first, at most EARLIER_SESSIONS.shown, of those whose turns may be found: used since `oldestMs`, and open to other
 * sessions. If the question does not refer to them, only a session that begins gets one, to note that it is left out. For a window that
 * is not sealed yet, the summaries are those that sealing would make.
 */
export function earlierSessions(db: Database, rows: ReturnType<typeof sessionRows>) {
  const selectOthers = db.prepare<[object], EarlierRow>(
    `SELECT s.session_no AS sessionNo, s.session_id AS sessionId
     FROM users u JOIN sessions s INDEXED BY sessions_of_user ON s.user_no = u.user_no
     WHERE u.tenant = @tenant AND u.user_id = @userId AND s.session_id <> @sessionId AND s.is_recall_off = 0
       AND s.update_ms >= @oldestMs ORDER BY s.update_ms DESC LIMIT @limit + 0`,
  );
  const selectSummaries = db.prepare<[object], SummaryRow>(
    `SELECT keys, coalesce(said_ms, create_ms) AS saidMs FROM segments
     WHERE session_no = @sessionNo AND (@namespace = '' OR namespace = @namespace)
     ORDER BY segment DESC LIMIT @limit + 0`,
  );
  const selectUnsealed = db.prepare<[object], UnsealedTurn>(
    'SELECT said_ms AS saidMs, namespace FROM turns WHERE session_no = @sessionNo AND turn > @sealedTurn',
  );
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();

  /** Returns the summaries that sealing the window now would make, oldest first. */
  const unsealed = (row: SessionRow, namespace: string, defaultPolicy: WindowPolicy): readonly SummaryOf[] => {
    const sealedTurn = row.sealed_turn ?? 0;
    if (row.next_turn <= sealedTurn + 1) return [];
    const turns = selectUnsealed.all({ sessionNo: row.session_no, sealedTurn });
    if (namespace !== '' && turns.some((turn) => turn.namespace !== namespace)) return [];
    const saidMs = Math.max(...turns.map((turn) => turn.saidMs));
    const { sealed } = decideSeal(rows.state(row, defaultPolicy), saidMs);
    return sealed.map(({ segment: { keys } }) => ({ keys, saidMs }));
  };

  return (
    { tenant, userId, sessionId, namespace }: Scope,
    question: string,
    oldestMs: number,
    defaultPolicy: WindowPolicy,
    isNew: boolean,
  ): readonly EarlierSession[] => {
    const goesBack = asksForEarlier(question);
    if (!goesBack && !isNew) return [];
    const limit = goesBack ? EARLIER_SESSIONS.shown : 1;
    const others = selectOthers.all({ tenant, userId, sessionId, oldestMs, limit });
    if (others.length === 0) return [];
    const userNo = selectUser.get({ tenant, userId }) ?? 0;
    return others.flatMap(({ sessionNo, sessionId: ofOther }) => {
      const row = rows.find(userNo, ofOther);
      if (row === undefined) return [];
      const sealed = selectSummaries
        .all({ sessionNo, namespace, limit: EARLIER_SESSIONS.summaries })
        .map(({ keys, saidMs }): SummaryOf => ({ keys: JSON.parse(keys) as Segment['keys'], saidMs }))
        .toReversed();
      const all = [...sealed, ...unsealed(row, namespace, defaultPolicy)].slice(-EARLIER_SESSIONS.summaries);
      const last = all.at(-1);
      if (last === undefined) return [];
      return [{ sessionId: ofOther, saidMs: last.saidMs, summaries: all.map(({ keys }) => keys), isAsked: goesBack }];
    });
  };
}

type SummaryOf = { readonly keys: Segment['keys']; readonly saidMs: number };
