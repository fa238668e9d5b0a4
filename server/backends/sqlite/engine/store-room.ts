/**
 * What a full disk leaves of writing. SQLite fails such a write before it commits, so nothing is in doubt: it is rolled back, the
 * reserve gives its room to deletions, and everything else is refused until there is room again, on the disk or within the file.
 */
import type { Database } from 'better-sqlite3';
import { Sqlite } from './sqlite.ts';
import { releaseReserve, roomNeeded } from './file/disk-reserve.ts';
import { openError } from './file/open-error.ts';

/** No room on the disk: for the log, or for the index by which connections find pages in the log. */
const FULL_CODES: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export function saysFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && FULL_CODES.has(error.code);
}

/** Opens the store; where there is no room to, on the reserve's. Throws DISK_FULL where that is not enough either. */
export function withRoom<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!saysFull(error)) throw error;
  }
  releaseReserve(dataDir);
  try {
    return open();
  } catch (error) {
    if (!saysFull(error)) throw error;
    const text = `The disk of ${dataDir} is full: there is not even room to open the store. Make some megabytes of room, then start Recorda again.`;
    throw openError('DISK_FULL', text);
  }
}

export function storeRoom(db: Database, dataDir: string, reserveBytes: number) {
  const freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck();
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  const freeBytes = (): number => (freePages.get() ?? 0) * pageBytes;
  /** WITHIN: the disk is full still, and the file has free pages, which deletions left, to write on. */
  let state: 'ROOM' | 'FULL' | 'WITHIN' = 'ROOM';

  return {
    /** Whether a call must wait for room; one that deletes does not. */
    refuses(deletes: boolean): boolean {
      if (state === 'ROOM') return false;
      // The reserve's room, which is no longer held back, stays for deletions.
      if (state === 'WITHIN' && freeBytes() < reserveBytes) state = 'FULL';
      return state === 'FULL' && !deletes;
    },

    /** Something could not be written, and has been rolled back. */
    wasFull(): void {
      state = 'FULL';
      releaseReserve(dataDir);
    },

    /** After a commit. */
    committed(): void {
      if (state === 'FULL' && freeBytes() >= roomNeeded(reserveBytes)) state = 'WITHIN';
    },

    /** `isWhole`: the reserve has been made again. Answers whether calls must still wait. */
    look(isWhole: boolean): boolean {
      if (isWhole) state = 'ROOM';
      return state === 'FULL';
    },

    /** Whether the disk has been full and the reserve is not whole yet. */
    isTight: (): boolean => state !== 'ROOM',
  };
}
