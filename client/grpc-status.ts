/** From a gRPC status back to the RecordaError that the server threw, or to one that says what happened on the way. */
import { Metadata, status } from '@grpc/grpc-js';
import {
  BadRequest,
  ErrorInfo,
  PreconditionFailure,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from 'nice-grpc-error-details';
import { Status } from 'nice-grpc-error-details/lib/proto/google/rpc/status.js';
import { cancelled, deadlineExceeded } from '../server/domain/abort.ts';
import { ERRORS } from '../server/domain/errors.ts';
import { RecordaError, type ErrorDetail, type ErrorReason } from './errors.ts';

/** `error` is what grpc-js threw. `address` is for the message. */
export function errorFromStatus(error: unknown, address: string): RecordaError {
  if (error instanceof RecordaError) return error;
  if (!isStatus(error)) return new RecordaError('INTERNAL', `The gRPC client failed: ${String(error)}`);
  return sentByServer(error) ?? metOnTheWay(error, address);
}

type GrpcStatus = { readonly code: status; readonly details: string; readonly metadata: Metadata };

function isStatus(error: unknown): error is GrpcStatus {
  return error instanceof Error && 'code' in error && 'metadata' in error && error.metadata instanceof Metadata;
}

function sentByServer(error: GrpcStatus): RecordaError | undefined {
  const bytes = error.metadata.get('grpc-status-details-bin')[0];
  if (!(bytes instanceof Uint8Array)) return undefined;
  const parts = new Map<string, Uint8Array>();
  try {
    for (const { typeUrl, value } of Status.decode(bytes).details) {
      parts.set(typeUrl.slice(typeUrl.lastIndexOf('/') + 1), value);
    }
    const info = decoded(parts, ErrorInfo);
    if (info === undefined || !isReason(info.reason)) return undefined;
    return new RecordaError(info.reason, error.details, detailOf(parts));
  } catch {
    // Details that cannot be read are as good as none: the code and the message are still there.
    return undefined;
  }
}

function isReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(ERRORS, reason);
}

function decoded<T>(
  parts: ReadonlyMap<string, Uint8Array>,
  message: { readonly $type: string; decode(bytes: Uint8Array): T },
): T | undefined {
  const bytes = parts.get(message.$type);
  return bytes === undefined ? undefined : message.decode(bytes);
}

function detailOf(parts: ReadonlyMap<string, Uint8Array>): ErrorDetail {
  const fields = decoded(parts, BadRequest)?.fieldViolations;
  const quota = decoded(parts, QuotaFailure)?.violations[0];
  const delay = decoded(parts, RetryInfo)?.retryDelay;
  const resource = decoded(parts, ResourceInfo);
  const precondition = decoded(parts, PreconditionFailure)?.violations[0];
  return {
    ...(fields && { fields: fields.map(({ field, description }) => ({ field, description })) }),
    ...(quota && { quota: { subject: quota.subject, ...quotaNumbers(quota.description) } }),
    ...(delay && { retryAfterMs: delay.seconds * 1000 + delay.nanos / 1_000_000 }),
    ...(resource && { resource: { type: resource.resourceType, name: resource.resourceName } }),
    ...(precondition && {
      precondition: {
        type: precondition.type,
        subject: precondition.subject,
        description: precondition.description,
      },
    }),
  };
}

/**
 * QuotaFailure has no fields for numbers: the server writes `current: 10000, max: 10000`, and of bytes
 * `10,240 B of 10,240 B used; this adds 1,204 B`.
 */
function quotaNumbers(description: string): Omit<NonNullable<ErrorDetail['quota']>, 'subject'> {
  const [, ...ofBytes] = /^([\d,]+) B of ([\d,]+) B used; this adds ([\d,]+) B$/.exec(description) ?? [];
  if (ofBytes.length > 0) {
    const [used = 0, max = 0, addedBytes = 0] = ofBytes.map((text) => Number(text.replaceAll(',', '')));
    return { limit: max, current: used, addedBytes };
  }
  const [, current, limit] = /current: (\d+), max: (\d+)/.exec(description) ?? [];
  return { limit: Number(limit), current: Number(current) };
}

/** What each code says that a server's own error does not come with. */
const ON_THE_WAY: Partial<Record<status, (address: string, details: string) => RecordaError>> = {
  [status.UNAVAILABLE]: (address, details) =>
    new RecordaError('BACKEND_UNAVAILABLE', `${nobodyAt(address, details)} The client reconnects by itself.`),
  [status.DEADLINE_EXCEEDED]: deadlineExceeded,
  [status.CANCELLED]: cancelled,
  [status.UNIMPLEMENTED]: (address, details) =>
    new RecordaError('METHOD_UNKNOWN', `The server at ${address} has no such call (${details}).`),
  [status.RESOURCE_EXHAUSTED]: (_address, details) =>
    new RecordaError(
      'RESPONSE_TOO_LARGE',
      `The answer is larger than a message may be (${details}). Ask for less, or stream.`,
    ),
};

/** Says it without the words that grpc-js puts around the reason. */
export function nobodyAt(address: string, details: string): string {
  const [, why = details] =
    /^No connection established\. Last error: (?:Error: )?(.*?)\. Resolution note:/.exec(details) ?? [];
  return `No Recorda server answers at ${address} (${why}). Start one with "recorda serve", or check the address.`;
}

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
