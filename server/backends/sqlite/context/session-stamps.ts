/**
 * Which answers about sessions still hold: those that were read of the file as it is. An asker who keeps one hears that
 * it holds, and neither reads it again nor gets it sent.
 */
import { threadId } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { SQLITE } from '../../../policy/backends.ts';

/** What the reader itself needs of an answer that it does not read again. */
type Stamped = {
  readonly version: number;
  readonly lastAsked: string;
  /** The first turn of the window; Infinity where it is empty. */
  readonly firstTurn: number;
  readonly nextTurn: number;
};

/** Stamps of one thread; those of the thread that takes the place of one that crashed are others. */
const STAMPS_OF_THREAD = 2 ** 32;

export function sessionStamps(db: Database) {
  const given = new LRUCache<number, Stamped>({ max: SQLITE.keptSessions });
  /** The version of what this transaction sees: another one once anything was committed. */
  const fileVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  let last = threadId * STAMPS_OF_THREAD;

  return {
    /** Undefined where anything may have changed since it was given. */
    holding(stamp: number | undefined): Stamped | undefined {
      const known = stamp === undefined ? undefined : given.get(stamp);
      return known?.version === fileVersion.get() ? known : undefined;
    },

    /** A stamp for what was read in this transaction. */
    give(of: Omit<Stamped, 'version'>): number {
      last += 1;
      given.set(last, { version: fileVersion.get() ?? 0, ...of });
      return last;
    },
  };
}
