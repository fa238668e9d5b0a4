/** Random and hostile requests for every call, as fast-check arbitraries. */
import fc from 'fast-check';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import type { MessageCodec, ServiceDefinition } from '../../client/typed-client.ts';
import { contextMessages } from './hostile-context.ts';
import {
  etag,
  filter,
  hostileNumber,
  hostileText,
  id,
  identifier,
  int32,
  metadata,
  mostly,
  PROTO_KEY,
  remembered,
  requestId,
  scope,
  text,
  time,
} from './hostile-fields.ts';
import { USER_DATA_MESSAGES } from './hostile-whole-user.ts';
import { collection, data as documentData, entityStart, names, payload, schema, step } from './hostile-payloads.ts';

export type HostileRequest = {
  readonly path: string;
  /** A partial message. */
  readonly message: unknown;
  readonly mutation: Mutation;
};

/** Changes to a request's bytes; positions are fractions of their length. */
export type Mutation =
  | { readonly kind: 'none' }
  | { readonly kind: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly at: number };

export function wireBytes(encoded: Uint8Array, mutation: Mutation): Uint8Array {
  const bytes = Buffer.from(Buffer.from(encoded).toString('latin1').replaceAll(PROTO_KEY, '__proto__'), 'latin1');
  if (mutation.kind === 'none') return bytes;
  const at = Math.floor(mutation.at * (bytes.length + 1));
  if (mutation.kind === 'cut') return bytes.slice(0, at);
  const rest = bytes.slice(mutation.kind === 'set' ? at + mutation.bytes.length : at);
  return Buffer.concat([bytes.slice(0, at), mutation.bytes, rest]);
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Mutation>({ kind: 'none' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('set' as const, 'insert' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
);

const known = fc.constantFrom(
  'MEMORY_TYPE_WORKING',
  'MEMORY_TYPE_SHORT_TERM',
  'MEMORY_TYPE_LONG_TERM',
  'MEMORY_TYPE_PERSONA',
  'MEMORY_TYPE_EPISODIC',
  'MEMORY_TYPE_STRUCTURED',
  'MEMORY_TYPE_ENTITY',
);
const type = mostly(known, fc.constantFrom('MEMORY_TYPE_UNSPECIFIED', 'UNRECOGNIZED'));
const types = mostly(fc.uniqueArray(known, { maxLength: 3 }), fc.array(type, { maxLength: 4 }));
const typeOfPayload = mostly(fc.constant('MEMORY_TYPE_UNSPECIFIED'), type);
const memory = fc.record(
  {
    id,
    etag,
    type: typeOfPayload,
    scope,
    payload,
    metadata,
    createTime: time,
    sizeBytes: fc.nat(),
    isCompressed: fc.boolean(),
  },
  { requiredKeys: ['scope', 'payload'] },
);
const add = fc.record(
  {
    memory,
    requestId,
    autoPrune: mostly(fc.constant('AUTO_PRUNE_OFF'), fc.constantFrom('AUTO_PRUNE_TO_FIT', 'UNRECOGNIZED')),
  },
  { requiredKeys: ['memory'] },
);
const smallNumber = mostly(fc.integer({ min: 0, max: 5 }), fc.integer());
const direction = mostly(
  fc.constantFrom('TRAVERSE_DIRECTION_OUT', 'TRAVERSE_DIRECTION_IN', 'TRAVERSE_DIRECTION_BOTH'),
  fc.constantFrom('TRAVERSE_DIRECTION_UNSPECIFIED', 'UNRECOGNIZED'),
);
const question = {
  scope,
  query: text,
  topK: int32,
  topKTotal: fc.option(int32, { nil: undefined }),
  filter,
  minSimilarity: mostly(fc.double({ min: 0, max: 1, noNaN: true }), hostileNumber),
  nearOnly: fc.boolean(),
  orderBy: mostly(fc.constantFrom('RETRIEVE_ORDER_GROUPED', 'RETRIEVE_ORDER_SCORE'), fc.constant('UNRECOGNIZED')),
  explain: fc.boolean(),
  includeArchived: fc.boolean(),
  now: time,
};
const ofGraph = {
  entityNeighbors: fc.record({ maxHops: smallNumber, limit: smallNumber, direction, relationshipTypes: names }),
  asOf: time,
  knownAt: time,
};
const entityTypes = mostly(fc.constant(['MEMORY_TYPE_ENTITY']), types);
const retrieve = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...question, types }, { requiredKeys: ['scope', 'query'] }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { ...question, ...ofGraph, types: entityTypes },
      { requiredKeys: ['scope', 'query', 'types'] },
    ),
  },
);

