/**
 * The writer's port to what is nobody's alone: totals of tenants and of the whole store, pools, alerts and the audit log. A write does not
 * change these rows itself: it notes what it adds, in a buffer. One store writes the notes with its own transaction. Where several copies of
 * a store are kept, the notes are taken out instead, go with the write, and are put into the buffer of each copy that applies it: sums are
 * added up, and alerts and audit records get their numbers there.
 */
export interface NoteBuffer<Notes> {
  /** Keeps the notes of an intent that holds. */
  keep(): void;
  /** Drops the notes of an intent that is undone. */
  drop(): void;
  /** Writes the kept notes; to be called before the commit. */
  write(): void;
  /** Takes the kept notes out of the buffer, so that they are not written. */
  take(): Notes;
  /** Keeps notes that were taken out, of this copy or another. */
  put(notes: Notes): void;
}

/** Combines the buffers of all shared tables, by the names of their notes. */
export function combinedBuffers<Notes extends object>(buffers: {
  readonly [Name in keyof Notes]: NoteBuffer<Notes[Name]>;
}): NoteBuffer<Notes> {
  const named = Object.entries(buffers) as unknown as readonly (readonly [
    keyof Notes,
    NoteBuffer<Notes[keyof Notes]>,
  ])[];
  return {
    keep(): void {
      for (const [, buffer] of named) buffer.keep();
    },
    drop(): void {
      for (const [, buffer] of named) buffer.drop();
    },
    write(): void {
      for (const [, buffer] of named) buffer.write();
    },
    take: () => Object.fromEntries(named.map(([name, buffer]) => [name, buffer.take()])) as Notes,
    put(notes): void {
      for (const [name, buffer] of named) buffer.put(notes[name]);
    },
  };
}
