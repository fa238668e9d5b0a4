/** Which of ioredis's failures mean that Redis is away. */
import { RecordaError } from '../../domain/errors.ts';

/** Answers of a Redis that is there but cannot serve. */
const CANNOT_SERVE = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM|TRYAGAIN|MISCONF|NOREPLICAS)/;

/** Whether Redis did not answer, as opposed to refusing what it was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof RecordaError) return false;
  // A cluster says what the last of its nodes said.
  if ('lastNodeError' in error && error.lastNodeError instanceof Error) return isUnavailable(error.lastNodeError);
  // ioredis names the answers of Redis itself ReplyError; all else it throws is of the connection.
  return error.name === 'ReplyError' ? CANNOT_SERVE.test(error.message) : !(error instanceof TypeError);
}
