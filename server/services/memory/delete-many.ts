/** DeleteMemories: by type and filter. */
import { RecordaError } from '../../domain/errors.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { DELETE_PAGE_SIZE, MAX_SAMPLE_IDS } from '../../policy/limits.ts';
import type { ListPlace, MemoryStore } from '../../ports.ts';
import type { DeleteMemoriesRequest, DeleteMemoriesResponse } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toScope } from '../scope.ts';
import { toFilter, toType } from './translate.ts';

export function deleteMemories({ stores }: MemoryDependencies) {
  return async function (request: DeleteMemoriesRequest, call: ServiceCall): Promise<DeleteMemoriesResponse> {
    const store = stores[toType(request.type)!];
    const scope = toScope(call.tenant, request.scope);
    const filter = toFilter(request.filter);
    const sampleIds: string[] = [];
    let matchedCount = 0;
    let deletedCount = 0;
    let after: ListPlace | undefined;
    do {
      const query = { scope, filter, pageSize: DELETE_PAGE_SIZE, descending: false, after, nowMs: call.nowMs };
      const { records, next } = await store.list(query, call);
      matchedCount += records.length;
      sampleIds.push(...records.slice(0, MAX_SAMPLE_IDS - sampleIds.length).map(({ id }) => id));
      if (request.force) deletedCount += await deleteUnchanged(store, records, call);
      after = next;
    } while (after !== undefined);
    return { matchedCount, deletedCount, sampleIds, latencyMs: call.elapsedMs() };
  };
}

/** Deletes those that are as they were when they matched, and says how many. */
async function deleteUnchanged(
  store: MemoryStore,
  records: readonly MemoryRecord[],
  call: ServiceCall,
): Promise<number> {
  const deletions = records.map(async ({ id, scope, version }) => {
    try {
      await store.remove({ id, scope, version, nowMs: call.nowMs }, call);
      return 1;
    } catch (error) {
      if (error instanceof RecordaError && LEFT_ALONE.has(error.reason)) return 0;
      throw error;
    }
  });
  const counts = await Promise.all(deletions);
  return counts.reduce<number>((sum, count) => sum + count, 0);
}

/** It changed, or somebody else deleted it. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['ETAG_MISMATCH', 'MEMORY_NOT_FOUND']);
