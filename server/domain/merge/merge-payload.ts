/** Adds that meet a memory of the same key: which that is, and what becomes of the two. */
import type { MemoryType } from '../memory.ts';
import type { JsonPayload } from '../payloads.ts';
import type { MergeKey } from '../types/memory-type-spec.ts';
import { specOf, TYPE_SPECS } from '../types/specs.ts';

/** Undefined for those that have nothing of the kind. */
export function mergeKey(payload: JsonPayload): MergeKey | undefined {
  return specOf(payload).merging?.key(payload);
}

/** What a memory of this type would have, were it called so. */
export function mergeKeyNamed(type: MemoryType, kind: string, key: string): MergeKey {
  return TYPE_SPECS[type].merging?.keyNamed(kind, key) ?? { kind: '', key };
}

/** Whether an add goes into this memory of the same key. */
export function mergesInto(existing: JsonPayload, added: JsonPayload): boolean {
  return existing.type === added.type && specOf(existing).merging?.mergesInto(existing, added) === true;
}

/** What the two become; `existing` itself where the add says nothing new. `fromMs` is when `existing` was recorded. */
export function mergePayload(existing: JsonPayload, added: JsonPayload, fromMs: number, nowMs: number): JsonPayload {
  const { merging } = specOf(existing);
  if (existing.type !== added.type || merging === undefined) {
    throw new Error(`${existing.type} does not merge with ${added.type}.`);
  }
  return merging.merged(existing, added, fromMs, nowMs);
}