const UPDATED = [
  'working.value',
  'message.content',
  'text.content',
  'text.turn',
  'trait.value',
  'episode.outcome',
  'episode.task',
  'document.data',
  'entity.name',
  'entity.attributes',
  'relationship.valid_from',
  'metadata',
];

/** Now and then this is the name of a plain collection. */
const orderedName = mostly(fc.constantFrom('history', 'thread'), collection);
const written = fc.record(
  { sequence: mostly(fc.integer({ min: 1, max: 9 }), int32), data: mostly(documentData, fc.constant(undefined)), etag },
  { requiredKeys: ['sequence', 'data'] },
);
const documentWrite = fc.oneof(
  fc.record({ $case: fc.constant('append'), value: fc.record({ data: mostly(documentData, fc.constant(undefined)) }) }),
  fc.record({ $case: fc.constantFrom('replace', 'remove'), value: written }),
);

const MESSAGES: Readonly<Record<keyof (typeof MemoryServiceDefinition)['methods'], fc.Arbitrary<object>>> = {
  getServerInfo: fc.constant({}),
  // Only the transport tells who calls: over HTTP and in process nobody has a key.
  whoAmI: fc.constant({}),
  addMemory: add,
  batchAddMemories: fc.record({ requests: fc.array(add, { maxLength: 6 }) }),
  getMemory: fc.oneof(
    fc.record({ scope, id }),
    fc.record({ scope, name: fc.record({ type, kind: collection, key: identifier('a', 'tone', 'city') }) }),
  ),
  listMemories: fc.record(
    {
      scope,
      type,
      pageSize: int32,
      pageToken: mostly(fc.oneof(remembered('token'), fc.constant('')), hostileText),
      filter,
      orderBy: mostly(
        fc.constantFrom('', 'create_time', 'create_time desc', 'data.price desc, data.name', 'data.list.a'),
        fc.oneof(fc.constantFrom('id', 'create_time  desc', 'data.', 'data.a,,data.b'), hostileText),
      ),
      collection: mostly(fc.constantFrom('', '', 'shop'), hostileText),
      view: mostly(fc.constantFrom('MEMORY_VIEW_BASIC', 'MEMORY_VIEW_FULL'), fc.constant('UNRECOGNIZED')),
    },
    { requiredKeys: ['scope', 'type'] },
  ),
  updateMemory: fc.record(
    {
      memory: fc.record({ id, etag, type: typeOfPayload, scope, payload, metadata }, { requiredKeys: ['id', 'scope'] }),
      updateMask: mostly(
        fc.uniqueArray(fc.constantFrom(...UPDATED), { maxLength: 2 }),
        fc.array(fc.oneof(fc.constantFrom('metadata.a', '*', 'id', 'scope.user_id', '__proto__'), hostileText), {
          maxLength: 4,
        }),
      ),
      requestId,
      mergePatch: mostly(fc.constant(undefined), metadata),
    },
    { requiredKeys: ['memory'] },
  ),
  deleteMemory: fc.record({ scope, id, etag, requestId }, { requiredKeys: ['scope', 'id'] }),
  deleteMemories: fc.record({ scope, type, filter, force: fc.boolean() }, { requiredKeys: ['scope', 'type'] }),
  retrieveMemories: retrieve,
  streamRetrieveMemories: fc.record({ retrieve }),
  watchMemories: fc.record(
    { scope, types, resumeToken: mostly(fc.constantFrom('', 'AAAA'), hostileText), fromOldest: fc.boolean() },
    { requiredKeys: [] },
  ),
  traverseEntities: fc.record(
    {
      scope,
      starts: mostly(fc.array(entityStart, { minLength: 1, maxLength: 3 }), fc.array(entityStart, { maxLength: 120 })),
      direction,
      maxHops: smallNumber,
      relationshipTypes: names,
      entityTypes: names,
      limit: int32,
      asOf: time,
      knownAt: time,
    },
    { requiredKeys: ['scope', 'starts'] },
  ),
  endTask: fc.record({ scope }),
  appendEpisodeStep: fc.record({ scope, id, step, etag, requestId }, { requiredKeys: ['scope', 'id'] }),
  putCollection: fc.record(
    {
      scope,
      collection: fc.record({ name: collection, jsonSchema: schema, etag }, { requiredKeys: ['name'] }),
      allowUnfit: fc.boolean(),
    },
    { requiredKeys: ['scope', 'collection'] },
  ),
  getCollection: fc.record({ scope, name: collection }),
  listCollections: fc.record(
    { scope, pageSize: int32, pageToken: mostly(fc.constant(''), hostileText) },
    { requiredKeys: ['scope'] },
  ),
  batchWriteDocuments: fc.record(
    {
      scope,
      collection: orderedName,
      writes: mostly(fc.array(fc.record({ write: documentWrite }), { minLength: 1, maxLength: 4 }), fc.constant([])),
      requestId,
    },
    { requiredKeys: ['scope', 'collection', 'writes'] },
  ),
  popDocument: fc.record({ scope, collection: orderedName, requestId }, { requiredKeys: ['scope', 'collection'] }),
  listDocuments: fc.record(
    {
      scope,
      collection: orderedName,
      pageSize: mostly(fc.constant(2), int32),
      pageToken: mostly(fc.constant(''), hostileText),
      orderBy: mostly(fc.constantFrom('', 'sequence', 'sequence desc'), hostileText),
    },
    { requiredKeys: ['scope', 'collection'] },
  ),
  deleteCollection: fc.record({ scope, name: collection, force: fc.boolean() }, { requiredKeys: ['scope'] }),
};

