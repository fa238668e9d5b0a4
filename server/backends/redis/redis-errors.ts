/** Tells which of ioredis's failures mean that Redis is unavailable. */
import { RecordaError } from '../../domain/errors.ts';

/** Answers of a Redis that is there but cannot serve. */
const CANNOT_SERVE = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM|TRYAGAIN|MISCONF|NOREPLICAS)/;

/** Tells whether Redis did not answer, as opposed to refusing the request. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof RecordaError) return false;
  // A cluster's error carries that of the last node it tried.
  if ('lastNodeError' in error && error.lastNodeError instanceof Error) return isUnavailable(error.lastNodeError);
  // ioredis names the answers of Redis itself ReplyError; all its other errors are of the connection.
  return error.name === 'ReplyError' ? CANNOT_SERVE.test(error.message) : !(error instanceof TypeError);
}
