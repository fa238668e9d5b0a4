/** Waits in calls that follow something until there is more of it. */
import type { StopSignal } from '../domain/abort.ts';
import { WATCHING } from '../policy/serving.ts';

/**
 * Waits for the events of a subscription, and listens until it is stopped. Waiting keeps the process alive, unless the options say
 * otherwise.
 */
export function eventsOf(subscribe: (listener: () => void) => () => void, signal: StopSignal, keepsAlive = true) {
  let isNew = false;
  let wake = (): void => undefined;
  const stop = subscribe(() => {
    isNew = true;
    wake();
  });
  return {
    stop,

    /** Resolves to true once there is something new since the last call; to false if nothing arrived for a while. */
    async next(): Promise<boolean> {
      if (!isNew && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, WATCHING.positionMs);
          if (!keepsAlive) timer.unref();
          wake = (): void => {
            clearTimeout(timer);
            signal.removeEventListener('abort', wake);
            resolve();
          };
          signal.addEventListener('abort', wake, { once: true });
        });
        wake();
      }
      const was = isNew;
      isNew = false;
      return was;
    },
  };
}
