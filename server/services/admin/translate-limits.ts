/** Translates between the messages about limits and the domain's types. */
import { percentUsed } from '../../domain/decide/alerts.ts';
import type { LimitUse } from '../../domain/decide/global-limits.ts';
import { QUOTA_NAMES, type QuotaName } from '../../domain/memory.ts';
import type { DescribedUse } from '../../domain/quotas/describe-use.ts';
import type { EffectiveQuota } from '../../domain/quotas/effective-quota.ts';
import { TIER_NAMES, type TierName } from '../../policy/limits.ts';
import type { EffectiveQuota as QuotaMessage, ServerLimit, TypeUsage } from '../../../proto/gen/recorda/v1/limits.ts';

/** Returns undefined if none is set. */
export function toTier(tier: string): TierName | undefined {
  return TIER_NAMES.find((name) => tier === `TIER_${name}`);
}

/** Returns undefined if none is set. */
export function toQuotaName(text: string): QuotaName | undefined {
  return QUOTA_NAMES.find((name) => text === `QUOTA_NAME_${name}`);
}

export function fromQuotaName(name: QuotaName) {
  return `QUOTA_NAME_${name}` as const;
}

export function fromQuota(name: QuotaName, quota: EffectiveQuota): QuotaMessage {
  return {
    name: fromQuotaName(name),
    maxCount: quota.count,
    maxBytes: quota.bytes,
    countOrigin: `QUOTA_ORIGIN_${quota.countFrom}` as const,
    bytesOrigin: `QUOTA_ORIGIN_${quota.bytesFrom}` as const,
    alerts: quota.alerts.map((measure) => `QUOTA_MEASURE_${measure}` as const),
    alertsOrigin: `QUOTA_ORIGIN_${quota.alertsFrom}` as const,
  };
}

export function fromServerLimit({ subject, used, max }: Omit<LimitUse, 'name'>): ServerLimit {
  return { subject, used, max, percentUsed: percentUsed(used, max) };
}

export function fromUse({ name, owners, fullest: _, pinned = 0, ...use }: DescribedUse): TypeUsage {
  return { ...use, name: fromQuotaName(name), ownerCount: owners, pinnedCount: pinned };
}
