/**
 * The worth of having something in a question's prompt: the probability that the answer needs it. Worth divided by cost decides the
 * order of choice. policy/context.ts has the numbers and what they were measured on.
 */
import { WORTH } from '../../policy/context.ts';

/** Returns the worth of a recalled turn by its rank among those found, from 0, and the probability that these concern the question. */
export function recallWorth(rank: number, chance: number): number {
  return (chance * WORTH.recall.first) / (1 + rank) ** WORTH.recall.decay;
}

/** Returns the worth of a fact by its rank among those found, from 0. */
export function factWorth(rank: number): number {
  return WORTH.fact.first / (1 + rank) ** WORTH.fact.decay;
}

/** The worth of a fact that the user pinned: that of the turn found first. */
export const PINNED_FACT_WORTH = WORTH.recall.first;

/** The worth of a fact that concerns the question's plan: more than for mere similarity, less than for words that answer. */
export const PLANNED_FACT_WORTH = WORTH.fact.planned;

/** The worth of such a fact if it is about health or diet: it comes before most that is recalled. */
export const HARMFUL_FACT_WORTH = WORTH.fact.mayHarm;

/** The worth of a turn about health or diet that the question's plan touches. */
export const HARMFUL_TURN_WORTH = WORTH.recall.mayHarm;

/** Returns the worth of a summary by the number of newer ones. */
export function summaryWorth(newer: number): number {
  return WORTH.summary.first * WORTH.summary.decay ** newer;
}

/** Returns the worth of an earlier session's summary by the number of newer sessions. */
export function sessionWorth(newer: number): number {
  return WORTH.session.first * WORTH.session.decay ** newer;
}

/** Returns the worth of a turn of the window by the number of turns between it and those that every prompt shows. */
export function turnWorth(newer: number): number {
  return WORTH.turn.first * WORTH.turn.decay ** newer;
}
