/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them (test/bench/context/train-floor.ts) from talks,
 * questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** For turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
  bias: -11.029,
  lead: 0.64,
  score: 0.185,
  similarity: 4.778,
  bestSimilarity: 4.155,
  meanSimilarity: 2.626,
  coverage: 2.144,
  bestCoverage: 5.075,
  both: -0.73,
  phrase: 1.584,
  date: 6.854,
  named: 5.585,
  words: -2.448,
  few: 0.851,
  ofSelf: 1.416,
  asksOfSelf: 2.937,
  looksBack: 5.143,
  help: -1.816,
  advice: 1.712,
  orders: -2.424,
  asks: 2.583,
  courtesy: -5.919,
  impersonal: 0.721,
};

/** For facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -4.613,
  lead: -0.275,
  score: 0.141,
  similarity: 2.227,
  bestSimilarity: 2.67,
  meanSimilarity: 1.649,
  coverage: 4.555,
  bestCoverage: 1.539,
  both: 7.137,
  phrase: 9.564,
  date: 0,
  named: 0,
  words: -5.054,
  few: 2.44,
  ofSelf: 4.188,
  asksOfSelf: 2.199,
  looksBack: 4.809,
  help: -2.447,
  advice: 3.284,
  orders: -0.581,
  asks: -0.305,
  courtesy: -3.637,
  impersonal: 0.98,
};
