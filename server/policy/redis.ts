/** Of the Redis backend. */
const SECOND = 1000;

export const REDIS = {
  /** Before every key, so that one Redis may serve others too. */
  prefix: 'recorda',
  connectMs: 5 * SECOND,
  /** A server does not start where its Redis is not ready by then. */
  readyMs: 10 * SECOND,
  /** A command that has no answer by then has failed; under any deadline worth setting. */
  commandMs: 5 * SECOND,
  /** A lost connection is tried again after so long, and at most so long apart. */
  firstReconnectMs: 10,
  lastReconnectMs: 2 * SECOND,
  /** A call whose connection was lost is tried again so often, first after so long; it has one effect. */
  attempts: 7,
  firstRetryMs: 15,
  /** After so many failures in a row, calls are refused at once, and after so long one is let through to see. */
  breakerFailures: 8,
  breakerMs: 1 * SECOND,
  /** What an unavailable answer tells the caller to wait. */
  unavailableRetryMs: 1 * SECOND,
  /** Keys outlive what they hold by so much: whether a session has expired is decided by the server's clock. */
  expirySlackMs: 60 * SECOND,
  /** A commit is known by its number for so long, which outlasts every attempt at it. */
  commitMarkMs: 120 * SECOND,
  /** A commit that others came before is decided anew so often. */
  conflicts: 100,
  /** Keys that are looked at with one command where a user's are looked for. */
  scannedKeys: 1000,
  /** Indexes of sessions that were searched. */
  indexes: 500,
  /** Memories whose accesses are counted before Redis hears of them; sooner by the clock. */
  talliedAccesses: 1000,
  touchedAtOnce: 100,
  flushMs: 60 * SECOND,
} as const;
