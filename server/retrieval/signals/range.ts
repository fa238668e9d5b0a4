/** The lowest and highest value of a signal among all memories, for this query. */
import { FLAT_RANGE } from '../../policy/score-weights.ts';

export type Range = { readonly low: number; readonly high: number };

/** Scales a value so that `low` becomes 0 and `high` becomes `top`: (value - low) * factor. */
export type Normalisation = { readonly low: number; readonly factor: number };

/** Makes signals of different kinds comparable within one query. A signal whose values are all equal counts nothing. */
export function normalisation({ low, high }: Range, top: number): Normalisation {
  return high - low > FLAT_RANGE ? { low, factor: top / (high - low) } : { low: 0, factor: 0 };
}
