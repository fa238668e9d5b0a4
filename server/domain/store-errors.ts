/** Errors of the store itself: its disk is full, or it is damaged. */
import { fieldError, RecordaError } from './errors.ts';

/** Returns the error for a full disk; nothing of the call was written. */
export function diskFull(retryAfterMs: number): RecordaError {
  return new RecordaError(
    'DISK_FULL',
    'The disk of the store is full, so nothing was written. Reads, deletions and erasures still work. Free space on the disk, or delete what is not needed; writing resumes within seconds. Then repeat the call.',
    { retryAfterMs },
  );
}

/** Returns the error for a damaged store, naming the damaged files. */
export function storeDamaged(file: string, files: readonly string[], what: string): RecordaError {
  return new RecordaError(
    'STORE_DAMAGED',
    `The store ${file} is damaged: ${what}. Nothing more is written to it. Stop Recorda and move ${files.join(', ')} to another folder, but keep them.`,
    { resource: { type: 'recorda.v1.Store', name: file } },
  );
}

/** Returns the same error with advice on what to do next. */
export function withAdvice({ reason, message, detail }: RecordaError, advice: string): RecordaError {
  return new RecordaError(reason, advice === '' ? message : `${message} ${advice}`, detail);
}

/** Returns the error for a memory that cannot be put back: another user has taken its id between an import's check and its end. */
export function idConflict(id: string): RecordaError {
  return fieldError('id', `${id} was taken by another write meanwhile. Repeat the import; nothing of it was stored.`);
}
