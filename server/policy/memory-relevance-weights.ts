/**
 * The weights of domain/context/relevance.ts for tails and long-term memories: do not edit. They were learnt from talks, questions and lines of
 * our own in English and Spanish; test/bench/context/train-floor.ts writes them with the argument \`memories\`, and says why it has not since.
 */
import type { RelevanceWeights } from './relevance-weights.ts';

export const MEMORY_WEIGHTS: RelevanceWeights = {
  bias: -6.09,
  lead: 0.57,
  score: 0.04,
  similarity: 4.07,
  bestSimilarity: 2.77,
  meanSimilarity: 0.95,
  coverage: 2.22,
  bestCoverage: 2.54,
  both: 1.46,
  phrase: 2.01,
  date: 3.65,
  named: 5.19,
  words: -3.35,
  thin: -1.44,
  few: -0.32,
  ofSelf: 0.12,
  asksOfSelf: 1.67,
  looksBack: 0.7,
  help: -1.17,
  advice: 1.77,
  orders: -1.51,
  asks: 1.66,
  tells: -0.9,
  courtesy: -3.11,
  goesOn: -0.67,
  impersonal: -0.1,
  form: 0.83,
};
