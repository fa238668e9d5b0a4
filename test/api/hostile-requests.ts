/** Random and hostile requests for every call, as fast-check arbitraries. */
import fc from 'fast-check';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import type { MessageCodec, ServiceDefinition } from '../../client/typed-client.ts';
import { LIMITS } from '../../server/policy/limits.ts';

/** Replaced, for each door, by what its store answered before: ids, etags and page tokens differ between stores. */
export const REMEMBERED = { id: 'remembered-id:', etag: 'remembered-etag:', token: 'remembered-token:' } as const;

export type HostileRequest = {
  readonly path: string;
  /** A partial message. */
  readonly message: unknown;
  readonly mutation: Mutation;
};

/** What becomes of the request's bytes; positions are fractions of their length. */
export type Mutation =
  | { readonly kind: 'none' }
  | { readonly kind: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly at: number };

export function mutated(bytes: Uint8Array, mutation: Mutation): Uint8Array {
  if (mutation.kind === 'none') return bytes;
  const at = Math.floor(mutation.at * (bytes.length + 1));
  if (mutation.kind === 'cut') return bytes.slice(0, at);
  const rest = bytes.slice(mutation.kind === 'set' ? at + mutation.bytes.length : at);
  return Buffer.concat([bytes.slice(0, at), mutation.bytes, rest]);
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Mutation>({ kind: 'none' }) },
  {
    weight: 2,
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
const text = fc.oneof({ weight: 4, arbitrary: sentence }, { weight: 1, arbitrary: hostileText });

const identifier = (...usual: string[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: hostileText });
const scope = fc.record(
  {
    userId: identifier('ana', 'ben', 'Ana'),
    agentId: identifier('', 'a', 'A'),
    sessionId: identifier('', 's', 't'),
    namespace: identifier('', '', '', 'n'),
    taskId: identifier('', '', 'k'),
  },
  { requiredKeys: ['userId', 'agentId', 'sessionId'] },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308, 5e-324, 2 ** 53, -(2 ** 63), 0.1),
  fc.double(),
);
const int32 = fc.oneof(fc.integer({ min: -5, max: 50 }), fc.constantFrom(1000, 1001, 10_000, 10_001), fc.integer());

/** An own key, as JSON.parse would make it. */
const withProtoKey = (value: unknown): object =>
  Object.defineProperty({ plain: 1 }, '__proto__', { value, enumerable: true, configurable: true, writable: true });
const nested = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()).map(([levels, list]) => {
  let value: unknown = list ? [] : {};
  for (let level = 1; level < levels; level += 1) value = list ? [value] : { a: value };
  return value;
});
const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: hostileNumber },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.jsonValue().map(withProtoKey) },
);
const metadata: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ category: fc.constantFrom('sports', 'food'), level: fc.integer() }, { requiredKeys: [] }),
  },
  { weight: 2, arbitrary: fc.dictionary(fc.oneof(fc.string(), hostileText), json, { maxKeys: 4 }) },
  { weight: 1, arbitrary: nested.map((value) => ({ value })) },
  { weight: 1, arbitrary: json.map(withProtoKey) },
);
const time = fc.oneof(
  fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(new Date(0), new Date(-1), new Date(8.64e15), new Date(-8.64e15)),
);

const type = fc.constantFrom(
  'MEMORY_TYPE_UNSPECIFIED',
  'MEMORY_TYPE_WORKING',
  'MEMORY_TYPE_SHORT_TERM',
  'MEMORY_TYPE_LONG_TERM',
  'MEMORY_TYPE_LONG_TERM',
  'UNRECOGNIZED',
);
const payload = fc.oneof(
  fc.record({
    $case: fc.constant('working'),
    value: fc.record({ key: identifier('city', 'mood', 'plan'), value: json }, { requiredKeys: ['key'] }),
  }),
  fc.record({
    $case: fc.constant('message'),
    value: fc.record(
      { content: text, role: fc.constantFrom('ROLE_USER', 'ROLE_TOOL', 'UNRECOGNIZED'), time },
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
);

const remembered = (kind: keyof typeof REMEMBERED) => fc.nat(50).map((n) => `${REMEMBERED[kind]}${n}`);
const id = fc.oneof(
  { weight: 6, arbitrary: remembered('id') },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`lt_${'0'.repeat(32)}`, `wm_${'f'.repeat(32)}`, `xx_${'0'.repeat(32)}`, 'LT_1'),
  },
);
const etag = fc.oneof(fc.constant(''), remembered('etag'), hostileText);
const requestId = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('r1', 'r2'), hostileText);
const filter = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
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

const memory = fc.record(
  { id, etag, type, scope, payload, metadata, createTime: time, sizeBytes: fc.nat(), isCompressed: fc.boolean() },
  { requiredKeys: ['scope', 'payload'] },
);
const add = fc.record(
  {
    memory,
    requestId,
    autoPrune: fc.constantFrom('AUTO_PRUNE_OFF', 'AUTO_PRUNE_TO_FIT', 'AUTO_PRUNE_FRACTION', 'UNRECOGNIZED'),
  },
  { requiredKeys: ['memory'] },
);
const retrieve = fc.record(
  {
    scope,
    query: text,
    types: fc.array(type, { maxLength: 4 }),
    topK: int32,
    filter,
    minSimilarity: fc.oneof(fc.double({ min: 0, max: 1 }), hostileNumber),
    orderBy: fc.constantFrom('RETRIEVE_ORDER_GROUPED', 'RETRIEVE_ORDER_SCORE', 'UNRECOGNIZED'),
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
      pageToken: fc.oneof({ weight: 2, arbitrary: remembered('token') }, fc.constant(''), hostileText),
      filter,
      orderBy: fc.constantFrom('', 'create_time', 'create_time desc', 'id', 'create_time  desc'),
      view: fc.constantFrom('MEMORY_VIEW_BASIC', 'MEMORY_VIEW_FULL', 'UNRECOGNIZED'),
    },
    { requiredKeys: ['scope', 'type'] },
  ),
  updateMemory: fc.record(
    {
      memory: fc.record({ id, etag, type, scope, payload, metadata }, { requiredKeys: ['id', 'scope'] }),
      updateMask: fc.array(
        fc.oneof(
          fc.constantFrom(
            'working.value',
            'message.content',
            'message.role',
            'text.content',
            'text.speaker',
            'text.event_time',
            'text.turn',
            'metadata',
            'metadata.a',
            '*',
            'id',
            'scope.user_id',
            '__proto__',
          ),
          hostileText,
        ),
        { maxLength: 4 },
      ),
      requestId,
    },
    { requiredKeys: ['memory'] },
  ),
  deleteMemory: fc.record({ scope, id, etag, requestId }, { requiredKeys: ['scope', 'id'] }),
  retrieveMemories: retrieve,
  streamRetrieveMemories: fc.record({ retrieve }),
  endTask: fc.record({ scope }),
};

const WEIGHTS: Partial<Record<string, number>> = { addMemory: 5, retrieveMemories: 2, updateMemory: 2 };

/** How to write and read each call. */
export type Codecs = { readonly stream: boolean; readonly request: MessageCodec; readonly response: MessageCodec };

const SERVICES: readonly ServiceDefinition[] = [MemoryServiceDefinition, AdminServiceDefinition];

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
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constant(`${AdminServiceDefinition.fullName}/GetLatencyReport`),
      // Rows that there are hold latencies; these are none.
      message: fc.record({ types: fc.array(type), operations: fc.constant(['nothing_of_the_kind']) }),
      mutation: fc.constant<Mutation>({ kind: 'none' }),
    }),
  },
);
