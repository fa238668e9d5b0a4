/** How much of their time the threads of this process work that answer calls: the main thread, and those that are counted as well. */
import type { Worker } from 'node:worker_threads';
import type { EventLoopUtilization } from 'node:perf_hooks';

/** What measures a thread: `performance` here, and the one of a Worker. */
type Measured = {
  eventLoopUtilization(now?: EventLoopUtilization, before?: EventLoopUtilization): EventLoopUtilization;
};

const workers = new Map<Worker, Measured>();

/** Counts a thread whose calls compete for its time alone: more of them at once make each slower. Ends with the thread. */
export function countThreadLoad(worker: Worker): void {
  workers.set(worker, worker.performance);
  worker.once('exit', () => workers.delete(worker));
}

/** Returns a function that tells the share of its time that the busiest thread has worked since the last call, from 0 to 1. */
export function threadLoad(): () => number {
  const before = new WeakMap<Measured, EventLoopUtilization>();
  return () => {
    let busiest = 0;
    for (const thread of [performance, ...workers.values()]) {
      const now = thread.eventLoopUtilization();
      const last = before.get(thread);
      if (last !== undefined) busiest = Math.max(busiest, thread.eventLoopUtilization(now, last).utilization);
      before.set(thread, now);
    }
    return busiest;
  };
}
