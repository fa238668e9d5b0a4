/**
 * The writer's port to what is nobody's alone: totals of tenants and of the whole store, pools, alerts and the audit log. A write does not
 * change these rows itself: it notes what it adds, in a book. One store writes the notes with its own transaction. Where several copies of
 * a store are kept, the notes are taken out instead, go with the write, and are put into the book of each copy that applies it: sums are
 * added up, and alerts and audit records get their numbers there.
 */
import type { SharedNotes } from '../copying/changes.ts';

export interface Book<Notes> {
  /** Keeps the notes of an intent that holds. */
  keep(): void;
  /** Drops the notes of an intent that is undone. */
  drop(): void;
  /** Writes the kept notes; to be called before the commit. */
  write(): void;
  /** Takes the kept notes out of the book, so that they are not written. */
  take(): Notes;
  /** Keeps notes that were taken out, of this copy or another. */
  put(notes: Notes): void;
}

type Books = { readonly [K in keyof SharedNotes]: Book<SharedNotes[K]> };

/** Returns all books as one. */
export function sharedBooks({ sums, alerts, audit }: Books): Book<SharedNotes> {
  const all = [sums, alerts, audit];
  return {
    keep(): void {
      for (const book of all) book.keep();
    },
    drop(): void {
      for (const book of all) book.drop();
    },
    write(): void {
      for (const book of all) book.write();
    },
    take: () => ({ sums: sums.take(), alerts: alerts.take(), audit: audit.take() }),
    put(notes): void {
      sums.put(notes.sums);
      alerts.put(notes.alerts);
      audit.put(notes.audit);
    },
  };
}
