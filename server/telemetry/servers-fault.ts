/** Whose fault an error is. */
import { RecordaError } from '../domain/errors.ts';

/** Whether the server did not do what it should; else the caller asked for what cannot be, or gave up. */
export function isServersFault(error: unknown): boolean {
  if (!(error instanceof RecordaError)) return true;
  return error.code === 'INTERNAL' || error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED';
}
