/** The client's own numbers: how it connects to a server, and leaves its calls. */

export const SECOND_MS = 1000;
/** Nanoseconds of a millisecond. */
export const MS_NANOS = 1e6;

/** How it reaches the server. */
export const CONNECTING = {
  /** A connection that was lost is tried again after so long, and at most so long apart. */
  firstReconnectMs: 100,
  lastReconnectMs: 2 * SECOND_MS,
  /** A server that is silent for so long while calls wait for it is asked whether it is there. */
  keepaliveMs: 30 * SECOND_MS,
  keepaliveTimeoutMs: 10 * SECOND_MS,
} as const;

/**
 * HTTP/2 servers take a client that resets many streams for an attacker (CVE-2023-44487) and close its connection, with every
 * other call on it: nghttp2 beyond 1,000 at once and 33 a second. Resets of calls that are left stay well under that.
 */
export const LEAVING = {
  /** A call that ends by itself so soon needs no reset. */
  graceMs: 20,
  resetsAtOnce: 400,
  resetsPerSecond: 20,
} as const;

/** How often a call is tried that may be repeated, the first time counted, and how long the client waits before it tries again. */
export const RETRYING = {
  tries: 3,
  mostTries: 10,
  /** The wait before the second try; each one after is so many times longer, and of each up to so large a share is left to chance. */
  firstMs: 100,
  growth: 4,
  jitter: 0.5,
} as const;
