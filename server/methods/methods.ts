/** Every call of the contract: how it is read and written, checked, run, and held to a target. The pipeline knows no other. */
import { MemoryServiceDefinition, type RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { adminMethods } from './admin-methods.ts';
import { contextMethods } from './context-methods.ts';
import { factMethods } from './fact-methods.ts';
import { MEMORY_TYPES, typeOfId, type MemoryType } from '../domain/memory.ts';
import { stream, unary, type Method } from './method.ts';
import { targetOfBatch, targetOfCall, targetOfSearch } from '../policy/latency-targets.ts';
import { LIMITS } from '../policy/limits.ts';
import type { AdminService } from '../services/admin/admin-service.ts';
import type { ContextService } from '../services/context/context-service.ts';
import type { MemoryService } from '../services/memory/memory-service.ts';
import { targetOfRetrieval, typesAsked } from '../services/memory/search.ts';
import { toType } from '../services/memory/translate.ts';
import * as memory from '../validation/memory-requests.ts';
import { typeOfCase } from '../validation/payloads.ts';

const one = (): number => 1;

const typesNamed = (name: string | undefined): readonly MemoryType[] => {
  const type = toType(name ?? '');
  return type === undefined ? [] : [type];
};

const typeOf = (id: string | undefined): readonly MemoryType[] => {
  const type = typeOfId(id ?? '');
  return type === undefined ? [] : [type];
};

const typesOfPayloads = (payloads: readonly ({ readonly $case: string } | undefined)[]): readonly MemoryType[] =>
  MEMORY_TYPES.filter((type) => payloads.some((payload) => typeOfCase(payload?.$case ?? '') === type));

const archiveBeside = ({ includeArchived }: RetrieveMemoriesRequest): readonly string[] =>
  includeArchived ? ['archive'] : [];

/** By full name, like `recorda.v1.MemoryService/AddMemory`. */
export function methods(
  memoryService: MemoryService,
  adminService: AdminService,
  contextService: ContextService,
): ReadonlyMap<string, Method> {
  const { methods: m, fullName: memoryName } = MemoryServiceDefinition;
  return new Map<string, Method>([
    [
      `${memoryName}/${m.addMemory.name}`,
      unary(m.addMemory, {
        schema: memory.addMemoryRequest,
        run: memoryService.addMemory,
        types: (request) => typesOfPayloads([request.memory?.payload]),
        count: one,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.batchAddMemories.name}`,
      unary(m.batchAddMemories, {
        schema: memory.batchAddMemoriesRequest,
        run: memoryService.batchAddMemories,
        types: ({ requests }) => typesOfPayloads(requests.map((request) => request.memory?.payload)),
        count: ({ requests }) => requests.length,
        targetMs: targetOfBatch,
        mostReads: LIMITS.batchReads,
      }),
    ],
    [
      `${memoryName}/${m.getMemory.name}`,
      unary(m.getMemory, {
        schema: memory.getMemoryRequest,
        run: memoryService.getMemory,
        types: ({ id, name }) => (name === undefined ? typeOf(id) : typesNamed(name.type)),
        count: (_, answer) => (answer === undefined ? 0 : 1),
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.listMemories.name}`,
      unary(m.listMemories, {
        schema: memory.listMemoriesRequest,
        run: memoryService.listMemories,
        types: ({ type }) => typesNamed(type),
        count: (_, answer) => answer?.memories.length ?? 0,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.updateMemory.name}`,
      unary(m.updateMemory, {
        schema: memory.updateMemoryRequest,
        run: memoryService.updateMemory,
        types: (request) => typeOf(request.memory?.id),
        count: one,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.deleteMemory.name}`,
      unary(m.deleteMemory, {
        schema: memory.deleteMemoryRequest,
        run: memoryService.deleteMemory,
        types: ({ id }) => typeOf(id),
        count: one,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.deleteMemories.name}`,
      unary(m.deleteMemories, {
        schema: memory.deleteMemoriesRequest,
        run: memoryService.deleteMemories,
        types: ({ type }) => typesNamed(type),
        count: (_, answer) => answer?.matchedCount ?? 0,
        targetMs: targetOfBatch,
      }),
    ],
    [
      `${memoryName}/${m.retrieveMemories.name}`,
      unary(m.retrieveMemories, {
        schema: memory.retrieveMemoriesRequest,
        run: memoryService.retrieveMemories,
        types: typesAsked,
        count: (_, answer) => answer?.results.length ?? 0,
        targetMs: (_, count, backendOf, request) => targetOfRetrieval(request, count, backendOf),
        beside: archiveBeside,
      }),
    ],
    [
      `${memoryName}/${m.streamRetrieveMemories.name}`,
      stream(m.streamRetrieveMemories, {
        schema: memory.streamRetrieveMemoriesRequest,
        run: memoryService.streamRetrieveMemories,
        types: ({ retrieve }) => (retrieve === undefined ? [] : typesAsked(retrieve)),
        count: (_, answer) => (answer?.event?.$case === 'result' ? 1 : 0),
        targetMs: (_, count, backendOf, { retrieve }) => retrieve && targetOfRetrieval(retrieve, count, backendOf),
        beside: ({ retrieve }) => (retrieve === undefined ? [] : archiveBeside(retrieve)),
      }),
    ],
    [
      `${memoryName}/${m.watchMemories.name}`,
      stream(m.watchMemories, {
        schema: memory.watchMemoriesRequest,
        run: memoryService.watchMemories,
        types: ({ types }) => types.flatMap(typesNamed),
        count: (_, answer) => (answer?.event?.$case === 'change' ? 1 : 0),
        targetMs: () => undefined,
      }),
    ],
    [
      `${memoryName}/${m.traverseEntities.name}`,
      unary(m.traverseEntities, {
        schema: memory.traverseEntitiesRequest,
        run: memoryService.traverseEntities,
        types: () => ['ENTITY'],
        count: (_, answer) => answer?.entities.length ?? 0,
        targetMs: targetOfSearch,
      }),
    ],
    [
      `${memoryName}/${m.endTask.name}`,
      unary(m.endTask, {
        schema: memory.endTaskRequest,
        run: memoryService.endTask,
        types: () => ['WORKING'],
        count: (_, answer) => answer?.clearedCount ?? 0,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.appendEpisodeStep.name}`,
      unary(m.appendEpisodeStep, {
        schema: memory.appendEpisodeStepRequest,
        run: memoryService.appendEpisodeStep,
        types: () => ['EPISODIC'],
        count: one,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.putCollection.name}`,
      unary(m.putCollection, {
        schema: memory.putCollectionRequest,
        run: memoryService.putCollection,
        types: () => ['STRUCTURED'],
        // Each of its documents is looked at.
        count: (_, answer) => answer?.collection?.documentCount ?? 0,
        targetMs: targetOfBatch,
      }),
    ],
    [
      `${memoryName}/${m.getCollection.name}`,
      unary(m.getCollection, {
        schema: memory.getCollectionRequest,
        run: memoryService.getCollection,
        types: () => ['STRUCTURED'],
        count: () => 0,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.listCollections.name}`,
      unary(m.listCollections, {
        schema: memory.listCollectionsRequest,
        run: memoryService.listCollections,
        types: () => ['STRUCTURED'],
        count: () => 0,
        targetMs: targetOfCall,
      }),
    ],
    [
      `${memoryName}/${m.deleteCollection.name}`,
      unary(m.deleteCollection, {
        schema: memory.deleteCollectionRequest,
        run: memoryService.deleteCollection,
        types: () => ['STRUCTURED'],
        count: (_, answer) => answer?.documentCount ?? 0,
        targetMs: targetOfBatch,
      }),
    ],
    ...adminMethods(adminService),
    ...contextMethods(contextService),
    ...factMethods(contextService),
  ]);
}
