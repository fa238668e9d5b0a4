/** What users pay for: quotas and prices by tier, the limits of the whole server, and when it warns. */
import type { QuotaName } from '../domain/memory.ts';
import { GB, MB, QUOTAS, type Quota } from './limits.ts';

export type Tier = {
  /** Dollars a month. */
  readonly priceUsd: number;
  /** What the tier sets; the other quotas are everyone's. */
  readonly quotas: Readonly<Partial<Record<QuotaName, Quota>>>;
};

export const TIER_NAMES = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** Of entities and relationships, tiers are given by count; bytes grow with it. */
export const TIERS: Readonly<Record<TierName, Tier>> = {
  FREE: {
    priceUsd: 0,
    quotas: {
      LONG_TERM: { count: 100, bytes: 10 * MB },
      ENTITY: { count: 500, bytes: 5 * MB },
      RELATIONSHIP: { count: 1000, bytes: 5 * MB },
      RECALL: { count: 1000, bytes: 10 * MB },
      FACT: { count: 1000, bytes: 1 * MB },
      SESSION: { count: 1000, bytes: 10 * MB },
    },
  },
  PRO: {
    priceUsd: 20,
    quotas: {
      LONG_TERM: QUOTAS.LONG_TERM,
      ENTITY: QUOTAS.ENTITY,
      RELATIONSHIP: QUOTAS.RELATIONSHIP,
      RECALL: QUOTAS.RECALL,
      FACT: QUOTAS.FACT,
      SESSION: QUOTAS.SESSION,
    },
  },
  ENTERPRISE: {
    priceUsd: 200,
    quotas: {
      LONG_TERM: { count: 100_000, bytes: 1000 * MB },
      ENTITY: { count: 50_000, bytes: 500 * MB },
      RELATIONSHIP: { count: 100_000, bytes: 500 * MB },
      RECALL: { count: 100_000, bytes: 1000 * MB },
      FACT: { count: 50_000, bytes: 50 * MB },
      SESSION: { count: 100_000, bytes: 1000 * MB },
    },
  },
};

/** Of a user for whom nobody set one. */
export const DEFAULT_TIER: TierName = 'PRO';

/** What a quota may be set to: from nothing to what the whole server may hold. */
export const QUOTA_RANGE = { count: 1_000_000_000, bytes: 1_000_000 * GB } as const;

/** What all users of a server, or all agents of a tenant, together may have. */
export type GlobalLimits = {
  readonly longTermBytes: number;
  /** Entities. */
  readonly graphNodes: number;
  /** Relationships. */
  readonly graphEdges: number;
  /** Versions of system prompts of a tenant's agents. */
  readonly systemPrompts: number;
  /** What these take, in bytes. */
  readonly systemPromptBytes: number;
};

export const GLOBAL_LIMITS: GlobalLimits = {
  longTermBytes: 1000 * GB,
  graphNodes: 10_000_000,
  graphEdges: 50_000_000,
  systemPrompts: 100_000,
  systemPromptBytes: 100 * MB,
};

/** Percent of a quota: above, it is told once; told again after the use was this much below. */
export const ALERT_PERCENT = { WARNING: 80, CRITICAL: 95 } as const;
export const ALERT_REARM_POINTS = 5;
export const ALL_PERCENT = 100;
