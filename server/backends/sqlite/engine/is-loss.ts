import { Sqlite } from './sqlite.ts';

const LOSSES = ['SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];

/** Whether the file's state is unknown after an error, or can no longer be changed. */
export function isLoss(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && LOSSES.some((code) => error.code.startsWith(code));
}
