/** Errors between threads: structured cloning keeps neither classes nor extra fields. */
import { RecordaError, type ErrorDetail, type ErrorReason } from '../../domain/errors.ts';

export type WireError =
  | { readonly reason: ErrorReason; readonly message: string; readonly detail: ErrorDetail }
  | { readonly fault: string; readonly code: string | undefined; readonly stack: string | undefined };

export function toWire(error: unknown): WireError {
  if (error instanceof RecordaError) return { reason: error.reason, message: error.message, detail: error.detail };
  if (!(error instanceof Error)) return { fault: String(error), code: undefined, stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { fault: error.message, code, stack: error.stack };
}

export function fromWire(error: WireError): Error {
  if ('reason' in error) return new RecordaError(error.reason, error.message, error.detail);
  const { fault, code, stack } = error;
  return Object.assign(new Error(fault), { ...(code && { code }), ...(stack && { stack }) });
}
