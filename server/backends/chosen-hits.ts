/** Searches whose caller chooses among more hits than it wants. */
import { RecordaError } from '../domain/errors.ts';
import type { Hit, RetrieveQuery } from '../ports/stores.ts';

/**
 * Returns what `find` finds or, if the query asks for it, a choice of that. If the candidates are too large for one answer, the best by
 * score are returned.
 */
export async function chosenHits(
  { choose, ...query }: RetrieveQuery,
  find: (query: RetrieveQuery) => Promise<readonly Hit[]>,
): Promise<readonly Hit[]> {
  if (choose === undefined || query.topK === 0 || query.topK > choose.among) return find(query);
  let found: readonly Hit[];
  try {
    found = await find({ ...query, topK: choose.among });
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'RESPONSE_TOO_LARGE') return find(query);
    throw error;
  }
  return choose.of(found);
}
