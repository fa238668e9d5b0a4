/** The quotas of working memory, at hand: its calls wait for nothing. No tier says anything of it. */
import type { PlanChange, Whose } from '../../domain/accounts.ts';
import type { QuotaOverride } from '../../domain/quotas/effective-quota.ts';
import type { Quota } from '../../policy/limits.ts';

export function workingPlans(everyones: Quota, quotasSet: readonly (Whose & QuotaOverride)[]) {
  const overrides = new Map<string, QuotaOverride>();
  const keyOf = ({ tenant, userId }: Whose): string => JSON.stringify([tenant, userId]);
  const set = (whose: Whose, { count, bytes }: QuotaOverride): void => {
    if (count === undefined && bytes === undefined) overrides.delete(keyOf(whose));
    else overrides.set(keyOf(whose), { count, bytes });
  };
  for (const quota of quotasSet) set(quota, quota);

  return {
    /** As domain/quotas has it: the user's before the tenant's. */
    quota({ tenant, userId }: Whose): Quota {
      if (overrides.size === 0) return everyones;
      const user = overrides.get(keyOf({ tenant, userId }));
      const all = overrides.get(keyOf({ tenant, userId: '' }));
      return {
        count: user?.count ?? all?.count ?? everyones.count,
        bytes: user?.bytes ?? all?.bytes ?? everyones.bytes,
      };
    },

    set(change: PlanChange): void {
      const quota = change.quotas?.find(({ name }) => name === 'WORKING');
      if (quota !== undefined) set(change, quota);
    },
  };
}
