/** Of the Neo4j backend. */
import { LIMITS, MB } from './limits.ts';
import { machineBytes } from './machine.ts';

const SECOND = 1000;

export const NEO4J = {
  connectMs: 5 * SECOND,
  /** A server starts without a Neo4j that is not ready by then. */
  readyMs: 20 * SECOND,
  /** Each part of the schema is made anew so often where another server came between, after so long, then longer. */
  schemaTries: 20,
  schemaRetryMs: 25,
  /** Connections at once, and how long a call waits for one. */
  connections: 50,
  acquireMs: 5 * SECOND,
  /** The driver tries a transaction again that was lost, after a second, and no more once so long has passed. */
  retryMs: 500,
  /** So often the driver is set to it again: whatever a call's deadline leaves of that. */
  attempts: 3,
  /** A transaction is done anew so often where what it read was changing, or others were in its way, first after so long, then longer. */
  tries: 8,
  againMs: 10,
  /** Characters of the digest of a memory. */
  checkLength: 12,
  /** What Neo4j itself ends: nothing may hold a user's lock for longer. */
  transactionMs: 30 * SECOND,
  /** Writes of one user that go in one transaction, and how long others wait for the one before them. */
  gathered: 32,
  gatherMs: 250,
  /** Records that the driver takes at a time. */
  fetchSize: 1000,
  /** Rows that a listing reads at a time, and that one page of a filtered one looks at, at most. */
  listRows: 250,
  listScanRows: 2000,
  /** Bytes of memories in one answer; the rest of a message is its own form. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /** Of what is read of users to search it: indexes and the memories beside them, a memory counted as so many times its size. */
  indexBytes: Math.floor(machineBytes() / 16),
  recordFactor: 3,
  /** Of so many memories an owner's index is made; beyond, the vector indexes of Neo4j give candidates for each search. */
  wholeUpTo: 200_000,
  /** By then a commit has come into view whole, in milliseconds. */
  commitInViewMs: 10_000,
  /** A first search waits until so many are read; with more, it takes candidates, and the next ones find all. */
  readWhileWaiting: 5000,
  /** Candidates of each kind, and so many times more where a filter leaves too few. */
  candidates: 500,
  moreCandidates: 8,
  /** Neighbours that the shared index is asked for: most may be others'. */
  sharedNeighbors: 2000,
  /** Documents that an index takes between two looks at what else waits. */
  indexedAtOnce: 100,
  /** A read of one moment is tried so often before it keeps writes away. */
  steadyTries: 3,
  /** A walk asks Neo4j for so many entities at a time. */
  walkedAtOnce: 200,
  /** Memories whose accesses are counted before Neo4j hears of them; sooner by the clock. */
  talliedAccesses: 1000,
  touchedAtOnce: 200,
  flushMs: 60 * SECOND,
  /** A commit is known by its number for so long, which outlasts every attempt at it. */
  commitMarkMs: 600 * SECOND,
  /** Nodes that a sweep deletes in one transaction. */
  sweptAtOnce: 1000,
  /** Users whose quotas are looked at anew at a time. */
  usersAtOnce: 200,
  /** Memories of a page of all that a user has. */
  exportedAtOnce: 100,
  /** Characters of an entity's or task's name that people see in Neo4j's own browser. */
  captionLength: 200,
} as const;
