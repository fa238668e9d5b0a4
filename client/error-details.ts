/** Makes the RecordaError that the server threw out of the details of google.rpc of a failed call, whatever the protocol. */
import { ERRORS, RecordaError, type ErrorDetail, type ErrorReason } from '../contract/errors.ts';
import {
  BadRequest,
  ErrorInfo,
  PreconditionFailure,
  QuotaFailure,
  ResourceInfo,
  RetryInfo,
} from '../proto/gen/google/rpc/error_details.ts';
import { MS_NANOS, SECOND_MS } from './policy.ts';

/** A packed message; `typeUrl` ends in the name of the message that `value` encodes, after a slash or as a whole. */
export type PackedDetail = { readonly typeUrl: string; readonly value: Uint8Array };

/** Returns the error, or undefined if the details are not those of a Recorda server. Throws if they cannot be decoded. */
export function errorOfDetails(message: string, details: readonly PackedDetail[]): RecordaError | undefined {
  const parts = new Map(details.map(({ typeUrl, value }) => [typeUrl.slice(typeUrl.lastIndexOf('/') + 1), value]));
  const info = decoded(parts, 'ErrorInfo', ErrorInfo);
  if (info === undefined || !isReason(info.reason)) return undefined;
  return new RecordaError(info.reason, message, detailOf(parts));
}

function isReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(ERRORS, reason);
}

function decoded<T>(
  parts: ReadonlyMap<string, Uint8Array>,
  name: string,
  message: { decode(bytes: Uint8Array): T },
): T | undefined {
  const bytes = parts.get(`google.rpc.${name}`);
  return bytes === undefined ? undefined : message.decode(bytes);
}

function detailOf(parts: ReadonlyMap<string, Uint8Array>): ErrorDetail {
  const fields = decoded(parts, 'BadRequest', BadRequest)?.fieldViolations;
  const quota = decoded(parts, 'QuotaFailure', QuotaFailure)?.violations[0];
  const delay = decoded(parts, 'RetryInfo', RetryInfo)?.retryDelay;
  const resource = decoded(parts, 'ResourceInfo', ResourceInfo);
  const precondition = decoded(parts, 'PreconditionFailure', PreconditionFailure)?.violations[0];
  return {
    ...(fields && { fields: fields.map(({ field, description }) => ({ field, description })) }),
    ...(quota && { quota: { subject: quota.subject, ...quotaNumbers(quota.description) } }),
    ...(delay && { retryAfterMs: delay.seconds * SECOND_MS + delay.nanos / MS_NANOS }),
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
 * Parses the numbers of QuotaFailure, which has no fields for them: the server writes `current: 10000, max: 10000`, and for bytes `10,240
 * B of 10,240 B used; this adds 1,204 B`.
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
