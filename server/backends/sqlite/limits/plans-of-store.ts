/** The writer's tiers and quotas: they are cached, since every add reads them. */
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { effectiveQuotas } from '../../../domain/quotas/effective-quota.ts';
import type { QuotaName } from '../../../domain/memory.ts';
import type { Quota } from '../../../policy/memory-types.ts';
import type { Quotas } from '../../../policy/limits.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { userKeyText, type PlanChange, type UserKey } from '../../../domain/accounts.ts';
import { selectPlans } from './select-plans.ts';

/** `everyones` applies where nothing was set. */
export function plansOfStore(db: Database, everyones: Quotas) {
  const { plans } = selectPlans(db);
  const putTier = db.prepare('INSERT OR REPLACE INTO tiers (tenant, user_id, tier) VALUES (@tenant, @userId, @tier)');
  const removeTier = db.prepare('DELETE FROM tiers WHERE tenant = @tenant AND user_id = @userId');
  const putQuota = db.prepare(
    `INSERT OR REPLACE INTO quotas (tenant, user_id, name, count, bytes, alerts)
     VALUES (@tenant, @userId, @name, @count, @bytes, @alerts)`,
  );
  const removeQuota = db.prepare('DELETE FROM quotas WHERE tenant = @tenant AND user_id = @userId AND name = @name');
  const anything = db.prepare('SELECT 1 FROM tiers UNION ALL SELECT 1 FROM quotas LIMIT 1');
  const known = new LRUCache<string, Quotas>({ max: SQLITE.cachedPlans });
  let isAnythingSet = anything.get() !== undefined;

  return {
    quota({ tenant, userId }: UserKey, name: QuotaName): Quota {
      if (!isAnythingSet) return everyones[name];
      const key = userKeyText({ tenant, userId });
      let quotas = known.get(key);
      if (quotas === undefined) known.set(key, (quotas = effectiveQuotas(everyones, plans({ tenant, userId }))));
      return quotas[name];
    },

    /** Must be called when a setting has changed, or is about to. */
    forget(): void {
      known.clear();
      isAnythingSet = true;
    },

    /** Must be called when settings were deleted, or what was written is undone, which may have been read meanwhile. */
    readAgain(): void {
      known.clear();
    },

    set({ tenant, userId, tier, quotas = [] }: PlanChange): void {
      const whose = { tenant, userId };
      if (tier?.to !== undefined) putTier.run({ ...whose, tier: tier.to });
      else if (tier !== undefined) removeTier.run(whose);
      for (const { name, count = null, bytes = null, alerts: isOn } of quotas) {
        const alerts = isOn === undefined ? null : Number(isOn);
        if (count === null && bytes === null && alerts === null) removeQuota.run({ ...whose, name });
        else putQuota.run({ ...whose, name, count, bytes, alerts });
      }
      known.clear();
      isAnythingSet = true;
    },
  };
}
