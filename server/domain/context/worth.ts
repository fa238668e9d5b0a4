/**
 * What it is worth to a question to have something in its prompt: the probability that the answer needs it. Worth divided by what it costs
 * decides what goes in first. policy/context.ts has the numbers and what they were measured on.
 */
import { WORTH } from '../../policy/context.ts';

/** Of a recalled turn, by its place among those that were found, from 0. */
export function recallWorth(rank: number): number {
  return WORTH.recall.first / (1 + rank) ** WORTH.recall.decay;
}

/** Of a fact, by its place among those that were found, from 0. */
export function factWorth(rank: number): number {
  return WORTH.fact.first / (1 + rank) ** WORTH.fact.decay;
}

/** Of a fact that the user pinned: as of the turn that is found first. */
export const PINNED_FACT_WORTH = WORTH.recall.first;

/** Of a fact that the question's plan touches: over what is merely near, under the words that answer. */
export const PLANNED_FACT_WORTH = WORTH.fact.planned;

/** Of a summary, by how many newer ones there are. */
export function summaryWorth(newer: number): number {
  return WORTH.summary.first * WORTH.summary.decay ** newer;
}

/** Of what an earlier session came to, by how many newer ones there are. */
export function sessionWorth(newer: number): number {
  return WORTH.session.first * WORTH.session.decay ** newer;
}

/** Of a turn of the window, by how many turns stand between it and those that every prompt shows. */
export function turnWorth(newer: number): number {
  return WORTH.turn.first * WORTH.turn.decay ** newer;
}
