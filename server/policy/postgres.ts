/** Settings for PostgreSQL, where it holds the data of several servers, and for reads from a standby of it. */
import { MB, SECOND_MS } from './units.ts';

export const POSTGRES = {
  connections: 4,
  connectMs: 2 * SECOND_MS,
  /** The time after which a statement without an answer counts as lost. */
  answerMs: 10 * SECOND_MS,
  /** The time that a commit may take beyond that for each of its rows: an import has many. */
  commitRowMs: 2,
  /** The time that a start waits for the database. */
  readyMs: 30 * SECOND_MS,
  /** The number of retries of a look, each after twice the time. */
  attempts: 6,
  /** The wait between two attempts to reach it. */
  retryMs: 100,
  /** The time that a write whose outcome is unknown waits to find it out. */
  settleMs: 10 * SECOND_MS,
  /** The number of commits, or of rows of a new copy, that are read at once. */
  commitsAtOnce: 100,
  loadedRows: 1000,
  /** The number of rows of a store, and the bytes of their images, that are written at once when it is moved here. */
  movedRows: 1000,
  movedBytes: 4 * MB,
  /** The number of users whose keys are fetched together, and of users whose rows are looked for that are to be sealed. */
  keysAtOnce: 16,
  sealedAtOnce: 1000,
  /** The time for the first rows of a table of a new copy, which are sorted before they come. */
  loadMs: 600 * SECOND_MS,
  /** How often a server looks for commits of others that it was not told of. */
  lookIntervalMs: 1 * SECOND_MS,
  /** The most that a write waits before it is tried out again, after another server was faster. */
  conflictMs: 4,
  /** The number of users and tenants of whom a server knows which commit was their last. */
  knownCells: 100_000,
  /** A copy that was away for longer is loaded anew. */
  keptDays: 7,
  /** How often commits that need not be kept any longer are deleted, and how many of them at a time. */
  pruneIntervalMs: 60 * SECOND_MS,
  prunedAtOnce: 1000,
  /** The time for which a server has a lease after it asked for it. */
  leaseMs: 15 * SECOND_MS,
  /** The doctor reports a clock that differs by more, and a transaction of others that is open for longer. */
  mostClockMs: 1 * SECOND_MS,
  oldTransactionMs: 600 * SECOND_MS,
  /** The number of missing keys that the doctor names. */
  shownKeys: 5,
} as const;

/** Reads from a standby of PostgreSQL. If it is slower, they come from the primary. */
export const READ_STANDBY = {
  connections: 4,
  connectMs: 500,
  answerMs: 500,
  /** The time for which it is not asked after it has failed. */
  awayMs: 5 * SECOND_MS,
  /** A copy that has not heard of the primary for longer does: nobody is answered with what is older. */
  staleMs: 3 * SECOND_MS,
} as const;
