/** Decides which measures of a quota raise alerts. */
import { PROMPT_COST, type AlertedName } from '../accounts.ts';
import { RAISES_ALERTS, QUOTAS, type Quotas } from '../../policy/limits.ts';
import { MEASURES, type Measure, type Quota } from '../../policy/memory-types.ts';
import { QUOTA_NAMES, type QuotaName } from '../memory.ts';

/**
 * When switched on, the measures of a quota that refuse writes once full raise alerts, or both measures if neither does; absent: the
 * policy's default.
 */
export function alertedMeasures(name: QuotaName, isOn: boolean | undefined): readonly Measure[] {
  if (isOn === false) return [];
  const usual = RAISES_ALERTS[name];
  return isOn === true && usual.length === 0 ? MEASURES : usual;
}

/**
 * Returns the quotas that hold for everyone: the policy's, except for those that are `given`, with alerts only for the names in
 * `alerted`.
 */
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

/** Tells whether prompts that stay more expensive than the cached history raise alerts: yes, unless only other alerts are enabled. */
export function raisesCostAlerts(alerted?: readonly AlertedName[]): boolean {
  return alerted === undefined || alerted.includes(PROMPT_COST);
}
