/** Translates the service's failures for callers. Its messages name accounts and paths, and are left out. */
import { RestError } from '@azure/storage-blob';
import { abortError, orAbort, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { BLOB } from '../../policy/backends.ts';

const STATUS = { missing: 404, conflict: 409, preconditionFailed: 412 } as const;

function isStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof RestError && error.statusCode !== undefined && statuses.includes(error.statusCode);
}

export function isWithoutContainer(error: unknown): boolean {
  return error instanceof RestError && error.code === 'ContainerNotFound';
}

/** Tells whether the object does not exist; a missing container is another error. */
export function isMissing(error: unknown): boolean {
  return isStatus(error, STATUS.missing) && !isWithoutContainer(error);
}

/** Tells whether the name is taken. */
export function isTaken(error: unknown): boolean {
  return isStatus(error, STATUS.conflict, STATUS.preconditionFailed) || isInterrupted(error);
}

/** Tells whether another put of the same name was completed first: the service discards the blocks of this one. */
function isInterrupted(error: unknown): boolean {
  return error instanceof RestError && error.code === 'InvalidBlockList';
}

/** Gives the work a signal that the driver understands, and translates its errors; errors that are not of the service pass through. */
export async function withSignal<T>(signal: StopSignal, work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  if (signal.aborted) throw abortError(signal);
  const stopping = new AbortController();
  const onAbort = (): void => stopping.abort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await orAbort(work(stopping.signal), signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Returns the error to be thrown to a caller. */
export function callersError(error: unknown): unknown {
  if (!(error instanceof RestError)) return error;
  const why = error.statusCode === undefined ? 'does not answer' : `answered with status ${error.statusCode}`;
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `Azure Blob Storage, which stores archive and backups, ${why}. Repeat the call; if the error persists, check the account, its key and its container.`,
    { retryAfterMs: BLOB.retryAfterMs },
  );
}
