/** AddMemory and BatchAddMemories. */
import { RecordaError } from '../../domain/errors.ts';
import { MEMORY_TYPES, memoryId, quotaName, type MemoryType } from '../../domain/memory.ts';
import { inTurns } from '../../ports/in-turns.ts';
import type { AddIntent } from '../../ports/stores.ts';
import type {
  AddMemoryRequest,
  AddMemoryResponse,
  BatchAddMemoriesRequest,
  BatchAddMemoriesResponse,
  BatchAddResult,
} from '../../../proto/gen/recorda/v1/memory.ts';
import { addMemoryRequest } from '../../validation/memory-requests.ts';
import { validate } from '../../validation/validate.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { requestIdOf } from '../request-id.ts';
import { toScope } from '../scope.ts';
import { fromAdded, fromError, toAutoPrune, toMetadata, toSource } from './translate.ts';
import { toPayload } from './translate-payload.ts';

export function addMemories(dependencies: MemoryDependencies) {
  const { stores, newUuid } = dependencies;

  function toIntent(request: AddMemoryRequest, call: ServiceCall): AddIntent {
    const memory = request.memory!;
    const payload = toPayload(memory.payload!, call.nowMs);
    return {
      id: memoryId(quotaName(payload), newUuid()),
      scope: toScope(call.tenant, memory.scope),
      payload,
      source: toSource(memory.source),
      metadata: toMetadata(memory.metadata),
      importance: memory.importance,
      isPinned: memory.pinned || undefined,
      nowMs: call.nowMs,
      autoPrune: toAutoPrune(request.autoPrune),
      requestId: requestIdOf(request),
    };
  }

  async function addMemory(request: AddMemoryRequest, call: ServiceCall): Promise<AddMemoryResponse> {
    const intent = toIntent(request, call);
    const [outcome] = await stores[intent.payload.type].add([intent], call);
    if (!outcome!.ok) throw outcome!.error;
    return fromAdded(outcome!.value, call.elapsedMs());
  }

  async function batchAddMemories(
    { requests }: BatchAddMemoriesRequest,
    call: ServiceCall,
  ): Promise<BatchAddMemoriesResponse> {
    const results: BatchAddResult[] = new Array<BatchAddResult>(requests.length);
    const fail = (index: number, error: unknown): void => {
      // Any other error is a fault of the server, and fails the whole call.
      if (!(error instanceof RecordaError)) throw error;
      results[index] = { result: { $case: 'error', value: fromError(error) } };
    };
    const wanted = new Map<MemoryType, { readonly index: number; readonly intent: AddIntent }[]>(
      MEMORY_TYPES.map((type) => [type, []]),
    );
    await inTurns(requests, call.signal, (request, index) => {
      try {
        validate(addMemoryRequest, request);
        const intent = toIntent(request, call);
        wanted.get(intent.payload.type)!.push({ index, intent });
      } catch (error) {
        fail(index, error);
      }
    });
    const addType = async (type: MemoryType): Promise<void> => {
      const ofType = wanted.get(type)!;
      if (ofType.length === 0) return;
      try {
        const outcomes = await stores[type].add(
          ofType.map(({ intent }) => intent),
          call,
        );
        await inTurns(ofType, call.signal, ({ index }, i) => {
          const outcome = outcomes[i]!;
          if (outcome.ok)
            results[index] = { result: { $case: 'added', value: fromAdded(outcome.value, call.elapsedMs()) } };
          else fail(index, outcome.error);
        });
      } catch (error) {
        for (const { index } of ofType) fail(index, error);
      }
    };
    await Promise.all(MEMORY_TYPES.map(addType));
    return { results, latencyMs: call.elapsedMs() };
  }

  return { addMemory, batchAddMemories };
}
