/** Schemas of every request of MemoryService. What depends on the store (quota, etag, existence) is decided there. */
import { z } from 'zod';
import { MEMORY_TYPES, SOURCES, type MemoryType } from '../domain/memory.ts';
import { parseOrder } from '../domain/list-order.ts';
import { GRAPH, LIMITS, SCHEMA_LIMITS } from '../policy/limits.ts';
import { TYPE_SPECS } from '../domain/types/specs.ts';
import { RETIRED_TYPES } from '../policy/lifecycle.ts';
import {
  boundedText,
  enumValue,
  identifier,
  integer,
  json,
  listOf,
  metadata,
  nameText,
  requiredIdentifier,
  saidText,
  timestamp,
} from './fields.ts';
import { checkPin, documentData, episodeStep, importance, name, formOf, payload, typeOfCase } from './payloads.ts';

/** The fields of the scope that are needed to know whose a type's memories are. */
const OWNER_FIELDS = { user: [], agent: ['agentId'], session: ['sessionId'] } as const;

const scope = z.object(
  {
    userId: requiredIdentifier,
    agentId: identifier,
    sessionId: identifier,
    namespace: identifier,
    taskId: identifier,
  },
  { error: 'is required' },
);
type ScopeFields = z.infer<typeof scope>;

const requestId = nameText(LIMITS.requestIdBytes);

const type = enumValue('MEMORY_TYPE', MEMORY_TYPES, 'unset');

/** Returns the domain's type for the contract's name; undefined if it names none. */
function typeNamed(name: string): MemoryType | undefined {
  return MEMORY_TYPES.find((known) => name === `MEMORY_TYPE_${known}`);
}

/** A memory's type follows from its payload; if both are given they must agree. */
function checkPayloadType(
  memory: { readonly type: string; readonly payload: { readonly $case: string } },
  context: z.RefinementCtx,
): MemoryType | undefined {
  const said = typeOfCase(memory.payload.$case);
  const typed = typeNamed(memory.type);
  if (typed !== undefined && typed !== said)
    context.addIssue({ code: 'custom', path: ['type'], message: `is ${typed}, but the payload is ${said}` });
  return said;
}

function checkScope(of: MemoryType | undefined, fields: ScopeFields, path: string[], context: z.RefinementCtx): void {
  for (const key of of === undefined ? [] : OWNER_FIELDS[TYPE_SPECS[of].owner])
    if (fields[key as keyof ScopeFields] === '')
      context.addIssue({ code: 'custom', path: [...path, key], message: `is required for ${of}` });
}

export const addMemoryRequest = z
  .object({
    memory: z
      .object(
        {
          type,
          scope,
          payload: payload.optional(),
          metadata,
          importance,
          pinned: z.boolean(),
          source: enumValue('SOURCE', SOURCES, 'unset'),
        },
        { error: 'is required' },
      )
      .superRefine((memory, context) => {
        if (memory.payload === undefined)
          return context.addIssue({
            code: 'custom',
            path: ['payload'],
            message: `is required: one of ${MEMORY_TYPES.flatMap((name) => formOf(name).cases).join(', ')}`,
          });
        const said = checkPayloadType({ type: memory.type, payload: memory.payload }, context);
        checkScope(said, memory.scope, ['scope'], context);
        if (memory.pinned) checkPin(said, context);
      }),
    requestId,
    autoPrune: enumValue('AUTO_PRUNE', ['OFF', 'TO_FIT', 'FRACTION'], 'unset'),
  })
  .superRefine(({ memory, autoPrune }, context) => {
    const prunes = autoPrune === 'AUTO_PRUNE_TO_FIT' || autoPrune === 'AUTO_PRUNE_FRACTION';
    if (prunes && memory.payload?.$case !== 'text' && memory.payload?.$case !== 'episode')
      context.addIssue({
        code: 'custom',
        path: ['autoPrune'],
        message:
          'applies to LONG_TERM and EPISODIC only; WORKING and SHORT_TERM make room by themselves, the other types never do',
      });
  });

/** Each add is checked by itself, so that an invalid one does not refuse the others. */
export const batchAddMemoriesRequest = z.object({
  requests: z.array(z.unknown()).refine((requests) => requests.length >= 1 && requests.length <= LIMITS.batchSize, {
    error: `must have 1 to ${LIMITS.batchSize.toLocaleString('en-US')} adds`,
  }),
});

const NAMED = MEMORY_TYPES.filter((type) => formOf(type).named !== 'never');

const memoryName = z
  .object({
    type: enumValue('MEMORY_TYPE', NAMED, 'required'),
    kind: nameText(LIMITS.nameBytes),
    key: nameText(LIMITS.nameBytes).refine((key) => key !== '', { error: 'is required' }),
  })
  .superRefine(({ type: of, kind }, context) => {
    const named = typeNamed(of);
    const hasKind = named !== undefined && formOf(named).named === 'by kind and key';
    if (hasKind === (kind === ''))
      context.addIssue({
        code: 'custom',
        path: ['kind'],
        message: hasKind ? 'is required: the collection, or the entity type' : 'is for documents and entities',
      });
  });

