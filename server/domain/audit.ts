/**
 * The audit log records who did what, to whom, when and why, but never content. Users and ids appear as pseudonyms: keyed digests,
 * whose key belongs to one user and is destroyed with that user.
 */
import { createHmac, hash } from 'node:crypto';

/** The caller and the operation behind a change: the name of a call, or the server's own work. */
export type Origin = {
  /** The id of the API key; '' if no key is required, or if the server itself acts. */
  readonly credential: string;
  readonly operation: string;
  /** The tenant of the caller; absent if the server itself acts. */
  readonly tenant?: string | undefined;
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
  'REFUSE',
  'NEW_ADDRESS',
  'READ',
] as const;
/**
 * The kind of event: a mutation, an admin's call, an operation on all data of a user, a use of a user's key, a log that was found
 * broken, a user's words sent to the operator's language model, a refused call, an API key used from a new address, or
 * reads.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditEvent = {
  readonly tenant: string;
  /** '' if it concerns no user. */
  readonly userId: string;
  readonly action: AuditAction;
  /** The kind of object, such as `LONG_TERM` or `SESSION`; '' if there is none. */
  readonly subject: string;
  /** The id of the object; '' if there are several or none. */
  readonly id: string;
  readonly count: number;
  /** CALL, EXPIRY, ROOM, ERASURE, an operator's reason, or for refusals the caller's address or the limit that was reached. */
  readonly why: string;
  readonly atMs: number;
  readonly origin: Origin;
};

/** An event in the form in which it is stored. */
export type AuditRecord = Omit<AuditEvent, 'userId' | 'id' | 'origin'> &
  Origin & { /** Pseudonyms, '' for none. */ readonly user: string; readonly object: string };

/** Records that were written together. The page number rises by one; the hash covers the page before, the numbers and the records. */
export type AuditPage = {
  readonly pageNo: number;
  /** The number of the first record. */
  readonly firstNo: number;
  readonly count: number;
  /** The records as JSON, one per line. */
  readonly records: string;
  readonly hash: string;
};

/** The hash before the first page. */
export const FIRST_HASH = hash('sha256', 'recorda audit/1');

export function pageHash(before: string, { pageNo, firstNo, count, records }: Omit<AuditPage, 'hash'>): string {
  return hash('sha256', `${before}\n${pageNo} ${firstNo} ${count}\n${records}`);
}

const PSEUDONYM_LENGTH = 'ABCDEFGHIJKLMNOPQRSTUV'.length;

/** Returns the pseudonym of a text. It is always the same as long as the key exists; without the key nobody can tell whose it is. */
export function pseudonym(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, PSEUDONYM_LENGTH);
}

/** Writes each record as one line. */
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

/** The last page that was written, stored separately from the log. */
export type AuditHead = { readonly pageNo: number; readonly hash: string };

/** The last record that a receiver of the log acknowledged, and the page that has it; FROM_START if there is none. */
export type ShippedUpTo = AuditHead & { readonly recordNo: number };

export const FROM_START: ShippedUpTo = { recordNo: 0, pageNo: 0, hash: '' };

/** The end of a log that has pages. */
export type AuditEnd = AuditHead & {
  /** The number of records. */
  readonly count: number;
  /** The hash of the first page, which tells logs of different servers apart. */
  readonly log: string;
};

/** A fault in a log, and the page from which on it applies. */
export type AuditFault = {
  readonly kind: 'CHANGED' | 'MISSING' | 'TRUNCATED' | 'BROKEN' | 'HEAD_MISSING';
  readonly pageNo: number;
};

/** The result of reading a log so far: the last page and its hash, the number of records, and a fault if there is one. */
export type AuditCheck = AuditHead & { readonly count: number; readonly fault?: AuditFault | undefined };

export const UNREAD: AuditCheck = { pageNo: 0, hash: FIRST_HASH, count: 0 };

/** Continues the check with the next pages. It stops at the first fault. */
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

/** Completes the check once all pages are read. `head` was read before the first of them. */
export function checkEnd(check: AuditCheck, head: AuditHead | undefined): AuditCheck {
  if (check.fault !== undefined) return check;
  if (head === undefined) return { ...check, fault: { kind: 'HEAD_MISSING', pageNo: check.pageNo } };
  return head.pageNo > check.pageNo ? { ...check, fault: { kind: 'TRUNCATED', pageNo: check.pageNo + 1 } } : check;
}
