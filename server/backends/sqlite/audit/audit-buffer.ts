/**
 * The writer's part of the audit log. The changes of an intent are noted, kept or dropped with its savepoint, and written as one page for
 * all intents of a transaction, before it commits: so nothing is changed without its record, and a record costs no commit of its own.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import {
  FIRST_HASH,
  pageHash,
  pseudonym,
  writeRecords,
  type AuditAction,
  type AuditEvent,
  type AuditHead,
  type AuditPage,
  type AuditRecord,
  type Origin,
} from '../../../domain/audit.ts';
import { AUDITING } from '../../../policy/lifecycle.ts';
import type { NoteBuffer } from '../records/shared-notes.ts';
import type { AccountType } from '../records/stored-types.ts';

/** An entry of the audit log. */
export type Noted = {
  readonly action: AuditAction;
  readonly subject: string;
  readonly id?: string | undefined;
  readonly count?: number | undefined;
  readonly why?: string | undefined;
};

type HeldKey = UserKey & { readonly key: Uint8Array; readonly user: string };

export type AuditBuffer = ReturnType<typeof auditBuffer>;

/** The log is checked against its head as it was stored, unless whoever holds the data of a copy answers for it. */
export function auditBuffer(db: Database, head: AuditHead | 'NOT_CHECKED' | undefined) {
  const sql = statements(db);

  const keys = pseudonymKeys(sql);
  const pages = auditPages(sql);
  const users = new LRUCache<number, UserKey>({ maxSize: AUDITING.heldUsers, sizeCalculation: () => 1 });
  let from: Origin & { readonly why: string } = { credential: '', operation: '', why: '' };
  let method = '';
  let nowMs = 0;
  let noted: AuditRecord[] = [];

  const note = (whose: UserKey, { action, subject, id = '', count = 1, why }: Noted, makes = true): void => {
    const own = whose.userId === '' ? undefined : keys.of(whose, makes);
    const object = id === '' || own === undefined ? '' : pseudonym(own.key, id);
    const { credential, operation } = from;
    const user = own?.user ?? '';
    const because = why ?? from.why;
    const { tenant } = whose;
    noted.push({ atMs: nowMs, tenant, credential, operation, action, subject, user, object, count, why: because });
  };
  const drop = (): void => {
    keys.drop();
    users.clear();
    noted = [];
  };

  const noting = {
    keep(): void {
      pages.put(noted);
      noted = [];
      keys.keep();
    },
    drop,
    write: pages.write,
    take: pages.take,
    put: pages.put,
  } satisfies NoteBuffer<readonly AuditRecord[]>;
  const buffer = {
    ...noting,

    /** Begins a call, to which later notes belong. `ownWhy` is its reason for changes, whoever called. */
    begin(origin: Origin | undefined, through: string, atMs: number, ownWhy?: string): void {
      method = through;
      nowMs = atMs;
      const why = ownWhy ?? (origin === undefined ? 'SERVER' : 'CALL');
      from = { credential: '', operation: method, ...origin, why };
    },

    note,

    /** Notes a row of the change log, of a user by number; nothing is noted for a user who is erased. */
    noteLogged(userNo: number, action: 'ADD' | 'UPDATE' | 'REMOVE', type: AccountType, id: string): void {
      // A turn that leaves its window changes its place, and nothing else.
      if (type === 'RECALL' && action === 'ADD') return;
      const whose = users.get(userNo) ?? sql.selectUser.get(userNo);
      if (whose === undefined) return;
      users.set(userNo, whose);
      // An add removes memories to make room.
      const why = action === 'REMOVE' && method === 'add' ? 'ROOM' : undefined;
      note(whose, { action, subject: type, id, why });
    },

    /** Records events that another part of the server reports. A call of an admin about an unknown user leaves the user unknown. */
    record(events: readonly AuditEvent[]): void {
      const before = { from, nowMs };
      for (const { tenant, userId, origin, atMs, ...event } of events) {
        from = { ...origin, why: event.why };
        nowMs = atMs;
        note({ tenant, userId }, event, !KEYLESS.has(event.action));
      }
      ({ from, nowMs } = before);
    },

    /** Deletes the user's key, so that nobody can tell from now on which records are the user's. */
    forget({ tenant, userId }: UserKey): void {
      keys.forget({ tenant, userId });
      users.clear();
    },

    /** Forgets users and keys that it has read; to be called when they were changed, or are undone, without the buffer. */
    forgetRead(): void {
      keys.clear();
      users.clear();
    },

    /** Returns the last page that was written. */
    head: pages.head,
  };

  // A log that was cut off, or replaced by another, is recorded permanently: the head that shows it is about to be overwritten.
  if (head !== 'NOT_CHECKED' && !(pages.isEmpty() && head === undefined) && !hasPage(sql, head)) {
    buffer.begin(undefined, 'open', Date.now());
    const why = head === undefined ? 'the head is missing' : `the head was page ${head.pageNo}, ${head.hash}`;
    note({ tenant: '', userId: '' }, { action: 'BROKEN', subject: '', why });
    buffer.keep();
    db.transaction(() => buffer.write()).immediate();
  }
  return buffer;
}