const CONTEXT_MESSAGES = contextMessages({
  mostly,
  scope,
  text,
  hostileText,
  identifier,
  requestId,
  time,
  int32,
  id,
  pageToken: mostly(fc.oneof(remembered('token'), fc.constant('')), hostileText),
});

const WEIGHTS: Partial<Record<string, number>> = {
  addMemory: 15,
  retrieveMemories: 6,
  updateMemory: 6,
  appendTurns: 9,
  assembleContext: 6,
  // These calls concern everybody's memories, or everything of a user: each takes as long as dozens of
  // others.
  createBackup: 1,
  restoreBackup: 1,
  runSleepCycle: 1,
  deleteUserData: 1,
};
const USUAL_WEIGHT = 3;

/** The codecs of each call. */
export type Codecs = { readonly stream: boolean; readonly request: MessageCodec; readonly response: MessageCodec };

const SERVICES: readonly ServiceDefinition[] = [
  MemoryServiceDefinition,
  ContextServiceDefinition,
  AdminServiceDefinition,
];

export const CODECS: ReadonlyMap<string, Codecs> = new Map(
  SERVICES.flatMap(({ fullName, methods }) =>
    Object.values(methods).map(({ name, responseStream, requestType, responseType }) => [
      `${fullName}/${name}`,
      { stream: responseStream, request: requestType, response: responseType },
    ]),
  ),
);

const quotaName = mostly(
  fc.constantFrom('QUOTA_NAME_LONG_TERM', 'QUOTA_NAME_WORKING', 'QUOTA_NAME_RELATIONSHIP'),
  fc.constantFrom('QUOTA_NAME_UNSPECIFIED', 'UNRECOGNIZED'),
);
const userId = identifier('ana', 'ben', 'Ana', '');
// The numbers are few, and large enough for the other calls to succeed.
const quotaNumber = mostly(fc.integer({ min: 30, max: 10_000 }), fc.constantFrom(-1, 2 ** 31, 2 ** 52));
const quotaBytes = mostly(fc.integer({ min: 100_000, max: 1_000_000 }), fc.constantFrom(-1, 0, 2 ** 53));
const level = mostly(
  fc.constantFrom('ALERT_LEVEL_UNSPECIFIED', 'ALERT_LEVEL_WARNING', 'ALERT_LEVEL_CRITICAL'),
  fc.constant('UNRECOGNIZED'),
);
const retiredType = mostly(
  fc.constantFrom('MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_EPISODIC', 'MEMORY_TYPE_UNSPECIFIED'),
  fc.constantFrom('MEMORY_TYPE_PERSONA', 'UNRECOGNIZED'),
);
const pageToken = mostly(fc.oneof(remembered('token'), fc.constant('')), hostileText);

/** Watching does not end by itself; other tests cover re-embedding, and the key of each server. */
const ADMIN_MESSAGES: Readonly<
  Record<
    Exclude<
      keyof (typeof AdminServiceDefinition)['methods'],
      'watchAlerts' | 'reembed' | 'rotateMasterKey' | 'verifyErasureReceipt' | 'verifyAudit' | 'listAuditEvents'
    >,
    fc.Arbitrary<object>
  >
