import { expect } from 'chai';
import type { Recorda } from '../../client/recorda.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { all, describeDoors, errorOf } from './doors.ts';

type Scope = { readonly userId: string; readonly agentId: string; readonly sessionId: string };
/** The fault, the fields that the error names, and the call. */
type Refusal = readonly [
  what: string,
  fields: readonly string[],
  call: (recorda: Recorda, scope: Scope) => Promise<unknown>,
];

const text = (content: string) => ({ $case: 'text' as const, value: { content } });

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}

const LT = `lt_${'0'.repeat(32)}`;

const ADDS: readonly Refusal[] = [
  ['no memory', ['memory'], ({ memory }) => memory.addMemory({})],
  ['no payload', ['memory.payload'], ({ memory }, scope) => memory.addMemory({ memory: { scope } })],
  ['no scope', ['memory.scope'], ({ memory }) => memory.addMemory({ memory: { payload: text('x') } })],
  ['an empty content', ['memory.text.content'], (recorda, scope) => recorda.agent(scope).add('')],
  ['a content of spaces', ['memory.text.content'], (recorda, scope) => recorda.agent(scope).add(' \n\t ')],
  [
    'an empty message',
    ['memory.message.content'],
    (recorda, scope) => recorda.agent(scope).add('', { type: 'short_term' }),
  ],
  [
    'a text over 1 MiB',
    ['memory.text.content'],
    (recorda, scope) => recorda.agent(scope).add('x'.repeat(1024 * 1024 + 1)),
  ],
  [
    'a message over 1 MiB in bytes, not in characters',
    ['memory.message.content'],
    (recorda, scope) => recorda.agent(scope).add('á'.repeat(600_000), { type: 'short_term' }),
  ],
  [
    'an unknown type',
    ['memory.type'],
    (recorda, scope) => recorda.agent(scope).add('x', { type: 'episodic' as 'long_term' }),
  ],
  [
    'a type that is not the payload’s',
    ['memory.type'],
    ({ memory }, scope) => memory.addMemory({ memory: { scope, type: 'MEMORY_TYPE_WORKING', payload: text('x') } }),
  ],
  ['no user', ['memory.scope.user_id'], (recorda) => recorda.agent({ userId: '' }).add('x')],
  [
    'a user with a control character',
    ['memory.scope.user_id'],
    (recorda) => recorda.agent({ userId: 'a\u0000b' }).add('x'),
  ],
  ['a user with a line break', ['memory.scope.user_id'], (recorda) => recorda.agent({ userId: 'ana\n' }).add('x')],
  ['a user with U+FFFD', ['memory.scope.user_id'], (recorda) => recorda.agent({ userId: 'a\ufffd' }).add('x')],
  [
    'a user with half a surrogate pair',
    ['memory.scope.user_id'],
    (recorda) => recorda.agent({ userId: 'a\ud800' }).add('x'),
  ],
  ['a user of 257 bytes', ['memory.scope.user_id'], (recorda) => recorda.agent({ userId: 'x'.repeat(257) }).add('x')],
  [
    'two faults at once',
    ['memory.scope.agent_id', 'memory.text.content'],
    (recorda, scope) => recorda.agent({ ...scope, agentId: '\u007f' }).add(''),
  ],
  [
    'working memory without an agent',
    ['memory.scope.agent_id'],
    (recorda, { userId }) => recorda.agent({ userId }).set('a', 1),
  ],
  [
    'a message without a session',
    ['memory.scope.session_id'],
    (recorda, { userId }) => recorda.agent({ userId }).add('x', { type: 'short_term' }),
  ],
  ['a working entry without a key', ['memory.working.key'], (recorda, scope) => recorda.agent(scope).set('', 1)],
  [
    'a working entry without a value',
    ['memory.working.value'],
    ({ memory }, scope) => memory.addMemory({ memory: { scope, payload: { $case: 'working', value: { key: 'a' } } } }),
  ],
  [
    'a working value over 10 KB',
    ['memory.working.value'],
    (recorda, scope) => recorda.agent(scope).set('a', 'x'.repeat(QUOTAS.WORKING.bytes)),
  ],
  [
    'a working value that is not finite',
    ['memory.working.value'],
    (recorda, scope) => recorda.agent(scope).set('a', [Number.NaN]),
  ],
  [
    'metadata 17 levels deep',
    ['memory.metadata'],
    ({ memory }, scope) => memory.addMemory({ memory: { scope, payload: text('x'), metadata: nested(17) } }),
  ],
  [
    'metadata 40 levels deep',
    ['memory.metadata'],
    ({ memory }, scope) => memory.addMemory({ memory: { scope, payload: text('x'), metadata: nested(40) } }),
  ],
  [
    'metadata 1,000 levels deep',
    ['memory.metadata'],
    ({ memory }, scope) => memory.addMemory({ memory: { scope, payload: text('x'), metadata: nested(1000) } }),
  ],
  [
    'metadata over 64 KB',
    ['memory.metadata'],
    (recorda, scope) => recorda.agent(scope).add('x', { metadata: { a: 'x'.repeat(64 * 1024) } }),
  ],
  [
    'metadata with a number that JSON has not',
    ['memory.metadata'],
    (recorda, scope) => recorda.agent(scope).add('x', { metadata: { a: Infinity } }),
  ],
  [
    'an event time out of range',
    ['memory.text.event_time'],
    (recorda, scope) => recorda.agent(scope).add('x', { eventTime: new Date(8.64e15) }),
  ],
  [
    'a speaker of 257 bytes',
    ['memory.text.speaker'],
    (recorda, scope) => recorda.agent(scope).add('x', { speaker: 'x'.repeat(257) }),
  ],
  [
    'an unknown role',
    ['memory.message.role'],
    (recorda, scope) => recorda.agent(scope).add('x', { type: 'short_term', role: 'robot' as 'user' }),
  ],
  [
    'a request id of 129 bytes',
    ['request_id'],
    (recorda, scope) => recorda.agent(scope).add('x', { requestId: 'x'.repeat(129) }),
  ],
  [
    'auto-prune of working memory',
    ['auto_prune'],
    ({ memory }, scope) =>
      memory.addMemory({
        memory: { scope, payload: { $case: 'working', value: { key: 'a', value: 1 } } },
        autoPrune: 'AUTO_PRUNE_TO_FIT',
      }),
  ],
  [
    'an unknown auto-prune',
    ['auto_prune'],
    (recorda, scope) => recorda.agent(scope).add('x', { autoPrune: 'all' as 'off' }),
  ],
  ['an empty batch', ['requests'], ({ memory }) => memory.batchAddMemories({})],
  [
    'a batch of 1,001',
    ['requests'],
    ({ memory }, scope) =>
      memory.batchAddMemories({
        requests: Array.from({ length: 1001 }, () => ({ memory: { scope, payload: text('x') } })),
      }),
  ],
];

