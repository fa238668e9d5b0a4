/**
 * Tries out writes: what they would change is found out and undone. Whoever holds the data of all copies then decides whether the change
 * stands, and each copy applies it.
 */
import type { Database } from 'better-sqlite3';
import type { Book } from '../records/shared-books.ts';
import { changeApplier, type Leaving } from './apply-change.ts';
import { captureOf } from './capture.ts';
import type { SharedNotes, StoreChange } from './changes.ts';
import { copiedTables } from './copied-tables.ts';
import { partsByUser } from './parts-by-user.ts';

/** Has the writer's parts read again what they know of rows, since these were changed or undone without them. */
export type Rereading = {
  /** The numbers of users, and the keys of their pseudonyms. */
  users(): void;
  plans(): void;
  sessions(): void;
  outbox(): void;
  /** Must be called when text was deleted or overwritten. */
  textRemoved(): void;
};

export type Copying = ReturnType<typeof copyingOf>;

export type PreparedCopying = ReturnType<typeof prepareCopying>;

/** Makes the triggers, once for each connection. */
export function prepareCopying(db: Database) {
  const tables = copiedTables(db);
  return { tables, capture: captureOf(db, tables) };
}

export function copyingOf(
  db: Database,
  { tables, capture }: PreparedCopying,
  books: Book<SharedNotes>,
  leaving: Leaving,
  reread: Rereading,
) {
  const applyOne = changeApplier(db, tables, books, leaving);
  const rereadAfter = ({ cells }: StoreChange): void => {
    const touched = new Set(cells.flatMap(({ rows }) => rows.map(({ table }) => table)));
    const has = (...names: readonly string[]): boolean => names.some((name) => touched.has(name));
    if (has('users', 'audit_keys')) reread.users();
    if (has('tiers', 'quotas')) reread.plans();
    if (has('sessions', 'turns', 'segments')) reread.sessions();
    if (has('outbox')) reread.outbox();
  };

  return {
    /** Takes a call apart into calls that each concern one user. */
    parts: partsByUser(db),

    /** Begins to note which rows are touched. */
    begin: capture.begin,

    /** Returns what was changed since; the caller then undoes it, and calls `undone`. */
    take(): StoreChange {
      const shared = books.take();
      return { cells: capture.take(), shared };
    },

    /** Ends it; without a change, nothing was taken. */
    undone(change: StoreChange | undefined): void {
      capture.end();
      if (change !== undefined) rereadAfter(change);
    },

    apply(change: StoreChange): void {
      applyOne(change);
      rereadAfter(change);
      if (change.cells.some(({ rows }) => rows.some(({ isNew }) => !isNew))) reread.textRemoved();
    },
  };
}
