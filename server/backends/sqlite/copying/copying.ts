/**
 * Tries out writes: what they would change is found out and undone. Whoever holds the data of all copies then decides whether the change
 * stands, and each copy applies it.
 */
import type { Database } from 'better-sqlite3';
import type { NoteBuffer } from '../records/shared-notes.ts';
import { changeApplier, type Leaving } from './apply-change.ts';
import { captureOf } from './capture.ts';
import type { SharedNotes, StoreChange, Trials } from '../engine/store-change.ts';
import { copiedTables } from './copied-tables.ts';
import { copyPosition } from './copy-position.ts';

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

export type PreparedCopying = ReturnType<typeof prepareCopying>;

/** Makes the triggers, once for each connection. */
export function prepareCopying(db: Database) {
  const tables = copiedTables(db);
  return { tables, capture: captureOf(db, tables), position: copyPosition(db) };
}

export function copyingOf(
  db: Database,
  { tables, capture, position }: PreparedCopying,
  buffer: NoteBuffer<SharedNotes>,
  leaving: Leaving,
  reread: Rereading,
): Trials {
  const applyOne = changeApplier(db, tables, buffer, leaving);
  const noteLastSequence = lastSequence(db);
  const rereadAfter = ({ cells }: StoreChange): void => {
    const touched = new Set(cells.flatMap(({ rows }) => rows.map(({ table }) => table)));
    const has = (...names: readonly string[]): boolean => names.some((name) => touched.has(name));
    if (has('users', 'audit_keys')) reread.users();
    if (has('tiers', 'quotas')) reread.plans();
    if (has('sessions', 'turns', 'segments')) reread.sessions();
    if (has('outbox')) reread.outbox();
  };

  return {
    begin: capture.begin,

    take() {
      const shared = buffer.take();
      return { cells: capture.take(), shared };
    },

    undone(change) {
      capture.end();
      if (change !== undefined) rereadAfter(change);
    },

    position: position.read,

    apply({ change, position: reached, lastSequence }) {
      if (reached !== undefined && reached.number <= (position.read()?.number ?? -1)) return;
      applyOne(change);
      if (lastSequence !== undefined) noteLastSequence(lastSequence);
      if (reached !== undefined) position.write(reached);
      rereadAfter(change);
      if (change.cells.some(({ rows }) => rows.some(({ isNew }) => !isNew))) reread.textRemoved();
    },
  };
}

/**
 * Keeps the next change from getting a number that was given before: if the newest change is of an erased user, a row without content
 * stands for it.
 */
function lastSequence(db: Database): (last: number) => void {
  const keep = db.prepare(
    `INSERT INTO changes (sequence, user_no, revision, type, operation, id, at_ms, agent_id, session_id, namespace)
     SELECT @last, 0, @last, 'LONG_TERM', 'REMOVE', '', 0, '', '', ''
     WHERE @last > (SELECT coalesce(max(sequence), 0) FROM changes)`,
  );
  return (last) => void keep.run({ last });
}
