/** Requests about all of a user's data. Existing users have different ids and times on each server, so these are about others. */
import fc from 'fast-check';
import { hostileText, mostly, text } from './hostile-fields.ts';

const nobody = mostly(fc.constantFrom('nobody', 'no one'), fc.oneof(fc.constant(''), hostileText));
const types = mostly(
  fc.constantFrom([], ['MEMORY_TYPE_LONG_TERM'], ['MEMORY_TYPE_WORKING', 'MEMORY_TYPE_ENTITY']),
  fc.constantFrom(['UNRECOGNIZED'], ['MEMORY_TYPE_UNSPECIFIED']),
);
const memory = {
  line: 'memory',
  id: `lt_${'0'.repeat(32)}`,
  agentId: '',
  sessionId: '',
  namespace: '',
  taskId: '',
  createTimeMs: 1,
  updateTimeMs: 1,
  version: 1,
  payload: { type: 'LONG_TERM', content: 'x', speaker: '' },
};
/** Each of these has one invalid field: no import of them changes anything. */
const fault = fc.oneof(
  fc
    .constantFrom('id', 'agentId', 'createTimeMs', 'version', 'payload', 'metadata', 'importance', 'vector')
    .chain((field) =>
      fc
        .constantFrom<unknown>(-0.5, 'lt_', { type: 'LONG_TERM' }, [], '\u0000', Number.MAX_VALUE)
        .map((value) => ({ ...memory, [field]: value })),
    ),
  fc.constantFrom<unknown>(null, [], 7, {}, { line: 'fact' }, { line: '__proto__' }, { line: 'turn', turn: 'x' }),
);
const lines = mostly(
  fc.array(fault, { minLength: 1, maxLength: 4 }).map((all) => all.map((one) => JSON.stringify(one)).join('\n')),
  fc.oneof(text, hostileText, fc.constantFrom('', '\n\n', '{"line":"manifest"}\n', '{"line":"memory"')),
);

export const USER_DATA_MESSAGES = {
  exportUserData: fc.record({ userId: nobody, types }),
  importUserData: fc.record({ userId: nobody, lines: lines.map((all) => Buffer.from(all)) }),
  deleteUserData: fc.record({ userId: nobody, types, reason: mostly(fc.constant('a request'), hostileText) }),
};
