/** Finds sessions that nobody has appended to for a while and whose window is not summed up. */
import type { Database } from 'better-sqlite3';
import type { IdleQuery } from '../../../domain/context/intents.ts';
import type { Scope } from '../../../domain/memory.ts';

type IdleRow = Pick<Scope, 'tenant' | 'userId' | 'sessionId'>;

/** The expression must equal that of the index `sessions_unsealed`, or SQLite does not use it. */
const UNSEALED = 's.next_turn > coalesce(s.sealed_turn, 0) + 1';
const SELECT = 'SELECT u.tenant, u.user_id AS userId, s.session_id AS sessionId';

export function idleSessions(db: Database): (query: IdleQuery) => readonly Scope[] {
  const selectAnybodys = db.prepare<[object], IdleRow>(
    `${SELECT} FROM sessions s INDEXED BY sessions_unsealed JOIN users u USING (user_no)
     WHERE ${UNSEALED} AND s.update_ms < @beforeMs LIMIT @limit + 0`,
  );
  const selectOfUser = db.prepare<[object], IdleRow>(
    `${SELECT} FROM users u JOIN sessions s INDEXED BY sessions_unsealed ON s.user_no = u.user_no
     WHERE u.tenant = @tenant AND u.user_id = @userId AND s.session_id <> @sessionId AND ${UNSEALED}
       AND s.update_ms < @beforeMs ORDER BY s.update_ms DESC LIMIT @limit + 0`,
  );
  return ({ beforeMs, limit, scope }) => {
    const rows =
      scope === undefined
        ? selectAnybodys.all({ beforeMs, limit })
        : selectOfUser.all({
            tenant: scope.tenant,
            userId: scope.userId,
            sessionId: scope.sessionId,
            beforeMs,
            limit,
          });
    return rows.map((row) => ({ ...row, agentId: '', namespace: '', taskId: '' }));
  };
}
