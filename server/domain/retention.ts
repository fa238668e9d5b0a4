/** When a memory's time is up. */
import { ARCHIVED_AFTER_DAYS, RETIRED_TYPES } from '../policy/lifecycle.ts';
import { DAY_MS } from '../policy/units.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { Payload } from './memory.ts';
import { specOf } from './types/specs.ts';

/** What a tenant has set instead of the policy's days. */
export type RetentionOverride = { readonly tenant: string; readonly type: RetiredType; readonly days: number };

/** Whether memories of this type go by age at all. */
export function isRetired(type: string): type is RetiredType {
  return RETIRED_TYPES.some((retired) => retired === type);
}

/** From when a memory's age counts: an episode's from its newest step, or its start; the others' from when they were written. */
export function ageFromMs(payload: Payload, writtenMs: number): number {
  return specOf(payload).ageFromMs(payload, writtenMs);
}

/** How old a tenant's memories of this type become. */
export function retainedMs(type: RetiredType, tenant: string, overrides: readonly RetentionOverride[]): number {
  const own = overrides.find((override) => override.tenant === tenant && override.type === type);
  return (own?.days ?? ARCHIVED_AFTER_DAYS[type]) * DAY_MS;
}

/** What began after it is too young for every tenant. */
export function latestCutoffMs(type: RetiredType, nowMs: number, overrides: readonly RetentionOverride[]): number {
  const set = overrides.filter((override) => override.type === type).map(({ days }) => days);
  return nowMs - Math.min(ARCHIVED_AFTER_DAYS[type], ...set) * DAY_MS;
}
