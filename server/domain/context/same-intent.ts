/** Finds an answered question that means the same as another. */
import { RESPONSES } from '../../policy/context.ts';
import { calibratedSimilarity } from '../calibrate.ts';
import { haveSameWords } from '../conversation/question-intent.ts';
import { meaningDifference } from '../same-meaning.ts';

/** A question that was answered. */
export type Candidate = { readonly question: string; readonly vector: Float32Array };

/** Tells whether two questions' vectors are near enough for their words to be compared. */
export function isNear(one: Float32Array, other: Float32Array, embedderName: string): boolean {
  return calibratedSimilarity(embedderName, dot(one, other)) >= RESPONSES.sameIntent;
}

/**
 * Returns the nearest candidate that asks the same in another order of words; undefined if none is near enough, or all differ in a
 * significant word. The same question in other words is found by its key instead (ResponseKey).
 */
export function sameIntent<T extends Candidate>(
  question: string,
  vector: Float32Array,
  candidates: readonly T[],
  embedderName: string,
): { readonly candidate: T; readonly similarity: number } | undefined {
  return candidates
    .map((candidate) => ({ candidate, similarity: calibratedSimilarity(embedderName, dot(vector, candidate.vector)) }))
    .filter(({ similarity }) => similarity >= RESPONSES.sameIntent)
    .toSorted((one, other) => other.similarity - one.similarity)
    .find(
      ({ candidate }) =>
        meaningDifference(question, candidate.question) === undefined && haveSameWords(question, candidate.question),
    );
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * (other[at] ?? 0);
  return sum;
}
