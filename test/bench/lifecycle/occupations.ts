/**
 * Reports to a listener what occupied a thread: each task that kept a thread of the store from the next call, each garbage
 * collection, and each time that a thread with timers alone was late for one. It is loaded into every thread, before anything
 * else.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** Shorter tasks delay nobody. */
const LEAST_MS = 1;
/** The interval of the timers of the main thread, and of a thread that does nothing else, in milliseconds. */
const TICK_MS = 1;
export const OCCUPATIONS = 'recorda bench occupations';

export type Occupation = {
  readonly thread: 'main' | 'store' | 'idle';
  /** Names of calls, or of other work. */
  readonly what: readonly string[];
  /** The time by the clock that all threads share. */
  readonly endMs: number;
  readonly tookMs: number;
  /** How much of that time it was on a core, and ready but kept from one, as the kernel counts it. */
  readonly onCoreMs: number;
  readonly readyMs: number;
};

const told = new BroadcastChannel(OCCUPATIONS);
told.unref();
const tell = (occupation: Occupation): void => void (occupation.tookMs >= LEAST_MS && told.postMessage(occupation));
export const sharedNow = (): number => performance.timeOrigin + performance.now();

/** Returns what this thread has used so far. */
function schedule(): { readonly atMs: number; readonly onCoreMs: number; readonly readyMs: number } {
  const [onCore = 0, ready = 0] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ').map(Number);
  return { atMs: sharedNow(), onCoreMs: onCore / 1e6, readyMs: ready / 1e6 };
}

type Moment = ReturnType<typeof schedule>;

function since(start: Moment, end: Moment): Pick<Occupation, 'endMs' | 'tookMs' | 'onCoreMs' | 'readyMs'> {
  return {
    endMs: end.atMs,
    tookMs: end.atMs - start.atMs,
    onCoreMs: end.onCoreMs - start.onCoreMs,
    readyMs: end.readyMs - start.readyMs,
  };
}

/** Measures how late a thread is for its timers. */
export function watchTicks(thread: 'main' | 'idle'): void {
  let last = schedule();
  setInterval(() => {
    const now = schedule();
    const span = since(last, now);
    tell({ thread, what: ['timer'], ...span, tookMs: span.tookMs - TICK_MS });
    last = now;
  }, TICK_MS).unref();
}

let began: Moment | undefined;
subscribe('recorda.thread.occupied', () => (began = schedule()));
subscribe('recorda.thread.free', (what) => {
  if (began !== undefined) tell({ thread: 'store', what: what as readonly string[], ...since(began, schedule()) });
});

const KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
]);
new PerformanceObserver((list) => {
  for (const { startTime, duration, detail } of list.getEntries() as readonly (PerformanceEntry & {
    readonly detail?: { readonly kind?: number };
  })[]) {
    const what = [`garbage, ${KINDS.get(detail?.kind ?? 0) ?? 'other'}`];
    const endMs = performance.timeOrigin + startTime + duration;
    tell({ thread: isMainThread ? 'main' : 'store', what, endMs, tookMs: duration, onCoreMs: NaN, readyMs: NaN });
  }
}).observe({ entryTypes: ['gc'] });
