/** Converts a RecordaError to the form of Connect and gRPC-Web, with the same details as gRPC. */
import { Code, ConnectError } from '@connectrpc/connect';
import type { RecordaError } from '../domain/errors.ts';
import { statusOf } from '../rpc/error-status.ts';
import { SECOND_MS } from '../policy/units.ts';

/** The canonical codes that a RecordaError may have. */
const CODES: Readonly<Record<RecordaError['code'], Code>> = {
  INVALID_ARGUMENT: Code.InvalidArgument,
  NOT_FOUND: Code.NotFound,
  ABORTED: Code.Aborted,
  RESOURCE_EXHAUSTED: Code.ResourceExhausted,
  DEADLINE_EXCEEDED: Code.DeadlineExceeded,
  CANCELLED: Code.Canceled,
  OUT_OF_RANGE: Code.OutOfRange,
  FAILED_PRECONDITION: Code.FailedPrecondition,
  UNAVAILABLE: Code.Unavailable,
  UNAUTHENTICATED: Code.Unauthenticated,
  PERMISSION_DENIED: Code.PermissionDenied,
  UNIMPLEMENTED: Code.Unimplemented,
  DATA_LOSS: Code.DataLoss,
  INTERNAL: Code.Internal,
};

export function connectError(error: RecordaError): ConnectError {
  const { message, details } = statusOf(error);
  const connectError = new ConnectError(message, CODES[error.code], retryAfter(error));
  connectError.details = details.map(({ typeUrl, value }) => ({
    type: typeUrl.slice(typeUrl.lastIndexOf('/') + 1),
    value: new Uint8Array(value),
  }));
  return connectError;
}

/**
 * Returns the header that says when to call again, for clients that read no details (RFC 9110, 10.2.3): in
 * whole seconds, rounded up so that it is never too early.
 */
export function retryAfter({ detail: { retryAfterMs } }: RecordaError): Readonly<Record<string, string>> {
  return retryAfterMs === undefined ? {} : { 'retry-after': `${Math.ceil(retryAfterMs / SECOND_MS)}` };
}
