/** The writer's users, owners with their counters, and log of changes. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { NOTHING_REPORTED, type ReportedLevels } from '../../../domain/decide/alerts.ts';
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Totals } from './totals.ts';
import type { AccountType, OwnerType } from './stored-types.ts';

export type Owner<T extends AccountType = OwnerType> = {
  readonly ownerNo: number;
  readonly userNo: number;
  readonly type: T;
  readonly usage: Usage;
  readonly expireMs: number | null;
  /** The alert levels of its quotas that were reported. */
  readonly reported: ReportedLevels;
};

/** The part of a memory's scope that the change log stores. */
export type ChangeScope = Pick<Scope, 'agentId' | 'sessionId' | 'namespace'>;

export type ChangeOperation = 'ADD' | 'UPDATE' | 'REMOVE';

type OwnerRow = {
  readonly owner_no: number;
  readonly user_no: number;
  readonly type: AccountType;
  readonly count: number;
  readonly bytes: number;
  readonly expire_ms: number | null;
  readonly told: number;
};

export type NotedChange = {
  readonly userNo: number;
  readonly id: string;
  readonly sequence: number;
  readonly nowMs: number;
};

export interface QuotaAccounts {
  /** Returns undefined for a user who never added anything. */
  findUser(scope: Pick<Scope, 'tenant' | 'userId'>): number | undefined;
  /** Returns the user's number, and creates the user on the first add. */
  user(scope: Scope): number;
  /** Returns undefined for a user who is erased. */
  whoseIs(userNo: number): UserKey | undefined;

  /** Returns an owner, and creates it if there is none; `sessionId` is the owner's key beside the user, '' if there is none. */
  owner<T extends AccountType>(userNo: number, type: T, sessionId: string, expireMs: number | null): Owner<T>;
  findOwner(userNo: number, type: OwnerType, sessionId: string): Owner | undefined;
  /** Returns an owner of turns that left their window, by its number. */
  recallOwner(ownerNo: number): Owner<'RECALL'> | undefined;
  /** Returns all owners of a user; `place` is the owner's session or agent. */
  ownersOf(userNo: number): readonly (Owner<AccountType> & { readonly place: string })[];
  /** Returns the owner that expired first. */
  firstExpired(nowMs: number): Owner | undefined;
  /** Saves an owner's counters. */
  save(owner: Owner<AccountType>, usage: Usage, expireMs: number | null, reported?: ReportedLevels): void;
  /** Deletes an owner, who has no memories any more. */
  dismiss(owner: Owner): void;

  /** Logs a change in the change log. */
  log(owner: Owner<AccountType>, operation: ChangeOperation, id: string, scope: ChangeScope, nowMs: number): void;
  /** Logs the removal of a memory whose owner is deleted already. */
  logRemoval(userNo: number, type: AccountType, id: string, scope: ChangeScope, nowMs: number): void;
}

/** `note` is called with each change of a long-term memory, `audit` with each change. */
export function quotaAccountsOf(
  db: Database,
  sums: Totals,
  note: (change: NotedChange) => void = () => undefined,
  audit: (userNo: number, action: ChangeOperation, type: AccountType, id: string) => void = () => undefined,
): QuotaAccounts {
  const sql = statements(db);

  return {
    findUser: ({ tenant, userId }) => sql.selectUser.get({ tenant, userId }),

    user({ tenant, userId }) {
      const known = sql.selectUser.get({ tenant, userId });
      if (known !== undefined) return known;
      sums.noteUser(tenant);
      return Number(sql.insertUser.run({ tenant, userId }).lastInsertRowid);
    },

    owner<T extends AccountType>(userNo: number, type: T, sessionId: string, expireMs: number | null): Owner<T> {
      const row = sql.selectOwner.get({ userNo, type, sessionId });
      if (row !== undefined) return toOwner<T>(row);
      const ownerNo = Number(sql.insertOwner.run({ userNo, type, sessionId, expireMs }).lastInsertRowid);
      return { ownerNo, userNo, type, usage: NO_USAGE, expireMs, reported: NOTHING_REPORTED };
    },

    findOwner(userNo, type, sessionId) {
      const row = sql.selectOwner.get({ userNo, type, sessionId });
      return row && toOwner(row);
    },

    recallOwner(ownerNo) {
      const row = sql.selectByNumber.get({ ownerNo });
      return row && toOwner<'RECALL'>(row);
    },

    save(owner, { count, bytes }, expireMs, reported = owner.reported) {
      sql.updateOwner.run({ ownerNo: owner.ownerNo, count, bytes, expireMs, reported: packed(reported) });
    },

    ownersOf: (userNo) =>
      sql.selectOwners.all({ userNo }).map((row) => ({ ...toOwner<AccountType>(row), place: row.place })),

    whoseIs: (userNo) => sql.selectWhose.get({ userNo }),

    dismiss({ ownerNo }) {
      sql.deleteOwner.run({ ownerNo });
    },

    firstExpired(nowMs) {
      const row = sql.selectExpired.get({ nowMs });
      return row && toOwner(row);
    },

    log({ userNo, type }, operation, id, scope, nowMs) {
      const { agentId, sessionId, namespace } = scope;
      const revision = sql.advance.get({ userNo });
      audit(userNo, operation, type, id);
      const logged = sql.insertChange.run({
        userNo,
        revision,
        type,
        operation,
        id,
        nowMs,
        agentId,
        sessionId,
        namespace,
      });
      if (type !== 'LONG_TERM') return;
      note({ userNo, id, sequence: Number(logged.lastInsertRowid), nowMs });
    },

    logRemoval(userNo, type, id, scope, nowMs) {
      const revision = sql.advance.get({ userNo });
      audit(userNo, 'REMOVE', type, id);
      sql.insertChange.run({ userNo, revision, type, operation: 'REMOVE', id, nowMs, ...changeScopeOf(scope) });
    },
  };
}

