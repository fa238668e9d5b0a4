/** Room under a quota: what every decision that adds or grows shares. */
import type { Quota } from '../../policy/limits.ts';
import { quotaExceeded, type RecordaError } from '../errors.ts';
import type { Remaining } from '../intents.ts';
import type { QuotaName, Scope } from '../memory.ts';

/** How much an owner has. Stores count it exactly, with each change. */
export type Usage = { readonly count: number; readonly bytes: number };

/** Of a memory, what making room needs to know. */
export type Sized = { readonly id: string; readonly sizeBytes: number };

export const NO_USAGE: Usage = { count: 0, bytes: 0 };

/** Whether one more memory of this size is within the quota. */
export function hasRoom(usage: Usage, sizeBytes: number, quota: Quota): boolean {
  return usage.count < quota.count && usage.bytes + sizeBytes <= quota.bytes;
}

export function withAdded(usage: Usage, sizeBytes: number): Usage {
  return { count: usage.count + 1, bytes: usage.bytes + sizeBytes };
}

export function withRemoved(usage: Usage, sizeBytes: number): Usage {
  return { count: usage.count - 1, bytes: usage.bytes - sizeBytes };
}

/** Never negative: a quota that was lowered below the use leaves no room. */
export function roomLeft(usage: Usage, quota: Quota): Remaining {
  return { count: Math.max(0, quota.count - usage.count), bytes: Math.max(0, quota.bytes - usage.bytes) };
}

/** The error for a memory that does not fit: names the quota that it breaks, the count first. */
export function overQuota(type: QuotaName, scope: Scope, usage: Usage, addedBytes: number, quota: Quota): RecordaError {
  const countIsFull = usage.count >= quota.count && addedBytes <= quota.bytes;
  if (!countIsFull) return overByteQuota(type, scope, usage.bytes, addedBytes, quota);
  const name = type.toLowerCase();
  return quotaExceeded(`${ownerOf(type, scope)}/${name}.count`, `${name} memories`, usage.count, quota.count);
}

/** The error for a memory of `memoryBytes` that is, or makes its owner's memories, too large. */
export function overByteQuota(
  type: QuotaName,
  scope: Scope,
  usedBytes: number,
  memoryBytes: number,
  quota: Quota,
): RecordaError {
  const name = type.toLowerCase();
  const subject = `${ownerOf(type, scope)}/${name}.bytes`;
  return memoryBytes > quota.bytes
    ? quotaExceeded(subject, `bytes in one ${name} memory`, memoryBytes, quota.bytes)
    : quotaExceeded(subject, `bytes of ${name} memories`, usedBytes, quota.bytes);
}

/** The error for so much at once that an owner would have this in all. */
export function overQuotaInAll(type: QuotaName, scope: Scope, usage: Usage, quota: Quota): RecordaError {
  const name = type.toLowerCase();
  const subject = `${ownerOf(type, scope)}/${name}`;
  return usage.count > quota.count
    ? quotaExceeded(`${subject}.count`, `${name} memories`, usage.count, quota.count)
    : quotaExceeded(`${subject}.bytes`, `bytes of ${name} memories`, usage.bytes, quota.bytes);
}

function ownerOf(type: QuotaName, scope: Scope): string {
  const user = `user:${scope.userId}`;
  if (type === 'WORKING' || type === 'PERSONA' || type === 'EPISODIC') return `${user}/agent:${scope.agentId}`;
  return type === 'SHORT_TERM' ? `${user}/session:${scope.sessionId}` : user;
}
