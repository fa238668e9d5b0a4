/** What the main thread asks of the writer and of the readers about all that is of one user. */
import type { Whose } from '../../../domain/accounts.ts';
import type { AuditCheck, AuditEvent, AuditHead } from '../../../domain/audit.ts';
import type { AuditList, AuditQuery } from '../../../ports/audit.ts';
import type { MemoryRecord, MemoryType } from '../../../domain/memory.ts';
import type { PortableMemory } from '../../../domain/portable.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type {
  BegunErasure,
  ErasureEntry,
  PlaceCount,
  PortablePage,
  SeenErasure,
  TakenIds,
} from '../../../ports/users.ts';
import type { EraseOrder } from '../writer/erase-users.ts';
import type { AddOrder, StoredType } from './thread-api.ts';

/** A memory that is put back as it was. */
export type PutBackOrder = AddOrder &
  Pick<
    MemoryRecord,
    'createTimeMs' | 'updateTimeMs' | 'expireTimeMs' | 'version' | 'accessCount' | 'lastAccessTimeMs'
  > &
  Pick<PortableMemory, 'isApart'>;

/** Rows that are put back as they were. */
export type RowsOrder = {
  readonly whose: Whose;
  readonly rows: readonly PortableRow[];
  readonly nowMs: number;
  /** Refuses all of them where the user would have more than may be. */
  readonly withinQuotas: boolean;
};

/** A part of an import, as it comes. */
export type ImportPart = { readonly orders: readonly PutBackOrder[] } | RowsOrder;

/** How many there were of an import, and how many of them were taken. */
export type ImportApplied = { readonly offered: number; readonly taken: number; readonly rowsTaken: number };

export type WriterApiOfUsers = {
  /** What other parts of the server did, or are about to. */
  recordAudit(argument: { readonly events: readonly AuditEvent[] }): void;
  /** The same, of events that are lines of JSON. */
  recordNotes(argument: { readonly lines: string }): void;
  /** Whether each was taken. */
  putBack(orders: readonly PutBackOrder[]): readonly boolean[];
  /** Whether each was taken. */
  putRowsBack(order: RowsOrder): readonly boolean[];
  /** Keeps a part of an import in memory until it is applied. */
  stageImport(argument: { readonly importId: string; readonly part: ImportPart }): void;
  /** Puts back all that was staged, or nothing. */
  applyImport(order: { readonly importId: string; readonly whose: Whose; readonly nowMs: number }): ImportApplied;
  /** Forgets what was staged. */
  dropImport(argument: { readonly importId: string }): void;
  /** A user is gone when this is committed; the steps delete what there was. Shares its transaction with nothing. */
  detachUser(order: EraseOrder): readonly PlaceCount[];
  /** Deletes a few rows of users who are gone; says how many. */
  eraseStep(argument: { readonly nowMs: number }): number;
  /** Before anything goes. */
  beginErasure(erasure: BegunErasure): void;
  /** Nothing is left of it to do. */
  endErasure(argument: { readonly id: string }): void;
  /** Nobody of them is here. An entry that the store has stays. */
  noteErased(argument: { readonly erasures: readonly ErasureEntry[]; readonly nowMs: number }): void;
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
  /** Which of these somebody has. */
  takenIds(argument: { readonly whose: Whose; readonly ids: readonly string[] }): TakenIds;
  /** What is kept in memory of the user goes. */
  forgetUser(whose: Whose): void;
  /** Everybody of whom there is anything, in order, after this one. */
  everybody(argument: { readonly after: Whose; readonly limit: number }): readonly Whose[];
  /** All erasures that the store has seen. */
  seenErasures(argument: Record<string, never>): readonly SeenErasure[];
  /** The entries of these, as far as the store has them. */
  erasureEntries(argument: { readonly ids: readonly string[] }): readonly ErasureEntry[];
  /** When the oldest of it was made. */
  oldestOfUser(argument: {
    readonly whose: Whose;
    readonly types?: readonly MemoryType[] | undefined;
  }): number | undefined;
  /** Those that were under way when a process ended. */
  begunErasures(argument: Record<string, never>): readonly BegunErasure[];
};
