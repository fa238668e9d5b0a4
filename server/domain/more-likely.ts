/** Tells whether a longer search is likely to find more of what a question asks for. */
import { MORE_LIKELY } from '../policy/retrieval.ts';
import { wantsSeveral } from './text/several.ts';

/**
 * Returns whether memories after the last of these hits, which are ordered by score, are likely to belong to the answer. They are if the
 * last hit scores almost as high as the first, or somewhat lower and the question asks for several things. If fewer hits were found than
 * wanted, there are no more.
 */
export function isMoreLikely(query: string, topK: number, hits: readonly { readonly score: number }[]): boolean {
  const [first, last] = [hits[0], hits.at(-1)];
  if (first === undefined || last === undefined || hits.length < topK || first.score <= 0) return false;
  const share = last.score / first.score;
  // A single hit scores as high as itself.
  if (topK > 1 && share >= MORE_LIKELY.shareOfBest) return true;
  return share >= MORE_LIKELY.shareOfBestOfSeveral && wantsSeveral(query);
}
