/** Work that runs until the server stops, and is restarted after a failure, such as the crash of a thread of the store. */
import { setTimeout as wait } from 'node:timers/promises';
import type { StopSignal } from '../domain/abort.ts';

export type Restarts = {
  readonly stop: StopSignal;
  /** Aborts when `stop` does, and also ends the wait before the next start. */
  readonly ending: AbortSignal;
  readonly retryMs: number;
  readonly onBroken: (error: Error) => void;
};

/** Runs `work` to its end, and again after each failure. Never rejects. */
export async function untilStopped(
  { stop, ending, retryMs, onBroken }: Restarts,
  work: () => Promise<void>,
): Promise<void> {
  const isStopped = (): boolean => stop.aborted;
  while (!isStopped()) {
    try {
      return await work();
    } catch (error) {
      if (isStopped()) return;
      onBroken(error as Error);
      await wait(retryMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
    }
  }
}
