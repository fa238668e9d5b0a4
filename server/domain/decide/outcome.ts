/** Conversions between outcomes and errors. */
import { RecordaError } from '../errors.ts';
import type { Outcome } from '../intents.ts';

export function decided<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refused(error: RecordaError): Outcome<never> {
  return { ok: false, error };
}

/** Returns the value of an outcome, and throws the error of a refusal. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

/** Turns an error into the refusal of one intent among several. */
export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return decided(work());
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    return refused(error);
  }
}