> = {
  ...USER_DATA_MESSAGES,
  getSettings: fc.constant({}),
  checkBackends: fc.constant({}),
  // A server without keys refuses it.
  mintToken: fc.record({
    userId,
    agentId: identifier('guide'),
    sessionId: identifier('s'),
    namespace: identifier('work'),
    access: mostly(fc.constantFrom('CALLER_ACCESS_UNSPECIFIED', 'CALLER_ACCESS_READ'), fc.constant('UNRECOGNIZED')),
    ttlSeconds: int32,
  }),
  // Existing rows contain latencies, so a row is requested that does not exist.
  getLatencyReport: fc.record({ types, operations: fc.constant(['nothing_of_the_kind']) }),
  getQuota: fc.record({ userId }),
  setTier: fc.record({
    userId,
    tier: mostly(fc.constantFrom('TIER_UNSPECIFIED', 'TIER_PRO', 'TIER_ENTERPRISE'), fc.constant('UNRECOGNIZED')),
    dryRun: fc.boolean(),
  }),
  setQuota: fc.record({
    userId,
    quotas: fc.array(
      fc.record({ name: quotaName, maxCount: quotaNumber, maxBytes: quotaBytes }, { requiredKeys: ['name'] }),
      { maxLength: 3 },
    ),
    dryRun: fc.boolean(),
  }),
  createBackup: fc.record({ set: mostly(fc.constant('BACKUP_SET_WEEKLY'), fc.constantFrom('UNRECOGNIZED')) }),
  listBackups: fc.constant({}),
  verifyBackup: fc.record({ id: hostileText }),
  // This is a dry run.
  restoreBackup: fc.record({ id: mostly(fc.constant(''), hostileText), userId }),
  // Each server has a key of its own, and no older one.
  retireMasterKey: fc.record({ keyId: mostly(fc.constant('0123456789abcdef'), hostileText), force: fc.boolean() }),
  getRetention: fc.constant({}),
  listLifecycleRuns: fc.constant({}),
  setRetention: fc.record({ type: retiredType, days: mostly(fc.constantFrom(0, 365, 3650), int32) }),
  // These are dry runs, since missing memories would prevent the other calls.
  runRetention: fc.record({ type: retiredType }),
  runSleepCycle: fc.record({ userId }),
  rereadFacts: fc.record(
    {
      userId,
      sessionId: identifier('s', 'S', ''),
      dryRun: fc.boolean(),
      pageSize: int32,
      pageToken,
      reader: fc.constantFrom('FACT_READER_UNSPECIFIED', 'FACT_READER_BUILT_IN', 'FACT_READER_MODEL', 'UNRECOGNIZED'),
    },
    { requiredKeys: ['userId'] },
  ),
  explainImportance: fc.record({ userId, id: mostly(remembered('id'), hostileText) }),
  listArchive: fc.record({ userId, type: retiredType, filter: hostileText, pageSize: int32, pageToken }),
  restoreArchived: fc.record({ userId, ids: fc.array(mostly(remembered('id'), hostileText), { maxLength: 3 }) }),
  getUsage: fc.record({ userId, agentId: identifier('a', 'A', '') }),
  listUsage: fc.record({ pageSize: int32, pageToken }),
  estimateCost: fc.record({ userId, horizonDays: int32 }),
  // Alerts of working memory are written a moment after the call that raised them, which differs between
  // servers.
  listAlerts: fc.record({
    userId,
    level,
    name: mostly(fc.constant('QUOTA_NAME_LONG_TERM'), fc.constant('UNRECOGNIZED')),
    kind: mostly(fc.constant('ALERT_KIND_QUOTA'), fc.constant('UNRECOGNIZED')),
    pageSize: int32,
    pageToken,
  }),
  getOutbox: fc.constant({}),
  listOutboxDeadLetters: fc.record({ userId, pageSize: int32, pageToken }),
  replayOutboxDeadLetters: fc.record({ memoryIds: fc.array(id, { maxLength: 3 }) }),
};

/** Returns one request of any call. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  ...Object.entries(MemoryServiceDefinition.methods).map(([key, { name }]) => ({
    weight: WEIGHTS[key] ?? USUAL_WEIGHT,
    arbitrary: fc.record({
      path: fc.constant(`${MemoryServiceDefinition.fullName}/${name}`),
      message: MESSAGES[key as keyof typeof MESSAGES],
      mutation,
    }),
  })),
  ...Object.entries(ContextServiceDefinition.methods).map(([key, { name }]) => ({
    weight: WEIGHTS[key] ?? USUAL_WEIGHT,
    arbitrary: fc.record({
      path: fc.constant(`${ContextServiceDefinition.fullName}/${name}`),
      message: CONTEXT_MESSAGES[key as keyof typeof CONTEXT_MESSAGES],
      mutation,
    }),
  })),
  ...Object.entries(ADMIN_MESSAGES).map(([key, message]) => ({
    weight: WEIGHTS[key] ?? USUAL_WEIGHT,
    arbitrary: fc.record({
      path: fc.constant(
        `${AdminServiceDefinition.fullName}/${AdminServiceDefinition.methods[key as keyof typeof ADMIN_MESSAGES].name}`,
      ),
      message,
      mutation: key === 'getLatencyReport' ? fc.constant<Mutation>({ kind: 'none' }) : mutation,
    }),
  })),
);
