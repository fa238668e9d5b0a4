/** Logistic regression over a question's measures. */
import { RELEVANCE_MEASURES, type RelevanceMeasure } from '../../../../server/policy/relevance.ts';

export type Example = {
  readonly measures: Readonly<Record<RelevanceMeasure, number>>;
  readonly isNear: boolean;
  /** The talk, chat or line that it was made of: what is judged is of none that was learnt from. */
  readonly from: string;
};

const STEPS = 800;
const RATE = 0.05;
const RIDGE = 2e-3;
const [DECAY, SQUARE_DECAY, TINY] = [0.9, 0.999, 1e-8];

/** By Adam over standardised measures, both classes of equal weight; the weights answered are for measures as they are. */
export function fitLogistic(examples: readonly Example[]): Readonly<Record<RelevanceMeasure | 'bias', number>> {
  const columns = RELEVANCE_MEASURES.map((measure) => examples.map(({ measures }) => measures[measure]));
  const centres = columns.map(mean);
  const spreads = columns.map((column, k) => Math.sqrt(mean(column.map((value) => (value - centres[k]!) ** 2))) || 1);
  const rows = examples.map((_, at) => columns.map((column, k) => (column[at]! - centres[k]!) / spreads[k]!));
  const near = examples.filter(({ isNear }) => isNear).length;
  const width = columns.length;
  const weights = new Float64Array(width + 1);
  const [moments, squares] = [new Float64Array(width + 1), new Float64Array(width + 1)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = new Float64Array(width + 1);
    rows.forEach((row, at) => {
      const { isNear } = examples[at]!;
      const sum = row.reduce((all, value, k) => all + weights[k]! * value, weights[width]!);
      const error = (1 / (1 + Math.exp(-sum)) - Number(isNear)) / (2 * (isNear ? near : examples.length - near));
      row.forEach((value, k) => (gradient[k]! += error * value));
      gradient[width]! += error;
    });
    for (let k = 0; k <= width; k += 1) {
      const slope = gradient[k]! + (k < width ? RIDGE * weights[k]! : 0);
      moments[k] = DECAY * moments[k]! + (1 - DECAY) * slope;
      squares[k] = SQUARE_DECAY * squares[k]! + (1 - SQUARE_DECAY) * slope * slope;
      const towards = moments[k]! / (1 - DECAY ** step);
      weights[k]! -= (RATE * towards) / (Math.sqrt(squares[k]! / (1 - SQUARE_DECAY ** step)) + TINY);
    }
  }
  const scaled = RELEVANCE_MEASURES.map((measure, k) => [measure, weights[k]! / spreads[k]!] as const);
  const bias = scaled.reduce((sum, [, weight], k) => sum - weight * centres[k]!, weights[width]!);
  return { ...(Object.fromEntries(scaled) as Record<RelevanceMeasure, number>), bias };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
