/** Following the change log. */
const SECOND = 1000;

export const WATCHING = {
  /** Changes that are read at a time. */
  pageSize: 200,
  /** A stream on which nothing happens says where it is so often, so that its token stays young. */
  positionMs: 30 * SECOND,
  /** A write that its caller gave up is on disk by then, or never. */
  settleMs: 1 * SECOND,
  /** Streams at once; they count apart from calls, which end. */
  streams: 1000,
} as const;
