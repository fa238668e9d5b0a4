/** Declares what the services need of the audit log. */
import type { AnchorFaultKind, SignedAnchor } from '../domain/audit-anchor.ts';
import type {
  AuditAction,
  AuditCheck,
  AuditEnd,
  AuditEvent,
  AuditHead,
  AuditRecord,
  ShippedUpTo,
} from '../domain/audit.ts';
import type { CallContext } from './stores.ts';

export type AuditQuery = {
  readonly tenant: string;
  /**
   * Finds records of this user alone, or of all for ''. It goes by the user's present pseudonym, so nothing from before an erasure is
   * found.
   */
  readonly userId: string;
  /** Finds also records that belong to no tenant, such as credentials that nobody holds. */
  readonly withTenantless?: boolean;
  readonly limit: number;
  /** Finds records before this one, newest first; absent: from the newest. */
  readonly before?: number | undefined;
};

export type NumberedRecord = AuditRecord & { readonly recordNo: number };

export type AuditList = {
  readonly records: readonly NumberedRecord[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: number | undefined;
};

/**
 * The log of who did what. It is append-only: nothing here changes what was written, and records are numbered one by one in the order in
 * which they were written. The store writes its own changes to it with their commit, so it has every change that was applied and none that
 * was refused; everything else is recorded here.
 */
export interface AuditTrail {
  /** Records events, which are durable when it resolves. Rejects with BACKEND_UNAVAILABLE: then the action must not be done. */
  record(events: readonly AuditEvent[]): Promise<void>;
  /**
   * Notes events about data that lives no longer than its process or its session; they are written a moment later, many together.
   * Throws BACKEND_UNAVAILABLE, at once, if the log cannot be written: then the action must not be done.
   */
  note(events: readonly AuditEvent[]): void;
  /** Throws as `note` would; for actions that add or update also DISK_FULL, if only deletions are written. */
  refuseUnlessWriting(action?: AuditAction): void;
  /** Lists records, newest first, with all that was noted before. Pages neither skip nor repeat a record. */
  list(query: AuditQuery, call: CallContext): Promise<AuditList>;
  /** Reads the whole log, and reports its progress now and then; the last report has the result. */
  verify(call: CallContext): AsyncIterable<AuditCheck & { readonly isAtEnd: boolean }>;
  /** Returns the end of the log, with all that was noted before; undefined if it has no pages. */
  end(call: CallContext): Promise<AuditEnd | undefined>;
  /** Returns the hashes of these pages as they are stored, without those that the log does not have. */
  hashes(pageNos: readonly number[], call: CallContext): Promise<readonly AuditHead[]>;
}

/** A record with its page, whose hash covers it. */
export type FedRecord = NumberedRecord & AuditHead;

export type FeedQuery = {
  readonly after: ShippedUpTo;
  readonly limit: number;
  /** The page ends after about so many bytes; it has one record at least. */
  readonly bytes: number;
};

export type FeedPage = {
  /** Records of all tenants, in the order in which they were written. */
  readonly records: readonly FedRecord[];
  /** The hash of the page of `after` as it is now; '' if the log does not have that record. */
  readonly hash: string;
  /** The number of the log's last record. */
  readonly newest: number;
};

/** The audit log as receivers outside get it, and how far each of them has come. */
export interface AuditFeed {
  /** Returns the records that follow one, up to a number and to a size. */
  after(query: FeedQuery, call: CallContext): Promise<FeedPage>;
  /** Returns the last record that the receiver acknowledged; the start of the log if it never acknowledged one. */
  shippedUpTo(receiver: string, call: CallContext): Promise<ShippedUpTo>;
  /** Notes what the receiver acknowledged; durable when it resolves. */
  acknowledge(receiver: string, upTo: ShippedUpTo, call: CallContext): Promise<void>;
}

/** An anchor that the log, or its own signature, does not confirm. */
export type AnchorFault = {
  readonly kind: AnchorFaultKind;
  /** The name of the object in cold storage; '' for an anchor that the caller sent. */
  readonly name: string;
  /** The statement that the anchor makes; absent if the anchor is INVALID. */
  readonly stated?: AuditHead & { readonly atMs: number };
};

export type AnchorCheck = {
  /** The number of anchors that the log agrees with, and the time of the newest of them. */
  readonly agreeing: number;
  readonly newestMs?: number | undefined;
  /** The number of anchors of other servers' logs. */
  readonly others: number;
  /** Anchors at fault, the oldest first. */
  readonly faults: readonly AnchorFault[];
};

/** The anchors of the audit log in cold storage: statements of its end at a time, signed by the server. They are never overwritten. */
export interface AuditAnchors {
  /** Writes an anchor of the present end. Returns false if the log has no pages, or had the same end earlier that day. */
  write(call: CallContext): Promise<boolean>;
  /**
   * Compares the log with all anchors in cold storage, and with anchors that the caller has kept. Rejects with BACKEND_UNAVAILABLE if cold
   * storage cannot be read.
   */
  check(given: readonly SignedAnchor[], call: CallContext): Promise<AnchorCheck>;
}
