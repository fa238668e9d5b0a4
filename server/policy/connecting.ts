/** How a client connects to a server, and leaves its calls. */
const SECOND = 1000;

export const CONNECTING = {
  /** A connection that was lost is tried again after so long, and at most so long apart. */
  firstReconnectMs: 100,
  lastReconnectMs: 2 * SECOND,
  /** A server that is silent for so long while calls wait for it is asked whether it is there. */
  keepaliveMs: 30 * SECOND,
  keepaliveTimeoutMs: 10 * SECOND,
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
