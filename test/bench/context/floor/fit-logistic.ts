/** Logistic regression over a question's measures, and over the n-grams of its wording. */
import { formGrams, type Embed } from '../../../../server/domain/context/question-form.ts';
import type { FormWeights } from '../../../../server/policy/form-weights.ts';
import { RELEVANCE, RELEVANCE_MEASURES, type RelevanceMeasure } from '../../../../server/policy/relevance.ts';

/**
 * `from` names the talk, chat or line of origin, so that nothing is judged by weights that were learnt from it. `weight` is the number
 * of times that it counts, once by default.
 */
type Labelled = { readonly isNear: boolean; readonly from: string; readonly weight?: number };
export type Example = Labelled & { readonly measures: Readonly<Record<RelevanceMeasure, number>> };
export type Question = Labelled & { readonly text: string };

type Row = readonly (readonly [column: number, value: number])[];

const RATE = 0.05;
const [DECAY, SQUARE_DECAY, TINY] = [0.9, 0.999, 1e-8];
const OF_MEASURES = { steps: 400, ridge: 2e-3 } as const;
/** Grams with less weight are left out, so that the table is not too large for a file of the source. */
const LEAST_WEIGHT = 0.4;
/** The ridge was chosen by the questions of two writers from whom nothing was learnt. */
const OF_FORMS = { steps: 300, ridge: 1e-4 } as const;

/** Returns weights for measures that are not normalised. */
export function fitLogistic(examples: readonly Example[]): Readonly<Record<RelevanceMeasure | 'bias', number>> {
  const columns = RELEVANCE_MEASURES.map((measure) => examples.map(({ measures }) => measures[measure]));
  const centres = columns.map(mean);
  const spreads = columns.map((column, k) => Math.sqrt(mean(column.map((value) => (value - centres[k]!) ** 2))) || 1);
  const rows = examples.map((_, at) =>
    columns.map((column, k) => [k, (column[at]! - centres[k]!) / spreads[k]!] as const),
  );
  const weights = fit(rows, examples, columns.length, OF_MEASURES);
  const scaled = RELEVANCE_MEASURES.map((measure, k) => [measure, weights[k]! / spreads[k]!] as const);
  const bias = scaled.reduce((sum, [, weight], k) => sum - weight * centres[k]!, weights[columns.length]!);
  return { ...(Object.fromEntries(scaled) as Record<RelevanceMeasure, number>), bias };
}

/** Uses the n-grams that enough questions have, and with `embed` the questions' vectors. */
export function fitForm(questions: readonly Question[], leastCount: number, embed?: Embed): FormWeights {
  const grams = questions.map(({ text }) => [...formGrams(text)]);
  const counts = new Map<string, number>();
  for (const gram of grams.flat()) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= leastCount).map(([gram]) => gram);
  const columns = new Map(known.toSorted().map((gram, column) => [gram, column]));
  const rows = grams.map((all, at): Row => {
    const found = all.flatMap((gram) => columns.get(gram) ?? []);
    const ofGrams = found.map((column) => [column, 1 / Math.sqrt(found.length)] as const);
    const ofVector =
      embed === undefined
        ? []
        : Array.from(
            embed(questions[at]!.text.slice(0, RELEVANCE.units)),
            (value, k) => [columns.size + k, value] as const,
          );
    return [...ofGrams, ...ofVector];
  });
  const width = columns.size + (embed === undefined ? 0 : embed('').length);
  const weights = fit(rows, questions, width, OF_FORMS);
  const rounded = [...columns].map(([gram, column]) => [gram, Number(weights[column]!.toFixed(1))] as const);
  return {
    bias: Number(weights[width]!.toFixed(2)),
    grams: rounded.filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT),
    ...(embed && { vector: Array.from(weights.slice(columns.size, width), (weight) => Number(weight.toFixed(1))) }),
  };
}

/** Fits with Adam, both classes having equal weight; the bias comes last. */
function fit(
  rows: readonly Row[],
  labels: readonly Labelled[],
  width: number,
  { steps, ridge }: { readonly steps: number; readonly ridge: number },
): Float64Array {
  const weightOf = (those: readonly Labelled[]): number => those.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const near = weightOf(labels.filter(({ isNear }) => isNear));
  const others = weightOf(labels) - near;
  // The columns are in a flat array, since they are read hundreds of times.
  const columns = Int32Array.from(rows.flatMap((row) => row.map(([column]) => column)));
  const values = Float64Array.from(rows.flatMap((row) => row.map(([, value]) => value)));
  const weights = new Float64Array(width + 1);
  const [moments, squares] = [new Float64Array(width + 1), new Float64Array(width + 1)];
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(width + 1);
    let from = 0;
    rows.forEach(({ length }, at) => {
      const { isNear, weight = 1 } = labels[at]!;
      let sum = weights[width]!;
      for (let k = from; k < from + length; k += 1) sum += weights[columns[k]!]! * values[k]!;
      const error = ((1 / (1 + Math.exp(-sum)) - Number(isNear)) * weight) / (2 * (isNear ? near : others));
      for (let k = from; k < from + length; k += 1) gradient[columns[k]!]! += error * values[k]!;
      gradient[width]! += error;
      from += length;
    });
    for (let k = 0; k <= width; k += 1) {
      const slope = gradient[k]! + (k < width ? ridge * weights[k]! : 0);
      moments[k] = DECAY * moments[k]! + (1 - DECAY) * slope;
      squares[k] = SQUARE_DECAY * squares[k]! + (1 - SQUARE_DECAY) * slope * slope;
      const towards = moments[k]! / (1 - DECAY ** step);
      weights[k]! -= (RATE * towards) / (Math.sqrt(squares[k]! / (1 - SQUARE_DECAY ** step)) + TINY);
    }
  }
  return weights;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