/** Chains records to the log, those of a transaction as one page. */
function auditPages(sql: Statements) {
  let last = sql.selectLast.get();
  let kept: AuditRecord[] = [];
  return {
    isEmpty: (): boolean => last === undefined,
    put: (records: readonly AuditRecord[]): void => void kept.push(...records),
    take(): readonly AuditRecord[] {
      const taken = kept;
      kept = [];
      return taken;
    },
    write(): void {
      if (kept.length === 0) return;
      const { pageNo = 0, firstNo = 1, count = 0, hash = FIRST_HASH } = last ?? {};
      const page = { pageNo: pageNo + 1, firstNo: firstNo + count, count: kept.length, records: writeRecords(kept) };
      const written = { hash: pageHash(hash, page), ...page };
      sql.insert.run(written);
      last = { ...written, records: '' };
      kept = [];
    },
    head: (): AuditHead => ({ pageNo: last?.pageNo ?? 0, hash: last?.hash ?? FIRST_HASH }),
  };
}

function hasPage(sql: Statements, head: AuditHead | undefined): boolean {
  return head !== undefined && (head.pageNo === 0 ? FIRST_HASH : sql.selectHash.get(head.pageNo)) === head.hash;
}

/** Keeps the keys of users' pseudonyms. */
function pseudonymKeys(sql: Statements) {
  const keys = new LRUCache<string, HeldKey>({ maxSize: AUDITING.heldUsers, sizeCalculation: () => 1 });
  /** Keys made since the last savepoint: they are dropped if it is undone. */
  let made: string[] = [];
  return {
    /** Returns a user's key; `makes` one for a user without, if something is written of the user. */
    of({ tenant, userId }: UserKey, makes: boolean): HeldKey | undefined {
      const name = userKeyText({ tenant, userId });
      const known = keys.get(name);
      if (known !== undefined) return known;
      let key: Uint8Array | undefined = sql.selectKey.get({ tenant, userId });
      if (key === undefined) {
        if (!makes) return undefined;
        key = randomBytes(AUDITING.keyBytes);
        sql.insertKey.run({ tenant, userId, key });
        made.push(name);
      }
      const found = { tenant, userId, key, user: pseudonym(key, userId) };
      keys.set(name, found);
      return found;
    },
    forget({ tenant, userId }: UserKey): void {
      keys.delete(userKeyText({ tenant, userId }));
      sql.removeKey.run({ tenant, userId });
    },
    keep(): void {
      made = [];
    },
    drop(): void {
      for (const name of made) keys.delete(name);
      made = [];
    },
    clear(): void {
      keys.clear();
      made = [];
    },
  };
}

type Statements = ReturnType<typeof statements>;

function statements(db: Database) {
  return {
    selectLast: db.prepare<[], AuditPage>(
      `SELECT page_no AS pageNo, first_no AS firstNo, count, '' AS records, hash FROM audit_pages
     ORDER BY page_no DESC LIMIT 1`,
    ),
    selectHash: db.prepare<[number], string>('SELECT hash FROM audit_pages WHERE page_no = ?').pluck(),
    insert: db.prepare(
      `INSERT INTO audit_pages (page_no, first_no, count, records, hash)
     VALUES (@pageNo, @firstNo, @count, @records, @hash)`,
    ),
    selectKey: db
      .prepare<[object], Buffer>('SELECT key FROM audit_keys WHERE tenant = @tenant AND user_id = @userId')
      .pluck(),
    insertKey: db.prepare('INSERT INTO audit_keys (tenant, user_id, key) VALUES (@tenant, @userId, @key)'),
    removeKey: db.prepare('DELETE FROM audit_keys WHERE tenant = @tenant AND user_id = @userId'),
    selectUser: db.prepare<[number], UserKey>('SELECT tenant, user_id AS userId FROM users WHERE user_no = ?'),
  };
}

/** Actions that are recorded also for users without any data, and must not leave any. */
const KEYLESS: ReadonlySet<AuditAction> = new Set(['CALL', 'EXPORT', 'ERASE', 'KEY', 'REFUSE', 'READ']);
