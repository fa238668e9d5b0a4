/** Room under a quota, shared by every decision that adds or grows something. */
import type { Quota } from '../../policy/memory-types.ts';
import { byteQuotaExceeded, quotaExceeded, RecordaError, type ByteUse } from '../errors.ts';
import type { Remaining } from '../intents.ts';
import type { MemoryType, QuotaName, Scope } from '../memory.ts';
import { TYPE_SPECS } from '../types/specs.ts';

/** The number and the bytes of an owner's memories. Stores keep it exact with each change. */
export type Usage = { readonly count: number; readonly bytes: number };

/** The part of a memory that making room needs. */
export type Sized = { readonly id: string; readonly sizeBytes: number };

export const NO_USAGE: Usage = { count: 0, bytes: 0 };

/** Tells whether one more memory of this size fits the quota. */
export function hasRoom(usage: Usage, sizeBytes: number, quota: Quota): boolean {
  return usage.count < quota.count && usage.bytes + sizeBytes <= quota.bytes;
}

export function withAdded(usage: Usage, sizeBytes: number): Usage {
  return { count: usage.count + 1, bytes: usage.bytes + sizeBytes };
}

export function withRemoved(usage: Usage, sizeBytes: number): Usage {
  return { count: usage.count - 1, bytes: usage.bytes - sizeBytes };
}

/** Returns the room that is left, never negative: a quota that was lowered below the usage leaves none. */
export function roomLeft(usage: Usage, quota: Quota): Remaining {
  return { count: Math.max(0, quota.count - usage.count), bytes: Math.max(0, quota.bytes - usage.bytes) };
}

/** Returns the error for a memory that does not fit. It names the quota that would be exceeded, the count first. */
export function overQuota(type: QuotaName, scope: Scope, usage: Usage, addedBytes: number, quota: Quota): RecordaError {
  const countIsFull = usage.count >= quota.count && addedBytes <= quota.bytes;
  if (!countIsFull) return overByteQuota(type, scope, { used: usage.bytes, limit: quota.bytes, added: addedBytes });
  return overCountQuota(type, scope, usage.count, quota);
}

function overCountQuota(type: QuotaName, scope: Scope, current: number, quota: Quota): RecordaError {
  const subject = `${ownerOf(type, scope)}/${type.toLowerCase()}.count`;
  return quotaExceeded(subject, wordsOf(type), current, quota.count, ADVICE[type]);
}

/** Returns the error for a memory that does not fit because only `pinned` memories were left to prune. */
export function pinnedOverQuota(
  type: QuotaName,
  scope: Scope,
  pinned: Usage,
  addedBytes: number,
  quota: Quota,
): RecordaError {
  const { message, detail, reason } = overQuota(type, scope, pinned, addedBytes, quota);
  const advice = `Auto-prune does not delete pinned memories, and ${pinned.count.toLocaleString('en-US')} are pinned: unpin some (UpdateMemory with pinned in the mask), delete some, or raise the quota.`;
  return new RecordaError(reason, `${message} ${advice}`, detail);
}

/** Returns the error for a memory, or a change of one, that takes more bytes than its owner has left. */
export function overByteQuota(type: QuotaName, scope: Scope, use: ByteUse): RecordaError {
  return byteQuotaExceeded(`${ownerOf(type, scope)}/${type.toLowerCase()}.bytes`, wordsOf(type), use, ADVICE[type]);
}

/** Returns the error for adding `many` at once to what an owner has. */
export function overQuotaInAll(type: QuotaName, scope: Scope, has: Usage, many: Usage, quota: Quota): RecordaError {
  const count = has.count + many.count;
  return count > quota.count
    ? overCountQuota(type, scope, count, quota)
    : overByteQuota(type, scope, { used: has.bytes, limit: quota.bytes, added: many.bytes });
}

/** Names in words what there is too much of. */
function wordsOf(type: QuotaName): string {
  return WORDS[type] ?? `${type.toLowerCase()} memories`;
}

const WORDS: Readonly<Partial<Record<QuotaName, string>>> = {
  RECALL: 'turns that stay findable',
  FACT: 'facts',
  SESSION: 'sessions',
  REQUEST_ID: 'request ids',
  ORDERED_DOCUMENT: 'documents of ordered collections',
};

/** Advice on making room for things that are not memories. */
const ADVICE: Readonly<Partial<Record<QuotaName, string>>> = {
  FACT: 'Forget facts that no longer hold (ForgetFact), upgrade the tier or raise the quota (SetQuota).',
  ORDERED_DOCUMENT:
    'Remove documents that are no longer needed (BatchWriteDocuments, DeleteCollection), upgrade the tier or raise the quota (SetQuota).',
  SESSION: 'End sessions that are over (EndSession), upgrade the tier or raise the quota (SetQuota).',
};

function ownerOf(type: QuotaName, scope: Scope): string {
  const user = `user:${scope.userId}`;
  const owner = type in TYPE_SPECS ? TYPE_SPECS[type as MemoryType].owner : 'user';
  return { user, agent: `${user}/agent:${scope.agentId}`, session: `${user}/session:${scope.sessionId}` }[owner];
}
