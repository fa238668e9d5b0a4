/**
 * Makes a RecordaError of a gRPC status: the one that the server threw, or one that describes what failed on the way.
 */
import { Metadata, status } from '@grpc/grpc-js';
import { cancelled, deadlineExceeded, RecordaError } from '../contract/errors.ts';
import { Status } from '../proto/gen/google/rpc/status.ts';
import { errorOfDetails } from './error-details.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** Returns the error of what grpc-js threw. `address` is for the message. */
export function errorFromStatus(error: unknown, address: string): RecordaError {
  if (error instanceof RecordaError) return error;
  if (!isStatus(error)) return new RecordaError('INTERNAL', `The gRPC client failed: ${String(error)}`);
  return sentByServer(error) ?? metOnTheWay(error, address);
}

type GrpcStatus = { readonly code: status; readonly details: string; readonly metadata: Metadata };

function isStatus(error: unknown): error is GrpcStatus {
  return error instanceof Error && 'code' in error && 'metadata' in error && error.metadata instanceof Metadata;
}

function sentByServer({ details, metadata }: GrpcStatus): RecordaError | undefined {
  const bytes = metadata.get('grpc-status-details-bin')[0];
  if (!(bytes instanceof Uint8Array)) return undefined;
  try {
    return errorOfDetails(details, Status.decode(bytes).details);
  } catch {
    // Details that cannot be decoded are ignored: the code and the message remain.
    return undefined;
  }
}

/** The error of each code, if it is not one that the server itself describes. */
const ON_THE_WAY: Partial<Record<status, (address: string, details: string) => RecordaError>> = {
  [status.UNAVAILABLE]: (address, details) =>
    new RecordaError('BACKEND_UNAVAILABLE', `${whyUnreachable(address, details)} The client reconnects on its own.`),
  [status.DEADLINE_EXCEEDED]: deadlineExceeded,
  [status.CANCELLED]: cancelled,
  [status.UNIMPLEMENTED]: (address, details) =>
    new RecordaError('METHOD_UNKNOWN', `The server at ${address} has no such call (${details}).`),
  [status.RESOURCE_EXHAUSTED]: (_address, details) =>
    new RecordaError(
      'RESPONSE_TOO_LARGE',
      `The answer exceeds the largest message size (${details}). Ask for less, or stream.`,
    ),
};

function metOnTheWay({ code, details }: GrpcStatus, address: string): RecordaError {
  if (code === status.INTERNAL && /^Received RST_STREAM|Session closed/.test(details)) {
    return new RecordaError(
      'BACKEND_UNAVAILABLE',
      `The connection to ${address} was lost (${details}). A write may have been applied: repeat it with the same request_id.`,
    );
  }
  return (
    ON_THE_WAY[code]?.(address, details) ??
    new RecordaError('INTERNAL', `The call to ${address} failed with gRPC code ${code}: ${details}`)
  );
}
