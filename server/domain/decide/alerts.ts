/** Decides when a quota is reported as nearly full: once when the usage passes a threshold, and again only after it was well below. */
import { ALL_PERCENT, ALERT_PERCENT, ALERT_REARM_POINTS } from '../../policy/limits.ts';
import { MEASURES, type Measure, type Quota } from '../../policy/memory-types.ts';
import type { Usage } from './quota.ts';

export const ALERT_LEVELS = ['WARNING', 'CRITICAL'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** The level that was reported for each measure: 0 nothing, 1 warning, 2 critical. */
export type ReportedLevels = { readonly COUNT: number; readonly BYTES: number };

export const NOTHING_REPORTED: ReportedLevels = { COUNT: 0, BYTES: 0 };

/** A threshold that was passed. */
export type Crossing = {
  readonly measure: Measure;
  readonly level: AlertLevel;
  readonly current: number;
  readonly max: number;
};

export type AlertDecision = { readonly reported: ReportedLevels; readonly crossings: readonly Crossing[] };

const NO_CROSSINGS: readonly Crossing[] = [];

/** Returns the usage in percent; any usage of a quota of zero counts as 100 %. */
export function percentUsed(current: number, max: number): number {
  if (max > 0) return (current * ALL_PERCENT) / max;
  return current > 0 ? ALL_PERCENT : 0;
}

/** Returns what to report for a usage, and the levels that are then reported. */
export function decideAlerts(reported: ReportedLevels, usage: Usage, quota: Quota): AlertDecision {
  const { alerts = MEASURES } = quota;
  // A measure whose alerts are switched off counts as unreported, so that it is reported once they are switched on again.
  const count = alerts.includes('COUNT') ? levelAfter(reported.COUNT, percentUsed(usage.count, quota.count)) : 0;
  const bytes = alerts.includes('BYTES') ? levelAfter(reported.BYTES, percentUsed(usage.bytes, quota.bytes)) : 0;
  if (count === reported.COUNT && bytes === reported.BYTES) return { reported, crossings: NO_CROSSINGS };
  const crossings: Crossing[] = [];
  if (count > reported.COUNT) crossings.push(crossing('COUNT', count, usage.count, quota.count));
  if (bytes > reported.BYTES) crossings.push(crossing('BYTES', bytes, usage.bytes, quota.bytes));
  return { reported: { COUNT: count, BYTES: bytes }, crossings };
}

function crossing(measure: Measure, level: number, current: number, max: number): Crossing {
  return { measure, level: ALERT_LEVELS[level - 1] ?? 'CRITICAL', current, max };
}

/** Returns the next level: it rises at once, but falls only when the usage is low enough to be reported again. */
function levelAfter(level: number, percent: number): number {
  const reached = ALERT_LEVELS.filter((name) => percent > ALERT_PERCENT[name]).length;
  if (reached >= level) return reached;
  const held = ALERT_LEVELS.filter((name) => percent > ALERT_PERCENT[name] - ALERT_REARM_POINTS).length;
  return Math.min(level, held);
}
