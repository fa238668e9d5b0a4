/** Recognises damage to the store's file, and makes the error that reports it. */
import { statSync, type Stats } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { AuditHead } from '../../../../domain/audit.ts';
import type { RecordaError } from '../../../../domain/errors.ts';
import { storeDamaged } from '../../../../domain/store-errors.ts';

/** The errors of SQLite for pages that cannot be read or are invalid, and of zlib for texts that cannot be decompressed. */
const DAMAGE_CODES = [
  ['SQLITE_CORRUPT', 'pages of it are damaged, or its disk fails to read it'],
  ['SQLITE_NOTADB', 'its first page is damaged, or it is not a database'],
  ['SQLITE_IOERR_READ', 'its disk fails to read it'],
  ['SQLITE_IOERR_SHORT_READ', 'it or its log was cut short'],
  ['SQLITE_IOERR_CORRUPTFS', 'its disk fails to read it, or its file system is damaged'],
  ['Z_DATA_ERROR', 'a text in it is not what was written'],
  ['Z_BUF_ERROR', 'a text in it is not what was written'],
] as const;

/** Describes the damage that an error shows; undefined for other errors. */
export function damageIn(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const found = DAMAGE_CODES.find(([start]) => code.startsWith(start));
  return found === undefined ? undefined : `${found[1]} (${code})`;
}

/** The primary code SQLITE_IOERR, the low byte of each of its extended codes: https://sqlite.org/rescode.html. */
const IO_ERROR = 10;

/** Describes the damage that `PRAGMA integrity_check` reports, if its answer is not "ok". */
export function damageInCheck(said: string): string {
  const codes = [...said.matchAll(/error code=(\d+)/g)].map((match) => Number(match[1]) & 0xff);
  return codes.includes(IO_ERROR) ? `its disk fails to read it (${said})` : `pages of it are damaged (${said})`;
}

/** Returns the log of commits, which is part of the store: the last commits may be in it alone. */
function logFile(file: string): string {
  return `${file}-wal`;
}

/** Describes the damage if the store has less than was committed; undefined if it has all of it. */
export function faultOfHead(db: Database, head: AuditHead | undefined): string | undefined {
  if (head === undefined || head.pageNo === 0) return undefined;
  const hasPages = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'audit_pages'`).get() !== undefined;
  const found = hasPages
    ? db.prepare<[number], string>('SELECT hash FROM audit_pages WHERE page_no = ?').pluck().get(head.pageNo)
    : undefined;
  if (found === head.hash) return undefined;
  return `commit ${head.pageNo}, which its audit head names, is not in it: its log was truncated or removed, or it is an older copy`;
}

export interface FileWatch {
  /** Describes damage to the files of the open store; undefined if there is none. */
  fault(): string | undefined;
  /** Must be called after writing: the log may have grown, or been emptied. */
  noteWritten(): void;
}

/**
 * Checks that the files are those that were opened, and no shorter than they were left: SQLite itself would write on into a file that has
 * been unlinked, and past the end of a log that was cut. It takes four `stat` a commit, of 2 µs each.
 */
export function watchFiles(file: string): FileWatch {
  const log = logFile(file);
  const look = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
  let seen = { file: look(file), log: look(log) };
  const faultOf = (name: string, was: Stats | undefined, now: Stats | undefined): string | undefined => {
    if (was === undefined) return undefined;
    if (now === undefined) return `${name} is no longer there`;
    if (now.ino !== was.ino || now.dev !== was.dev) return `another file is in the place of ${name}`;
    return now.size < was.size ? `${name} was cut short` : undefined;
  };
  return {
    fault: () => faultOf('its file', seen.file, look(file)) ?? faultOf('its log', seen.log, look(log)),
    noteWritten() {
      seen = { file: seen.file, log: look(log) ?? seen.log };
    },
  };
}

/** Runs work that opens or reads the store; damage becomes STORE_DAMAGED. */
export function orDamaged<T>(file: string, headFile: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const what = damageIn(error);
    throw what === undefined ? error : damaged(file, headFile, what);
  }
}

export function damaged(file: string, headFile: string, what: string): RecordaError {
  return storeDamaged(file, [file, logFile(file), `${file}-shm`, headFile], what);
}
