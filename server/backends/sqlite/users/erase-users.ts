/**
 * The writer's part of erasures. One commit detaches a user: no row names the user any more, so that nothing finds the user's data, and a
 * later write starts a new user. The rows themselves are deleted a few at a time, between other writes, also after a crash: they must be
 * zeroed, which takes time.
 */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import type { MemoryType } from '../../../domain/memory.ts';
import type { BegunErasure, ErasureEntry, TargetCount } from '../../../ports/users.ts';
import { countUser } from './count-user.ts';
import type { QuotaAccounts, ChangeScope } from '../records/quota-accounts.ts';
import type { OutboxOfStore } from '../outbox/writes.ts';
import type { Requests } from '../records/requests.ts';
import type { Totals } from '../records/totals.ts';
import { idPatterns, accountTypes, type AccountType } from '../records/stored-types.ts';
import { NAMED_TABLES, NUMBERED_TABLES, type NumberedTable } from '../schema.ts';

/** The erasure of all types, unless some are named. */
export type EraseCommand = {
  readonly whose: UserKey;
  readonly types?: readonly MemoryType[] | undefined;
  readonly erasureId: string;
  readonly nowMs: number;
};

type Pending = { readonly userNo: number; readonly ofUserNo: number | null };
type GoneRow = {
  readonly memory_no: number;
  readonly id: string;
  readonly owner_no: number;
  readonly agent_id: string;
  readonly session_id: string;
  readonly namespace: string;
};

/** In SQL this bounds nothing. */
const NO_LIMIT = -1;

export function eraseUsers(
  db: Database,
  quotaAccounts: QuotaAccounts,
  sums: Totals,
  remembered: Requests,
  readPlansAgain: () => void,
  outbox: OutboxOfStore,
  forgetAlerts: (whose: UserKey) => void,
  /**
   * True if removals of some types are logged when they are detached: the steps of one copy of a store must log nothing. Else each is logged
   * when its row is deleted.
   */
  logsAtOnce: boolean,
) {
  const sql = statements(db);
  const { removals, removeMemories } = removalsOf(db, sql);

  const { leave, leaveOwner, detachTypes } = detachments(sql, { quotaAccounts, sums, remembered, logsAtOnce });

  return {
    /** Detaches the user and returns the counts. Nothing finds the data any more; the steps delete it. */
    detach(command: EraseCommand): readonly TargetCount[] {
      const { whose, types, erasureId, nowMs } = command;
      const counts = sql.count(whose, types);
      const userNo = quotaAccounts.findUser(whose);
      if (types === undefined || types.includes('LONG_TERM')) outbox.eraseUser(userNo, whose);
      if (userNo !== undefined && types === undefined) {
        sums.forget(userNo, whose, undefined);
        leave(userNo, whose);
      }
      if (userNo !== undefined && types !== undefined) detachTypes(userNo, command, types);
      if (types === undefined) {
        for (const remove of sql.removeNamed) remove.run({ ...whose });
        forgetAlerts(whose);
      }
      sql.note.run({ erasureId, nowMs, entry: sql.begunEntry.get({ id: erasureId }) ?? null });
      readPlansAgain();
      return counts;
    },

    begin({ id, whose: { tenant, userId }, types, entry }: BegunErasure): void {
      const named = types === undefined ? null : JSON.stringify(types);
      sql.begin.run({ id, tenant, userId, types: named, entry: entry ?? null });
    },

    /** Detaches a user whom another copy of the store has detached. */
    leave,

    /** Detaches an owner whose memories another copy of the store has detached. */
    leaveOwner,

    end: (id: string): void => void sql.end.run({ id }),

    /** Notes erasures of users who have nothing here. */
    noteErased({ erasures, nowMs }: { readonly erasures: readonly ErasureEntry[]; readonly nowMs: number }): void {
      for (const { id, entry } of erasures) sql.note.run({ erasureId: id, nowMs, entry });
    },

    /** Replaces the entries of erasures that have one, also of those under way. */
    replaceEntries({ entries }: { readonly entries: readonly ErasureEntry[] }): void {
      for (const { id, entry } of entries) for (const replace of sql.replaceEntries) replace.run({ id, entry });
    },

    /** Deletes a few rows of an erased user; returns their number, 0 once there are none. */
    step(nowMs: number): number {
      const pending = sql.firstPending.get();
      if (pending === undefined) return 0;
      const { userNo, ofUserNo } = pending;
      for (const { table, remove, limit } of removals) {
        // Memories are deleted after the packs that hold their words, and before the owners by which they are found.
        if (table === 'owners') {
          const gone = removeMemories({ userNo });
          if (ofUserNo !== null) logRemovals(sql, quotaAccounts, ofUserNo, gone, nowMs);
          if (gone.length > 0) return gone.length;
        }
        const { changes } = remove.run({ userNo, limit });
        if (changes > 0) return changes;
      }
      sql.endPending.run({ userNo });
      return 1;
    },
  };
}

