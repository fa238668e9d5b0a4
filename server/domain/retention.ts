/** Decides when a memory has reached the end of its retention. */
import { ARCHIVED_AFTER_DAYS, RETIRED_TYPES } from '../policy/lifecycle.ts';
import { DAY_MS } from '../policy/units.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { Payload } from './memory.ts';
import { specOf } from './types/specs.ts';

/** A number of days that a tenant has set instead of the policy's. */
export type RetentionOverride = { readonly tenant: string; readonly type: RetiredType; readonly days: number };

/** Tells whether memories of this type expire by age at all. */
export function isRetired(type: string): type is RetiredType {
  return RETIRED_TYPES.some((retired) => retired === type);
}

/** Returns the time from which a memory's age counts: for an episode its newest step or its start, for others the last write. */
export function ageFromMs(payload: Payload, writtenMs: number): number {
  return specOf(payload).ageFromMs(payload, writtenMs);
}

/** Returns how long a tenant's memories of this type are retained, in milliseconds. */
export function retainedMs(type: RetiredType, tenant: string, overrides: readonly RetentionOverride[]): number {
  const own = overrides.find((override) => override.tenant === tenant && override.type === type);
  return (own?.days ?? ARCHIVED_AFTER_DAYS[type]) * DAY_MS;
}

/** Returns the latest cutoff of any tenant: memories after it are too young for every tenant. */
export function latestCutoffMs(type: RetiredType, nowMs: number, overrides: readonly RetentionOverride[]): number {
  const set = overrides.filter((override) => override.type === type).map(({ days }) => days);
  return nowMs - Math.min(ARCHIVED_AFTER_DAYS[type], ...set) * DAY_MS;
}
