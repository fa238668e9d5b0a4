/** For calls that follow something: sleeps until there is more of it. */
import type { StopSignal } from '../domain/abort.ts';
import { WATCHING } from '../policy/serving.ts';

/** Waits for what a subscription tells of; listens until it is stopped. Waiting keeps the process alive, unless that is not wanted. */
export function eventsOf(subscribe: (listener: () => void) => () => void, signal: StopSignal, keepsAlive = true) {
  let isNew = false;
  let wake = (): void => undefined;
  const stop = subscribe(() => {
    isNew = true;
    wake();
  });
  return {
    stop,

    /** True once there is something that was not there when this was last called; false where nothing came for a while. */
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
