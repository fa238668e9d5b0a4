/** What failed calls throw: the same class, reason, message and detail through both doors. */
export { RecordaError } from '../contract/errors.ts';
export type { ErrorCode, ErrorDetail, ErrorReason, FieldViolation } from '../contract/errors.ts';
