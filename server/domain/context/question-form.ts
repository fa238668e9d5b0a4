/**
 * Tells by a question's wording whether it is about something said earlier, rather than about the world, a greeting or an order: a
 * logistic regression over its words and pairs of words. "When did we get the cat?" and "When did the Roman Empire end?" score alike
 * in a search; their wording tells them apart.
 */
import { FORM_WEIGHTS, type FormWeights } from '../../policy/form-weights.ts';
import { MEMORY_FORM_WEIGHTS } from '../../policy/memory-form-weights.ts';
import { RELEVANCE } from '../../policy/relevance.ts';
import { fold } from '../text/fold.ts';

const WORD = /[a-z0-9']+|\?/g;
const [START, END] = ['<', '>'];

/** Returns the distinct grams of a question: its words, pairs of adjacent words, and pairs with one word between them. */
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

/**
 * Returns a function that computes the log odds that a question is about something said earlier, assuming that half of all questions
 * are.
 */
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

/** Computes the same log odds with weights learnt without talks of several days, for tails and long-term memories. */
export const memoryQuestionForm = formReader(MEMORY_FORM_WEIGHTS);
