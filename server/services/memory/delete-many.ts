/** DeleteMemories, by type and filter. */
import { RecordaError } from '../../domain/errors.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { DELETE_PAGE_SIZE, MAX_SAMPLE_IDS } from '../../policy/limits.ts';
import type { ListCursor, MemoryStore } from '../../ports/stores.ts';
import type { DeleteMemoriesRequest, DeleteMemoriesResponse } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toScope } from '../scope.ts';
import { toFilter, toType } from './translate.ts';

/** The fields that are needed to delete a memory. */
type Target = Pick<MemoryRecord, 'id' | 'scope' | 'version'>;
type Deleted = { readonly count: number; readonly relationships: number };

export function deleteMemories({ stores }: MemoryDependencies) {
  return async function (request: DeleteMemoriesRequest, call: ServiceCall): Promise<DeleteMemoriesResponse> {
    const store = stores[toType(request.type)!];
    const scope = toScope(call.tenant, request.scope);
    const filter = toFilter(request.filter);
    const sampleIds: string[] = [];
    // An entity is deleted with its relationships: after those that the filter matches, so that each is counted
    // once.
    const entities: Target[] = [];
    let matchedCount = 0;
    let deletedCount = 0;
    let deletedRelationshipCount = 0;
    const remove = async (targets: readonly Target[]): Promise<void> => {
      const { count, relationships } = await deleteUnchanged(store, targets, call);
      deletedCount += count;
      deletedRelationshipCount += relationships;
    };
    let after: ListCursor | undefined;
    do {
      const query = { scope, filter, pageSize: DELETE_PAGE_SIZE, descending: false, after, nowMs: call.nowMs };
      const { records, next } = await store.list(query, call);
      matchedCount += records.length;
      sampleIds.push(...records.slice(0, MAX_SAMPLE_IDS - sampleIds.length).map(({ id }) => id));
      if (request.force) {
        await remove(records.filter((record) => !isEntity(record)));
        entities.push(...records.filter(isEntity).map(toTarget));
      }
      after = next;
    } while (after !== undefined);
    for (let start = 0; start < entities.length; start += DELETE_PAGE_SIZE) {
      await remove(entities.slice(start, start + DELETE_PAGE_SIZE));
    }
    return { matchedCount, deletedCount, sampleIds, deletedRelationshipCount, latencyMs: call.elapsedMs() };
  };
}

function isEntity({ payload }: MemoryRecord): boolean {
  return payload.type === 'ENTITY' && payload.node === 'ENTITY';
}

/** Leaves out the content, since there may be thousands. */
function toTarget({ id, scope, version }: MemoryRecord): Target {
  return { id, scope, version };
}

/** Deletes memories that have not changed since they matched. */
export async function deleteUnchanged(
  store: MemoryStore,
  targets: readonly Target[],
  call: ServiceCall,
): Promise<Deleted> {
  const deletions = targets.map(async ({ id, scope, version }): Promise<Deleted> => {
    try {
      const { removedRelationships } = await store.remove({ id, scope, version, nowMs: call.nowMs }, call);
      return { count: 1, relationships: removedRelationships };
    } catch (error) {
      if (error instanceof RecordaError && LEFT_ALONE.has(error.reason)) return { count: 0, relationships: 0 };
      throw error;
    }
  });
  const all = await Promise.all(deletions);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    relationships: all.reduce((sum, { relationships }) => sum + relationships, 0),
  };
}

/** The reasons for which a memory is left alone: it changed, or another call deleted it. */
const LEFT_ALONE: ReadonlySet<string> = new Set(['ETAG_MISMATCH', 'MEMORY_NOT_FOUND']);
