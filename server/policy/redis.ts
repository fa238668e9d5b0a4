/** Of the Redis backend. */
const SECOND = 1000;

export const REDIS = {
  /** Before every key, so that one Redis may serve others too. */
  prefix: 'recorda',
  connectMs: 5 * SECOND,
  /** A server starts without a Redis that is not ready by then. */
  readyMs: 10 * SECOND,
  /** A command that has no answer by then has failed; under any deadline worth setting. */
  commandMs: 3 * SECOND,
  /** A lost connection is tried again after so long, and at most so long apart. */
  firstReconnectMs: 10,
  lastReconnectMs: 1 * SECOND,
  /** What an answer that too many write at once tells the caller to wait. */
  conflictRetryMs: 1 * SECOND,
  /** Keys of requests and answers outlive what they hold by so much: whether that has expired is decided by the server's clock. */
  expirySlackMs: 60 * SECOND,
  /** Messages outlive their session's key, which alone leads to them, by so much at most, and are touched all together as seldom. */
  keptLongerMs: 60 * SECOND,
  /** A commit is known by its number for so long, which outlasts every attempt at it. */
  commitMarkMs: 120 * SECOND,
  /** A commit that others came before is decided anew so often. */
  conflicts: 100,
  /** After an erasure Redis writes its files anew: so often it is asked whether that is done, and how far apart. */
  rewriteLooks: 600,
  rewriteLookMs: 100,
  /** Keys that are looked at with one command where a user's are looked for. */
  scannedKeys: 1000,
  /** Working memory that nobody ends goes so long after its last change. */
  workingIdleMs: 7 * 24 * 60 * 60 * SECOND,
  /** Books are swept so often, so many of a tenant's users at a time and so many times; of one user at most so many sessions. */
  sweepMs: 15 * SECOND,
  sweptUsers: 200,
  sweptRounds: 100,
  settledAtOnce: 1000,
  /** A write that has not been told of by then belongs to a server that has ended. */
  untoldMs: 60 * SECOND,
  /** Of users who have nothing left: how long their sums' revision is kept, and when their tenant forgets them, sooner. */
  revisionMs: 24 * 60 * 60 * SECOND,
  emptyUserMs: 60 * 60 * SECOND,
  /** Users that are looked through at a time. */
  usersAtOnce: 500,
  /** Indexes of sessions, and of working memory, that were searched. */
  indexes: 500,
  /** One that nobody searched for so long is let go: what it is of may be gone from Redis. */
  indexMs: 15 * 60 * SECOND,
  /** Memories whose accesses are counted before Redis hears of them; sooner by the clock. */
  talliedAccesses: 1000,
  touchedAtOnce: 100,
  flushMs: 60 * SECOND,
} as const;
