/** Backends that may be away, whichever they are. */
const SECOND = 1000;

/** How an outage is noticed, waited out and told. */
export type OutagePolicy = {
  /** A call whose connection was lost is tried again so often, first after so long, then twice as long, and so on. */
  readonly attempts: number;
  readonly firstRetryMs: number;
  /** After so many failures in a row calls are refused at once, and after so long one is let through to see. */
  readonly failures: number;
  readonly openMs: number;
  /** The backend is asked so often whether it is there, and is away where it has not answered by then. */
  readonly pulseMs: number;
  readonly pulseTimeoutMs: number;
  /** What an unavailable answer tells the caller to wait. */
  readonly retryAfterMs: number;
};

export const OUTAGE: OutagePolicy & {
  /** So often it is asked before it counts as away. */
  readonly pingsOfPulse: number;
} = {
  attempts: 7,
  firstRetryMs: 15,
  failures: 8,
  openMs: 1 * SECOND,
  pulseMs: 1 * SECOND,
  pulseTimeoutMs: 2 * SECOND,
  pingsOfPulse: 20,
  retryAfterMs: 1 * SECOND,
};
