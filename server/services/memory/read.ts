/** GetMemory and ListMemories. */
import { notFound } from '../../domain/errors.ts';
import { typeOfId } from '../../domain/memory.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  GetMemoryRequest,
  GetMemoryResponse,
  ListMemoriesRequest,
  ListMemoriesResponse,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toScope } from '../scope.ts';
import { fromRecord, toFilter, toRef, toType } from './translate.ts';

export function readMemories({ stores }: MemoryDependencies) {
  async function getMemory(request: GetMemoryRequest, call: ServiceCall): Promise<GetMemoryResponse> {
    const type = typeOfId(request.id);
    const record = type && (await stores[type].get(toRef(call.tenant, request), call.nowMs, call));
    if (record === undefined) throw notFound(request.id);
    return { memory: fromRecord(record), latencyMs: call.elapsedMs() };
  }

  async function listMemories(request: ListMemoriesRequest, call: ServiceCall): Promise<ListMemoriesResponse> {
    const scope = toScope(call.tenant, request.scope);
    const listed = [...Object.values(scope), request.type, request.filter, request.orderBy];
    const page = await stores[toType(request.type)!].list(
      {
        scope,
        filter: toFilter(request.filter),
        pageSize: request.pageSize === 0 ? DEFAULTS.pageSize : request.pageSize,
        descending: request.orderBy === 'create_time desc',
        after: decodePageToken(request.pageToken, listed),
        nowMs: call.nowMs,
      },
      call,
    );
    return {
      memories: page.records.map((record) => fromRecord(record, request.view !== 'MEMORY_VIEW_BASIC')),
      nextPageToken: page.next === undefined ? '' : encodePageToken(page.next, listed),
      latencyMs: call.elapsedMs(),
    };
  }

  return { getMemory, listMemories };
}
