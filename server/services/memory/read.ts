/** GetMemory and ListMemories. */
import { notFound } from '../../domain/errors.ts';
import { isByCreateTime, parseOrder } from '../../domain/list-order.ts';
import { typeOfId } from '../../domain/memory.ts';
import { mergeKeyNamed } from '../../domain/types/merge-payload.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { inTurns } from '../../ports/in-turns.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  GetMemoryRequest,
  GetMemoryResponse,
  ListMemoriesRequest,
  ListMemoriesResponse,
  MemoryName,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toScope } from '../scope.ts';
import { fromRecord, toFilter, toRef, toType } from './translate.ts';

export function readMemories({ stores }: MemoryDependencies) {
  async function getMemory(request: GetMemoryRequest, call: ServiceCall): Promise<GetMemoryResponse> {
    if (request.name !== undefined) return getNamed(request.name, request, call);
    const type = typeOfId(request.id);
    const record = type && (await stores[type].get(toRef(call.tenant, request), call.nowMs, call));
    if (record === undefined) throw notFound(request.id);
    return { memory: fromRecord(record), latencyMs: call.elapsedMs() };
  }

  async function getNamed(name: MemoryName, request: GetMemoryRequest, call: ServiceCall): Promise<GetMemoryResponse> {
    const type = toType(name.type)!;
    const query = { scope: toScope(call.tenant, request.scope), pageSize: 1, descending: false, nowMs: call.nowMs };
    const named = mergeKeyNamed(type, name.kind, name.key);
    const { records } = await stores[type].list({ ...query, named }, call);
    if (records[0] === undefined) throw notFound(name.key);
    return { memory: fromRecord(records[0]), latencyMs: call.elapsedMs() };
  }

  async function listMemories(request: ListMemoriesRequest, call: ServiceCall): Promise<ListMemoriesResponse> {
    const scope = toScope(call.tenant, request.scope);
    const { collection, orderBy } = request;
    const listed = [...Object.values(scope), request.type, request.filter, orderBy, collection];
    const order = orderBy === '' ? undefined : parseOrder(orderBy);
    const page = await stores[toType(request.type)!].list(
      {
        scope,
        filter: toFilter(request.filter),
        pageSize: request.pageSize === 0 ? DEFAULTS.pageSize : request.pageSize,
        ...(collection !== '' && { named: { kind: collection } }),
        descending: order?.[0]?.descending ?? false,
        ...(order !== undefined && !isByCreateTime(order) && { order }),
        after: decodePageToken(request.pageToken, listed),
        nowMs: call.nowMs,
      },
      call,
    );
    return {
      memories: await inTurns(page.records, call.signal, (record) =>
        fromRecord(record, request.view !== 'MEMORY_VIEW_BASIC'),
      ),
      nextPageToken: page.next === undefined ? '' : encodePageToken(page.next, listed),
      latencyMs: call.elapsedMs(),
    };
  }

  return { getMemory, listMemories };
}
