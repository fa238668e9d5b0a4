import { fieldError, type RecordaError } from '../domain/errors.ts';

/** The error of a memory whose id another user took between an import's look for such ids and its end. */
export function idTaken(id: string): RecordaError {
  return fieldError('id', `${id} was taken meanwhile. Repeat the import; nothing of it is there.`);
}