export const getMemoryRequest = z
  .object({ scope, id: identifier, name: memoryName.optional() })
  .superRefine((request, context) => {
    if ((request.id === '') === (request.name === undefined))
      context.addIssue({ code: 'custom', path: ['id'], message: 'is required unless name is set; do not send both' });
    checkScope(typeNamed(request.name?.type ?? ''), request.scope, ['scope'], context);
  });

export const appendEpisodeStepRequest = z.object({
  scope,
  id: requiredIdentifier,
  step: episodeStep,
  etag: boundedText(LIMITS.identifierBytes),
  requestId,
});

export const listMemoriesRequest = z
  .object({
    scope,
    type: enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required'),
    pageSize: integer(0, LIMITS.pageSize),
    pageToken: boundedText(LIMITS.filterBytes),
    filter: boundedText(LIMITS.filterBytes),
    orderBy: boundedText(LIMITS.orderByBytes),
    view: enumValue('MEMORY_VIEW', ['BASIC', 'FULL'], 'unset'),
    collection: nameText(LIMITS.nameBytes),
  })
  .superRefine((request, context) => {
    checkScope(typeNamed(request.type), request.scope, ['scope'], context);
    const isOfDocuments = request.type === 'MEMORY_TYPE_STRUCTURED';
    if (!['', 'create_time', 'create_time desc'].includes(request.orderBy)) {
      const message = isOfDocuments
        ? `must be up to ${LIMITS.sortFields} fields, for example data.price desc, create_time`
        : 'must be create_time or create_time desc; documents can also be ordered by their fields';
      if (!isOfDocuments || parseOrder(request.orderBy) === undefined)
        context.addIssue({ code: 'custom', path: ['orderBy'], message });
    }
    if (request.collection !== '' && !isOfDocuments)
      context.addIssue({ code: 'custom', path: ['collection'], message: 'is for STRUCTURED' });
  });

const anyUpdatable = new Set(MEMORY_TYPES.flatMap((type) => formOf(type).updatable));

export const updateMemoryRequest = z.object({
  memory: z.object(
    {
      id: requiredIdentifier,
      scope,
      etag: boundedText(LIMITS.identifierBytes),
      metadata,
      importance,
      pinned: z.boolean(),
      // Only the fields that the mask names are read, so the rest may be incomplete: the payload is checked once its
      // type is known.
      payload: z.unknown(),
    },
    { error: 'is required' },
  ),
  updateMask: listOf(z.string())
    .superRefine((paths, context) => {
      for (const path of paths)
        if (!anyUpdatable.has(path))
          context.addIssue({
            code: 'custom',
            message: `${path.slice(0, 100)} cannot be updated; what can be: ${[...anyUpdatable].join(', ')}`,
          });
    })
    .optional(),
  requestId,
  mergePatch: json(LIMITS.documentBytes).optional(),
});

export const deleteMemoryRequest = z.object({
  scope,
  id: requiredIdentifier,
  etag: boundedText(LIMITS.identifierBytes),
  requestId,
});

export const deleteMemoriesRequest = z
  .object({
    scope,
    type: enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required'),
    filter: saidText(LIMITS.filterBytes, 'is required; true matches every memory'),
    force: z.boolean(),
  })
  .superRefine((request, context) => checkScope(typeNamed(request.type), request.scope, ['scope'], context));

const maxHops = integer(0, GRAPH.maxHops);
const direction = enumValue('TRAVERSE_DIRECTION', ['OUT', 'IN', 'BOTH'], 'unset');
const entityNeighbors = z
  .object({ maxHops, limit: integer(0, GRAPH.maxNeighbors), direction, relationshipTypes: listOf(name) })
  .optional();

/** Options for entities are refused if no entities are requested. */
const FOR_ENTITIES = ['entityNeighbors', 'asOf', 'knownAt'] as const;

export const retrieveMemoriesRequest = z
  .object(
    {
      scope,
      query: saidText(LIMITS.queryBytes, 'is empty; say what to look for'),
      types: listOf(enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required')).refine(
        (types) => new Set(types).size === types.length,
        { error: 'lists a type more than once' },
      ),
      topK: integer(1, LIMITS.topK).optional(),
      topKTotal: integer(1, LIMITS.topK).optional(),
      filter: boundedText(LIMITS.filterBytes),
      minSimilarity: z
        .number()
        .refine((value) => value >= 0 && value <= 1, { error: 'must be from 0 to 1' })
        .optional(),
      orderBy: enumValue('RETRIEVE_ORDER', ['GROUPED', 'SCORE'], 'unset'),
      now: timestamp,
      entityNeighbors,
      asOf: timestamp,
      knownAt: timestamp,
      includeArchived: z.boolean(),
      nearOnly: z.boolean(),
    },
    { error: 'is required' },
  )
  .superRefine((request, context) => {
    for (const field of FOR_ENTITIES) {
      if (request[field] === undefined || request.types.includes('MEMORY_TYPE_ENTITY')) continue;
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'is for ENTITY; add that to types, or leave this out',
      });
    }
    const { types } = request;
    const isArchived = types.length === 0 || RETIRED_TYPES.some((of) => types.includes(`MEMORY_TYPE_${of}`));
    if (request.includeArchived && !isArchived) {
      context.addIssue({
        code: 'custom',
        path: ['includeArchived'],
        message: `is for ${RETIRED_TYPES.join(', ')}; add one of these to types, or leave this out`,
      });
    }
    // Each type is considered once, however often it is named.
    for (const of of MEMORY_TYPES)
      if (request.types.includes(`MEMORY_TYPE_${of}`)) checkScope(of, request.scope, ['scope'], context);
  });

