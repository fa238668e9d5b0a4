/**
 * Decides which writes a full disk permits. SQLite fails such a write before it commits, so its state is certain: it is rolled back, the
 * reserve's room is freed for deletions, and everything else is refused until there is room again, on the disk or within the file.
 */
import type { Database } from 'better-sqlite3';
import { Sqlite } from './sqlite.ts';
import { releaseReserve, roomNeeded } from './file/disk-reserve.ts';
import { openError } from '../open-error.ts';

/** The codes for a full disk: no room for the log, or for the index by which connections find pages in the log. */
const FULL_CODES: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export function saysFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && FULL_CODES.has(error.code);
}

/** Opens the store, with the reserve's room if there is no other. Throws DISK_FULL if that is not enough either. */
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
    const text = `The disk of ${dataDir} is full: there is not enough space to open the store. Free some megabytes, then start Recorda again.`;
    throw openError('DISK_FULL', text);
  }
}

export function storeRoom(db: Database, dataDir: string, reserveBytes: number) {
  const freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck();
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  const freeBytes = (): number => (freePages.get() ?? 0) * pageBytes;
  /** WITHIN means that the disk is still full, and the file has free pages, from deletions, to write on. */
  let state: 'ROOM' | 'FULL' | 'WITHIN' = 'ROOM';

  return {
    /** Tells whether a call must wait for room; one that deletes does not. */
    refuses(deletes: boolean): boolean {
      if (state === 'ROOM') return false;
      // The reserve's freed room is kept for deletions.
      if (state === 'WITHIN' && freeBytes() < reserveBytes) state = 'FULL';
      return state === 'FULL' && !deletes;
    },

    /** Must be called when a write failed, and was rolled back. */
    wasFull(): void {
      state = 'FULL';
      releaseReserve(dataDir);
    },

    /** Must be called after a commit. */
    committed(): void {
      if (state === 'FULL' && freeBytes() >= roomNeeded(reserveBytes)) state = 'WITHIN';
    },

    /** Checks the room; `isWhole`: the reserve has been made again. Returns whether calls must still wait. */
    look(isWhole: boolean): boolean {
      if (isWhole) state = 'ROOM';
      return state === 'FULL';
    },

    /** Tells whether the disk has been full and the reserve is not whole yet. */
    isTight: (): boolean => state !== 'ROOM',
  };
}
