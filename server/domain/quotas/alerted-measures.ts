/** Which measures of a quota raise alerts. */
import { PROMPT_COST, type AlertedName } from '../accounts.ts';
import { RAISES_ALERTS, QUOTAS, type Quotas } from '../../policy/limits.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { MEASURES, type Measure } from '../decide/alerts.ts';
import { QUOTA_NAMES, type QuotaName } from '../memory.ts';

/** Switched on, a quota raises alerts of what refuses once it is full, or of both measures where both roll; absent: as policy has it. */
export function alertedMeasures(name: QuotaName, isOn: boolean | undefined): readonly Measure[] {
  if (isOn === false) return [];
  const usual = RAISES_ALERTS[name];
  return isOn === true && usual.length === 0 ? MEASURES : usual;
}

/** What holds for everyone: policy's quotas but for those that are `given`, with alerts of the names in `alerted` only. */
export function everyonesQuotas(
  given: Readonly<Partial<Record<QuotaName, Quota>>> = {},
  alerted?: readonly AlertedName[],
): Quotas {
  const entries = QUOTA_NAMES.map((name) => {
    const alerts = alertedMeasures(name, alerted?.includes(name));
    return [name, { alerts, ...(given[name] ?? QUOTAS[name]) }] as const;
  });
  return Object.fromEntries(entries) as Quotas;
}

/** Whether prompts that stay costlier than the cached history raise alerts: unless only others do. */
export function raisesCostAlerts(alerted?: readonly AlertedName[]): boolean {
  return alerted === undefined || alerted.includes(PROMPT_COST);
}
