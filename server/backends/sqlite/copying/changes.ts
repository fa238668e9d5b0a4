/** Describes what a write changes: one copy of a store finds it out, and all copies apply it. */
import type { UserKey } from '../../../domain/accounts.ts';
import type { AuditRecord } from '../../../domain/audit.ts';
import type { AlertNote } from '../limits/alert-book.ts';
import type { SharedSums } from '../records/totals.ts';

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
};

/** The rows of a user; of a tenant where the user is ''; of the whole store where both are ''. */
export type CellChange = UserKey & { readonly rows: readonly RowImage[] };

/** The notes of a write about data that is nobody's alone. */
export type SharedNotes = {
  readonly sums: SharedSums;
  readonly alerts: readonly AlertNote[];
  readonly audit: readonly AuditRecord[];
};

export type StoreChange = { readonly cells: readonly CellChange[]; readonly shared: SharedNotes };

/** Tells whether a write changed nothing. */
export function isNothing({ cells, shared: { sums, alerts, audit } }: StoreChange): boolean {
  return [cells, sums.totals, sums.pools, alerts, audit].every((part) => part.length === 0);
}