function statements(db: Database) {
  return {
    selectUser: db
      .prepare<[Pick<Scope, 'tenant' | 'userId'>], number>(
        'SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId',
      )
      .pluck(),
    selectWhose: db.prepare<[object], UserKey>('SELECT tenant, user_id AS userId FROM users WHERE user_no = @userNo'),
    insertUser: db.prepare('INSERT INTO users (tenant, user_id, revision) VALUES (@tenant, @userId, 0)'),
    selectOwner: db.prepare<[object], OwnerRow>(
      `SELECT owner_no, user_no, type, count, bytes, expire_ms, told FROM owners
     WHERE user_no = @userNo AND type = @type AND session_id = @sessionId`,
    ),
    selectOwners: db.prepare<[object], OwnerRow & { readonly place: string }>(
      `SELECT owner_no, user_no, type, count, bytes, expire_ms, told, session_id AS place FROM owners
     WHERE user_no = @userNo`,
    ),
    selectByNumber: db.prepare<[object], OwnerRow>(
      `SELECT owner_no, user_no, type, count, bytes, expire_ms, told FROM owners
     WHERE owner_no = @ownerNo AND type = 'RECALL'`,
    ),
    insertOwner: db.prepare(
      `INSERT INTO owners (user_no, type, session_id, count, bytes, expire_ms)
     VALUES (@userNo, @type, @sessionId, 0, 0, @expireMs)`,
    ),
    updateOwner: db.prepare(
      'UPDATE owners SET count = @count, bytes = @bytes, expire_ms = @expireMs, told = @reported WHERE owner_no = @ownerNo',
    ),
    deleteOwner: db.prepare('DELETE FROM owners WHERE owner_no = @ownerNo'),
    selectExpired: db.prepare<[object], OwnerRow>(
      `SELECT owner_no, user_no, type, count, bytes, expire_ms, told FROM owners
     WHERE expire_ms <= @nowMs ORDER BY expire_ms LIMIT 1`,
    ),
    advance: db
      .prepare<[object], number>('UPDATE users SET revision = revision + 1 WHERE user_no = @userNo RETURNING revision')
      .pluck(),
    insertChange: db.prepare(
      `INSERT INTO changes (user_no, revision, type, operation, id, at_ms, agent_id, session_id, namespace)
     VALUES (@userNo, @revision, @type, @operation, @id, @nowMs, @agentId, @sessionId, @namespace)`,
    ),
  };
}

function changeScopeOf({ agentId, sessionId, namespace }: ChangeScope): ChangeScope {
  return { agentId, sessionId, namespace };
}

/** Reported alert levels are 0 to 2. */
const LEVELS = 3;

function packed({ COUNT, BYTES }: ReportedLevels): number {
  return COUNT * LEVELS + BYTES;
}

/** The row was selected by its type. */
function toOwner<T extends AccountType = OwnerType>(row: OwnerRow): Owner<T> {
  const { owner_no, user_no, type, count, bytes, expire_ms, told } = row;
  return {
    ownerNo: owner_no,
    userNo: user_no,
    type: type as T,
    usage: { count, bytes },
    expireMs: expire_ms,
    reported: told === 0 ? NOTHING_REPORTED : { COUNT: Math.floor(told / LEVELS), BYTES: told % LEVELS },
  };
}
