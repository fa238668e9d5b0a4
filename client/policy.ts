/** The client's own limits and times: how it connects to a server, and abandons calls. */

export const SECOND_MS = 1000;
/** The number of nanoseconds in a millisecond. */
export const MS_NANOS = 1e6;

/** Times of the connection to the server. */
export const CONNECTING = {
  /** The wait before a lost connection is tried again, and the longest wait. */
  firstReconnectMs: 100,
  lastReconnectMs: 2 * SECOND_MS,
  /** The time after which a server that is silent while calls wait for it is probed. */
  keepaliveMs: 30 * SECOND_MS,
  keepaliveTimeoutMs: 10 * SECOND_MS,
} as const;

/**
 * HTTP/2 servers take a client that resets many streams for an attacker (CVE-2023-44487) and close its connection, with every other
 * call on it: nghttp2 beyond 1,000 at once and 33 a second. Resets of abandoned calls stay well below that.
 */
export const LEAVING = {
  /** The time within which a call that ends by itself needs no reset. */
  graceMs: 20,
  resetsAtOnce: 400,
  resetsPerSecond: 20,
} as const;

/** If one of several servers is unavailable, it is tried again after these times, while calls go to the others. */
export const AWAY = {
  /** The wait before it is first asked, the factor by which each later one is longer, the longest, and the share of it that is random. */
  firstMs: 500,
  growth: 2,
  lastMs: 10 * SECOND_MS,
  jitter: 0.5,
  /** The time that its answer may take. */
  probeTimeoutMs: 2 * SECOND_MS,
} as const;

/** The number of users whose revisions a client remembers. */
export const SEEN_USERS = 10_000;

/** The attempts of a call that may be repeated, including the first, and the client's waits between them. */
export const RETRYING = {
  tries: 3,
  mostTries: 10,
  /** The wait before the second attempt, the factor by which each later one is longer, and the share of it that is random. */
  firstMs: 100,
  growth: 4,
  jitter: 0.5,
} as const;
