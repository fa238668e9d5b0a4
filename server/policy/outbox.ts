/** Of the outbox between the durable record and the index that mirrors it. */
import { MB } from './limits.ts';

const SECOND = 1000;

export const OUTBOX = {
  /** Changes that may wait. Beyond, long-term memories are refused until some have been sent. */
  most: 200_000,
  /** Of one batch. */
  batchChanges: 500,
  batchBytes: 8 * MB,
  /** A change that the index refuses, and may take later, is sent again after so long, twice as long each time, and at most so often. */
  firstRetryMs: 1 * SECOND,
  lastRetryMs: 30 * SECOND,
  attempts: 10,
  /** An index that does not answer is asked again after so long, twice as long each time; that uses up no attempt. */
  firstOutageMs: 200,
  lastOutageMs: 5 * SECOND,
  /** Following it that broke off by a fault of the server is begun again after so long. */
  beginAgainMs: 1 * SECOND,
  /** What one call of the index may take. */
  callMs: 20 * SECOND,
  /** Of the changes that the index took, so many are looked for at a time, first after so long, then ever more seldom. */
  looksFor: 1000,
  firstLookMs: 100,
  lastLookMs: 2 * SECOND,
  /** A change that the index has shown stays in the outbox for so long: an answer of the index may be so old, and not older. */
  lingerMs: 5 * SECOND,
  /** An answer that took longer is asked for again, so often in all. */
  readings: 3,
  /** How often at least its state is told. */
  tellMs: 5 * SECOND,
  /** One that it took and has not shown for so long is a dead letter: it was lost, or another server's removal came between. */
  neverSeenMs: 120 * SECOND,
  /** Dead letters that one call may name. */
  replayed: 1000,
  /** Memories of a page of an export. */
  exported: 500,
  /** How often an erasure looks whether the index has forgotten the user. */
  erasedPollMs: 20,
  /** What a caller is told to wait where the outbox is full. */
  fullRetryMs: 5 * SECOND,
  /** Unseen memories of one user that a search ranks, the best of them where there are more. */
  rankedUnseen: 500,
  /** A revision is a time in milliseconds times so many, and the server's own number below that: two servers seldom make the same. */
  servers: 1024,
} as const;

/** Of a search in an index of another machine. */
export const CANDIDATES = {
  /** So many candidates are ranked for each result that is asked for, within these bounds. */
  perResult: 20,
  least: 1000,
  most: 10_000,
  /** Users whose candidates a reader keeps as they were last ranked: of 1,000 memories some 2 MB each. */
  indexes: 50,
  /** Where fewer come, they are all that the user has. */
  whole: 1000,
} as const;
