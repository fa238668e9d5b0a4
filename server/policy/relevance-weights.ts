/**
 * The weights of domain/context/relevance.ts: do not edit, `npm run train:floor` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** Weights for turns of conversations. */
export const RECALL_WEIGHTS: RelevanceWeights = {
  bias: -5.12,
  lead: 0.46,
  score: -0.05,
  similarity: 1.69,
  bestSimilarity: 1.99,
  meanSimilarity: 4.42,
  coverage: 1.91,
  bestCoverage: 4.09,
  both: 2.88,
  phrase: 1.09,
  date: 2.75,
  named: 5.05,
  words: -0.46,
  thin: -0.76,
  few: 0.37,
  ofSelf: -0.06,
  asksOfSelf: 0.83,
  looksBack: -0.36,
  help: -0.66,
  advice: 1.15,
  orders: 0.12,
  asks: 0.67,
  tells: -0.87,
  courtesy: -3.82,
  goesOn: -0.84,
  impersonal: -0.87,
  form: 1.08,
};

/** Weights for facts. */
export const FACT_WEIGHTS: RelevanceWeights = {
  bias: -1.27,
  lead: 0.19,
  score: -0.38,
  similarity: 1.67,
  bestSimilarity: 1.28,
  meanSimilarity: 3.4,
  coverage: 1.42,
  bestCoverage: 1.73,
  both: 11.65,
  phrase: 2.98,
  date: -0.02,
  named: 0,
  words: -2.44,
  thin: 0.2,
  few: 0.66,
  ofSelf: 1.25,
  asksOfSelf: 0.75,
  looksBack: 2.67,
  help: -0.46,
  advice: 1.78,
  orders: 0.16,
  asks: -0.44,
  tells: -1.33,
  courtesy: -2.85,
  goesOn: -0.18,
  impersonal: -0.9,
  form: 1.07,
};
