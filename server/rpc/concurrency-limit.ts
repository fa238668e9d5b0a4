/**
 * Finds how many calls may run at once, as TCP finds its congestion window (RFC 5681): the limit doubles while calls end in good
 * time, falls when one took too long, and then grows by one at a time. For calls that wait for another server it becomes high; for
 * those that share this machine's processors, as low as they need to end in time.
 */
export type ConcurrencyLimits = {
  /** The number of calls that may always run at once. */
  readonly least: number;
  /** The initial limit. */
  readonly first: number;
  readonly most: number;
  /** A call that used up more than this share of its time is late. */
  readonly lateShare: number;
  /** The factor by which a late call reduces the limit. */
  readonly decrease: number;
  /** If no call has waited for this long, in milliseconds, the limit starts again from the beginning. */
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
  /** Returns the number of calls that may run at once. */
  current(): number;
  /** Adjusts the limit to how a call ended; called only for calls that ran while others waited, since others say nothing about it. */
  ended(call: EndedCall): void;
}

export function concurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  const { least, first, most, decrease, forgetMs } = limits;
  let limit = Math.min(first, most);
  /** Below this the limit doubles from one round of calls to the next. */
  let threshold = Infinity;
  let decreasedAt = -Infinity;
  let heardAt = -Infinity;
  return {
    current: () => Math.floor(limit),
    ended({ startedAt, endedAt, isLate }) {
      // A limit that was found long ago, under another load, says nothing about this one.
      if (endedAt - heardAt > forgetMs) {
        limit = Math.max(limit, Math.min(first, most));
        threshold = Infinity;
      }
      heardAt = endedAt;
      if (!isLate) {
        limit = Math.min(most, limit + (limit < threshold ? 1 : 1 / limit));
        return;
      }
      // It falls once a round: calls that began before the last decrease are late because of the earlier limit.
      if (startedAt < decreasedAt) return;
      decreasedAt = endedAt;
      limit = Math.max(Math.min(least, most), limit * decrease);
      threshold = limit;
    },
  };
}