type DetachParts = {
  readonly quotaAccounts: QuotaAccounts;
  readonly sums: Totals;
  readonly remembered: Requests;
  readonly logsAtOnce: boolean;
};

/** Takes the name off rows, so that nothing finds them, and notes that they are to be deleted. */
function detachments(sql: Statements, { quotaAccounts, sums, remembered, logsAtOnce }: DetachParts) {
  /** Makes the number of a user who does not exist, for rows that are to be deleted. */
  const ghost = (name: string): number => {
    const ghostNo = Number(sql.insertUser.run({ name }).lastInsertRowid);
    sql.removeUser.run({ userNo: ghostNo });
    return ghostNo;
  };
  /** Detaches all types, which no sums count any more. */
  const leave = (userNo: number, { tenant, userId }: UserKey): void => {
    sql.removeUser.run({ userNo });
    sql.keepOwners.run({ userNo });
    sql.blankNewest.run({ userNo });
    sql.insertPending.run({ userNo, ofUserNo: null });
    sql.restartRound.run({ tenant, userId });
  };
  const detachTypes = (
    userNo: number,
    { whose, nowMs, erasureId }: EraseCommand,
    types: readonly MemoryType[],
  ): void => {
    const ghostNo = ghost(erasureId);
    const kept = types.flatMap(accountTypes);
    sums.forget(userNo, whose, kept);
    for (const type of kept) sql.moveOwners.run({ userNo, ghostNo, type });
    for (const type of types) {
      sql.moveArchived.run({ userNo, ghostNo, type });
      sql.moveObjects.run({ userNo, ghostNo, pattern: `archive/${type.toLowerCase()}/*` });
    }
    for (const pattern of types.flatMap(idPatterns)) remembered.forgetOfType(userNo, pattern, nowMs);
    if (logsAtOnce) {
      const gone = sql.selectMemories.all({ userNo: ghostNo, limit: NO_LIMIT });
      logRemovals(sql, quotaAccounts, userNo, gone, nowMs);
    }
    sql.insertPending.run({ userNo: ghostNo, ofUserNo: logsAtOnce ? null : userNo });
  };
  const leaveOwner = ({ ownerNo }: { readonly ownerNo: number }): void => {
    const ghostNo = ghost(`owner ${ownerNo}`);
    sql.moveOwner.run({ ghostNo, ownerNo });
    sql.insertPending.run({ userNo: ghostNo, ofUserNo: null });
  };
  return { leave, leaveOwner, detachTypes };
}

/** Logs each removal, for those who follow the changes of a user who lost some types. */
function logRemovals(
  sql: Statements,
  quotaAccounts: QuotaAccounts,
  ofUserNo: number,
  gone: readonly GoneRow[],
  nowMs: number,
): void {
  if (sql.stands.get({ userNo: ofUserNo }) === undefined) return;
  for (const { id, owner_no: ownerNo, agent_id: agentId, session_id: sessionId, namespace } of gone) {
    const scope: ChangeScope = { agentId, sessionId, namespace };
    quotaAccounts.logRemoval(ofUserNo, sql.typeOfOwner.get({ ownerNo }) ?? 'LONG_TERM', id, scope, nowMs);
  }
}

