/** Which call a worker runs and whether its caller still waits, in memory that both sides see: a busy worker reads no messages. */
import { workerData } from 'node:worker_threads';

/** Numbers of calls: the one that runs, 0 between two; and one that was given up. */
const [RUNNING, GIVEN_UP] = [0, 1];

type Shared = Int32Array<SharedArrayBuffer>;

/** To be given to a worker as its data. */
export function sharedCallState(): Shared {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** On the main side: notifies the worker that nobody waits for this call any more, if it runs. */
export function giveUp(state: Shared, number: number): void {
  const running = Atomics.load(state, RUNNING);
  // One that runs and was given up stays so, whatever else is given up meanwhile.
  if (running === (number | 0) || running !== Atomics.load(state, GIVEN_UP)) Atomics.store(state, GIVEN_UP, number);
}

/** The main side: the number of the call that runs though it was given up, or undefined. */
export function runsInVain(state: Shared): number | undefined {
  const running = Atomics.load(state, RUNNING);
  return running !== 0 && running === Atomics.load(state, GIVEN_UP) ? running : undefined;
}

/** This worker's own. */
const own: Shared | undefined = workerData instanceof Int32Array ? (workerData as Shared) : undefined;

/** In a worker, runs a call. */
export function runCall<T>(number: number, run: () => T): T {
  if (own === undefined) return run();
  Atomics.store(own, RUNNING, number);
  try {
    return run();
  } finally {
    Atomics.store(own, RUNNING, 0);
  }
}

/** In a worker, whether the caller of what runs has given up. */
export function isGivenUp(): boolean {
  return own !== undefined && runsInVain(own) !== undefined;
}
