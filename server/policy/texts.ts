/** Reading and counting large texts, on threads of their own. */
import { availableParallelism } from 'node:os';

/** They start with the first large text. */
export const TEXT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 2));

export const TEXTS = {
  /** Texts of one call with fewer UTF-16 units in all are read where the call is: in about 10 ms at worst. */
  inPlaceUnits: 16_384,
  /** A thread is given so many units at a time, or one text, so that calls take turns: some 100 ms. */
  atOnceUnits: 262_144,
  /** Calls that wait for a thread; one more is OVERLOADED, and told to wait so long. */
  waiting: 64,
  retryAfterMs: 1000,
  /** A thread without work ends. */
  idleMs: 600_000,
} as const;
