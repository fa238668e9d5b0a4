/** Erasing users. */
export const ERASING = {
  /** How often emptying the store's log is tried again where a reader is in the way, and how far apart. */
  scrubAttempts: 100,
  scrubRetryMs: 100,
  /** A server does not wait longer to hear of erasures from cold storage as it starts, and asks so long after it failed. */
  askMs: 10_000,
  replayAgainMs: 2000,
  /** Entries of the erase log that are read from the store, and from cold storage, together. */
  entriesAtOnce: 1000,
  logEntriesAtOnce: 16,
  /** Users of a restored store that are looked at together. */
  usersAtOnce: 1000,
  /** Of a reason that an operator gives. */
  reasonBytes: 256,
  /** Of a signature that is to be verified. */
  signatureBytes: 1024,
  /** What a write of a user who is being erased is told to wait. */
  retryAfterMs: 1000,
} as const;
