/** Scores the hits of a search with a second embedder. */
import { SECOND_LOOK } from '../../policy/embedding.ts';
import type { Hit } from '../../ports/stores.ts';

/** The signal's name in `explain`. */
const SECOND_LOOK_SIGNAL = 'second_look';

/**
 * Adds to each score `weight` times how much nearer the memory is to the question than the compared ones on average: its cosine less
 * their mean. A memory without a cosine, of a language that the model does not know, counts as average, and keeps its score. Best first;
 * equal ones stay in order, newest first.
 */
export function lookedAgain(
  hits: readonly Hit[],
  cosines: readonly (number | undefined)[],
  { explain, weight = SECOND_LOOK.weight }: { readonly explain: boolean; readonly weight?: number },
): readonly Hit[] {
  const known = cosines.filter((cosine) => cosine !== undefined);
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, known.length);
  const rescored = hits.map((hit, at): Hit => {
    const value = (cosines[at] ?? mean) - mean;
    const share = weight * value;
    const signals = explain ? [...hit.signals, { signal: SECOND_LOOK_SIGNAL, value, share }] : hit.signals;
    return { ...hit, score: hit.score + share, signals };
  });
  return rescored.toSorted((left, right) => right.score - left.score);
}
