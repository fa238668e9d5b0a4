/**
 * How many calls may run at once, found as TCP finds its congestion window (RFC 5681): it doubles while calls end in good time, falls
 * when one took too long, and then grows by one at a time. Calls that wait for another server run many
 * at once; those that share this machine's processors, as few as end in time.
 */
export type ConcurrencyLimits = {
  /** Calls that may always run at once. */
  readonly least: number;
  /** Where it begins. */
  readonly first: number;
  readonly most: number;
  /** A call that used up more than this part of its time is late. */
  readonly lateShare: number;
  /** What is left of the limit then. */
  readonly decrease: number;
  /** When no call has waited for so long, it begins again. */
  readonly forgetMs: number;
};

/** A call that ran while others waited. Times are those of `performance.now()`. */
export type EndedCall = {
  readonly startedAt: number;
  readonly endedAt: number;
  /** It took so long that fewer should run at once. */
  readonly isLate: boolean;
};

export interface ConcurrencyLimit {
  /** Calls that may run at once. */
  current(): number;
  /** Tells it how a call ended; only of calls that ran while others waited, since others say nothing about the limit. */
  ended(call: EndedCall): void;
}

export function concurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  const { least, first, most, decrease, forgetMs } = limits;
  let limit = Math.min(first, most);
  /** Below it the limit doubles from one round of calls to the next. */
  let threshold = Infinity;
  let decreasedAt = -Infinity;
  let heardAt = -Infinity;
  return {
    current: () => Math.floor(limit),
    ended({ startedAt, endedAt, isLate }) {
      // What was found under another load, long ago, says nothing of this one.
      if (endedAt - heardAt > forgetMs) {
        limit = Math.max(limit, Math.min(first, most));
        threshold = Infinity;
      }
      heardAt = endedAt;
      if (!isLate) {
        limit = Math.min(most, limit + (limit < threshold ? 1 : 1 / limit));
        return;
      }
      // Once a round: calls that began before are late for the limit of then.
      if (startedAt < decreasedAt) return;
      decreasedAt = endedAt;
      limit = Math.max(Math.min(least, most), limit * decrease);
      threshold = limit;
    },
  };
}
