/** Runs passes that overwrite the gaps of the store's pages, for callers that wait until everything deleted so far is overwritten. */
import { RecordaError } from '../../../domain/errors.ts';
import { ERASING } from '../../../policy/lifecycle.ts';
import type { Remote } from './batch-channel.ts';
import type { WriterControls } from './writer.ts';

/** Resolves once a pass that began after the call has ended. Rejects with BACKEND_UNAVAILABLE if readers keep it from going on. */
export type OverwriteGaps = () => Promise<void>;

type Overwriter = Remote<Pick<WriterControls, 'overwriteGaps'>>;

/** Callers that come while a pass runs share the next one. `tooLarge` is called if the file is too large for a pass. */
export function pagePasses(writer: Overwriter, tooLarge: () => void): OverwriteGaps {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      const pass = passOver(writer, tooLarge);
      running = pass.catch(() => undefined);
      return pass;
    });
    return waiting;
  };
}

/**
 * Goes over the pages in slices, between which others write. A file of several slices is gone over twice: SQLite may meanwhile have
 * moved a page to a place that was passed.
 */
async function passOver(writer: Overwriter, tooLarge: () => void): Promise<void> {
  const slices = await passOnce(writer);
  if (slices === 0) tooLarge();
  else if (slices > 1) await passOnce(writer);
}

/** Returns the number of slices, none if the file is too large. */
async function passOnce(writer: Overwriter): Promise<number> {
  let slices = 0;
  let attempts = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    const done = await writer.overwriteGaps({ from });
    if (done === 'TOO_LARGE') return 0;
    if (done === 'BUSY') {
      attempts += 1;
      if (attempts >= ERASING.scrubAttempts) throw held();
      await new Promise((resolve) => setTimeout(resolve, ERASING.scrubRetryMs));
      continue;
    }
    attempts = 0;
    slices += 1;
    from = done.next;
  }
  return slices;
}

function held(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The data is deleted, but readers kept the log of the store from being emptied, so its last traces are not overwritten. Repeat the call.',
    { retryAfterMs: ERASING.scrubRetryMs },
  );
}
