/** Quotas of one name, cached for stores that do not keep plans, so that their calls wait for nothing. No tier sets them. */
import { userKeyText, type PlanChange, type UserKey } from '../domain/accounts.ts';
import type { QuotaName } from '../domain/memory.ts';
import { alertedMeasures } from '../domain/quotas/alerted-measures.ts';
import type { QuotaOverride } from '../domain/quotas/effective-quota.ts';
import type { Quota } from '../policy/memory-types.ts';

export type QuotaCache = ReturnType<typeof quotaCache>;

export type KnownQuotas = {
  /** The quota of users for whom nobody set another. */
  readonly quota: Quota;
  /** Every quota that was set when the store is opened. */
  readonly quotasSet?: readonly (UserKey & QuotaOverride)[] | undefined;
};

export function quotaCache(name: QuotaName, { quota: everyones, quotasSet = [] }: KnownQuotas) {
  const overrides = new Map<string, QuotaOverride>();
  const set = (whose: UserKey, { count, bytes, alerts }: QuotaOverride): void => {
    if (count === undefined && bytes === undefined && alerts === undefined) overrides.delete(userKeyText(whose));
    else overrides.set(userKeyText(whose), { count, bytes, alerts });
  };
  const usual: Quota = { alerts: alertedMeasures(name, undefined), ...everyones };
  for (const quota of quotasSet) set(quota, quota);

  return {
    /** As domain/quotas has it: the user's before the tenant's. */
    quota({ tenant, userId }: UserKey): Quota {
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

    /** Whether the change is of these at all. */
    set(change: PlanChange): boolean {
      const quota = change.quotas?.find((one) => one.name === name);
      if (quota !== undefined) set(change, quota);
      return quota !== undefined;
    },
  };
}