export const streamRetrieveMemoriesRequest = z.object({
  retrieve: retrieveMemoriesRequest
    .refine((retrieve) => retrieve.orderBy !== 'RETRIEVE_ORDER_SCORE', {
      path: ['orderBy'],
      error: 'must be GROUPED on a stream: ordering all types together would hold back the fast ones',
    })
    .refine((retrieve) => retrieve.topKTotal === undefined, {
      path: ['topKTotal'],
      error:
        'must not be set on a stream: choosing among all types would hold back the fast ones. Leave it out, and cancel the stream once you have enough',
    }),
});

export const watchMemoriesRequest = z.object({
  scope: scope.extend({ userId: identifier }).optional(),
  types: listOf(
    enumValue(
      'MEMORY_TYPE',
      MEMORY_TYPES.filter((name) => name !== 'WORKING'),
      'required',
    ),
  ).refine((types) => new Set(types).size === types.length, { error: 'lists a type more than once' }),
  resumeToken: boundedText(LIMITS.filterBytes),
});

const entityStart = z.object({
  start: z.discriminatedUnion(
    '$case',
    [
      z.object({ $case: z.literal('id'), value: requiredIdentifier }),
      z.object({ $case: z.literal('named'), value: z.object({ name, type: nameText(LIMITS.nameBytes) }) }),
    ],
    { error: 'is required: an id, or a name' },
  ),
});

export const traverseEntitiesRequest = z.object({
  scope,
  starts: listOf(entityStart, GRAPH.maxStarts).refine((starts) => starts.length > 0, {
    error: 'is empty; say where to start',
  }),
  direction,
  maxHops,
  relationshipTypes: listOf(name),
  entityTypes: listOf(name),
  limit: integer(0, GRAPH.maxEntities),
  asOf: timestamp,
  knownAt: timestamp,
});

export const endTaskRequest = z
  .object({ scope })
  .superRefine((request, context) => checkScope('WORKING', request.scope, ['scope'], context));

const collectionName = nameText(LIMITS.nameBytes).refine((text) => text.trim() !== '', { error: 'is required' });

export const putCollectionRequest = z.object({
  scope,
  collection: z.object(
    {
      name: collectionName,
      jsonSchema: json(SCHEMA_LIMITS.bytes).optional(),
      etag: boundedText(LIMITS.identifierBytes),
      ordered: z.boolean(),
    },
    { error: 'is required' },
  ),
  allowUnfit: z.boolean(),
});

export const getCollectionRequest = z.object({ scope, name: collectionName });

export const listCollectionsRequest = z.object({
  scope,
  pageSize: integer(0, LIMITS.pageSize),
  pageToken: boundedText(LIMITS.filterBytes),
});

export const deleteCollectionRequest = z.object({ scope, name: collectionName, force: z.boolean() });

const sequence = integer(1, Number.MAX_SAFE_INTEGER);
const etag = boundedText(LIMITS.identifierBytes);

const documentWrite = z.object({
  write: z.discriminatedUnion(
    '$case',
    [
      z.object({ $case: z.literal('append'), value: z.object({ data: documentData }) }),
      z.object({ $case: z.literal('replace'), value: z.object({ sequence, data: documentData, etag }) }),
      z.object({ $case: z.literal('remove'), value: z.object({ sequence, etag }) }),
    ],
    { error: 'is required: append, replace or remove' },
  ),
});

export const batchWriteDocumentsRequest = z.object({
  scope,
  collection: collectionName,
  writes: listOf(documentWrite, LIMITS.documentWrites)
    .refine((writes) => writes.length > 0, { error: 'is empty' })
    .superRefine((writes, context) => {
      const message = 'is already named by an earlier write';
      const named = new Set<number>();
      for (const [at, { write }] of writes.entries()) {
        if (write.$case === 'append') continue;
        if (named.has(write.value.sequence))
          context.addIssue({ code: 'custom', path: [at, 'write', 'value', 'sequence'], message });
        named.add(write.value.sequence);
      }
    }),
  requestId,
});

export const popDocumentRequest = z.object({ scope, collection: collectionName, requestId });

export const listDocumentsRequest = z.object({
  scope,
  collection: collectionName,
  pageSize: integer(0, LIMITS.pageSize),
  pageToken: boundedText(LIMITS.filterBytes),
  orderBy: z.enum(['', 'sequence', 'sequence desc'], { error: 'must be `sequence` or `sequence desc`' }),
});

export const getServerInfoRequest = z.object({});

export const whoAmIRequest = z.object({});
