/** The calls of MemoryService, one a row. */
import type {
  AddMemoryRequest,
  BatchAddResult,
  MemoryServiceDefinition,
  RetrieveMemoriesRequest,
} from '../../proto/gen/recorda/v1/memory.ts';
import { Memory } from '../../proto/gen/recorda/v1/resources.ts';
import { MEMORY_TYPES, typeOfId, type MemoryType } from '../domain/memory.ts';
import { TYPE_SPECS } from '../domain/types/specs.ts';
import { targetOfBatch, targetOfCall, targetOfSearch } from '../policy/serving.ts';
import { LIMITS } from '../policy/limits.ts';
import { targetOfRetrieval, typesAsked } from '../services/memory/search.ts';
import { toType } from '../services/memory/translate.ts';
import * as memory from '../validation/memory-requests.ts';
import { typeOfCase } from '../validation/payloads.ts';
import type { CallRows, LimitedField } from './call.ts';

export const MEMORY_CALLS = {
  addMemory: {
    schema: memory.addMemoryRequest,
    role: 'agent',
    operation: 'create_memory',
    types: (request) => typesOfPayloads([request.memory?.payload]),
    count: one,
    targetMs: targetOfCall,
    keptBy: keptInAdd,
    unread: withoutContent,
  },
  batchAddMemories: {
    schema: memory.batchAddMemoriesRequest,
    role: 'agent',
    operation: 'create_memory',
    reportRow: 'batch_create_memory',
    types: ({ requests }) => typesOfPayloads(requests.map((request) => request.memory?.payload)),
    count: ({ requests }) => requests.length,
    targetMs: targetOfBatch,
    mostReads: LIMITS.batchReads,
    keptBy: ({ requests }) => inAll(requests.map(keptInAdd)),
    unread: ({ results, ...rest }) => ({ ...rest, results: results.map(withoutAddedContent) }),
  },
  getMemory: {
    schema: memory.getMemoryRequest,
    role: 'agent',
    operation: 'get_memory',
    types: ({ id, name }) => (name === undefined ? typeOf(id) : typesNamed(name.type)),
    count: (_, answer) => (answer === undefined ? 0 : 1),
    targetMs: targetOfCall,
    keptBy: ({ id, name }) => keptInTypes(name === undefined ? typeOf(id) : typesNamed(name.type)),
  },
  listMemories: {
    schema: memory.listMemoriesRequest,
    role: 'agent',
    operation: 'list_memories',
    types: ({ type }) => typesNamed(type),
    count: (_, answer) => answer?.memories.length ?? 0,
    targetMs: targetOfCall,
    keptBy: ({ type }) => keptInTypes(typesNamed(type)),
  },
  updateMemory: {
    schema: memory.updateMemoryRequest,
    role: 'agent',
    operation: 'update_memory',
    types: (request) => typeOf(request.memory?.id),
    count: one,
    targetMs: targetOfCall,
    keptBy: (request) => keptInTypes(typeOf(request.memory?.id)),
    unread: withoutContent,
  },
  deleteMemory: {
    schema: memory.deleteMemoryRequest,
    role: 'agent',
    operation: 'delete_memory',
    types: ({ id }) => typeOf(id),
    count: one,
    targetMs: targetOfCall,
    keptBy: ({ id }) => keptInTypes(typeOf(id)),
  },
  deleteMemories: {
    schema: memory.deleteMemoriesRequest,
    role: 'agent',
    operation: 'delete_memory',
    reportRow: 'batch_delete_memory',
    types: ({ type }) => typesNamed(type),
    count: (_, answer) => answer?.matchedCount ?? 0,
    targetMs: targetOfBatch,
    // A caller who may ask how many memories a filter matches may read.
    access: 'both',
    keptBy: ({ type }) => keptInTypes(typesNamed(type)),
  },
  retrieveMemories: {
    schema: memory.retrieveMemoriesRequest,
    role: 'agent',
    operation: 'search_memory',
    types: typesAsked,
    count: (_, answer) => answer?.results.length ?? 0,
    targetMs: (_, count, backendOf, request) => targetOfRetrieval(request, count, backendOf),
    beside: archiveBeside,
    keptBy: (request) => keptInTypes(typesAsked(request)),
  },
  streamRetrieveMemories: {
    schema: memory.streamRetrieveMemoriesRequest,
    role: 'agent',
    operation: 'search_memory',
    reportRow: 'stream_search_memory',
    types: ({ retrieve }) => (retrieve === undefined ? [] : typesAsked(retrieve)),
    count: (_, answer) => (answer?.event?.$case === 'result' ? 1 : 0),
    targetMs: (_, count, backendOf, { retrieve }) => retrieve && targetOfRetrieval(retrieve, count, backendOf),
    beside: ({ retrieve }) => (retrieve === undefined ? [] : archiveBeside(retrieve)),
    keptBy: ({ retrieve }) => (retrieve === undefined ? [] : keptInTypes(typesAsked(retrieve))),
  },
  watchMemories: {
    schema: memory.watchMemoriesRequest,
    role: 'agent',
    operation: 'watch_memories',
    isEndless: true,
    types: ({ types }) => types.flatMap(typesNamed),
    count: (_, answer) => (answer?.event?.$case === 'change' ? 1 : 0),
    // It reports changes only of the namespace and the session that the scope names, whatever the type.
    keptBy: () => ['namespace', 'sessionId'],
  },
  traverseEntities: {
    schema: memory.traverseEntitiesRequest,
    role: 'agent',
    operation: 'traverse_entities',
    types: () => ['ENTITY'],
    count: (_, answer) => answer?.entities.length ?? 0,
    targetMs: targetOfSearch,
    keptBy: () => keptInTypes(['ENTITY']),
  },
  endTask: {
    schema: memory.endTaskRequest,
    role: 'agent',
    operation: 'end_task',
    types: () => ['WORKING'],
    count: (_, answer) => answer?.clearedCount ?? 0,
    targetMs: targetOfCall,
    keptBy: () => keptInTypes(['WORKING']),
  },
  appendEpisodeStep: {
    schema: memory.appendEpisodeStepRequest,
    role: 'agent',
    operation: 'update_memory',
    reportRow: 'append_episode_step',
    types: () => ['EPISODIC'],
    count: one,
    targetMs: targetOfCall,
    keptBy: () => keptInTypes(['EPISODIC']),
    unread: withoutContent,
  },
  putCollection: {
    schema: memory.putCollectionRequest,
    role: 'agent',
    operation: 'put_collection',
    types: () => ['STRUCTURED'],
    // Each of its documents is checked against the schema.
    count: (_, answer) => answer?.collection?.documentCount ?? 0,
    targetMs: targetOfBatch,
    // The number of documents that match a pattern, and which does not, reveals their contents.
    access: 'both',
  },
  getCollection: {
    schema: memory.getCollectionRequest,
    role: 'agent',
    operation: 'get_collection',
    types: () => ['STRUCTURED'],
    targetMs: targetOfCall,
  },
  listCollections: {
    schema: memory.listCollectionsRequest,
    role: 'agent',
    operation: 'list_collections',
    types: () => ['STRUCTURED'],
    targetMs: targetOfCall,
  },
  deleteCollection: {
    schema: memory.deleteCollectionRequest,
    role: 'agent',
    operation: 'delete_collection',
    types: () => ['STRUCTURED'],
    count: (_, answer) => answer?.documentCount ?? 0,
    targetMs: targetOfBatch,
    // It reveals how many documents there are.
    access: 'both',
  },
  batchWriteDocuments: {
    schema: memory.batchWriteDocumentsRequest,
    role: 'agent',
    operation: 'batch_write_documents',
    types: () => ['STRUCTURED'],
    count: ({ writes }) => writes.length,
    targetMs: targetOfBatch,
    mostReads: LIMITS.batchReads,
  },
  popDocument: {
    schema: memory.popDocumentRequest,
    role: 'agent',
    operation: 'pop_document',
    types: () => ['STRUCTURED'],
    count: (_, answer) => (answer?.document === undefined ? 0 : 1),
    targetMs: targetOfCall,
    access: 'both',
  },
  listDocuments: {
    schema: memory.listDocumentsRequest,
    role: 'agent',
    operation: 'list_documents',
    types: () => ['STRUCTURED'],
    count: (_, answer) => answer?.documents.length ?? 0,
    targetMs: targetOfCall,
  },
  getServerInfo: {
    schema: memory.getServerInfoRequest,
    role: 'agent',
    operation: 'get_server_info',
    isOfNobody: true,
    access: 'none',
  },
  whoAmI: {
    schema: memory.whoAmIRequest,
    role: 'agent',
    operation: 'who_am_i',
    isOfNobody: true,
    access: 'none',
  },
} as const satisfies CallRows<typeof MemoryServiceDefinition>;

