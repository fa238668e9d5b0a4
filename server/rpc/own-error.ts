/** Converts whatever is thrown to a RecordaError. Other errors are faults of the server, and are logged. */
import { randomUUID } from 'node:crypto';
import { RecordaError } from '../domain/errors.ts';
import type { Log } from '../ports/telemetry.ts';

/** The caller gets only an id, under which the log has the rest. */
export function ownError(thrown: unknown, method: string, log: Log): RecordaError {
  if (thrown instanceof RecordaError) return thrown;
  const errorId = randomUUID();
  log.error({ errorId, method, err: thrown }, 'A call failed because of an internal error');
  return new RecordaError('INTERNAL', `Internal error; the log of the server explains it under ${errorId}.`);
}
