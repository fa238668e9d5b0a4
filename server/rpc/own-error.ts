/** What is thrown becomes a RecordaError; what is not one already is a fault of ours, and the log says which. */
import { randomUUID } from 'node:crypto';
import { RecordaError } from '../domain/errors.ts';
import type { Log } from '../ports/telemetry.ts';

/** The caller gets an id and no more; the log has the rest under it. */
export function ownError(thrown: unknown, method: string, log: Log): RecordaError {
  if (thrown instanceof RecordaError) return thrown;
  const errorId = randomUUID();
  log.error({ errorId, method, err: thrown }, 'A call failed by a fault of the server');
  return new RecordaError('INTERNAL', `A fault of the server; its log explains it under ${errorId}.`);
}
