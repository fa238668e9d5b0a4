/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** Weights for turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
  bias: -3.92,
  lead: 0.39,
  score: 0.26,
  similarity: 2.2,
  bestSimilarity: 2.29,
  meanSimilarity: 0.07,
  coverage: 1.19,
  bestCoverage: 2.88,
  both: 3.49,
  phrase: 1.51,
  date: 0.95,
  named: 3.92,
  words: -0.39,
  thin: -1,
  few: -0.97,
  ofSelf: -0.19,
  asksOfSelf: 0.32,
  looksBack: 0,
  help: -0.66,
  advice: 0.68,
  orders: 0.28,
  asks: 0.19,
  tells: -0.52,
  courtesy: -3.2,
  goesOn: -0.6,
  impersonal: -0.83,
  form: 1.15,
};

/** Weights for facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -1.91,
  lead: 0.1,
  score: -0.01,
  similarity: 1.52,
  bestSimilarity: 1.33,
  meanSimilarity: -0.5,
  coverage: 2.45,
  bestCoverage: -0.36,
  both: 15.03,
  phrase: 1.97,
  date: 1.86,
  named: 4.98,
  words: -3.21,
  thin: 1.37,
  few: 0.77,
  ofSelf: 1.26,
  asksOfSelf: 0.79,
  looksBack: 1.38,
  help: -0.63,
  advice: 1.11,
  orders: 1.79,
  asks: -0.09,
  tells: -1.04,
  courtesy: -2.51,
  goesOn: -0.23,
  impersonal: -1.23,
  form: 1.21,
};
