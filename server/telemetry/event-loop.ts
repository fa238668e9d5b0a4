/** Measures the delay of the event loop: every call waits for it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { EVENT_LOOP } from '../policy/serving.ts';
import type { EventLoopDelay } from '../ports/telemetry.ts';

const NS_PER_MS = 1e6;

export interface EventLoopMonitor {
  /** The delay over the last complete window; during the first window, over what has passed of it. */
  read(): EventLoopDelay;
  close(): void;
}

/** Starts measuring. Its timers do not keep the process alive. */
export function monitorEventLoop(): EventLoopMonitor {
  const { periodMs, windowMs } = EVENT_LOOP;
  const histogram = monitorEventLoopDelay({ resolution: periodMs });
  histogram.enable();
  // Node records the time between two ticks of its timer, which includes the period.
  const late = (ns: number): number => Math.max(0, ns / NS_PER_MS - periodMs);
  const now = (): EventLoopDelay =>
    histogram.count === 0
      ? { p50Ms: 0, p99Ms: 0, maxMs: 0 }
      : { p50Ms: late(histogram.percentile(50)), p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) };
  let last: EventLoopDelay | undefined;
  const timer = setInterval(() => {
    last = now();
    histogram.reset();
  }, windowMs).unref();
  return {
    read: () => last ?? now(),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
