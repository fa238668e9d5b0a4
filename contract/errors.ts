/**
 * The error that a failed call throws, on either side of the wire: one table, one class. The reasons are those of
 * proto/recorda/v1/error_reason.proto.
 */
import { REQUEST_BYTES, WIRE } from './wire.ts';

/** The canonical gRPC code of each reason, and whether a repeat of the same call may succeed. */
export const ERRORS = {
  FIELD_INVALID: { code: 'INVALID_ARGUMENT', retryable: false },
  REQUEST_MALFORMED: { code: 'INVALID_ARGUMENT', retryable: false },
  FILTER_INVALID: { code: 'INVALID_ARGUMENT', retryable: false },
  PAGE_TOKEN_INVALID: { code: 'INVALID_ARGUMENT', retryable: false },
  REQUEST_ID_REUSED: { code: 'INVALID_ARGUMENT', retryable: false },
  MEMORY_NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  FACT_NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  ETAG_MISMATCH: { code: 'ABORTED', retryable: false },
  QUOTA_EXCEEDED: { code: 'RESOURCE_EXHAUSTED', retryable: false },
  OVERLOADED: { code: 'RESOURCE_EXHAUSTED', retryable: true },
  RATE_LIMITED: { code: 'RESOURCE_EXHAUSTED', retryable: true },
  DISK_FULL: { code: 'RESOURCE_EXHAUSTED', retryable: true },
  REQUEST_TOO_LARGE: { code: 'RESOURCE_EXHAUSTED', retryable: false },
  RESPONSE_TOO_LARGE: { code: 'RESOURCE_EXHAUSTED', retryable: false },
  DEADLINE_EXCEEDED: { code: 'DEADLINE_EXCEEDED', retryable: true },
  CANCELLED: { code: 'CANCELLED', retryable: false },
  CHANGES_GONE: { code: 'OUT_OF_RANGE', retryable: false },
  REEMBED_REFUSED: { code: 'FAILED_PRECONDITION', retryable: false },
  EPISODE_ENDED: { code: 'FAILED_PRECONDITION', retryable: false },
  COLLECTION_NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  SCHEMA_MISMATCH: { code: 'INVALID_ARGUMENT', retryable: false },
  COLLECTION_KIND_MISMATCH: { code: 'FAILED_PRECONDITION', retryable: false },
  SCHEMA_CONFLICT: { code: 'FAILED_PRECONDITION', retryable: false },
  BACKEND_UNAVAILABLE: { code: 'UNAVAILABLE', retryable: true },
  SHUTTING_DOWN: { code: 'UNAVAILABLE', retryable: true },
  CREDENTIAL_INVALID: { code: 'UNAUTHENTICATED', retryable: false },
  NOT_PERMITTED: { code: 'PERMISSION_DENIED', retryable: false },
  METHOD_UNKNOWN: { code: 'UNIMPLEMENTED', retryable: false },
  CONTEXT_TOO_LARGE: { code: 'RESOURCE_EXHAUSTED', retryable: false },
  SYSTEM_PROMPT_NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  COLD_OBJECT_DAMAGED: { code: 'DATA_LOSS', retryable: false },
  MASTER_KEY_MISMATCH: { code: 'FAILED_PRECONDITION', retryable: false },
  MASTER_KEY_REFUSED: { code: 'FAILED_PRECONDITION', retryable: false },
  USER_KEY_MISSING: { code: 'FAILED_PRECONDITION', retryable: false },
  BACKUP_NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  STORE_DAMAGED: { code: 'DATA_LOSS', retryable: false },
  INTERNAL: { code: 'INTERNAL', retryable: false },
} as const satisfies Record<string, { code: string; retryable: boolean }>;

export type ErrorReason = keyof typeof ERRORS;
export type ErrorCode = (typeof ERRORS)[ErrorReason]['code'];

/** A field that is not allowed: its path in the request as the proto spells it, and what to do. */
export type FieldViolation = { readonly field: string; readonly description: string };

/** The facts behind an error. Each becomes the google.rpc detail that is named after it. */
export type ErrorDetail = {
  /** BadRequest. */
  readonly fields?: readonly FieldViolation[];
  /** QuotaFailure. `subject` is like `user:ana/long_term.count`. */
  readonly quota?: {
    readonly subject: string;
    readonly limit: number;
    readonly current: number;
    /** Set for a quota by bytes: how many more the call would have taken. */
    readonly addedBytes?: number;
  };
  /** RetryInfo. */
  readonly retryAfterMs?: number;
  /** ResourceInfo. */
  readonly resource?: { readonly type: string; readonly name: string };
  /** PreconditionFailure. */
  readonly precondition?: { readonly type: string; readonly subject: string; readonly description: string };
};

/** The error that a failed call throws, whichever door it came through. The message says what is wrong, why, and what to do now. */
export class RecordaError extends Error {
  override readonly name = 'RecordaError';
  readonly reason: ErrorReason;
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(reason: ErrorReason, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.reason = reason;
    this.code = ERRORS[reason].code;
    this.detail = detail;
  }

  get retryable(): boolean {
    return ERRORS[this.reason].retryable;
  }
}

/**
 * Makes an error without a stack trace, whose capture takes a fifth of the time in which a call is refused: for refusals that come by the
 * thousand when a server has too much to do.
 */
export function refusalError(reason: ErrorReason, message: string, detail?: ErrorDetail): RecordaError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new RecordaError(reason, message, detail);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** One field at fault. */
export function fieldError(field: string, description: string): RecordaError {
  return fieldErrors([{ field, description }]);
}

export function fieldErrors(
  fields: readonly FieldViolation[],
  reason:
    | 'FIELD_INVALID'
    | 'FILTER_INVALID'
    | 'PAGE_TOKEN_INVALID'
    | 'REQUEST_ID_REUSED'
    | 'SCHEMA_MISMATCH' = 'FIELD_INVALID',
): RecordaError {
  const message = fields.map(({ field, description }) => `${field}: ${description}`).join('; ');
  return new RecordaError(reason, message, { fields });
}

/** Throws REQUEST_TOO_LARGE where a call, by full name, does not take so much. */
export function refuseTooLarge(method: string, { byteLength }: Uint8Array): void {
  const most = REQUEST_BYTES[method] ?? WIRE.requestBytes;
  if (byteLength <= most) return;
  throw new RecordaError(
    'REQUEST_TOO_LARGE',
    `The request is ${byteLength.toLocaleString('en-US')} bytes; ${method} takes at most ${most.toLocaleString('en-US')}. Send it in parts.`,
  );
}

export function deadlineExceeded(): RecordaError {
  return new RecordaError(
    'DEADLINE_EXCEEDED',
    'The deadline passed before the call was done. Give it more time; a write may have been applied, so repeat it with the same request_id.',
  );
}

export function cancelled(): RecordaError {
  return new RecordaError('CANCELLED', 'The caller cancelled the call.');
}

/** The error of an aborted signal: its reason where that is ours, else CANCELLED. */
export function abortError(signal: Pick<AbortSignal, 'aborted' | 'reason'>): RecordaError {
  return signal.reason instanceof RecordaError ? signal.reason : cancelled();
}
