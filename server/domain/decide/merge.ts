/** Decides what an add changes if a memory with the same key exists. */
import type { Quota } from '../../policy/memory-types.ts';
import type { AddIntent, Outcome, Remaining } from '../intents.ts';
import { mergeKey, mergePayload } from '../types/merge-payload.ts';
import { isJsonPayload, quotaName, sizeBytes, type JsonPayload, type MemoryRecord } from '../memory.ts';
import { decided, refused } from './outcome.ts';
import { overByteQuota, roomLeft, type Usage } from './quota.ts';
import { statedFault } from './stated.ts';

export type MergeState = { readonly usage: Usage; readonly quota: Quota; readonly existing: MemoryRecord };

export type MergeChanges = {
  readonly record: MemoryRecord;
  /** False if the add said nothing new; nothing is then written. */
  readonly isChanged: boolean;
  readonly usage: Usage;
  readonly remaining: Remaining;
};

/** Merges the two. Metadata and importance come from the add if it has them, and the add may pin the memory; id, scope and source stay. */
export function decideMerge(
  { usage, quota, existing }: MergeState,
  {
    payload: added,
    metadata = existing.metadata,
    importance = existing.importance,
    isPinned = existing.isPinned,
    nowMs,
  }: AddIntent,
): Outcome<MergeChanges> {
  const { payload: before } = existing;
  if (!isJsonPayload(before) || !isJsonPayload(added)) throw new Error(`${before.type} does not merge.`);
  const payload = mergePayload(before, added, existing.createTimeMs, nowMs);
  const isChanged =
    payload !== before ||
    JSON.stringify(metadata) !== JSON.stringify(existing.metadata) ||
    importance !== existing.importance ||
    isPinned !== existing.isPinned;
  if (!isChanged) return decided({ record: existing, isChanged, usage, remaining: roomLeft(usage, quota) });
  const fault = statedFault(payload);
  if (fault !== undefined) return refused(fault);
  const size = sizeBytes(payload, metadata);
  const after = { count: usage.count, bytes: usage.bytes + size - existing.sizeBytes };
  if (size > existing.sizeBytes && after.bytes > quota.bytes) {
    const use = { used: usage.bytes, limit: quota.bytes, added: size - existing.sizeBytes };
    return refused(overByteQuota(quotaName(payload), existing.scope, use));
  }
  const record: MemoryRecord = {
    ...existing,
    payload,
    ...(metadata !== undefined && { metadata }),
    ...(importance !== undefined && { importance }),
    ...(isPinned && { isPinned }),
    sizeBytes: size,
    version: existing.version + 1,
    // A change must not be older than the version it changes, even if the clock was set back.
    updateTimeMs: Math.max(existing.updateTimeMs, nowMs),
  };
  return decided({ record, isChanged, usage: after, remaining: roomLeft(after, quota) });
}

/** Tells whether a change gave a memory another key, or a relationship another period, at which no other memory may exist. */
export function keyChanged(before: MemoryRecord, after: MemoryRecord): boolean {
  if (!isJsonPayload(before.payload) || !isJsonPayload(after.payload)) return false;
  const [was, is] = [mergeKey(before.payload), mergeKey(after.payload)];
  return was?.key !== is?.key || was?.kind !== is?.kind || timeChanged(before.payload, after.payload);
}

function timeChanged(before: JsonPayload, after: JsonPayload): boolean {
  if (before.type !== 'ENTITY' || after.type !== 'ENTITY' || after.node === 'ENTITY') return false;
  return before.validFromMs !== after.validFromMs || before.validToMs !== after.validToMs;
}
