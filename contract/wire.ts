/** The limits that both sides of the wire keep to. */

const MB = 1024 * 1024;
const HOUR_MS = 3600 * 1000;

/** Sizes in bytes, times in milliseconds. */
export const WIRE = {
  /** The largest message on the wire, request or answer, and so of a call in process. */
  messageBytes: 16 * MB,
  /**
   * The largest request where REQUEST_BYTES has no other: decoded in 50 ms at most, whatever its script. 16 MB of
   * Chinese took 70.
   */
  requestBytes: 8 * MB,
  /** A call that asks for more time gets this much. */
  deadlineMs: 24 * HOUR_MS,
} as const;

/** The bytes that requests of these calls may have beyond WIRE.requestBytes, by full name. */
export const REQUEST_BYTES: Readonly<Record<string, number>> = {
  // Its lines are bytes, which decoding leaves as they are.
  'recorda.v1.AdminService/ImportUserData': WIRE.messageBytes,
};

/** The header by which a proxy can send the calls of a user to the same one of several servers: the user's hash in 12 bits, as hex. */
export const USER_HASH_HEADER = 'recorda-user-hash';

/**
 * The revision of a user's data in an answer, if several servers share them: a number that only rises. It is The header of an answer over
 * HTTP, and a trailer over gRPC and of streams. A read with the header is answered with nothing older, and may be answered from a standby.
 */
export const USER_REVISION_HEADER = 'recorda-user-revision';

/** The time that a call gets which asks for none. */
export const DEFAULT_DEADLINE_MS = 30_000;
