/** What the main thread asks of the writer and of the readers about all that is of one user. */
import type { Whose } from '../../../domain/accounts.ts';
import type { AuditCheck, AuditEvent, AuditHead } from '../../../domain/audit.ts';
import type { AuditList, AuditQuery } from '../../../ports/audit.ts';
import type { MemoryRecord, MemoryType } from '../../../domain/memory.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { BegunErasure, PlaceCount, PortablePage } from '../../../ports/users.ts';
import type { EraseOrder } from '../writer/erase-users.ts';
import type { AddOrder, StoredType } from './thread-api.ts';

/** A memory that is put back as it was. */
export type PutBackOrder = AddOrder &
  Pick<MemoryRecord, 'createTimeMs' | 'updateTimeMs' | 'expireTimeMs' | 'version' | 'accessCount' | 'lastAccessTimeMs'>;

export type WriterApiOfUsers = {
  /** What other parts of the server did, or are about to. */
  recordAudit(argument: { readonly events: readonly AuditEvent[] }): void;
  /** The same, of events that are lines of JSON. */
  recordNotes(argument: { readonly lines: string }): void;
  /** Whether each was taken. */
  putBack(orders: readonly PutBackOrder[]): readonly boolean[];
  /** Whether each was taken. */
  putRowsBack(order: {
    readonly whose: Whose;
    readonly rows: readonly PortableRow[];
    readonly nowMs: number;
  }): readonly boolean[];
  /** A user is gone when this is committed; the steps delete what there was. Shares its transaction with nothing. */
  detachUser(order: EraseOrder): readonly PlaceCount[];
  /** Deletes a few rows of users who are gone; says how many. */
  eraseStep(argument: { readonly nowMs: number }): number;
  /** Before anything goes. */
  beginErasure(erasure: BegunErasure): void;
  /** Nothing is left of it to do. */
  endErasure(argument: { readonly id: string }): void;
  /** Nobody of them is here. */
  noteErased(argument: { readonly ids: readonly string[]; readonly nowMs: number }): void;
};

export type ReaderApiOfUsers = {
  /** Reads on where `read` ended, so many pages; `isAtEnd` where there are no more. */
  checkAudit(argument: {
    readonly read: AuditCheck;
    readonly head: AuditHead | undefined;
  }): AuditCheck & { readonly isAtEnd: boolean };
  listAudit(query: AuditQuery): AuditList;
  countUser(argument: {
    readonly whose: Whose;
    readonly types?: readonly MemoryType[] | undefined;
  }): readonly PlaceCount[];
  /** Of a user, all memories of a type. */
  exportMemories(argument: {
    readonly type: StoredType;
    readonly whose: Whose;
    readonly after: string | undefined;
    readonly nowMs: number;
  }): PortablePage;
  /** Of a user, what is no memory. */
  exportRows(argument: { readonly whose: Whose; readonly after: string | undefined }): {
    readonly rows: readonly PortableRow[];
    readonly next?: string | undefined;
  };
  /** What is kept in memory of the user goes. */
  forgetUser(whose: Whose): void;
  /** Everybody of whom there is anything, in order, after this one. */
  everybody(argument: { readonly after: Whose; readonly limit: number }): readonly Whose[];
  /** Which of these erasures the store has not seen. */
  unseenErasures(argument: { readonly ids: readonly string[] }): readonly string[];
  /** When the oldest of it was made. */
  oldestOfUser(argument: {
    readonly whose: Whose;
    readonly types?: readonly MemoryType[] | undefined;
  }): number | undefined;
  /** Those that were under way when a process ended. */
  begunErasures(argument: Record<string, never>): readonly BegunErasure[];
};
