/** Deadlines and cancels: one AbortSignal goes down to every backend call, and its reason is the error that the caller gets. */
import { RecordaError } from './errors.ts';

export function deadlineExceeded(): RecordaError {
  return new RecordaError(
    'DEADLINE_EXCEEDED',
    'The deadline passed before the call was done. Give it more time; a write may have been applied, so repeat it with the same request_id.',
  );
}

export function cancelled(): RecordaError {
  return new RecordaError('CANCELLED', 'The caller cancelled the call.');
}

/** The error of an aborted signal: its reason where that is ours, else CANCELLED. */
export function abortError(signal: AbortSignal): RecordaError {
  return signal.reason instanceof RecordaError ? signal.reason : cancelled();
}

/** Settles as `work` does, or rejects with the signal's error as soon as that aborts. */
export async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw abortError(signal);
  }
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
