/** Work that runs every so often, one run after the other. */
import { cancelled, stopSignal, type Stopper } from '../domain/abort.ts';

export interface Repeated {
  /** Runs it now, after the run that is under way. */
  tick(): Promise<void>;
  /** Gives up what runs; it is done after the next start. */
  stop(): Promise<void>;
}

/** `work` gets the signal that stops it. What it throws goes to `onError`, unless it was stopped. */
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
