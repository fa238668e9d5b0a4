/** Declares what the services need of the audit log. */
import type { AuditAction, AuditCheck, AuditEvent, AuditRecord } from '../domain/audit.ts';
import type { CallContext } from './stores.ts';

export type AuditQuery = {
  readonly tenant: string;
  /**
   * Finds records of this user alone, or of all for ''. It goes by the user's present pseudonym, so nothing from before an erasure is
   * found.
   */
  readonly userId: string;
  readonly limit: number;
  /** Finds records before this one, newest first; absent: from the newest. */
  readonly before?: number | undefined;
};

export type NumberedRecord = AuditRecord & { readonly recordNo: number };

export type AuditList = {
  readonly records: readonly NumberedRecord[];
  /** The place at which the next page begins; absent at the end. */
  readonly next?: number | undefined;
};

/**
 * The log of who did what. Append-only: nothing here changes what was written. The embedded store's own changes are in it with their
 * commit; the rest is told here.
 */
export interface AuditTrail {
  /** Durable when it resolves. Rejects with BACKEND_UNAVAILABLE: then what it is about is not to be done. */
  record(events: readonly AuditEvent[]): Promise<void>;
  /**
   * Notes events of what lives no longer than its process or its session; they are written a moment later, many
   * together. Throws BACKEND_UNAVAILABLE, at once, where the log cannot be written: then what they are about must not
   * be done.
   */
  note(events: readonly AuditEvent[]): void;
  /** Throws as `note` would; of what adds or updates also DISK_FULL, where only deletions are written. */
  refuseUnlessWriting(action?: AuditAction): void;
  list(query: AuditQuery, call: CallContext): Promise<AuditList>;
  /** Reads it all, and says now and then how far it is; the last says how it ended. */
  verify(call: CallContext): AsyncIterable<AuditCheck & { readonly isAtEnd: boolean }>;
}
