/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them (test/bench/context/train-floor.ts) from talks,
 * questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** For turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
  bias: -9.486,
  lead: 0.716,
  score: 0.082,
  similarity: 3.703,
  bestSimilarity: 3.803,
  meanSimilarity: 1.723,
  coverage: 2.203,
  bestCoverage: 4.027,
  both: -0.528,
  phrase: 1.342,
  date: 5.947,
  named: 5.826,
  words: -4.603,
  thin: -1.559,
  few: 0.038,
  ofSelf: 1.13,
  asksOfSelf: 2.24,
  looksBack: 3.404,
  help: -1.323,
  advice: 1.532,
  orders: -0.839,
  asks: 4.219,
  courtesy: -3.88,
  goesOn: -1.58,
  impersonal: 0.76,
};

/** For facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -3.305,
  lead: -0.26,
  score: 0.087,
  similarity: 2.398,
  bestSimilarity: 2.544,
  meanSimilarity: 1.828,
  coverage: 3.367,
  bestCoverage: 2.403,
  both: 6.76,
  phrase: 8.24,
  date: 0,
  named: 0,
  words: -7.433,
  thin: -1.854,
  few: 2.569,
  ofSelf: 4.118,
  asksOfSelf: 3.551,
  looksBack: 4.734,
  help: -2.278,
  advice: 3.287,
  orders: -0.362,
  asks: -0.363,
  courtesy: -3.305,
  goesOn: 0.606,
  impersonal: 1.244,
};
