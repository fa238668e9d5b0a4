/**
 * Tells by a question's wording whether it is about something said earlier, rather than about the world, a greeting or an order: a
 * logistic regression over its words, pairs of words and vector. "When did we get the cat?" and "When did the Roman Empire end?" score
 * alike in a search; their wording tells them apart.
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

/** Returns a text's vector by the built-in embedder, with which the weights were learnt; normalised. */
export type Embed = (text: string) => Float32Array;

/**
 * Returns a function that computes the log odds that a question is about something said earlier, assuming that half of all questions
 * are. Weights without any for the vector need no embedder.
 */
export function formReader({ bias, grams, vector }: FormWeights, embed?: Embed): (question: string) => number {
  const weights = new Map(grams);
  const ofVector = (question: string): number => {
    if (vector === undefined || embed === undefined) return 0;
    const embedded = embed(question.slice(0, RELEVANCE.units));
    let sum = 0;
    for (let at = 0; at < vector.length; at += 1) sum += vector[at]! * embedded[at]!;
    return sum;
  };
  return (question) => {
    let [sum, known] = [0, 0];
    for (const gram of formGrams(question)) {
      const weight = weights.get(gram);
      if (weight === undefined) continue;
      sum += weight;
      known += 1;
    }
    return bias + sum / Math.sqrt(Math.max(known, 1)) + ofVector(question);
  };
}

/** Returns the reader for prompts. */
export const questionForm = (embed: Embed): ((question: string) => number) => formReader(FORM_WEIGHTS, embed);

/** Computes the same log odds with weights learnt without talks of several days and without vectors, for tails and long-term memories. */
export const memoryQuestionForm = formReader(MEMORY_FORM_WEIGHTS);
