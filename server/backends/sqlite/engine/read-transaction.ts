import type { Database } from 'better-sqlite3';

/** Runs reads in one transaction, so that all see the same. */
export function readTransaction(db: Database): <T>(work: () => T) => T {
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  return (work) => {
    begin.run();
    try {
      return work();
    } finally {
      // SQLite ends it itself after some errors.
      if (db.inTransaction) end.run();
    }
  };
}