const READS: readonly Refusal[] = [
  ['top_k 0', ['top_k'], (recorda, scope) => recorda.agent(scope).retrieve('x', { topK: 0 })],
  ['top_k 10,001', ['top_k'], (recorda, scope) => recorda.agent(scope).retrieve('x', { topK: 10_001 })],
  ['top_k -1', ['top_k'], (recorda, scope) => recorda.agent(scope).retrieve('x', { topK: -1 })],
  ['top_k_total 0', ['top_k_total'], (recorda, scope) => recorda.agent(scope).retrieve('x', { topKTotal: 0 })],
  [
    'top_k_total 10,001',
    ['top_k_total'],
    (recorda, scope) => recorda.agent(scope).retrieve('x', { topKTotal: 10_001 }),
  ],
  ['an empty query', ['query'], (recorda, scope) => recorda.agent(scope).retrieve('')],
  ['a query over 8 KB', ['query'], (recorda, scope) => recorda.agent(scope).retrieve('x '.repeat(4097))],
  [
    'an unknown type',
    ['types[1]'],
    (recorda, scope) => recorda.agent(scope).retrieve('x', { types: ['working', 'x' as 'working'] }),
  ],
  [
    'a type twice',
    ['types'],
    (recorda, scope) => recorda.agent(scope).retrieve('x', { types: ['working', 'working'] }),
  ],
  [
    'a similarity over 1',
    ['min_similarity'],
    (recorda, scope) => recorda.agent(scope).retrieve('x', { minSimilarity: 1.01 }),
  ],
  [
    'a similarity that is no number',
    ['min_similarity'],
    (recorda, scope) => recorda.agent(scope).retrieve('x', { minSimilarity: Number.NaN }),
  ],
  [
    'working memory without an agent',
    ['scope.agent_id'],
    (recorda, { userId }) => recorda.agent({ userId }).retrieve('x', { types: ['working'] }),
  ],
  [
    'an order by score on a stream',
    ['retrieve.order_by'],
    ({ memory }, scope) =>
      all(memory.streamRetrieveMemories({ retrieve: { scope, query: 'x', orderBy: 'RETRIEVE_ORDER_SCORE' } })),
  ],
  [
    'top_k_total on a stream',
    ['retrieve.top_k_total'],
    ({ memory }, scope) => all(memory.streamRetrieveMemories({ retrieve: { scope, query: 'x', topKTotal: 3 } })),
  ],
  ['no request on a stream', ['retrieve'], ({ memory }) => all(memory.streamRetrieveMemories({}))],
  ['top_k 0 on a stream', ['retrieve.top_k'], (recorda, scope) => all(recorda.agent(scope).stream('x', { topK: 0 }))],
  ['a page of 1,001', ['page_size'], (recorda, scope) => all(recorda.agent(scope).list({ pageSize: 1001 }))],
  ['a page of -1', ['page_size'], (recorda, scope) => all(recorda.agent(scope).list({ pageSize: -1 }))],
  ['no type to list', ['type'], ({ memory }, scope) => memory.listMemories({ scope })],
  [
    'an unknown order',
    ['order_by'],
    ({ memory }, scope) => memory.listMemories({ scope, type: 'MEMORY_TYPE_LONG_TERM', orderBy: 'id' }),
  ],
  ['no id', ['id'], (recorda, scope) => recorda.agent(scope).get('')],
  [
    'an unknown path in the mask',
    ['update_mask'],
    ({ memory }, scope) => memory.updateMemory({ memory: { id: LT, scope }, updateMask: ['create_time'] }),
  ],
  ['a task without an agent', ['scope.agent_id'], (recorda, { userId }) => recorda.agent({ userId }).endTask()],
];

