/** Merges an add with a memory that has the same key: finds the key, and combines the two. */
import type { MemoryType } from '../memory.ts';
import type { JsonPayload } from '../payloads.ts';
import type { MergeKey } from './memory-type-spec.ts';
import { specOf, TYPE_SPECS } from './specs.ts';

/** Returns undefined if the payload has no key. */
export function mergeKey(payload: JsonPayload): MergeKey | undefined {
  return specOf(payload).merging?.key(payload);
}

/** Returns the key that a memory of this type with this name would have. */
export function mergeKeyNamed(type: MemoryType, kind: string, key: string): MergeKey {
  return TYPE_SPECS[type].merging?.keyNamed(kind, key) ?? { kind: '', key };
}

/** Tells whether an add is merged into this memory of the same key. */
export function mergesInto(existing: JsonPayload, added: JsonPayload): boolean {
  return existing.type === added.type && specOf(existing).merging?.mergesInto(existing, added) === true;
}

/** Returns the merged payload; `existing` itself if the add says nothing new. `fromMs` is the time at which `existing` was recorded. */
export function mergePayload(existing: JsonPayload, added: JsonPayload, fromMs: number, nowMs: number): JsonPayload {
  const { merging } = specOf(existing);
  if (existing.type !== added.type || merging === undefined) {
    throw new Error(`${existing.type} does not merge with ${added.type}.`);
  }
  return merging.merged(existing, added, fromMs, nowMs);
}
