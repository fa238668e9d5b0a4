/** How late the event loop comes to what is due: beyond a point one more call only makes all of them wait longer. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SERVING } from '../policy/serving.ts';

export type LoopLimits = {
  /** At least so long passes between two looks. */
  readonly windowMs: number;
  /** Half of the wake-ups of a window are later than this: overload. */
  readonly lateMs: number;
  /** A window has as many wake-ups at least: one long pause is no overload. */
  readonly wakeUps: number;
  readonly resolutionMs: number;
};

export interface LoopDelay {
  /** By how much, while it is overload; else undefined. */
  lateMs(): number | undefined;
  stop(): void;
}

const NANOSECONDS_PER_MS = 1e6;
const HALF = 50;

export function loopDelay(limits: LoopLimits = SERVING.loop): LoopDelay {
  const { resolutionMs } = limits;
  const wakeUps = monitorEventLoopDelay({ resolution: resolutionMs });
  wakeUps.enable();
  let late: number | undefined;
  const timer = setInterval(() => {
    if (wakeUps.count < limits.wakeUps) return;
    // Counted from one wake-up to the next: what is over the resolution is delay.
    const ms = wakeUps.percentile(HALF) / NANOSECONDS_PER_MS - resolutionMs;
    late = ms > limits.lateMs ? ms : undefined;
    wakeUps.reset();
  }, limits.windowMs).unref();
  return {
    lateMs: () => late,
    stop() {
      clearInterval(timer);
      wakeUps.disable();
      late = undefined;
    },
  };
}
