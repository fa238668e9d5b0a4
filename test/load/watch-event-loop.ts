/**
 * Is loaded into the server's process (`node --import`): measures how late its main loop is for what is due. SIGUSR2 restarts
 * the count; at the end it is written into the file that LOAD_EVENT_LOOP_FILE names.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Times are in milliseconds. */
export type EventLoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };

const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

const file = process.env['LOAD_EVENT_LOOP_FILE'];
if (isMainThread && file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  process.on('SIGUSR2', () => histogram.reset());
  process.on('exit', () => {
    // The histogram counts from one wake-up to the next: what exceeds the resolution is delay.
    const delayMs = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
    const delay: EventLoopDelay = {
      p50Ms: delayMs(histogram.percentile(50)),
      p99Ms: delayMs(histogram.percentile(99)),
      maxMs: delayMs(histogram.max),
    };
    writeFileSync(file, JSON.stringify(delay));
  });
}
