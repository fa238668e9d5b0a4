/** Finds the quota that holds for a user and its origin: settings of the user take precedence over those of the tenant. */
import type { Quota } from '../../policy/memory-types.ts';
import { type Quotas, DEFAULT_TIER, TIERS, type TierName } from '../../policy/limits.ts';
import type { PlanChange } from '../accounts.ts';
import type { Measure } from '../../policy/memory-types.ts';
import { QUOTA_NAMES, type QuotaName } from '../memory.ts';
import { alertedMeasures } from './alerted-measures.ts';

/** A quota that was set; absent numbers stay as they were. */
export type QuotaOverride = {
  readonly count?: number | undefined;
  readonly bytes?: number | undefined;
  /** True if it raises alerts. */
  readonly alerts?: boolean | undefined;
};

/** The settings of a user or of a tenant. */
export type Plan = {
  readonly tier?: TierName | undefined;
  readonly overrides: Readonly<Partial<Record<QuotaName, QuotaOverride>>>;
};

export const NO_PLAN: Plan = { overrides: {} };

/** The plans of a user and of the user's tenant. */
export type Plans = { readonly user: Plan; readonly tenant: Plan };

/** The origin of a number: a quota or tier of the user, one of the tenant, or the default for everyone. */
export const QUOTA_ORIGINS = ['USER', 'USER_TIER', 'TENANT', 'TENANT_TIER', 'DEFAULT'] as const;
export type QuotaOrigin = (typeof QUOTA_ORIGINS)[number];

export type EffectiveQuota = Quota & {
  readonly alerts: readonly Measure[];
  readonly countFrom: QuotaOrigin;
  readonly bytesFrom: QuotaOrigin;
  readonly alertsFrom: QuotaOrigin;
};

export type EffectiveTier = { readonly tier: TierName; readonly from: 'USER' | 'TENANT' | 'DEFAULT' };

export function effectiveTier({ user, tenant }: Plans): EffectiveTier {
  if (user.tier !== undefined) return { tier: user.tier, from: 'USER' };
  if (tenant.tier !== undefined) return { tier: tenant.tier, from: 'TENANT' };
  return { tier: DEFAULT_TIER, from: 'DEFAULT' };
}

/** `everyones` are the quotas of the default tier. */
function effectiveQuota(everyones: Quotas, { user, tenant }: Plans, name: QuotaName): EffectiveQuota {
  const sources: readonly (readonly [QuotaOrigin, Omit<QuotaOverride, 'alerts'> | undefined])[] = [
    ['USER', user.overrides[name]],
    ['USER_TIER', ofTier(everyones, user.tier, name)],
    ['TENANT', tenant.overrides[name]],
    ['TENANT_TIER', ofTier(everyones, tenant.tier, name)],
    ['DEFAULT', everyones[name]],
  ];
  const first = (measure: 'count' | 'bytes'): readonly [QuotaOrigin, number] => {
    for (const [origin, quota] of sources) if (quota?.[measure] !== undefined) return [origin, quota[measure]];
    return ['DEFAULT', everyones[name][measure]];
  };
  const [countFrom, count] = first('count');
  const [bytesFrom, bytes] = first('bytes');
  return { count, bytes, countFrom, bytesFrom, ...effectiveAlerts(everyones[name], { user, tenant }, name) };
}

function effectiveAlerts(
  { alerts: usual }: Quota,
  { user, tenant }: Plans,
  name: QuotaName,
): Pick<EffectiveQuota, 'alerts' | 'alertsFrom'> {
  const [ofUser, ofTenant] = [user.overrides[name]?.alerts, tenant.overrides[name]?.alerts];
  if (ofUser !== undefined) return { alerts: alertedMeasures(name, ofUser), alertsFrom: 'USER' };
  if (ofTenant !== undefined) return { alerts: alertedMeasures(name, ofTenant), alertsFrom: 'TENANT' };
  return { alerts: usual ?? alertedMeasures(name, undefined), alertsFrom: 'DEFAULT' };
}

export function effectiveQuotas(everyones: Quotas, plans: Plans): Readonly<Record<QuotaName, EffectiveQuota>> {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, effectiveQuota(everyones, plans, name)])) as Record<
    QuotaName,
    EffectiveQuota
  >;
}

function ofTier(everyones: Quotas, tier: TierName | undefined, name: QuotaName): Quota | undefined {
  if (tier === undefined || TIERS[tier].quotas[name] === undefined) return undefined;
  return tier === DEFAULT_TIER ? everyones[name] : TIERS[tier].quotas[name];
}

/** Returns the plans after a change to the user's plan, or to the tenant's if the change names no user. */
export function withChange(plans: Plans, { userId, tier, quotas = [] }: PlanChange): Plans {
  const level = userId === '' ? 'tenant' : 'user';
  const before = plans[level];
  const set = Object.fromEntries(quotas.map(({ name, ...quota }) => [name, quota]));
  const after: Plan = {
    tier: tier === undefined ? before.tier : tier.to,
    overrides: { ...before.overrides, ...set },
  };
  return { ...plans, [level]: after };
}
