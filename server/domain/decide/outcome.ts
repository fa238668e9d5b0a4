/** The two ends of a decision. */
import type { RecordaError } from '../errors.ts';
import type { Outcome } from '../intents.ts';

export function decided<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refused(error: RecordaError): Outcome<never> {
  return { ok: false, error };
}