/** Makes statements that delete the next few rows of a user number, for each table in its order. Rows of `memories` are reported. */
function removalsOf(db: Database, { selectMemories }: Statements) {
  const chunk = ({ table, where, key = 'rowid' }: NumberedTable): string =>
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT @limit + 0)`;
  const memories = NUMBERED_TABLES.find(({ table }) => table === 'memories') as NumberedTable;
  const removeNumbers = db.prepare('DELETE FROM memories WHERE memory_no IN (SELECT value FROM json_each(@numbers))');
  return {
    removals: NUMBERED_TABLES.filter(({ table }) => table !== 'memories').map((row) => ({
      table: row.table,
      remove: db.prepare(chunk(row)),
      limit: row.chunk,
    })),
    removeMemories: ({ userNo }: { readonly userNo: number }): readonly GoneRow[] => {
      const gone = selectMemories.all({ userNo, limit: memories.chunk });
      removeNumbers.run({ numbers: JSON.stringify(gone.map((row) => row.memory_no)) });
      return gone;
    },
  };
}

type Statements = ReturnType<typeof statements>;

function statements(db: Database) {
  return {
    count: countUser(db),
    note: db.prepare(
      `INSERT INTO erased (id, at_ms, entry) VALUES (@erasureId, @nowMs, @entry)
     ON CONFLICT (id) DO UPDATE SET entry = coalesce(entry, excluded.entry)`,
    ),
    replaceEntries: ['erased', 'begun_erasures'].map((table) =>
      db.prepare(`UPDATE ${table} SET entry = @entry WHERE id = @id AND entry IS NOT NULL`),
    ),
    begunEntry: db.prepare<[object], Uint8Array | null>('SELECT entry FROM begun_erasures WHERE id = @id').pluck(),
    begin: db.prepare(
      'INSERT OR IGNORE INTO begun_erasures (id, tenant, user_id, types, entry) VALUES (@id, @tenant, @userId, @types, @entry)',
    ),
    end: db.prepare('DELETE FROM begun_erasures WHERE id = @id'),
    insertPending: db.prepare('INSERT INTO erasures (user_no, of_user_no) VALUES (@userNo, @ofUserNo)'),
    insertUser: db.prepare(`INSERT INTO users (tenant, user_id, revision) VALUES ('', @name, 0)`),
    removeUser: db.prepare('DELETE FROM users WHERE user_no = @userNo'),
    // The owners of an erased user no longer expire, since the erasure deletes them.
    keepOwners: db.prepare('UPDATE owners SET expire_ms = NULL WHERE user_no = @userNo'),
    moveOwners: db.prepare(
      'UPDATE owners SET user_no = @ghostNo, expire_ms = NULL WHERE user_no = @userNo AND type = @type',
    ),
    moveOwner: db.prepare('UPDATE owners SET user_no = @ghostNo, expire_ms = NULL WHERE owner_no = @ownerNo'),
    // Removals are logged in this order, whether at once or a few at a time, so it goes by nothing that only one copy of a store knows, such
    // as numbers of rows. The unique indexes of both tables have it, so no rows are sorted.
    selectMemories: db.prepare<[object], GoneRow>(
      `SELECT m.memory_no, m.id, m.owner_no, m.agent_id, m.session_id, m.namespace FROM owners o JOIN memories m USING (owner_no)
       WHERE o.user_no = @userNo ORDER BY o.type, o.session_id, m.create_ms, m.id LIMIT @limit + 0`,
    ),
    moveArchived: db.prepare('UPDATE archived SET user_no = @ghostNo WHERE user_no = @userNo AND type = @type'),
    moveObjects: db.prepare(
      'UPDATE archive_objects SET user_no = @ghostNo WHERE user_no = @userNo AND object GLOB @pattern',
    ),
    removeNamed: NAMED_TABLES.filter(({ copied }) => copied !== 'NOTES').map(({ table }) =>
      db.prepare(`DELETE FROM ${table} WHERE tenant = @tenant AND user_id = @userId`),
    ),
    // A round over a tenant's users is in the order of their ids, so it starts again.
    restartRound: db.prepare(`UPDATE alert_rounds SET user_id = '' WHERE tenant = @tenant AND user_id = @userId`),
    blankNewest: db.prepare(
      `UPDATE changes SET id = '', agent_id = '', session_id = '', namespace = ''
     WHERE sequence = (SELECT max(sequence) FROM changes) AND user_no = @userNo`,
    ),
    firstPending: db.prepare<[], Pending>(
      'SELECT user_no AS userNo, of_user_no AS ofUserNo FROM erasures ORDER BY user_no LIMIT 1',
    ),
    endPending: db.prepare('DELETE FROM erasures WHERE user_no = @userNo'),
    typeOfOwner: db.prepare<[object], AccountType>('SELECT type FROM owners WHERE owner_no = @ownerNo').pluck(),
    stands: db.prepare<[object], number>('SELECT 1 FROM users WHERE user_no = @userNo').pluck(),
  };
}
