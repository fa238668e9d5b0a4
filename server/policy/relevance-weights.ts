/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them (test/bench/context/train-floor.ts) from talks,
 * questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** Weights for turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
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

/** Weights for facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -0.27,
  lead: -0.14,
  score: 0.02,
  similarity: 2.43,
  bestSimilarity: 2.65,
  meanSimilarity: -0.08,
  coverage: 3.54,
  bestCoverage: -3.26,
  both: 14.07,
  phrase: 8.51,
  date: 0,
  named: 0,
  words: -8.07,
  thin: -1.77,
  few: 1.65,
  ofSelf: 3.03,
  asksOfSelf: 1.41,
  looksBack: 2.76,
  help: -1.55,
  advice: 3.63,
  orders: 0.05,
  asks: -1.27,
  tells: -2.08,
  courtesy: -1.58,
  goesOn: 0.14,
  impersonal: -0.08,
  form: 0.81,
};
