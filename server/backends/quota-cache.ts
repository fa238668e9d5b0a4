/** Caches quotas of one name for stores that do not keep plans, so that their calls wait for nothing. Tiers do not set these quotas. */
import { userKeyText, type PlanChange, type UserKey } from '../domain/accounts.ts';
import type { QuotaName } from '../domain/memory.ts';
import { alertedMeasures } from '../domain/quotas/alerted-measures.ts';
import type { QuotaOverride } from '../domain/quotas/effective-quota.ts';
import type { Quota } from '../policy/memory-types.ts';

export interface QuotaCache {
  /** Returns the quota by the rule of domain/quotas: the user's before the tenant's. */
  quota(whose: UserKey): Quota;
  /** Applies a change; returns whether it concerns these quotas. */
  set(change: PlanChange): boolean;
  /** Takes these quotas in place of all that were set. */
  replace(quotasSet: readonly (UserKey & QuotaOverride)[]): void;
}

export type KnownQuotas = {
  /** The quota of users without one of their own. */
  readonly quota: Quota;
  /** All quotas that are set when the store is opened. */
  readonly quotasSet?: readonly (UserKey & QuotaOverride)[] | undefined;
};

export function quotaCache(name: QuotaName, { quota: everyones, quotasSet = [] }: KnownQuotas): QuotaCache {
  const overrides = new Map<string, QuotaOverride>();
  const set = (whose: UserKey, { count, bytes, alerts }: QuotaOverride): void => {
    if (count === undefined && bytes === undefined && alerts === undefined) overrides.delete(userKeyText(whose));
    else overrides.set(userKeyText(whose), { count, bytes, alerts });
  };
  const usual: Quota = { alerts: alertedMeasures(name, undefined), ...everyones };
  for (const quota of quotasSet) set(quota, quota);

  return {
    quota({ tenant, userId }) {
      if (overrides.size === 0) return usual;
      const user = overrides.get(userKeyText({ tenant, userId }));
      const all = overrides.get(userKeyText({ tenant, userId: '' }));
      const alerts = user?.alerts ?? all?.alerts;
      return {
        count: user?.count ?? all?.count ?? everyones.count,
        bytes: user?.bytes ?? all?.bytes ?? everyones.bytes,
        alerts: alerts === undefined ? usual.alerts : alertedMeasures(name, alerts),
      };
    },

    set(change) {
      const quota = change.quotas?.find((one) => one.name === name);
      if (quota !== undefined) set(change, quota);
      return quota !== undefined;
    },

    replace(all) {
      overrides.clear();
      for (const quota of all) set(quota, quota);
    },
  };
}
