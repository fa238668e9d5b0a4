/** Random and hostile payloads of every type. */
import fc from 'fast-check';
import {
  hostileNumber,
  hostileText,
  id,
  identifier,
  int32,
  json,
  metadata,
  mostly,
  remembered,
  text,
  time,
} from './hostile-fields.ts';

const outcome = mostly(
  fc.constantFrom('EPISODE_OUTCOME_UNSPECIFIED', 'EPISODE_OUTCOME_FAILURE', 'EPISODE_OUTCOME_SUCCESS'),
  fc.constant('UNRECOGNIZED'),
);
const duration = mostly(
  fc.record({ seconds: fc.nat(100), nanos: fc.nat(999_999_999) }),
  fc.record({ seconds: fc.integer({ min: -5, max: 5 }), nanos: fc.integer({ min: -5, max: 2e9 }) }),
);

export const step = fc.record(
  {
    action: text,
    tool: identifier('web.search', ''),
    inputDigest: text,
    status: mostly(fc.constantFrom('STEP_STATUS_OK', 'STEP_STATUS_ERROR'), fc.constant('UNRECOGNIZED')),
    error: text,
    duration,
    time,
  },
  { requiredKeys: ['action'] },
);

export const collection = identifier('shop', 'shop', 'notes');
export const data = mostly(
  fc.record({ price: fc.oneof(fc.integer(), hostileNumber), name: text, list: json }, { requiredKeys: [] }),
  metadata,
);

const entityName = identifier('Ana', 'ana', ' ÁNA ', 'Acme');
const entityType = identifier('person', 'Person', 'company');
export const names = mostly(
  fc.array(identifier('knows', 'works_at', 'person'), { maxLength: 2 }),
  fc.array(hostileText),
);
const stated = { attributes: metadata, validFrom: time, validTo: time, evidence: fc.array(identifier('lt_1')) };
const end = mostly(remembered('id'), hostileText);

export const entityStart = fc.record(
  {
    start: fc.oneof(
      fc.record({ $case: fc.constant('id'), value: id }),
      fc.record({ $case: fc.constant('named'), value: fc.record({ name: entityName, type: entityType }) }),
    ),
  },
  { requiredKeys: [] },
);

export const payload = fc.oneof(
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
    $case: fc.constant('trait'),
    value: fc.record({ key: identifier('tone', 'language'), value: mostly(json, fc.constant(undefined)) }),
  }),
  fc.record({
    $case: fc.constant('episode'),
    value: fc.record(
      {
        task: text,
        steps: mostly(fc.array(step, { maxLength: 3 }), fc.array(step, { minLength: 51, maxLength: 51 })),
        outcome,
        outcomeNote: text,
        startTime: time,
        endTime: time,
      },
      { requiredKeys: ['task'] },
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
  fc.record({
    $case: fc.constant('document'),
    value: fc.record({ collection, key: identifier('', 'a', 'b'), data: mostly(data, fc.constant(undefined)) }),
  }),
);

/** The schema that a collection may be given. */
export const schema = mostly(
  fc.constantFrom(
    undefined,
    { type: 'object', properties: { price: { type: 'number' }, name: { pattern: '^[a-zA-Z ]*$' } } },
    { required: ['price'], additionalProperties: false },
    { properties: { list: { $ref: '#' } } },
  ),
  fc.oneof(
    metadata,
    fc.constantFrom<object>(
      { $ref: 'https://example.com/schema' },
      { type: 'nothing' },
      { properties: { name: { pattern: '(a+)+$' } } },
      { properties: { name: { pattern: '(?=a)' } } },
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
    ),
  ),
);
