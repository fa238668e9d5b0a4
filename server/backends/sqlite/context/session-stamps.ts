/**
 * Stamps answers about sessions, to tell which still match the file. A caller that has one learns that it holds, and the answer is
 * neither read nor sent again.
 */
import { threadId } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { SQLITE } from '../../../policy/backends.ts';

/** The part of an answer that the reader itself needs if it does not read it again. */
type Stamped = {
  readonly version: number;
  readonly lastAsked: string;
  /** The first turn of the window; Infinity if it is empty. */
  readonly firstTurn: number;
  readonly nextTurn: number;
};

/** The number of stamps of one thread; a thread that replaces a crashed one has others. */
const STAMPS_OF_THREAD = 2 ** 32;

export function sessionStamps(db: Database) {
  const given = new LRUCache<number, Stamped>({ max: SQLITE.keptSessions });
  /** The version that this transaction sees, which changes with every commit. */
  const fileVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  let last = threadId * STAMPS_OF_THREAD;

  return {
    /** Returns undefined if anything may have changed since the stamp was given. */
    holding(stamp: number | undefined): Stamped | undefined {
      const known = stamp === undefined ? undefined : given.get(stamp);
      return known?.version === fileVersion.get() ? known : undefined;
    },

    /** Gives a stamp to an answer that was read in this transaction. */
    give(of: Omit<Stamped, 'version'>): number {
      last += 1;
      given.set(last, { version: fileVersion.get() ?? 0, ...of });
      return last;
    },
  };
}
