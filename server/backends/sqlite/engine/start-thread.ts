/** A worker thread with its channel. */
import { Worker } from 'node:worker_threads';
import { RecordaError } from '../../../domain/errors.ts';
import { runsInVain, sharedCallState } from './running-call.ts';
import { batchChannel, remote, type Api, type BatchChannel, type Remote } from './batch-channel.ts';

export interface Thread<A extends Api> {
  readonly channel: BatchChannel<A>;
  /** The methods of the thread, called over that channel. */
  readonly calls: Remote<A>;
  /** The number of calls that are not answered yet. */
  readonly waiting: number;
  /** Ends the thread; waiting calls reject with `why`. */
  stop(why: Error): Promise<void>;
  /** Returns the number of the call that it runs though its caller has given up, or undefined. */
  runsInVain(): number | undefined;
  /** Ends a thread that hangs, as if it had crashed for this cause. */
  kill(cause: Error): void;
}

/**
 * Starts a thread. If it ends unexpectedly, its calls reject with BACKEND_UNAVAILABLE and then `onCrash` runs. If it ends before any
 * answer, it could not start: its calls reject with the cause, for the person who starts the server. `onError` is called with each error
 * of a call, and returns the one that the call rejects with.
 */
export function startThread<A extends Api>(
  module: URL,
  onCrash: (cause: Error) => void,
  onError?: (error: Error) => Error,
): Thread<A> {
  const state = sharedCallState();
  // Threads must not inherit the program's flags: with --input-type or --eval they would not start.
  const worker = new Worker(module, { execArgv: [], workerData: state });
  const channel = batchChannel<A>(worker, state, onError);
  let cause: Error | undefined;
  let isStopping = false;
  let hasStarted = false;
  worker.once('message', () => {
    hasStarted = true;
  });
  worker.on('error', (error) => {
    cause = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', (code) => {
    if (isStopping) return;
    cause ??= new Error(`The thread ended with code ${code}.`);
    channel.close(hasStarted ? unavailable() : cause);
    onCrash(cause);
  });
  return {
    channel,
    calls: remote<A>(channel.call),
    get waiting() {
      return channel.waiting;
    },
    async stop(why) {
      isStopping = true;
      channel.close(why);
      await worker.terminate();
    },
    runsInVain: () => runsInVain(state),
    kill(why) {
      cause ??= why;
      void worker.terminate();
    },
  };
}

function unavailable(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The store was interrupted while it worked on this. A write may have been applied: repeat it with the same request_id.',
  );
}
