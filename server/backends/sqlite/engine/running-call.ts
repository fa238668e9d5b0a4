/** Shared memory that shows which call a worker runs and whether its caller still waits, since a busy worker reads no messages. */
import { workerData } from 'node:worker_threads';

/** Positions of the number of the running call, 0 between two, and of one that was given up. */
const [RUNNING, GIVEN_UP] = [0, 1];

type Shared = Int32Array<SharedArrayBuffer>;

/** Makes the memory, which a worker gets as its data. */
export function sharedCallState(): Shared {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** On the main side, notifies the worker that nobody waits for this call any more, if it runs. */
export function giveUp(state: Shared, number: number): void {
  const running = Atomics.load(state, RUNNING);
  // A running call that was given up stays marked, whatever else is given up meanwhile.
  if (running === (number | 0) || running !== Atomics.load(state, GIVEN_UP)) Atomics.store(state, GIVEN_UP, number);
}

/** On the main side, returns the number of a call that runs though it was given up, or undefined. */
export function runsInVain(state: Shared): number | undefined {
  const running = Atomics.load(state, RUNNING);
  return running !== 0 && running === Atomics.load(state, GIVEN_UP) ? running : undefined;
}

/** The memory of this worker. */
const own: Shared | undefined = workerData instanceof Int32Array ? (workerData as Shared) : undefined;

/** Runs a call in a worker. */
export function runCall<T>(number: number, run: () => T): T {
  if (own === undefined) return run();
  Atomics.store(own, RUNNING, number);
  try {
    return run();
  } finally {
    Atomics.store(own, RUNNING, 0);
  }
}

/** In a worker, tells whether the caller of the running call has given up. */
export function isGivenUp(): boolean {
  return own !== undefined && runsInVain(own) !== undefined;
}