const FILTERS: readonly string[] = [
  'metadata.category ==',
  'size_bytes',
  '"sports"',
  'nobody == 1',
  'metadata.a.matches("(a+)+$")',
  '('.repeat(3000),
  'true || '.repeat(500) + 'true',
];

describeDoors('Refusing', (door) => {
  const newScope = (): Scope => ({ userId: door().newUser(), agentId: 'travel', sessionId: 'monday' });

  for (const [what, fields, call] of ADDS) {
    it(`an add with ${what} names ${fields.join(' and ')}; nothing is stored`, async () => {
      const { recorda } = door();
      const scope = newScope();
      const error = await errorOf(call(recorda, scope));
      expect(error).to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.map(({ field }) => field).toSorted()).to.deep.equal(fields.toSorted());
      for (const field of fields) expect(error.message).to.include(field);
      const ana = recorda.agent(scope);
      for (const type of ['working', 'short_term', 'long_term'] as const) {
        expect(await all(ana.list({ type })), type).to.deep.equal([]);
      }
      expect((await ana.add('x')).remaining.count).to.equal(QUOTAS.LONG_TERM.count - 1);
    });
  }

  for (const [what, fields, call] of READS) {
    it(`a call with ${what} names ${fields.join(' and ')}`, async () => {
      const error = await errorOf(call(door().recorda, newScope()));
      expect(error).to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT' });
      expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(fields);
    });
  }

  for (const filter of FILTERS) {
    it(`the filter ${filter.slice(0, 40)} is a typed error in every call with a filter`, async () => {
      const ana = door().recorda.agent(newScope());
      await ana.add('x');
      const errors = [
        await errorOf(ana.retrieve('x', { filter })),
        await errorOf(all(ana.stream('x', { filter }))),
        await errorOf(all(ana.list({ filter }))),
      ];
      for (const error of errors) {
        expect(error.code).to.equal('INVALID_ARGUMENT');
        expect(error.reason).to.be.oneOf(['FILTER_INVALID', 'FIELD_INVALID']);
        expect(error.detail.fields?.[0]?.field).to.be.oneOf(['filter', 'retrieve.filter']);
      }
    });
  }

  it('malformed protobuf bytes are REQUEST_MALFORMED on every call', async () => {
    const { transport } = door();
    const torn = [Buffer.from([0x0a, 0xff]), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from([0x07])];
    for (const { name, responseStream } of Object.values(MemoryServiceDefinition.methods)) {
      const path = `${MemoryServiceDefinition.fullName}/${name}`;
      for (const bytes of torn) {
        const call = { signal: new AbortController().signal, deadlineMs: Date.now() + 5000, headers: {} };
        const error = await errorOf(
          responseStream ? all(transport.stream(path, bytes, call)) : transport.unary(path, bytes, call),
        );
        expect(error, name).to.include({ reason: 'REQUEST_MALFORMED', code: 'INVALID_ARGUMENT' });
      }
    }
  });

  it('a call that does not exist is METHOD_UNKNOWN', async () => {
    const { transport } = door();
    const call = { signal: new AbortController().signal, deadlineMs: Date.now() + 5000, headers: {} };
    for (const path of ['recorda.v1.MemoryService/DropEverything', 'recorda.v1.Nothing/AddMemory']) {
      const error = await errorOf(transport.unary(path, new Uint8Array(), call));
      expect(error).to.include({ reason: 'METHOD_UNKNOWN', code: 'UNIMPLEMENTED' });
    }
  });

  it('a request over 16 MiB is REQUEST_TOO_LARGE', async () => {
    const { transport } = door();
    const call = { signal: new AbortController().signal, deadlineMs: Date.now() + 5000, headers: {} };
    const bytes = new Uint8Array(16 * 1024 * 1024 + 1);
    const error = await errorOf(transport.unary('recorda.v1.MemoryService/AddMemory', bytes, call));
    expect(error).to.include({ reason: 'REQUEST_TOO_LARGE', code: 'RESOURCE_EXHAUSTED' });
  });
});
