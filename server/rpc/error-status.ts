/**
 * Converts RecordaError to gRPC's form: the canonical code, and a google.rpc.Status with details in
 * `grpc-status-details-bin`.
 */
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import type { Any } from '../../proto/gen/google/protobuf/any.ts';
import {
  BadRequest,
  ErrorInfo,
  PreconditionFailure,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from '../../proto/gen/google/rpc/error_details.ts';
import { Status } from '../../proto/gen/google/rpc/status.ts';
import { conciseError } from '../domain/concise-error.ts';
import { byteUseText, type RecordaError } from '../domain/errors.ts';

/** The `domain` of every ErrorInfo. */
const ERROR_DOMAIN = 'recorda.v1';
export const DETAILS_HEADER = 'grpc-status-details-bin';
const SECOND_MS = 1000;
const MS_NANOS = 1_000_000;

/** Details by their names in google.rpc. */
const DETAILS = { BadRequest, ErrorInfo, PreconditionFailure, QuotaFailure, ResourceInfo, RetryInfo };
/** The functions that packing a detail needs. */
type Codec = { encode(message: unknown): { finish(): Uint8Array }; fromPartial(message: object): unknown };

/** Returns the message of an error and its packed details, which gRPC and HTTP send alike. */
export function statusOf(thrown: RecordaError): { readonly message: string; readonly details: Any[] } {
  const error = conciseError(thrown);
  return { message: error.message, details: errorDetails(error) };
}

/** Returns the status that ends a failed call. */
export function errorStatus(thrown: RecordaError): StatusObject {
  const code = status[thrown.code];
  const { message, details } = statusOf(thrown);
  const metadata = new Metadata();
  metadata.set(DETAILS_HEADER, Buffer.from(Status.encode(Status.fromPartial({ code, message, details })).finish()));
  return { code, details: message, metadata };
}

function errorDetails({ reason, detail }: RecordaError): Any[] {
  const details = [packed('ErrorInfo', { reason, domain: ERROR_DOMAIN })];
  const { fields, quota, retryAfterMs, resource, precondition } = detail;
  if (quota !== undefined) {
    const { current: used, limit, addedBytes: added } = quota;
    const description = added === undefined ? `current: ${used}, max: ${limit}` : byteUseText({ used, limit, added });
    details.push(packed('QuotaFailure', { violations: [{ subject: quota.subject, description }] }));
  }
  if (retryAfterMs !== undefined) {
    const seconds = Math.trunc(retryAfterMs / SECOND_MS);
    const nanos = Math.trunc((retryAfterMs % SECOND_MS) * MS_NANOS);
    details.push(packed('RetryInfo', { retryDelay: { seconds, nanos } }));
  }
  if (resource !== undefined) {
    details.push(packed('ResourceInfo', { resourceType: resource.type, resourceName: resource.name }));
  }
  if (precondition !== undefined) details.push(packed('PreconditionFailure', { violations: [precondition] }));
  if (fields !== undefined) details.push(packed('BadRequest', { fieldViolations: fields }));
  return details;
}

function packed(name: keyof typeof DETAILS, message: object): Any {
  const { encode, fromPartial } = DETAILS[name] as Codec;
  return { typeUrl: `type.googleapis.com/google.rpc.${name}`, value: encode(fromPartial(message)).finish() };
}
