/** Statements that read the settings of users and tenants, on any connection. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { NO_PLAN, type Plan, type Plans, type QuotaOverride } from '../../../domain/quotas/effective-quota.ts';
import type { QuotaName } from '../../../domain/memory.ts';
import type { TierName } from '../../../policy/limits.ts';

export type OverrideRow = {
  readonly count: number | null;
  readonly bytes: number | null;
  readonly alerts: number | null;
};
type QuotaRow = OverrideRow & { readonly name: QuotaName };

export function toOverride({ count, bytes, alerts }: OverrideRow): QuotaOverride {
  return {
    ...(count !== null && { count }),
    ...(bytes !== null && { bytes }),
    ...(alerts !== null && { alerts: alerts === 1 }),
  };
}

export function selectPlans(db: Database) {
  const selectTier = db
    .prepare<[object], TierName>('SELECT tier FROM tiers WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selectQuotas = db.prepare<[object], QuotaRow>(
    'SELECT name, count, bytes, alerts FROM quotas WHERE tenant = @tenant AND user_id = @userId',
  );

  const plan = ({ tenant, userId }: UserKey): Plan => {
    const tier = selectTier.get({ tenant, userId });
    const overrides: Partial<Record<QuotaName, QuotaOverride>> = {};
    for (const { name, ...row } of selectQuotas.iterate({ tenant, userId })) overrides[name] = toOverride(row);
    return { ...(tier !== undefined && { tier }), overrides };
  };
  return {
    /** Returns a user's plans and its tenant's; a tenant's alone where userId is ''. */
    plans: ({ tenant, userId }: UserKey): Plans => ({
      user: userId === '' ? NO_PLAN : plan({ tenant, userId }),
      tenant: plan({ tenant, userId: '' }),
    }),
  };
}
