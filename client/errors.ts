/** What failed calls throw: the same class, reason, message and detail through every door. */
export { RecordaError } from '../contract/errors.ts';
export type { ErrorCode, ErrorDetail, ErrorReason, FieldViolation } from '../contract/errors.ts';
