/** RecordaError as gRPC tells it: the canonical code, and a google.rpc.Status with details in `grpc-status-details-bin`. */
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import {
  Any,
  BadRequest,
  BadRequest_FieldViolation,
  ErrorInfo,
  PreconditionFailure,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from 'nice-grpc-error-details';
import { Status } from 'nice-grpc-error-details/lib/proto/google/rpc/status.js';
import type { FieldViolation, RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';

/** The `domain` of every ErrorInfo. */
const ERROR_DOMAIN = 'recorda.v1';
export const DETAILS_HEADER = 'grpc-status-details-bin';
const SECOND_MS = 1000;
const MS_NANOS = 1_000_000;

/** The status that ends a failed call. */
export function errorStatus(error: RecordaError): StatusObject {
  const code = status[error.code];
  const message = headerText(error.message, SERVING.errorMessageBytes);
  const metadata = new Metadata();
  const details = errorDetails(error);
  metadata.set(DETAILS_HEADER, Buffer.from(Status.encode(Status.fromPartial({ code, message, details })).finish()));
  return { code, details: message, metadata };
}

function errorDetails({ reason, detail }: RecordaError): Any[] {
  const details = [packed(ErrorInfo, { reason, domain: ERROR_DOMAIN })];
  const { fields, quota, retryAfterMs, resource, precondition } = detail;
  if (quota !== undefined) {
    const description = `current: ${quota.current}, max: ${quota.limit}`;
    details.push(packed(QuotaFailure, { violations: [{ subject: detailText(quota.subject), description }] }));
  }
  if (retryAfterMs !== undefined) {
    const seconds = Math.trunc(retryAfterMs / SECOND_MS);
    const nanos = Math.trunc((retryAfterMs % SECOND_MS) * MS_NANOS);
    details.push(packed(RetryInfo, { retryDelay: { seconds, nanos } }));
  }
  if (resource !== undefined) {
    details.push(packed(ResourceInfo, { resourceType: resource.type, resourceName: detailText(resource.name) }));
  }
  if (precondition !== undefined) {
    const violation = { ...precondition, subject: detailText(precondition.subject) };
    details.push(packed(PreconditionFailure, { violations: [violation] }));
  }
  if (fields !== undefined) details.push(packed(BadRequest, { fieldViolations: fieldsThatFit(fields) }));
  return details;
}

type Codec<T> = { readonly $type: string; encode(message: T): { finish(): Uint8Array }; fromPartial(from: object): T };

function packed<T>(codec: Codec<T>, message: object): Any {
  const value = Buffer.from(codec.encode(codec.fromPartial(message)).finish());
  return Any.fromPartial({ typeUrl: `type.googleapis.com/${codec.$type}`, value });
}

/** As many as a header holds; the last then says how many are not shown. */
function fieldsThatFit(fields: readonly FieldViolation[]): readonly FieldViolation[] {
  const shown: FieldViolation[] = [];
  let room: number = SERVING.errorDetailBytes;
  for (const violation of fields) {
    room -= BadRequest_FieldViolation.encode(BadRequest_FieldViolation.fromPartial(violation)).finish().byteLength;
    if (room < 0) return [...shown, { field: '', description: `and ${fields.length - shown.length} more` }];
    shown.push(violation);
  }
  return shown;
}

/** A name that the caller chose may be of any length. */
function detailText(text: string): string {
  return headerText(text, SERVING.errorNameBytes);
}

/** Well-formed, since percent-encoding throws on half a surrogate pair, and cut where it would be too long once encoded. */
function headerText(text: string, maxBytes: number): string {
  const wellFormed = Buffer.from(text.slice(0, maxBytes)).toString();
  if (encodeURI(wellFormed).length <= maxBytes && text.length <= maxBytes) return wellFormed;
  let room = maxBytes - 1;
  let cut = '';
  for (const character of wellFormed) {
    room -= encodeURI(character).length;
    if (room < 0) break;
    cut += character;
  }
  return `${cut}~`;
}
