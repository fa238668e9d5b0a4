/** A worker for the tests of threads: echoes, fails, is slow, crashes; and serves as a reader that crashes. */
import { parentPort } from 'node:worker_threads';
import { answer, serveCalls } from '../../../server/backends/sqlite/threads/batch-channel.ts';
import { fieldError } from '../../../server/domain/errors.ts';

const seen: unknown[] = [];
let batches = 0;

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
  /** Holds the thread. */
  busy(forMs: number): number {
    const untilMs = performance.now() + forMs;
    while (performance.now() < untilMs);
    return forMs;
  },
  seen: (): readonly unknown[] => seen,
  batches: (): number => batches,
  crash: (): never => process.exit(3),
  /** As the reader's: ends the thread for one id. */
  get({ ref }: { readonly ref: { readonly id: string } }): undefined {
    if (ref.id === 'crash') process.exit(3);
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
