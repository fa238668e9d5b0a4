/**
 * What the audit log says: who did what, to whom, when and why, never content. Users and ids are pseudonyms: keyed digests, whose key
 * is the user's alone and is destroyed with the user.
 */
import { createHash, createHmac } from 'node:crypto';

/** Who asks for a change, and by which operation: a call's name, or the server's own work. */
export type Origin = {
  /** The id of the API key; '' where none was asked for, or the server itself acts. */
  readonly credential: string;
  readonly operation: string;
};

export const AUDIT_ACTIONS = [
  'ADD',
  'UPDATE',
  'REMOVE',
  'CALL',
  'EXPORT',
  'IMPORT',
  'ERASE',
  'KEY',
  'BROKEN',
  'SEND',
] as const;
/**
 * A mutation; an admin's call; what is done with all of a user; a use of a user's key; a log that was found to be broken; words of a user
 * that go to a language model of the operator's.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditEvent = {
  readonly tenant: string;
  /** '' where it is of no user. */
  readonly userId: string;
  readonly action: AuditAction;
  /** What kind of thing was acted on: `LONG_TERM`, `SESSION`, …; '' where nothing says. */
  readonly subject: string;
  /** The id of what was changed; '' where it is many or none. */
  readonly id: string;
  readonly count: number;
  /** CALL, EXPIRY, ROOM, ERASURE, or an operator's reason. */
  readonly why: string;
  readonly atMs: number;
  readonly origin: Origin;
};

/** As it is kept. */
export type AuditRecord = Omit<AuditEvent, 'userId' | 'id' | 'origin'> &
  Origin & { /** Pseudonyms, '' for none. */ readonly user: string; readonly object: string };

/** Records that were written together. Their number goes up by one; the hash is over the page before, the numbers and the records. */
export type AuditPage = {
  readonly pageNo: number;
  /** The number of the first record. */
  readonly firstNo: number;
  readonly count: number;
  /** JSON. */
  readonly records: string;
  readonly hash: string;
};

/** Before the first page. */
export const FIRST_HASH = createHash('sha256').update('recorda audit/1').digest('hex');

export function pageHash(before: string, { pageNo, firstNo, count, records }: Omit<AuditPage, 'hash'>): string {
  return createHash('sha256').update(`${before}\n${pageNo} ${firstNo} ${count}\n${records}`).digest('hex');
}

const PSEUDONYM_LENGTH = 'ABCDEFGHIJKLMNOPQRSTUV'.length;

/** The same text always has the same one, as long as the key is there; nobody without the key can say whose it is. */
export function pseudonym(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, PSEUDONYM_LENGTH);
}

/** One line for each. */
export function writeRecords(records: readonly AuditRecord[]): string {
  return records
    .map(({ atMs, tenant, credential, operation, action, subject, user, object, count, why }) =>
      JSON.stringify([atMs, tenant, credential, operation, action, subject, user, object, count, why]),
    )
    .join('\n');
}

type Fields = [number, string, string, string, AuditAction, string, string, string, number, string];

export function readRecords(text: string): readonly AuditRecord[] {
  return text.split('\n').map((line) => {
    const [atMs, tenant, credential, operation, action, subject, user, object, count, why] = JSON.parse(line) as Fields;
    return { atMs, tenant, credential, operation, action, subject, user, object, count, why };
  });
}

/** The last page that was written, as it is kept apart from the log. */
export type AuditHead = { readonly pageNo: number; readonly hash: string };

/** What is wrong with a log, and from which page on. */
export type AuditFault = {
  readonly kind: 'CHANGED' | 'MISSING' | 'TRUNCATED' | 'BROKEN' | 'HEAD_MISSING';
  readonly pageNo: number;
};

/** How far a log was read: the page and its hash, how many records, and what is wrong. */
export type AuditCheck = AuditHead & { readonly count: number; readonly fault?: AuditFault | undefined };

export const UNREAD: AuditCheck = { pageNo: 0, hash: FIRST_HASH, count: 0 };

/** Goes on with the pages after those that were read. Stops at the first fault. */
export function checkPages(read: AuditCheck, pages: readonly AuditPage[], head: AuditHead | undefined): AuditCheck {
  let check = read;
  for (const page of pages) {
    const { pageNo, hash } = page;
    const next = check.pageNo + 1;
    if (pageNo !== next || page.firstNo !== check.count + 1)
      return { ...check, fault: { kind: 'MISSING', pageNo: next } };
    const records = recordsOrNone(page.records);
    if (pageHash(check.hash, page) !== hash || records.length !== page.count) {
      return { ...check, fault: { kind: 'CHANGED', pageNo } };
    }
    if (records.some(({ action }) => action === 'BROKEN')) return { ...check, fault: { kind: 'BROKEN', pageNo } };
    if (head?.pageNo === pageNo && head.hash !== hash) return { ...check, fault: { kind: 'CHANGED', pageNo } };
    check = { pageNo, hash, count: check.count + page.count };
  }
  return check;
}

function recordsOrNone(text: string): readonly AuditRecord[] {
  try {
    return readRecords(text);
  } catch {
    return [];
  }
}

/** Once all pages are read. `head` was read before the first of them. */
export function checkEnd(check: AuditCheck, head: AuditHead | undefined): AuditCheck {
  if (check.fault !== undefined) return check;
  if (head === undefined) return { ...check, fault: { kind: 'HEAD_MISSING', pageNo: check.pageNo } };
  return head.pageNo > check.pageNo ? { ...check, fault: { kind: 'TRUNCATED', pageNo: check.pageNo + 1 } } : check;
}
