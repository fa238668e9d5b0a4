/** How much a memory matters, for those who decide what stays: 0 to 1. */
import { DAY_MS } from './calendar.ts';

/** How much a memory matters where nobody said: the middle of 0 to 1. */
export const DEFAULT_IMPORTANCE = 0.5;

/**
 * The blend of the sleep cycle. Each factor lies in 0..1, and so does their sum:
 *
 *   recency     halves with every 60 days since the memory was last used or written
 *   frequency   how often it was read or found
 *   centrality  what names it: entities and relationships whose evidence it is, and the links of those entities
 *   reflection  the days on which it was used, and how often it was confirmed by being written again
 *   stability   how long it has stood as it is
 */
export const IMPORTANCE_FACTORS = ['recency', 'frequency', 'centrality', 'reflection', 'stability'] as const;
export type ImportanceFactor = (typeof IMPORTANCE_FACTORS)[number];

export const IMPORTANCE_WEIGHTS: Readonly<Record<ImportanceFactor, number>> = {
  recency: 0.35,
  frequency: 0.2,
  centrality: 0.15,
  reflection: 0.2,
  stability: 0.1,
};

/** What somebody said of it counts for so much of the whole; the blend for the rest. Where nobody did, the blend is all. */
export const STATED_SHARE = 0.5;

export const IMPORTANCE_SCALES = {
  recencyHalfLifeMs: 60 * DAY_MS,
  /** So many uses are 1/2 of what counts at most; likewise below. */
  halfUses: 5,
  halfLinks: 2,
  /** Days of use beyond the first, and writes beyond the first. */
  halfReflections: 2,
  stabilityHalfLifeMs: 60 * DAY_MS,
} as const;
