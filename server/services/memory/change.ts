/** UpdateMemory, DeleteMemory and EndTask. */
import { fieldError, notFound } from '../../domain/errors.ts';
import { typeOfId, type MemoryType } from '../../domain/memory.ts';
import type {
  AppendEpisodeStepRequest,
  AppendEpisodeStepResponse,
  DeleteMemoryRequest,
  DeleteMemoryResponse,
  EndTaskRequest,
  EndTaskResponse,
  UpdateMemoryRequest,
  UpdateMemoryResponse,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { requestIdOf } from '../request-id.ts';
import { toScope } from '../scope.ts';
import { fromPending, fromRecord, toRef, toType, toVersion } from './translate.ts';
import { toStep } from './translate-payload.ts';
import { toPatch } from './update-mask.ts';

export function changeMemories({ stores, working }: MemoryDependencies) {
  function typeOf(id: string): MemoryType {
    const type = typeOfId(id);
    if (type === undefined) throw notFound(id);
    return type;
  }

  async function updateMemory(request: UpdateMemoryRequest, call: ServiceCall): Promise<UpdateMemoryResponse> {
    const memory = request.memory!;
    const type = typeOf(memory.id);
    const said = toType(memory.type);
    if (said !== undefined && said !== type)
      throw fieldError('memory.type', `is ${said}, but the id is of ${type}; a memory's type does not change`);
    const patch = toPatch(type, memory, request.updateMask ?? [], request.mergePatch);
    const updated = await stores[type].update(
      {
        ...toRef(call.tenant, memory),
        patch,
        nowMs: call.nowMs,
        version: toVersion(memory.etag),
        requestId: requestIdOf(request),
      },
      call,
    );
    return {
      memory: fromRecord(updated.record),
      latencyMs: call.elapsedMs(),
      quotaRemaining: { ...updated.remaining },
      indexState: fromPending(updated),
    };
  }

  async function deleteMemory(request: DeleteMemoryRequest, call: ServiceCall): Promise<DeleteMemoryResponse> {
    const { remaining, removedRelationships } = await stores[typeOf(request.id)].remove(
      {
        ...toRef(call.tenant, request),
        nowMs: call.nowMs,
        version: toVersion(request.etag),
        requestId: requestIdOf(request),
      },
      call,
    );
    return {
      latencyMs: call.elapsedMs(),
      quotaRemaining: { ...remaining },
      deletedRelationshipCount: removedRelationships,
    };
  }

  async function appendEpisodeStep(
    request: AppendEpisodeStepRequest,
    call: ServiceCall,
  ): Promise<AppendEpisodeStepResponse> {
    const type = typeOf(request.id);
    if (type !== 'EPISODIC') throw fieldError('id', `is of ${type}; only episodes have steps`);
    const { record, remaining } = await stores[type].update(
      {
        ...toRef(call.tenant, request),
        patch: { step: toStep(request.step!, call.nowMs) },
        nowMs: call.nowMs,
        version: toVersion(request.etag),
        requestId: requestIdOf(request),
      },
      call,
    );
    return {
      memory: fromRecord(record),
      stepCount: record.payload.type === type ? record.payload.steps.length : 0,
      latencyMs: call.elapsedMs(),
      quotaRemaining: { ...remaining },
    };
  }

  async function endTask(request: EndTaskRequest, call: ServiceCall): Promise<EndTaskResponse> {
    const clearedCount = await working.clearTask(toScope(call.tenant, request.scope), call);
    return { clearedCount, latencyMs: call.elapsedMs() };
  }

  return { updateMemory, deleteMemory, appendEpisodeStep, endTask };
}
