/** Whether a fact still holds: computed when it is read, from its confirmation and the clock, so that nothing leaks between sweeps. */
import { FACT_AGES } from '../../policy/facts.ts';
import type { KnownFact } from './fact.ts';

export const FACT_STATES = [
  'ACTIVE',
  /** Over 90 days and not of high confidence: only on explicit retrieval. */
  'AGED',
  /** Over 180 days: never injected; whoever reads it should ask the user whether it still holds. */
  'STALE',
  /** It has low confidence and was not confirmed for over 30 days: it is left out. */
  'LOW_UNCONFIRMED',
  'SUPERSEDED',
  'FORGOTTEN',
] as const;
export type FactState = (typeof FACT_STATES)[number];

type Aging = Pick<KnownFact, 'confidence' | 'lastConfirmedTimeMs' | 'isPinned' | 'supersededBy' | 'forgottenTimeMs'>;

/** What is pinned does not age. The strictest rule wins. Exactly 90 days is not over; a clock that runs backwards makes nothing old. */
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

/** Whether a prompt may hold it without being asked for it: never what is of low confidence, unless it is pinned. */
export function isInjectable(fact: Aging, nowMs: number): boolean {
  if (fact.confidence === 'LOW' && fact.isPinned !== true) return false;
  return factState(fact, nowMs) === 'ACTIVE';
}

/** Whether explicit retrieval may show it. */
export function isRetrievable(fact: Aging, nowMs: number): boolean {
  const state = factState(fact, nowMs);
  return state === 'ACTIVE' || state === 'AGED' || state === 'STALE';
}

/** When it goes stale unless somebody confirms it; undefined where it is pinned, or stands no more. */
export function factStaleAtMs(fact: Aging): number | undefined {
  const { isPinned, supersededBy, forgottenTimeMs, lastConfirmedTimeMs } = fact;
  if (isPinned || supersededBy !== undefined || forgottenTimeMs !== undefined) return undefined;
  return lastConfirmedTimeMs + FACT_AGES.staleMs;
}

/** Whether it goes stale so soon that the user should be asked. */
export function isDue(fact: Aging, nowMs: number): boolean {
  const staleMs = factStaleAtMs(fact);
  return staleMs !== undefined && nowMs <= staleMs && nowMs >= staleMs - FACT_AGES.dueMs;
}

/** When it is deleted for good unless somebody confirms it: 30 days after it became stale. */
export function factDeletedAtMs(fact: Pick<KnownFact, 'lastConfirmedTimeMs'>): number {
  return fact.lastConfirmedTimeMs + FACT_AGES.staleMs + FACT_AGES.deletedAfterStaleMs;
}
