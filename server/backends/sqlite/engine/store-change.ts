/** Describes what a write changes: one copy of a store finds it out, and all copies apply it. */
import type { Raised, UserKey } from '../../../domain/accounts.ts';
import type { AuditRecord } from '../../../domain/audit.ts';
import type { Usage } from '../../../domain/decide/quota.ts';

/** The values of a row by column. A column that refers to another row has that row's key in place of its number. */
export type ImageRow = Readonly<Record<string, unknown>>;

/** The rows of one key after the write: none if they were deleted, several only in a table of groups. */
export type RowImage = {
  readonly table: string;
  /** An array of JSON. */
  readonly key: string;
  /** Whether the row was inserted, so that it comes after all others of its user. Such images are in the order of the insertions. */
  readonly isNew: boolean;
  readonly rows: readonly ImageRow[];
  /** The number of its row, where all copies must give it the same; only for one row. */
  readonly number?: number | undefined;
};

/** The rows of a user; of a tenant if the user is ''; of the whole store if both are ''. */
export type CellChange = UserKey & {
  readonly rows: readonly RowImage[];
  /** True if the user goes, and the sums of the change do not say what goes with the user: each copy counts what it has. */
  readonly isUncounted?: boolean | undefined;
};

/** Differences of the sums that are nobody's alone; USER counts users. */
export type SharedSums = {
  readonly totals: readonly (Usage & { readonly tenant: string; readonly type: string })[];
  /** Memories of a user's agent that entered a pool or left it. */
  readonly pools: readonly (UserKey & { readonly agentId: string; readonly count: number })[];
};

/** Describes what a write does to the alerts. */
export type AlertNote =
  | ({ readonly does: 'RAISE'; readonly nowMs: number } & Raised)
  | ({ readonly does: 'RESOLVE'; readonly place: string; readonly nowMs: number } & UserKey)
  /** Deletes all alerts of a user. */
  | ({ readonly does: 'FORGET' } & UserKey)
  /** Deletes some of the alerts that were raised by then. */
  | { readonly does: 'EXPIRE'; readonly beforeMs: number };

/** The notes of a write about data that is nobody's alone. */
export type SharedNotes = {
  readonly sums: SharedSums;
  readonly alerts: readonly AlertNote[];
  readonly audit: readonly AuditRecord[];
};

export type StoreChange = { readonly cells: readonly CellChange[]; readonly shared: SharedNotes };

/**
 * The commit up to which a copy has all changes. Commits of a holder are numbered without gaps; the token tells one apart from another that
 * got the same number after the holder had lost it.
 */
export type Position = { readonly number: number; readonly token: string };

/** A change that stands, and the position that the copy has reached with it. */
export type HeldChange = {
  readonly change: StoreChange;
  /** Absent while the whole of the data is loaded, until the last part of it. */
  readonly position?: Position | undefined;
  /** True if this copy tried it out: what its threads hold of rows that it changes is told by the write itself. */
  readonly isOwn?: boolean | undefined;
  /** The number of the newest change in the log of changes, if rows after it may have been deleted before they were loaded. */
  readonly lastSequence?: number | undefined;
};

/** Tries writes out: what they would change is found out and undone, and applied once it stands. */
export interface Trials {
  /** Begins to note which rows are touched. */
  begin(): void;
  /** Returns what was changed since; the caller then undoes it, and calls `undone`. */
  take(): StoreChange;
  /** Ends it; without a change, nothing was taken. */
  undone(change: StoreChange | undefined): void;
  /** Returns the position that the copy has reached; undefined if it never had one. */
  position(): Position | undefined;
  /** Applies a change, unless the copy has it: whoever was not told that it was applied may ask for it again. */
  apply(change: HeldChange): void;
}

/** Tells whether a write changed nothing. */
export function isNothing({ cells, shared: { sums, alerts, audit } }: StoreChange): boolean {
  return [cells, sums.totals, sums.pools, alerts, audit].every((part) => part.length === 0);
}
