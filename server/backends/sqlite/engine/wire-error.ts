/** Errors between threads: structured cloning keeps neither classes nor extra fields. */
import { RecordaError, type ErrorDetail, type ErrorReason } from '../../../domain/errors.ts';

export type WireError =
  | {
      readonly reason: ErrorReason;
      readonly message: string;
      readonly detail: ErrorDetail;
      /** Marks that the store no longer writes. */
      readonly isLoss?: true;
    }
  | { readonly fault: string; readonly code: string | undefined; readonly stack: string | undefined };

export type WireOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

export function toWire(error: unknown): WireError {
  if (error instanceof RecordaError) return { reason: error.reason, message: error.message, detail: error.detail };
  if (!(error instanceof Error)) return { fault: String(error), code: undefined, stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { fault: error.message, code, stack: error.stack };
}

/** Returns the error of a store that no longer writes, whatever the call. */
export function lossToWire({ reason, message, detail }: RecordaError): WireError {
  return { reason, message, detail, isLoss: true };
}

const losses = new WeakSet<Error>();

/** Tells whether an error marks that the store no longer writes; others of its reason pass. */
export function saysLoss(error: unknown): boolean {
  return error instanceof Error && losses.has(error);
}

export function fromWire(error: WireError): Error {
  if ('reason' in error) {
    const made = new RecordaError(error.reason, error.message, error.detail);
    if (error.isLoss === true) losses.add(made);
    return made;
  }
  const { fault, code, stack } = error;
  return Object.assign(new Error(fault), { ...(code && { code }), ...(stack && { stack }) });
}
