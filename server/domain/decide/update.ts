/** Decides what an update changes. */
import type { Quota } from '../../policy/memory-types.ts';
import { etagMismatch, notFound } from '../errors.ts';
import type { Outcome, Remaining, UpdateIntent } from '../intents.ts';
import { quotaName, type MemoryRecord } from '../memory.ts';
import { applyPatch } from '../patch.ts';
import { isWithin } from '../scope.ts';
import { decided, refused } from './outcome.ts';
import { overByteQuota, roomLeft, type Usage } from './quota.ts';
import { statedFault } from './stated.ts';

/** The state that the store loads before an update or a removal: an expired memory counts as missing. */
export type RecordState = {
  readonly record: MemoryRecord | undefined;
  readonly usage: Usage;
  readonly quota: Quota;
};

export type UpdateChanges = { readonly record: MemoryRecord; readonly usage: Usage; readonly remaining: Remaining };

/** Returns the patched memory. If it does not grow, it is accepted even if its owner exceeds a quota that was lowered. */
export function decideUpdate(state: RecordState, intent: UpdateIntent): Outcome<UpdateChanges> {
  const { record, usage, quota } = state;
  if (record === undefined || !isWithin(record, intent.scope)) return refused(notFound(intent.id));
  if (intent.version !== undefined && intent.version !== record.version) return refused(etagMismatch(intent.id));
  const patched = applyPatch(record, intent.patch, intent.nowMs);
  const fault = statedFault(patched.payload);
  if (fault !== undefined) return refused(fault);
  const grownBytes = patched.sizeBytes - record.sizeBytes;
  const after = { count: usage.count, bytes: usage.bytes + grownBytes };
  if (grownBytes > 0 && after.bytes > quota.bytes) {
    const use = { used: usage.bytes, limit: quota.bytes, added: grownBytes };
    return refused(overByteQuota(quotaName(record.payload), record.scope, use));
  }
  const updated = {
    ...patched,
    version: record.version + 1,
    // An update must not be older than the version it changes, even if the clock was set back.
    updateTimeMs: Math.max(record.updateTimeMs, intent.nowMs),
  };
  return decided({ record: updated, usage: after, remaining: roomLeft(after, quota) });
}
