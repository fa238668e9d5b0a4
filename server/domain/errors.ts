/**
 * Every error that a caller can get: one table, one class. rpc/ turns them into google.rpc.Status; in process they are thrown
 * as they are. The reasons are those of proto/recorda/v1/error_reason.proto.
 */
import { LIMITS, MAX_STEPS, REQUEST_BYTES } from '../policy/limits.ts';

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

/** What a failed call throws, through either door. The message says what, why and what to do now. */
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

export function notFound(id: string): RecordaError {
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `No memory ${id} in this scope. Check id and scope; it may have been deleted.`,
    {
      resource: { type: 'recorda.v1.Memory', name: id },
    },
  );
}

/** Throws REQUEST_TOO_LARGE where a call, by full name, does not take so much. */
export function refuseTooLarge(method: string, { byteLength }: Uint8Array): void {
  const most = REQUEST_BYTES[method] ?? LIMITS.requestBytes;
  if (byteLength <= most) return;
  throw new RecordaError(
    'REQUEST_TOO_LARGE',
    `The request is ${byteLength.toLocaleString('en-US')} bytes; ${method} takes at most ${most.toLocaleString('en-US')}. Send it in parts.`,
  );
}

export function responseTooLarge(): RecordaError {
  return new RecordaError(
    'RESPONSE_TOO_LARGE',
    'The memories found are too large for one answer. Ask for fewer with top_k, or list them in pages.',
  );
}

export function factNotFound(id: string): RecordaError {
  return new RecordaError(
    'FACT_NOT_FOUND',
    `No fact ${id} stands for this user. Check id and scope; it may have been replaced or forgotten.`,
    { resource: { type: 'recorda.v1.Fact', name: id } },
  );
}

export function etagMismatch(id: string): RecordaError {
  return new RecordaError(
    'ETAG_MISMATCH',
    `Memory ${id} has changed since its etag was read. Read it again and repeat the call with the new etag.`,
    { precondition: { type: 'ETAG', subject: id, description: 'The etag is not the current one.' } },
  );
}

export function episodeEnded(id: string): RecordaError {
  return new RecordaError(
    'EPISODE_ENDED',
    `Episode ${id} has ended and takes no more steps. Add a new episode, or clear outcome and end_time of this one with UpdateMemory to go on with it.`,
    { precondition: { type: 'EPISODE_RUNNING', subject: id, description: 'The episode has an outcome or an end.' } },
  );
}
/** The same whichever call brings the step that is too many. `current` are those that there are, or that an add brings at once. */
export function tooManySteps(current: number): RecordaError {
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many steps in one episode (current: ${number(current)}, max: ${MAX_STEPS}). End it, and go on in a new one.`,
    { quota: { subject: 'episode/steps', limit: MAX_STEPS, current } },
  );
}

const number = (value: number): string => value.toLocaleString('en-US');

/** `what` is like `long_term memories`; numbers are written 10,000. */
export function quotaExceeded(
  subject: string,
  what: string,
  current: number,
  limit: number,
  makeRoom = 'Delete old memories or upgrade the tier.',
): RecordaError {
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many ${what} (current: ${number(current)}, max: ${number(limit)}). ${makeRoom}`,
    { quota: { subject, limit, current } },
  );
}

/** The use of a quota by bytes: what is used, what there may be, and what the refused call adds. */
export type ByteUse = { readonly used: number; readonly limit: number; readonly added: number };

/** `10,240 B of 10,240 B used; this adds 1,204 B`. */
export function byteUseText({ used, limit, added }: ByteUse): string {
  return `${number(used)} B of ${number(limit)} B used; this adds ${number(added)} B`;
}

