/** Requests and answers about limits: plans, usage, alerts. */
import type { TierName } from '../policy/limits.ts';
import type { AlertLevel, Crossing } from './decide/alerts.ts';
import type { Usage } from './decide/quota.ts';
import { QUOTA_NAMES, type QuotaName } from './memory.ts';
import type { Plans, QuotaOverride } from './quotas/effective-quota.ts';

/** A user, or the whole tenant if userId is ''. */
export type UserKey = { readonly tenant: string; readonly userId: string };

/** Returns the key as one text, for maps and caches. JSON delimits it, so no key is a prefix of another. */
export function userKeyText({ tenant, userId }: UserKey): string {
  return JSON.stringify([tenant, userId]);
}

/** Returns the beginning of every JSON list whose first two elements are the key. */
export function userKeyPrefix(key: UserKey): string {
  return `${userKeyText(key).slice(0, -1)},`;
}

export type PlanChange = UserKey & {
  /** Sets the tier, or removes it if `to` is undefined. */
  readonly tier?: { readonly to: TierName | undefined } | undefined;
  /** Sets each quota as given; a number that is absent is removed. */
  readonly quotas?: readonly (QuotaOverride & { readonly name: QuotaName })[] | undefined;
};

/** The usage of one quota by one owner. `place` is the owner's session or agent, or '' if the owner is the user. */
export type OwnerUse = UserKey & { readonly name: QuotaName; readonly place: string } & Usage;

export type OverQuery = UserKey & { readonly name: QuotaName; readonly quota: Usage; readonly limit: number };

/** The total usage of a type by a user, an agent or a tenant. */
export type TypeUse = Usage & {
  readonly name: QuotaName;
  /** The number of sessions or agents with a quota of their own that share it. */
  readonly owners: number;
  /** The highest count and the highest bytes of any of them. */
  readonly fullest: Usage;
  /** The number of pinned memories; absent if none can be pinned, or if it was not asked for. */
  readonly pinned?: number | undefined;
};

/** Asks for the usage of an agent if agentId is set, or of all users if userId is ''. */
export type UseQuery = UserKey & { readonly agentId: string };

export type UserUse = { readonly userId: string; readonly uses: readonly TypeUse[]; readonly plans: Plans };

/** A crossed threshold that is to be reported. */
export type RaisedOfQuota = UserKey & { readonly place: string; readonly name: QuotaName } & Crossing;

/** An alert about a session's prompts: their cost compared with the cached history, in tokens of uncached input. `place` is the session. */
export type RaisedOfCost = UserKey & {
  readonly place: string;
  readonly name: typeof PROMPT_COST;
  readonly measure: 'TOKENS';
  readonly level: AlertLevel;
  readonly current: number;
  readonly max: number;
};

export type Raised = RaisedOfQuota | RaisedOfCost;

/** The name of alerts that are not about a quota: prompts that stay more expensive than the whole history read from a cache. */
export const PROMPT_COST = 'PROMPT_COST';

export const ALERT_KINDS = ['QUOTA', PROMPT_COST] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The names of everything that can raise alerts. */
export const ALERTED_NAMES = [...QUOTA_NAMES, PROMPT_COST] as const;
export type AlertedName = (typeof ALERTED_NAMES)[number];

/** `resolvedMs` is the time at which the condition ended; null while it lasts, and always for quotas. */
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

/** The oldest and the newest stored alert, and the last one delivered; `oldest` is newest + 1 if none is stored. */
export type AlertBounds = { readonly oldest: number; readonly newest: number; readonly delivered: number };

/** The usage that costs are computed from. */
export type CostUse = {
  readonly vectorBytes: number;
  readonly graphNodes: number;
  readonly redisBytes: number;
  /** Bytes that are stored besides memories, in the server's own file. */
  readonly diskBytes: number;
};

/** Usage at the beginning of a day; days are counted from 1970 UTC. */
export type Sample = CostUse & { readonly day: number };

/** The number of users in each tier. */
export type TierCounts = Readonly<Record<TierName, number>>;
