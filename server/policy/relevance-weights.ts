/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** Weights for turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
  bias: -4.6,
  lead: 0.39,
  score: -0.1,
  similarity: 2.62,
  bestSimilarity: 2.77,
  meanSimilarity: 1.53,
  coverage: 1.94,
  bestCoverage: 2.73,
  both: 2.63,
  phrase: 0.86,
  date: 2.08,
  named: 4.39,
  words: -0.09,
  thin: -0.76,
  few: 0.63,
  ofSelf: -0.42,
  asksOfSelf: 0.52,
  looksBack: -0.42,
  help: -0.66,
  advice: 1.01,
  orders: 0.26,
  asks: 0.7,
  tells: -0.69,
  courtesy: -2.99,
  goesOn: -0.69,
  impersonal: -1.11,
  form: 1.17,
};

/** Weights for facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -2.4,
  lead: 0.07,
  score: -0.25,
  similarity: 0.68,
  bestSimilarity: 2.11,
  meanSimilarity: 2.96,
  coverage: 0.52,
  bestCoverage: 0.55,
  both: 19.64,
  phrase: 2.83,
  date: 0.77,
  named: 7.19,
  words: -2.86,
  thin: 0.41,
  few: 1.22,
  ofSelf: 1.12,
  asksOfSelf: 0.54,
  looksBack: 1.61,
  help: -0.37,
  advice: 1.55,
  orders: 1.98,
  asks: 0.55,
  tells: -0.68,
  courtesy: -3.42,
  goesOn: -0.3,
  impersonal: -1.04,
  form: 1.07,
};
