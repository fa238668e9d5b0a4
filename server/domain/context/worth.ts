/**
 * What it is worth to a question to have something in its prompt: the probability that the answer needs it. Worth divided by what it costs
 * decides what goes in first. policy/context.ts has the numbers and what they were measured on.
 */
import { WORTH } from '../../policy/context.ts';

/** What a recalled turn is worth, by its rank among those that were found, from 0. */
export function recallWorth(rank: number): number {
  return WORTH.recall.first / (1 + rank) ** WORTH.recall.decay;
}

/** What a fact is worth, by its rank among those that were found, from 0. */
export function factWorth(rank: number): number {
  return WORTH.fact.first / (1 + rank) ** WORTH.fact.decay;
}

/** What a fact that the user pinned is worth: as much as the turn that is found first. */
export const PINNED_FACT_WORTH = WORTH.recall.first;

/**
 * What a fact that the question's plan touches is worth: more than what is merely near, less than the words that
 * answer.
 */
export const PLANNED_FACT_WORTH = WORTH.fact.planned;

/** What a summary is worth, by how many newer ones there are. */
export function summaryWorth(newer: number): number {
  return WORTH.summary.first * WORTH.summary.decay ** newer;
}

/** What an earlier session came to is worth, by how many newer ones there are. */
export function sessionWorth(newer: number): number {
  return WORTH.session.first * WORTH.session.decay ** newer;
}

/** What a turn of the window is worth, by how many turns stand between it and those that every prompt shows. */
export function turnWorth(newer: number): number {
  return WORTH.turn.first * WORTH.turn.decay ** newer;
}
