/** The statements over the rows of a table that is copied. */
import type { Database, Statement } from 'better-sqlite3';
import { Sqlite } from '../engine/sqlite.ts';
import type { ImageRow } from '../engine/store-change.ts';
import type { CopiedTable } from './copied-tables.ts';

/** The values by which the rows of a key are found, beside those of their user or tenant. */
export function keyValues(key: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries((JSON.parse(key) as readonly unknown[]).map((value, index) => [`k${index}`, value]));
}

/** Selects the rows of a key as an image has them. */
export function selectRows(db: Database, copied: CopiedTable): Statement<[object], ImageRow> {
  const { table, columns, number, matches } = copied;
  const read = columns.map((column) => `${copied.read(column, 't')} AS ${column}`);
  const inOrder = number === undefined ? '' : `ORDER BY t.${number}`;
  return db.prepare(`SELECT ${read.join(', ') || '1'} FROM ${table} t WHERE ${matches} ${inOrder}`);
}

export function rowStatements(db: Database, copied: CopiedTable) {
  const { table, columns, own, key, matches, children, number } = copied;
  const written = [...columns.map((column) => [column, copied.written(column)] as const), ...Object.entries(own)];
  const insertOf = (all: typeof written): Statement =>
    db.prepare(
      `INSERT INTO ${table} (${all.map(([column]) => column).join(', ')}) VALUES (${all.map(([, value]) => value).join(', ')})`,
    );
  const insert = insertOf(written);
  let insertNumbered: Statement | undefined;
  const removals = (which: string): readonly Statement[] => [
    ...children.map(([child, column]) =>
      db.prepare(`DELETE FROM ${child} WHERE ${column} IN (SELECT t.${number} FROM ${table} t WHERE ${which})`),
    ),
    db.prepare(`DELETE FROM ${table} AS t WHERE ${which}`),
  ];
  const removeOne = removals(matches);
  const removeLeft = copied.isUnique ? removals(`${key.join()} = @k0 AND NOT EXISTS ${copied.whose('t')}`) : [];
  const select = selectRows(db, copied);
  const updates = new Map<string, Statement>();
  /** Columns that did not change are left alone, since triggers of the schema follow single columns. */
  const updateOf = (changed: readonly string[]): Statement => {
    const name = changed.join();
    const known = updates.get(name);
    if (known !== undefined) return known;
    const set = changed.map((column) => `${column} = ${copied.written(column)}`).join(', ');
    const made = db.prepare(`UPDATE ${table} SET ${set} WHERE ${matches}`);
    updates.set(name, made);
    return made;
  };

  return {
    find: (values: object): ImageRow | undefined => select.get(values),
    insert: (values: object): void => void insert.run(values),
    /** Inserts a row under the number `number`. */
    insertNumbered(values: object): void {
      insertNumbered ??= insertOf([...written, [number ?? 'rowid', '@number']]);
      insertNumbered.run(values);
    },
    /** Inserts a row in place of an earlier one, or of one that is left of an erased user and not deleted yet: most often of none. */
    insertAnew(values: object): void {
      try {
        insert.run(values);
      } catch (error) {
        if (!saysTaken(error)) throw error;
        for (const one of [...removeOne, ...removeLeft]) one.run(values);
        insert.run(values);
      }
    },
    remove(values: object): void {
      for (const one of removeOne) one.run(values);
    },
    /** Changes the row `before` into `after`, whose values are among `values`. */
    change(values: object, before: ImageRow, after: ImageRow): void {
      const changed = columns.filter((column) => !isSame(before[column], after[column]));
      if (changed.length > 0) updateOf(changed).run(values);
    },
  };
}

const TAKEN: readonly string[] = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

function saysTaken(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && TAKEN.includes(error.code);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return one === other;
}
