/** Keeps the position of a copy in its own file: it is written in the transaction of the changes that lead there. */
import type { Database } from 'better-sqlite3';
import { openError } from '../open-error.ts';
import type { Position } from '../engine/store-change.ts';

const SELECT = 'SELECT number, token FROM copy_place';

export function copyPosition(db: Database) {
  // A store that is no copy has no such table, so it is no part of the migrations.
  db.exec('CREATE TABLE IF NOT EXISTS copy_place (number INTEGER NOT NULL, token TEXT NOT NULL) STRICT');
  const select = db.prepare<[], Position>(SELECT);
  const remove = db.prepare('DELETE FROM copy_place');
  const insert = db.prepare('INSERT INTO copy_place (number, token) VALUES (@number, @token)');
  return {
    read: (): Position | undefined => select.get(),
    write(position: Position): void {
      remove.run();
      insert.run(position);
    },
  };
}

/** Throws STORE_IS_COPY if the file is a copy: what it took by itself would be in no other one. */
export function refuseCopy(db: Database): void {
  if (positionIn(db) === 'NOT_A_COPY') return;
  throw openError(
    'STORE_IS_COPY',
    'This folder is a copy of a store in PostgreSQL. Open it with that database, or give another folder.',
  );
}

/** Reads the position of a file that is not open; NOT_A_COPY if it is a store of its own. */
export function positionIn(db: Database): Position | undefined | 'NOT_A_COPY' {
  const isCopy = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copy_place'").get() !== undefined;
  return isCopy ? db.prepare<[], Position>(SELECT).get() : 'NOT_A_COPY';
}

/** Tells whether it is neither a copy nor a store: a file that was emptied is a database without tables to SQLite. */
export function hasNoTables(db: Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}
