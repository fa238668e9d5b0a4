/** Questions and answers about limits: plans, use, alerts. */
import type { TierName } from '../policy/limits.ts';
import type { AlertLevel, Crossing } from './decide/alerts.ts';
import type { Usage } from './decide/quota.ts';
import { QUOTA_NAMES, type QuotaName } from './memory.ts';
import type { Plans, QuotaOverride } from './quotas/effective-quota.ts';

/** A user, or the tenant where userId is ''. */
export type UserKey = { readonly tenant: string; readonly userId: string };

/** The key as one text, for maps and caches. JSON ends where it ends, so that no key is the beginning of another. */
export function userKeyText({ tenant, userId }: UserKey): string {
  return JSON.stringify([tenant, userId]);
}

/** The beginning of every JSON list whose first two elements are the key. */
export function userKeyPrefix(key: UserKey): string {
  return `${userKeyText(key).slice(0, -1)},`;
}

export type PlanChange = UserKey & {
  /** Set to this tier; to none where it is undefined. */
  readonly tier?: { readonly to: TierName | undefined } | undefined;
  /** Each set as it is said; a number that is absent is no longer set. */
  readonly quotas?: readonly (QuotaOverride & { readonly name: QuotaName })[] | undefined;
};

/** What counts for one quota of one owner. `place` is the owner's session or agent, '' where it is the user's. */
export type OwnerUse = UserKey & { readonly name: QuotaName; readonly place: string } & Usage;

export type OverQuery = UserKey & { readonly name: QuotaName; readonly quota: Usage; readonly limit: number };

/** All that a user, an agent or a tenant has of a type. */
export type TypeUse = Usage & {
  readonly name: QuotaName;
  /** Sessions or agents that it is spread over, each with a quota of its own. */
  readonly owners: number;
  /** The most that one of them has, of each. */
  readonly fullest: Usage;
  /** How many are pinned; absent where none can be, or nobody asked. */
  readonly pinned?: number | undefined;
};

/** Whose use: of an agent where agentId is set; of all users' where userId is ''. */
export type UseQuery = UserKey & { readonly agentId: string };

export type UserUse = { readonly userId: string; readonly uses: readonly TypeUse[]; readonly plans: Plans };

/** A crossing that is to be reported. */
export type RaisedOfQuota = UserKey & { readonly place: string; readonly name: QuotaName } & Crossing;

/**
 * An alert about a session's prompts: what they cost beside the cached history, in tokens of uncached input. `place` is
 * the session.
 */
export type RaisedOfCost = UserKey & {
  readonly place: string;
  readonly name: typeof PROMPT_COST;
  readonly measure: 'TOKENS';
  readonly level: AlertLevel;
  readonly current: number;
  readonly max: number;
};

export type Raised = RaisedOfQuota | RaisedOfCost;

/** What an alert is of beside quotas: prompts that stay costlier than the whole history read from a cache. */
export const PROMPT_COST = 'PROMPT_COST';

export const ALERT_KINDS = ['QUOTA', PROMPT_COST] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What may raise alerts. */
export const ALERTED_NAMES = [...QUOTA_NAMES, PROMPT_COST] as const;
export type AlertedName = (typeof ALERTED_NAMES)[number];

/** `resolvedMs`: when it held no longer; null while it does, and of quotas. */
export type Alert = Raised & { readonly sequence: number; readonly atMs: number; readonly resolvedMs: number | null };

export function kindOf({ name }: Pick<Raised, 'name'>): AlertKind {
  return name === PROMPT_COST ? PROMPT_COST : 'QUOTA';
}

export type AlertQuery = UserKey & {
  readonly level?: AlertLevel | undefined;
  readonly name?: QuotaName | undefined;
  readonly kind?: AlertKind | undefined;
  readonly limit: number;
} & (
    | { readonly order: 'NEWEST_FIRST'; readonly before: number | undefined }
    | { readonly order: 'OLDEST_FIRST'; readonly after: number }
  );

/**
 * The oldest and the newest alert that are kept, and the last one delivered; `oldest` is newest + 1 where none is kept.
 */
export type AlertBounds = { readonly oldest: number; readonly newest: number; readonly delivered: number };

/** Use as costs count it. */
export type CostUse = {
  readonly vectorBytes: number;
  readonly graphNodes: number;
  readonly redisBytes: number;
  /** What is kept beside memories, in the server's own file. */
  readonly diskBytes: number;
};

/** Use at the beginning of a day, counted from 1970 UTC. */
export type Sample = CostUse & { readonly day: number };

/** How many users have each tier. */
export type TierCounts = Readonly<Record<TierName, number>>;