/** `what` is like `long_term memories`. `makeSmaller` is said of what would be too large with nothing beside it. */
export function byteQuotaExceeded(
  subject: string,
  what: string,
  use: ByteUse,
  makeRoom = 'Delete old memories or upgrade the tier.',
  makeSmaller = 'shorten or split it, or raise the quota.',
): RecordaError {
  const { used, limit, added } = use;
  const advice = added > limit ? `It alone is over the quota: ${makeSmaller}` : makeRoom;
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many bytes of ${what} (${byteUseText(use)}). ${advice}`,
    { quota: { subject, limit, current: used, addedBytes: added } },
  );
}

export function systemPromptNotFound(agentId: string, version: string): RecordaError {
  const which = version === '' ? 'no system prompt' : `no system prompt ${version}`;
  return new RecordaError(
    'SYSTEM_PROMPT_NOT_FOUND',
    `The agent ${agentId} has ${which}. Keep one with PutSystemPrompt, whose answer has its version.`,
    { resource: { type: 'recorda.v1.SystemPrompt', name: `${agentId}/${version}` } },
  );
}

/** `leastTokens` would do. */
export function contextTooLarge(leastTokens: number, limit: number): RecordaError {
  return new RecordaError(
    'CONTEXT_TOO_LARGE',
    `The system prompt and the new turn alone take ${leastTokens} tokens; the limit is ${limit}. Shorten the turn, or raise max_tokens where it is under the server's own limit.`,
    { quota: { subject: 'context.tokens', limit, current: leastTokens } },
  );
}

/** Says that a limit of the whole server is reached, which no tier lifts. */
export function globalLimitExceeded(
  { subject, what, setting }: { readonly subject: string; readonly what: string; readonly setting: string },
  current: number,
  limit: number,
  addedBytes?: number,
): RecordaError {
  const advice = `Delete some, or have its operator raise ${setting}.`;
  if (addedBytes !== undefined) {
    return byteQuotaExceeded(subject, what, { used: current, limit, added: addedBytes }, advice);
  }
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `QuotaExceeded: too many ${what} (current: ${number(current)}, max: ${number(limit)}). ${advice}`,
    { quota: { subject, limit, current } },
  );
}

/** Says that a resume token of the alerts points to some that are no longer kept. */
export function alertsGone(): RecordaError {
  return new RecordaError(
    'CHANGES_GONE',
    'The alerts after this resume_token are no longer kept, or the store is another. Read them with ListAlerts, and watch from then on without a token.',
  );
}

/** Says that an object in cold storage is damaged. Its name holds no ids of users. */
export function coldObjectDamaged(name: string): RecordaError {
  return new RecordaError(
    'COLD_OBJECT_DAMAGED',
    'What lies in cold storage under this name is not what was kept: it was changed, cut short, or its key was destroyed. Restore cold storage, or use an older backup.',
    { resource: { type: 'recorda.v1.ColdObject', name } },
  );
}

/** As `coldObjectDamaged`: of an object that is not there at all. */
export function coldObjectMissing(name: string): RecordaError {
  return new RecordaError(
    'COLD_OBJECT_DAMAGED',
    'Cold storage has no object of this name: it was deleted there, or another server archived it into a cold storage of its own. Restore cold storage, or ask that server.',
    { resource: { type: 'recorda.v1.ColdObject', name } },
  );
}

export function masterKeyMismatch(): RecordaError {
  return new RecordaError(
    'MASTER_KEY_MISMATCH',
    'The master key is not the one that wrapped the keys of users. Start the server with that one: RECORDA_MASTER_KEY, RECORDA_MASTER_KEY_FILE, or master.key of the data folder.',
    { precondition: { type: 'MASTER_KEY', subject: 'server', description: 'It does not open the keys of users.' } },
  );
}

export function userKeyMissing(): RecordaError {
  return new RecordaError(
    'USER_KEY_MISSING',
    'What is kept of this user in archive or backups was sealed with a key that is not among the keys of users. Put the keys back where RECORDA_USER_KEYS says (not set: the folder user-keys of the data folder), or set it to where they are; servers that share cold storage need the same keys. Where they are lost, what they sealed is lost: erase the user, or give RECORDA_COLD a new place.',
    { precondition: { type: 'USER_KEY', subject: 'server', description: 'The key of the user is not there.' } },
  );
}

export function backupNotFound(id: string): RecordaError {
  return new RecordaError(
    'BACKUP_NOT_FOUND',
    'There is no such backup. ListBackups tells which there are; each is kept as long as its type is.',
    { resource: { type: 'recorda.v1.Backup', name: id } },
  );
}
