/** Tells whose fault an error is. */
import { RecordaError } from '../domain/errors.ts';

/**
 * Tells whether the server failed to do what it should; otherwise the caller asked for something impossible,
 * or cancelled.
 */
export function isServersFault(error: unknown): boolean {
  if (!(error instanceof RecordaError)) return true;
  return error.code === 'INTERNAL' || error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED';
}
