/**
 * Tells whether a fact still holds. The state is computed on each read from its confirmation and the clock, so that no outdated fact
 * is returned between sweeps.
 */
import { FACT_AGES } from '../../policy/facts.ts';
import type { KnownFact } from './fact.ts';

export const FACT_STATES = [
  'ACTIVE',
  /** Over 90 days old and not of high confidence: returned only by explicit retrieval. */
  'AGED',
  /** Over 180 days old: never injected; whoever reads it should ask the user whether it still holds. */
  'STALE',
  /** Low confidence and not confirmed for over 30 days: it is left out. */
  'LOW_UNCONFIRMED',
  'SUPERSEDED',
  'FORGOTTEN',
] as const;
export type FactState = (typeof FACT_STATES)[number];

type Aging = Pick<KnownFact, 'confidence' | 'lastConfirmedTimeMs' | 'isPinned' | 'supersededBy' | 'forgottenTimeMs'>;

/**
 * Returns the state; the strictest rule wins. Pinned facts do not age. Exactly 90 days is not over, and a clock that runs backwards
 * makes nothing old.
 */
export function factState(fact: Aging, nowMs: number): FactState {
  if (fact.forgottenTimeMs !== undefined) return 'FORGOTTEN';
  if (fact.supersededBy !== undefined) return 'SUPERSEDED';
  if (fact.isPinned) return 'ACTIVE';
  const ageMs = nowMs - fact.lastConfirmedTimeMs;
  if (fact.confidence === 'LOW' && ageMs > FACT_AGES.lowUnconfirmedMs) return 'LOW_UNCONFIRMED';
  if (ageMs > FACT_AGES.staleMs) return 'STALE';
  if (fact.confidence !== 'HIGH' && ageMs > FACT_AGES.agedMs) return 'AGED';
  return 'ACTIVE';
}

/** Tells whether a prompt may include the fact without being asked: never if its confidence is low, unless it is pinned. */
export function isInjectable(fact: Aging, nowMs: number): boolean {
  if (fact.confidence === 'LOW' && fact.isPinned !== true) return false;
  return factState(fact, nowMs) === 'ACTIVE';
}

/** Tells whether explicit retrieval may return the fact. */
export function isRetrievable(fact: Aging, nowMs: number): boolean {
  const state = factState(fact, nowMs);
  return state === 'ACTIVE' || state === 'AGED' || state === 'STALE';
}

/** Returns when the fact goes stale unless it is confirmed; undefined if it is pinned or no longer stands. */
export function factStaleAtMs(fact: Aging): number | undefined {
  const { isPinned, supersededBy, forgottenTimeMs, lastConfirmedTimeMs } = fact;
  if (isPinned || supersededBy !== undefined || forgottenTimeMs !== undefined) return undefined;
  return lastConfirmedTimeMs + FACT_AGES.staleMs;
}

/** Tells whether the fact goes stale so soon that the user should be asked. */
export function isDue(fact: Aging, nowMs: number): boolean {
  const staleMs = factStaleAtMs(fact);
  return staleMs !== undefined && nowMs <= staleMs && nowMs >= staleMs - FACT_AGES.dueMs;
}

/** Returns when the fact is deleted for good unless it is confirmed: 30 days after it became stale. */
export function factDeletedAtMs(fact: Pick<KnownFact, 'lastConfirmedTimeMs'>): number {
  return fact.lastConfirmedTimeMs + FACT_AGES.staleMs + FACT_AGES.deletedAfterStaleMs;
}
