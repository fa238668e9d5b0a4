/** Random and hostile requests for every call, as fast-check arbitraries. */
import fc from 'fast-check';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import type { MessageCodec, ServiceDefinition } from '../../client/typed-client.ts';
import { contextMessages } from './hostile-context.ts';
import { LIMITS } from '../../server/policy/limits.ts';

/** Replaced, for each door, by what its store answered before: ids, etags and page tokens differ between stores. */
export const REMEMBERED = { id: 'remembered-id:', etag: 'remembered-etag:', token: 'remembered-token:' } as const;

export type HostileRequest = {
  readonly path: string;
  /** A partial message. */
  readonly message: unknown;
  readonly mutation: Mutation;
};

/** What becomes of a request's bytes; positions are fractions of their length. */
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

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    'a\u0000b',
    '\u007f',
    '\u009f',
    'a\ufffdb',
    'a\ud800b',
    '\udfff',
    '__proto__',
    'constructor',
    'toString',
    "'; DROP TABLE memories; --",
    '%_*?[]{}()\\/"\'',
    '../../etc/passwd',
    '\u202eabc',
    '👩‍👩‍👧‍👦',
    '\u0130\u0131\ufb03',
    'x'.repeat(LIMITS.identifierBytes),
    'á'.repeat(LIMITS.identifierBytes),
    'word '.repeat(3000),
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const sentence = fc
  .array(
    fc.constantFrom(
      'User',
      'enjoys',
      'avoids',
      'skiing',
      'slopes',
      'coffee',
      'Paris',
      'Ana',
      'esquiar',
      'montaña',
      '2024',
      '?',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((words) => words.join(' '));

/** A request has many fields: each is mostly harmless, so that some requests get through to the others. */
const mostly = <T, H>(usual: fc.Arbitrary<T>, hostile: fc.Arbitrary<H>) =>
  fc.oneof<[fc.WeightedArbitrary<T>, fc.WeightedArbitrary<H>]>(
    { weight: 20, arbitrary: usual },
    { weight: 1, arbitrary: hostile },
  );

const text = mostly(sentence, hostileText);
const identifier = (...usual: string[]) => mostly(fc.constantFrom(...usual), hostileText);
const scope = fc.record(
  {
    userId: identifier('ana', 'ben', 'Ana'),
    agentId: identifier('a', 'a', 'A', ''),
    sessionId: identifier('s', 's', 't', ''),
    namespace: identifier('', '', '', 'n'),
    taskId: identifier('', '', 'k'),
  },
  { requiredKeys: ['userId', 'agentId', 'sessionId'] },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308, 5e-324, 2 ** 53, -(2 ** 63), 0.1),
  fc.double(),
);
const int32 = mostly(
  fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1000)),
  fc.oneof(fc.integer({ min: -5, max: 0 }), fc.constantFrom(1001, 10_000, 10_001), fc.integer()),
);

