/**
 * Locks a data folder for one process: two writers would each keep counters and indexes of their own.
 *
 * The lock is SQLite's lock on an empty file. The system drops it with the process, however that ends, so there is no stale lock to
 * judge, also where two containers share a folder. (POSIX drops a process's locks on a file whenever it closes any descriptor of that
 * file: nothing in this process may open the store's files but SQLite.)
 */
import { join } from 'node:path';
import { Sqlite } from '../sqlite.ts';
import { openError } from '../../open-error.ts';

/** The name of the file, which stays when the lock ends. */
export const LOCK_FILE = 'recorda.lock';

/** Locks the folder until the returned function is called. Throws STORE_LOCKED. */
export function lockFolder(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw openError(
      'STORE_LOCKED',
      `${dataDir} is in use by another Recorda. Connect to that server, stop it, or give this one its own data folder.`,
    );
  }
  return () => lock.close();
}
