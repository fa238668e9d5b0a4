/** What failed calls throw: the same class, reason, message and detail through both doors. */
export { RecordaError } from '../server/domain/errors.ts';
export type { ErrorCode, ErrorDetail, ErrorReason, FieldViolation } from '../server/domain/errors.ts';