/** Encoders here would lose a key named __proto__; other languages send it. `wireBytes` puts it in. */
const PROTO_KEY = '__pr0to__';
const withProtoKey = (value: unknown): object => ({ plain: 1, [PROTO_KEY]: value });
const nested = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()).map(([levels, list]) => {
  let value: unknown = list ? [] : {};
  for (let level = 1; level < levels; level += 1) value = list ? [value] : { a: value };
  return value;
});
const json: fc.Arbitrary<unknown> = mostly(
  fc.jsonValue(),
  fc.oneof(hostileNumber, hostileText, nested, fc.jsonValue().map(withProtoKey)),
);
const metadata: fc.Arbitrary<object> = mostly(
  fc.oneof(
    fc.record({ category: fc.constantFrom('sports', 'food'), level: fc.integer() }, { requiredKeys: [] }),
    fc.dictionary(fc.string(), json, { maxKeys: 4 }),
  ),
  fc.oneof(
    fc.dictionary(hostileText, json, { maxKeys: 4 }),
    nested.map((value) => ({ value })),
    json.map(withProtoKey),
  ),
);
const time = mostly(
  fc.date({ min: new Date('1960-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  fc.oneof(fc.date({ noInvalidDate: true }), fc.constantFrom(new Date(8.64e15), new Date(-8.64e15))),
);

const known = fc.constantFrom(
  'MEMORY_TYPE_WORKING',
  'MEMORY_TYPE_SHORT_TERM',
  'MEMORY_TYPE_LONG_TERM',
  'MEMORY_TYPE_ENTITY',
);
const type = mostly(known, fc.constantFrom('MEMORY_TYPE_UNSPECIFIED', 'UNRECOGNIZED'));
const types = mostly(fc.uniqueArray(known, { maxLength: 3 }), fc.array(type, { maxLength: 4 }));
const remembered = (kind: keyof typeof REMEMBERED) => fc.nat(50).map((n) => `${REMEMBERED[kind]}${n}`);
const entityName = identifier('Ana', 'ana', ' ÁNA ', 'Acme');
const entityType = identifier('person', 'Person', 'company');
const names = mostly(fc.array(identifier('knows', 'works_at', 'person'), { maxLength: 2 }), fc.array(hostileText));
const stated = { attributes: metadata, validFrom: time, validTo: time, evidence: fc.array(identifier('lt_1')) };
const end = mostly(remembered('id'), hostileText);
const payload = fc.oneof(
  fc.record({
    $case: fc.constant('working'),
    value: fc.record({ key: identifier('city', 'mood', 'plan'), value: mostly(json, fc.constant(undefined)) }),
  }),
  fc.record({
    $case: fc.constant('message'),
    value: fc.record(
      { content: text, role: mostly(fc.constantFrom('ROLE_USER', 'ROLE_TOOL'), fc.constant('UNRECOGNIZED')), time },
      { requiredKeys: ['content'] },
    ),
  }),
  fc.record({
    $case: fc.constant('text'),
    value: fc.record(
      { content: text, speaker: identifier('Ana', ''), eventTime: time, turn: int32 },
      { requiredKeys: ['content'] },
    ),
  }),
  fc.record({
    $case: fc.constant('entity'),
    value: fc.record(
      { name: entityName, type: entityType, aliases: mostly(fc.array(entityName, { maxLength: 2 }), names), ...stated },
      { requiredKeys: ['name', 'type'] },
    ),
  }),
  fc.record({
    $case: fc.constant('relationship'),
    value: fc.record(
      { fromId: end, toId: end, type: identifier('knows', 'works_at'), ...stated },
      { requiredKeys: ['fromId', 'toId', 'type'] },
    ),
  }),
);

const id = fc.oneof(
  { weight: 6, arbitrary: remembered('id') },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`lt_${'0'.repeat(32)}`, `wm_${'f'.repeat(32)}`, `xx_${'0'.repeat(32)}`, 'LT_1'),
  },
);
const entityStart = fc.record(
  {
    start: fc.oneof(
      fc.record({ $case: fc.constant('id'), value: id }),
      fc.record({ $case: fc.constant('named'), value: fc.record({ name: entityName, type: entityType }) }),
    ),
  },
  { requiredKeys: [] },
);
const etag = mostly(fc.oneof(fc.constant(''), remembered('etag')), hostileText);
const requestId = mostly(fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('r1', 'r2')), hostileText);
const filter = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(
    'metadata.category == "sports"',
    'metadata.level > 0 || speaker == "Ana"',
    '!has(metadata.category)',
    'metadata.__proto__ == 1',
    'metadata.a.b.c.d == null',
    'size(metadata.tags) > 2',
    'metadata.tags.exists(t, t == "a")',
    'create_time > timestamp("2020-01-01T00:00:00Z")',
    'timestamp("nonsense") < create_time',
    'metadata.level / 0 == 1',
    '9223372036854775807 + 1 > 0',
    'metadata.category ==',
    'nobody',
    '('.repeat(2000),
    '!'.repeat(2000) + 'true',
    '"\\u0000" == key',
    'role == "ROLE_USER"',
  ),
  hostileText,
);

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
const retrieve = fc.record(
  {
    scope,
    query: text,
    types,
    topK: int32,
    filter,
    minSimilarity: mostly(fc.double({ min: 0, max: 1, noNaN: true }), hostileNumber),
    orderBy: mostly(fc.constantFrom('RETRIEVE_ORDER_GROUPED', 'RETRIEVE_ORDER_SCORE'), fc.constant('UNRECOGNIZED')),
    explain: fc.boolean(),
    now: time,
  },
  { requiredKeys: ['scope', 'query'] },
);

