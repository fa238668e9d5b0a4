/** What became of one decision among several of a transaction: what ends the transaction itself is thrown. */
import { RecordaError } from '../../domain/errors.ts';
import type { Outcome } from '../../ports/stores.ts';

const OF_ALL: ReadonlySet<string> = new Set(['CANCELLED', 'DEADLINE_EXCEEDED', 'BACKEND_UNAVAILABLE']);

export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof RecordaError) || OF_ALL.has(error.reason)) throw error;
    return { ok: false, error };
  }
}
