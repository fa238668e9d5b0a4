import { fieldError, type RecordaError } from '../domain/errors.ts';

/** The error of a memory that is put back under the id of another user's. */
export function idTaken(id: string): RecordaError {
  return fieldError(
    'id',
    `${id} is a memory of another user. Import an export under the user that it is of, or into another server.`,
  );
}
