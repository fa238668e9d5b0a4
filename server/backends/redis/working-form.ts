/** The form of an entry of working memory in Redis. */
import type { WorkingPayload, MemoryRecord, Scope } from '../../domain/memory.ts';
import { digest } from './redis-keys.ts';

export type WorkingRecord = MemoryRecord & { readonly payload: WorkingPayload };

/** Returns the text of all but the access counts, which are stored beside it. */
export function spelledEntry({ accessCount: _, lastAccessTimeMs: __, ...record }: WorkingRecord): string {
  return JSON.stringify(record);
}

/** Reads an entry; `accesses` are the count and the time. Returns undefined if there is no such entry. */
export function readEntry(
  text: string | null | undefined,
  accesses: string | null | undefined,
): WorkingRecord | undefined {
  if (text === null || text === undefined) return undefined;
  return withAccesses(JSON.parse(text) as WorkingRecord, accesses);
}

export function withAccesses(record: WorkingRecord, accesses: string | null | undefined): WorkingRecord {
  if (!accesses) return record;
  const [accessCount, lastAccessTimeMs] = accesses.split(' ').map(Number);
  return { ...record, accessCount, lastAccessTimeMs };
}

/** Returns the text of access counts; '' if there are none. */
export function spelledAccesses(record: WorkingRecord | undefined): string {
  const { accessCount, lastAccessTimeMs = 0 } = record ?? {};
  return accessCount === undefined ? '' : `${accessCount} ${lastAccessTimeMs}`;
}

/** Returns the place of an entry, of which an owner has one: namespace, task, key. */
export function cursorOf({ scope, payload }: { readonly scope: Scope; readonly payload: WorkingPayload }): string {
  return digest(scope.namespace, scope.taskId, payload.key);
}

/** Returns the agent's digest. */
export function agentDigest({ agentId }: Pick<Scope, 'agentId'>): string {
  return digest(agentId);
}