function one(): number {
  return 1;
}

function typesNamed(name: string | undefined): readonly MemoryType[] {
  const type = toType(name ?? '');
  return type === undefined ? [] : [type];
}

function typeOf(id: string | undefined): readonly MemoryType[] {
  const type = typeOfId(id ?? '');
  return type === undefined ? [] : [type];
}

function typesOfPayloads(payloads: readonly ({ readonly $case: string } | undefined)[]): readonly MemoryType[] {
  return MEMORY_TYPES.filter((type) => payloads.some((payload) => typeOfCase(payload?.$case ?? '') === type));
}

/** Each type is kept by namespace, and some by session. */
function keptInTypes(types: readonly MemoryType[]): readonly LimitedField[] {
  const isOfSession = types.length > 0 && types.every((type) => TYPE_SPECS[type].keptBy.includes('sessionId'));
  return isOfSession ? ['namespace', 'sessionId'] : ['namespace'];
}

/** Pruning makes room among all of the user's memories. */
function keptInAdd({ memory, autoPrune }: AddMemoryRequest): readonly LimitedField[] {
  const prunes = autoPrune !== 'AUTO_PRUNE_UNSPECIFIED' && autoPrune !== 'AUTO_PRUNE_OFF';
  return prunes ? [] : keptInTypes(typesOfPayloads([memory?.payload]));
}

function inAll(kept: readonly (readonly LimitedField[])[]): readonly LimitedField[] {
  return (kept[0] ?? []).filter((field) => kept.every((fields) => fields.includes(field)));
}

/** Leaves an empty payload of its type, by which clients recognise the type of a memory. */
function withoutContent<A extends { readonly memory?: Memory | undefined }>(answer: A): A {
  const { memory } = answer;
  if (memory?.payload === undefined) return answer;
  // If a value may be of any kind, null stands for no value, since the field itself must be present.
  const { payload } = Memory.fromPartial({ payload: { $case: memory.payload.$case, value: { value: null } as never } });
  return { ...answer, memory: { ...memory, payload, metadata: undefined } };
}

function withoutAddedContent({ result }: BatchAddResult): BatchAddResult {
  return { result: result?.$case === 'added' ? { ...result, value: withoutContent(result.value) } : result };
}

function archiveBeside({ includeArchived }: RetrieveMemoriesRequest): readonly string[] {
  return includeArchived ? ['archive'] : [];
}
