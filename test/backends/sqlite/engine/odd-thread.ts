/** A worker for the tests of threads, whose calls echo, fail, block or crash; it also serves as a reader that crashes. */
import { parentPort } from 'node:worker_threads';
import { answer, serveCalls } from '../../../../server/backends/sqlite/engine/batch-channel.ts';
import { fieldError } from '../../../../server/domain/errors.ts';

const seen: unknown[] = [];
let batches = 0;

/** The indexes of the 32-bit words that `busy` shares. */
export const [IS_HELD, MAY_GO] = [0, 1];

export type OddApi = typeof api;

const api = {
  open: (): undefined => undefined,
  close: (): undefined => undefined,
  echo(value: unknown): unknown {
    seen.push(value);
    return value;
  },
  refuse(field: string): never {
    throw fieldError(field, 'is wrong');
  },
  fail(message: string): never {
    throw new TypeError(message);
  },
  /** Signals that it blocks the thread, and blocks it until it is told to go on. */
  busy(shared: SharedArrayBuffer): void {
    const state = new Int32Array(shared);
    Atomics.store(state, IS_HELD, 1);
    Atomics.notify(state, IS_HELD);
    Atomics.wait(state, MAY_GO, 0);
  },
  seen: (): readonly unknown[] => seen,
  batches: (): number => batches,
  /** Wakes a caller that is blocking the main thread meanwhile. */
  wake(flag: Int32Array<SharedArrayBuffer>): undefined {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    return undefined;
  },
  crash: (): never => process.exit(3),
  /** Replaces the reader's `get`: it ends the thread for one id, and never answers for another. */
  get({ ref }: { readonly ref: { readonly id: string } }): undefined {
    if (ref.id === 'crash') process.exit(3);
    while (ref.id === 'spin');
    return undefined;
  },
};

if (parentPort !== null) {
  serveCalls<OddApi>(parentPort, (queue) => {
    batches += 1;
    const first = queue[0];
    return queue.splice(0, first?.method === 'busy' ? 1 : queue.length).map((call) => answer(api, call));
  });
}
