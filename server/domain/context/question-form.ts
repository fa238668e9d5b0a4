/**
 * Whether a question is put as one puts questions about what was said, or as one asks about the world, greets or gives an order: a
 * logistic regression over its words and pairs of words. "When did we get the cat?" and "When did the Roman Empire end?" measure alike
 * in a search; how they are put tells them apart.
 */
import { FORM_WEIGHTS } from '../../policy/form-weights.ts';
import { RELEVANCE } from '../../policy/relevance.ts';
import { fold } from '../text/fold.ts';

/** What a model of forms is: the weight of each gram. */
export type FormWeights = {
  readonly bias: number;
  readonly grams: readonly (readonly [gram: string, weight: number])[];
};

const WORD = /[a-z0-9']+|\?/g;
const [START, END] = ['<', '>'];

/** Its words, pairs of words that stand together, and pairs with one word between them: each once. */
export function formGrams(question: string): ReadonlySet<string> {
  const words = fold(question.slice(0, RELEVANCE.units)).match(WORD) ?? [];
  const bounded = [START, ...words.slice(0, RELEVANCE.formWords), END];
  const grams = new Set<string>();
  for (let at = 0; at < bounded.length; at += 1) {
    const word = bounded[at]!;
    grams.add(word);
    if (at + 1 < bounded.length) grams.add(`${word} ${bounded[at + 1]!}`);
    if (at + 2 < bounded.length) grams.add(`${word} _ ${bounded[at + 2]!}`);
  }
  return grams;
}

/** Answers the log odds that a question is about what was said, where half of all are. */
export function formReader({ bias, grams }: FormWeights): (question: string) => number {
  const weights = new Map(grams);
  return (question) => {
    let [sum, known] = [0, 0];
    for (const gram of formGrams(question)) {
      const weight = weights.get(gram);
      if (weight === undefined) continue;
      sum += weight;
      known += 1;
    }
    return bias + sum / Math.sqrt(Math.max(known, 1));
  };
}

export const questionForm = formReader(FORM_WEIGHTS);
