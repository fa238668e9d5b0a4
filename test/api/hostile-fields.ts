/** Random and hostile values of fields that many requests have, as fast-check arbitraries. */
import fc from 'fast-check';
import { LIMITS } from '../../server/policy/limits.ts';
import { anyText } from '../any-text.ts';

/**
 * Each is replaced, for each transport, by what its store answered before: ids, etags and page tokens differ
 * between stores.
 */
export const REMEMBERED = { id: 'remembered-id:', etag: 'remembered-etag:', token: 'remembered-token:' } as const;

export const hostileText = fc.oneof(
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
  anyText(30),
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

/**
 * A request has many fields, so each is mostly harmless: otherwise no request would reach the checks of the others.
 */
export const mostly = <T, H>(usual: fc.Arbitrary<T>, hostile: fc.Arbitrary<H>) =>
  fc.oneof<[fc.WeightedArbitrary<T>, fc.WeightedArbitrary<H>]>(
    { weight: 20, arbitrary: usual },
    { weight: 1, arbitrary: hostile },
  );

export const text = mostly(sentence, hostileText);
export const identifier = (...usual: string[]) => mostly(fc.constantFrom(...usual), hostileText);
export const scope = fc.record(
  {
    userId: identifier('ana', 'ben', 'Ana'),
    agentId: identifier('a', 'a', 'A', ''),
    sessionId: identifier('s', 's', 't', ''),
    namespace: identifier('', '', '', 'n'),
    taskId: identifier('', '', 'k'),
  },
  { requiredKeys: ['userId', 'agentId', 'sessionId'] },
);

export const hostileNumber = fc.oneof(
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308, 5e-324, 2 ** 53, -(2 ** 63), 0.1),
  fc.double(),
);
export const int32 = mostly(
  fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1000)),
  fc.oneof(fc.integer({ min: -5, max: 0 }), fc.constantFrom(1001, 10_000, 10_001), fc.integer()),
);

/** The encoders here would lose a key named __proto__, which other languages can send. `wireBytes` inserts it. */
export const PROTO_KEY = '__pr0to__';
const withProtoKey = (value: unknown): object => ({ plain: 1, [PROTO_KEY]: value });
const nested = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()).map(([levels, list]) => {
  let value: unknown = list ? [] : {};
  for (let level = 1; level < levels; level += 1) value = list ? [value] : { a: value };
  return value;
});
export const json: fc.Arbitrary<unknown> = mostly(
  fc.jsonValue(),
  fc.oneof(hostileNumber, hostileText, nested, fc.jsonValue().map(withProtoKey)),
);
export const metadata: fc.Arbitrary<object> = mostly(
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
export const time = mostly(
  fc.date({ min: new Date('1960-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  fc.oneof(fc.date({ noInvalidDate: true }), fc.constantFrom(new Date(8.64e15), new Date(-8.64e15))),
);

export const remembered = (kind: keyof typeof REMEMBERED) => fc.nat(50).map((n) => `${REMEMBERED[kind]}${n}`);
export const id = fc.oneof(
  { weight: 6, arbitrary: remembered('id') },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`lt_${'0'.repeat(32)}`, `wm_${'f'.repeat(32)}`, `xx_${'0'.repeat(32)}`, 'LT_1'),
  },
);
export const etag = mostly(fc.oneof(fc.constant(''), remembered('etag')), hostileText);
export const requestId = mostly(
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom('r1', 'r2')),
  hostileText,
);
export const filter = fc.oneof(
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
    'data.price > 10 && key != ""',
    'outcome == "failure"',
    'data.list.exists(e, e == 1)',
  ),
  hostileText,
);
