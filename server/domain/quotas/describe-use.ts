/** Describes usage together with its quota. */
import type { TypeUse } from '../accounts.ts';
import { percentUsed } from '../decide/alerts.ts';
import { NO_USAGE } from '../decide/quota.ts';
import { QUOTA_NAMES, type QuotaName } from '../memory.ts';
import type { Quota } from '../../policy/memory-types.ts';

export type DescribedUse = TypeUse & {
  readonly maxCount: number;
  readonly maxBytes: number;
  readonly percentOfCount: number;
  readonly percentOfBytes: number;
};

/** Returns one description for each known name. Without quotas there are no percentages. */
export function describeUses(
  uses: readonly TypeUse[],
  quotas: Readonly<Record<QuotaName, Quota>> | undefined,
  unknown: readonly QuotaName[] = [],
): readonly DescribedUse[] {
  return QUOTA_NAMES.filter((name) => !unknown.includes(name)).map((name) => {
    const use = uses.find((one) => one.name === name) ?? { name, ...NO_USAGE, owners: 0, fullest: NO_USAGE };
    const quota = quotas?.[name];
    return {
      ...use,
      maxCount: quota?.count ?? 0,
      maxBytes: quota?.bytes ?? 0,
      percentOfCount: quota === undefined ? 0 : percentUsed(use.fullest.count, quota.count),
      percentOfBytes: quota === undefined ? 0 : percentUsed(use.fullest.bytes, quota.bytes),
    };
  });
}
