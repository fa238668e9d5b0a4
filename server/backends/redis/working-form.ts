/** An entry of working memory as it lies in Redis. */
import type { WorkingPayload, MemoryRecord, Scope } from '../../domain/memory.ts';
import { digest } from './redis-keys.ts';

export type WorkingRecord = MemoryRecord & { readonly payload: WorkingPayload };

/** All but what is counted of accesses, which is beside it. */
export function spelledEntry({ accessCount: _, lastAccessTimeMs: __, ...record }: WorkingRecord): string {
  return JSON.stringify(record);
}

/** `accesses` as `HINCRBY` and the time leave it: count and time. Undefined where there is no such entry. */
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

/** '' where nothing was counted. */
export function spelledAccesses(record: WorkingRecord | undefined): string {
  const { accessCount, lastAccessTimeMs = 0 } = record ?? {};
  return accessCount === undefined ? '' : `${accessCount} ${lastAccessTimeMs}`;
}

/** What an owner has one entry of: namespace, task, key. */
export function cursorOf({ scope, payload }: { readonly scope: Scope; readonly payload: WorkingPayload }): string {
  return digest(scope.namespace, scope.taskId, payload.key);
}

/** Which agent's. */
export function agentDigest({ agentId }: Pick<Scope, 'agentId'>): string {
  return digest(agentId);
}
