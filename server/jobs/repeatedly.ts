/** Work that runs at intervals, one run after the other. */
import { cancelled, stopSignal, type Stopper } from '../domain/abort.ts';

export interface Repeated {
  /** Starts a run as soon as the one under way has ended. */
  tick(): Promise<void>;
  /** Aborts the current run; its work is done after the next start. */
  stop(): Promise<void>;
}

/** Runs `work`, which gets the signal that stops it. Its errors go to `onError`, unless it was stopped. */
export function repeatedly(
  everyMs: number,
  work: (stop: Stopper) => Promise<void>,
  onError: (error: Error) => void,
): Repeated {
  const stop = stopSignal();
  let running: Promise<void> = Promise.resolve();
  const tick = (): Promise<void> => {
    running = running
      .then(() => work(stop))
      .catch((error: Error) => {
        if (!stop.aborted) onError(error);
      });
    return running;
  };
  let isTicking = false;
  const timer = setInterval(() => {
    if (isTicking) return;
    isTicking = true;
    void tick().finally(() => (isTicking = false));
  }, everyMs).unref();
  return {
    tick,
    async stop() {
      clearInterval(timer);
      stop.abort(cancelled());
      await running;
    },
  };
}