const MESSAGES: Readonly<Record<keyof (typeof MemoryServiceDefinition)['methods'], fc.Arbitrary<object>>> = {
  addMemory: add,
  batchAddMemories: fc.record({ requests: fc.array(add, { maxLength: 6 }) }),
  getMemory: fc.record({ scope, id }),
  listMemories: fc.record(
    {
      scope,
      type,
      pageSize: int32,
      pageToken: mostly(fc.oneof(remembered('token'), fc.constant('')), hostileText),
      filter,
      orderBy: mostly(
        fc.constantFrom('', 'create_time', 'create_time desc'),
        fc.constantFrom('id', 'create_time  desc'),
      ),
      view: mostly(fc.constantFrom('MEMORY_VIEW_BASIC', 'MEMORY_VIEW_FULL'), fc.constant('UNRECOGNIZED')),
    },
    { requiredKeys: ['scope', 'type'] },
  ),
  updateMemory: fc.record(
    {
      memory: fc.record({ id, etag, type: typeOfPayload, scope, payload, metadata }, { requiredKeys: ['id', 'scope'] }),
      updateMask: mostly(
        fc.uniqueArray(
          fc.constantFrom(
            'working.value',
            'message.content',
            'text.content',
            'text.turn',
            'metadata',
            'entity.name',
            'entity.attributes',
            'relationship.valid_from',
          ),
          {
            maxLength: 2,
          },
        ),
        fc.array(fc.oneof(fc.constantFrom('metadata.a', '*', 'id', 'scope.user_id', '__proto__'), hostileText), {
          maxLength: 4,
        }),
      ),
      requestId,
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
      direction: mostly(
        fc.constantFrom('TRAVERSE_DIRECTION_OUT', 'TRAVERSE_DIRECTION_IN', 'TRAVERSE_DIRECTION_BOTH'),
        fc.constantFrom('TRAVERSE_DIRECTION_UNSPECIFIED', 'UNRECOGNIZED'),
      ),
      maxHops: mostly(fc.integer({ min: 0, max: 5 }), fc.integer()),
      relationshipTypes: names,
      entityTypes: names,
      limit: int32,
      asOf: time,
      knownAt: time,
    },
    { requiredKeys: ['scope', 'starts'] },
  ),
  endTask: fc.record({ scope }),
};

const CONTEXT_MESSAGES = contextMessages({ mostly, scope, text, hostileText, identifier, requestId, time, int32 });

const WEIGHTS: Partial<Record<string, number>> = {
  addMemory: 5,
  retrieveMemories: 2,
  updateMemory: 2,
  appendTurns: 3,
  assembleContext: 2,
};

/** How to write and read each call. */
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

/** One request of any call. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  ...Object.entries(MemoryServiceDefinition.methods).map(([key, { name }]) => ({
    weight: WEIGHTS[key] ?? 1,
    arbitrary: fc.record({
      path: fc.constant(`${MemoryServiceDefinition.fullName}/${name}`),
      message: MESSAGES[key as keyof typeof MESSAGES],
      mutation,
    }),
  })),
  ...Object.entries(ContextServiceDefinition.methods).map(([key, { name }]) => ({
    weight: WEIGHTS[key] ?? 1,
    arbitrary: fc.record({
      path: fc.constant(`${ContextServiceDefinition.fullName}/${name}`),
      message: CONTEXT_MESSAGES[key as keyof typeof CONTEXT_MESSAGES],
      mutation,
    }),
  })),
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constant(`${AdminServiceDefinition.fullName}/GetLatencyReport`),
      // Rows that there are hold latencies; these are none.
      message: fc.record({ types, operations: fc.constant(['nothing_of_the_kind']) }),
      mutation: fc.constant<Mutation>({ kind: 'none' }),
    }),
  },
);
