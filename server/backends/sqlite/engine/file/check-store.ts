/** Checks a store for damage, even if it is open elsewhere: its pages, and whether it has all that was committed. */
import { setTimeout as pause } from 'node:timers/promises';
import { cancelled, type StopSignal } from '../../../../domain/abort.ts';
import type { RecordaError } from '../../../../domain/errors.ts';
import { DISK } from '../../../../policy/backends.ts';
import { damaged } from './damage.ts';
import type { CheckApi } from './check-thread.ts';
import { startThread } from '../start-thread.ts';

const THREAD = new URL('./check-thread.bundle.cjs', import.meta.url);

/** Resolves to STORE_DAMAGED if something is wrong; else to undefined. Ends between two tables once `signal` aborts. */
export async function checkStore(
  file: string,
  headFile: string,
  signal: StopSignal,
): Promise<RecordaError | undefined> {
  const thread = startThread<CheckApi>(THREAD, () => undefined);
  const { calls } = thread;
  try {
    const opened = await calls.open({ file, headFile }, signal);
    if ('fault' in opened) return damaged(file, headFile, opened.fault);
    for (const name of opened.names) {
      const found = await calls.check({ name }, signal);
      if (found !== undefined) return damaged(file, headFile, found.fault);
      await pause(DISK.checkPauseMs, undefined, { ref: false });
    }
    return undefined;
  } finally {
    const stop = (): Promise<void> => thread.stop(cancelled());
    void calls.close({}).then(stop, stop);
  }
}
