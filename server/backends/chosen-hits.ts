/** Searches in which whoever asks chooses among more than they want. */
import { RecordaError } from '../domain/errors.ts';
import type { Hit, RetrieveQuery } from '../ports/stores.ts';

/** What `find` finds and, where the query says so, is chosen of it. Where so many more are too large for one answer, the best by score. */
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
