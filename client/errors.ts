/** The error that failed calls throw: the same class, reason, message and detail over gRPC, HTTP and in process. */
export { RecordaError } from '../contract/errors.ts';
export type { ErrorCode, ErrorDetail, ErrorReason, FieldViolation } from '../contract/errors.ts';
