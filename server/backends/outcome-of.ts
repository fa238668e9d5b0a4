/** Returns the outcome of one write among several of a call; an error that ends the call itself is thrown. */
import { RecordaError } from '../domain/errors.ts';
import type { Outcome } from '../ports/stores.ts';

const OF_THE_CALL: ReadonlySet<string> = new Set(['CANCELLED', 'DEADLINE_EXCEEDED', 'BACKEND_UNAVAILABLE']);

export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof RecordaError) || OF_THE_CALL.has(error.reason)) throw error;
    return { ok: false, error };
  }
}
