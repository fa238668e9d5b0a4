/** Reads the change log: a user's by revision, a tenant's by the log's own sequence. */
import type { Database } from 'better-sqlite3';
import { RecordaError } from '../../../domain/errors.ts';
import type { MemoryType, Scope } from '../../../domain/memory.ts';
import type { MemoryChange } from '../../../ports/stores.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { FIND_MEMORY, toRecord, type FoundRow } from './rows.ts';
import type { AccountType, OwnerType } from './stored-types.ts';
import type { ChangeBounds, ChangePage, ChangesQuery } from '../../../domain/changes.ts';

type ChangeRow = {
  readonly sequence: number;
  readonly tenant: string;
  readonly user_id: string;
  readonly type: AccountType;
  readonly operation: MemoryChange['operation'];
  readonly id: string;
  readonly at_ms: number;
  readonly agent_id: string;
  readonly session_id: string;
  readonly namespace: string;
};

type MemoryChangeRow = ChangeRow & { readonly type: OwnerType };

/** The numbers of the oldest change that is kept and of the newest; without any, the oldest is the one that comes next. */
type Bounds = { readonly oldest: number; readonly newest: number };

const COLUMNS = 'u.tenant, u.user_id, c.type, c.operation, c.id, c.at_ms, c.agent_id, c.session_id, c.namespace';

export type ChangeReads = {
  changeBounds(argument: { readonly scope: Scope }): ChangeBounds;
  changes(argument: { readonly query: ChangesQuery }): ChangePage;
};

export function readChanges(db: Database): ChangeReads {
  const ofUser = db.prepare<[object], ChangeRow>(
    `SELECT c.revision AS sequence, ${COLUMNS} FROM users u JOIN changes c USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND c.revision > @after ORDER BY c.revision LIMIT @limit + 0`,
  );
  const ofAll = db.prepare<[object], ChangeRow>(
    `SELECT c.sequence, ${COLUMNS} FROM changes c JOIN users u USING (user_no)
     WHERE c.sequence > @after ORDER BY c.sequence LIMIT @limit + 0`,
  );
  const userBounds = db.prepare<[object], Bounds>(
    `SELECT u.revision AS newest,
       coalesce((SELECT min(c.revision) FROM changes c WHERE c.user_no = u.user_no), u.revision + 1) AS oldest
     FROM users u WHERE u.tenant = @tenant AND u.user_id = @userId`,
  );
  const allBounds = db.prepare<[], Bounds>(
    'SELECT coalesce(min(sequence), 1) AS oldest, coalesce(max(sequence), 0) AS newest FROM changes',
  );
  const find = db.prepare<[object], FoundRow>(FIND_MEMORY);

  const boundsOf = ({ tenant, userId }: Scope): Bounds =>
    (userId === '' ? allBounds.get() : userBounds.get({ tenant, userId })) ?? { oldest: 1, newest: 0 };

  return {
    changeBounds({ scope }) {
      const { oldest, newest } = boundsOf(scope);
      return { start: String(oldest - 1), end: String(newest) };
    },

    changes: ({ query }) =>
      db.transaction(() => {
        const { scope, limit, nowMs } = query;
        const { tenant, userId } = scope;
        const after = numberOf(query.after);
        const { oldest, newest } = boundsOf(scope);
        if (after === undefined || after < oldest - 1 || after > newest) throw changesGone();
        const rows = (userId === '' ? ofAll : ofUser).all({ tenant, userId, after, limit });
        const isWanted = wanted(scope, query.types);
        const changes: MemoryChange[] = [];
        let next = after;
        let bytes = 0;
        for (const row of rows) {
          if (bytes > SQLITE.answerBytes) return { changes, next: String(next), isAtEnd: false };
          next = row.sequence;
          if (!isOfMemory(row) || !isWanted(row)) continue;
          const found =
            row.operation === 'REMOVE' ? undefined : find.get({ id: row.id, tenant, userId: row.user_id, nowMs });
          bytes += found?.size_bytes ?? 0;
          changes.push({
            operation: row.operation,
            type: typeOf(row),
            id: row.id,
            scope: scopeOf(row),
            atMs: row.at_ms,
            position: String(row.sequence),
            ...(found && { record: toRecord(found, { tenant, userId: row.user_id, expireMs: found.expire_ms }) }),
          });
        }
        return { changes, next: String(next), isAtEnd: rows.length < limit };
      })(),
  };
}

/** Positions are the numbers of changes in decimal. Returns undefined for another text. */
function numberOf(position: string): number | undefined {
  return /^\d{1,15}$/.test(position) ? Number(position) : undefined;
}

/** Turns that left their session's window, and facts, are no memories. */
function isOfMemory(row: ChangeRow): row is MemoryChangeRow {
  return row.type !== 'RECALL' && row.type !== 'FACT';
}

function wanted({ tenant, agentId, sessionId, namespace }: Scope, types: readonly MemoryType[]) {
  return (row: MemoryChangeRow): boolean =>
    row.tenant === tenant &&
    (agentId === '' || row.agent_id === agentId) &&
    (sessionId === '' || row.session_id === sessionId) &&
    (namespace === '' || row.namespace === namespace) &&
    (types.length === 0 || types.includes(typeOf(row)));
}

function typeOf({ type }: MemoryChangeRow): MemoryType {
  return type === 'RELATIONSHIP' ? 'ENTITY' : type;
}

function scopeOf(row: ChangeRow): Scope {
  const { tenant, user_id: userId, agent_id: agentId, session_id: sessionId, namespace } = row;
  return { tenant, userId, agentId, sessionId, namespace, taskId: '' };
}

function changesGone(): RecordaError {
  return new RecordaError(
    'CHANGES_GONE',
    'The changes after this resume_token are no longer kept, or the token is from another store. Read the memories again, then watch without a token.',
  );
}
