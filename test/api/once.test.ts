/** Tests that a request id has one effect, however many send it at once, and that an altered page token has none. */
import { expect } from 'chai';
import fc from 'fast-check';
import { all, describeDoors, errorOf } from './doors.ts';
import { scaled } from '../scale.ts';

const AT_ONCE = 20;
const times = <T>(send: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(n)));

const PAYLOADS = {
  working: { $case: 'working', value: { key: 'k', value: 1 } },
  message: { $case: 'message', value: { content: 'Hi' } },
  text: { $case: 'text', value: { content: 'likes tea' } },
  trait: { $case: 'trait', value: { key: 'tone', value: 'warm' } },
  episode: { $case: 'episode', value: { task: 'Book a table' } },
  entity: { $case: 'entity', value: { name: 'Ana', type: 'person' } },
  document: { $case: 'document', value: { collection: 'c', data: { n: 1 } } },
} as const;

describeDoors('A request id', (door) => {
  const newScope = () => ({ userId: door().newUser(), agentId: 'a', sessionId: 's' });

  for (const [name, payload] of Object.entries(PAYLOADS)) {
    it(`applies the add, update and deletion of a ${name} once`, async () => {
      const { memory: calls } = door().recorda;
      const scope = newScope();
      const added = await times(() => calls.addMemory({ memory: { scope, payload }, requestId: 'add' }));
      for (const answer of added) {
        expect({ ...answer, latencyMs: 0 }).to.deep.equal({ ...added[0], latencyMs: 0 });
        expect(answer.operation).to.equal('ADD_OPERATION_ADD');
      }
      const { id, type } = added[0]!.memory!;
      const page = await calls.listMemories({ scope, type });
      expect(page.memories.map((memory) => memory.id)).to.deep.equal([id]);
      const update = { memory: { id, scope, metadata: { n: 1 } }, updateMask: ['metadata'], requestId: 'update' };
      const updated = await times(() => calls.updateMemory(update));
      for (const answer of updated) expect(answer.memory).to.deep.equal(updated[0]!.memory);
      expect(updated[0]!.memory?.etag).to.equal('2');
      const deleted = await times(() => calls.deleteMemory({ scope, id, requestId: 'delete' }));
      expect(deleted).to.have.length(AT_ONCE);
      expect((await calls.listMemories({ scope, type })).memories).to.deep.equal([]);
      const other = await errorOf(calls.deleteMemory({ scope, id, etag: '9', requestId: 'delete' }));
      expect(other.reason).to.equal('REQUEST_ID_REUSED');
    });
  }

  for (const [name, payload] of Object.entries(PAYLOADS)) {
    it(`repeats the first answer to an add and an update of a ${name}, even after its deletion`, async () => {
      const { memory: calls } = door().recorda;
      const scope = newScope();
      const addition = { memory: { scope, payload }, requestId: 'add' };
      const added = await calls.addMemory(addition);
      const { id } = added.memory!;
      const change = { memory: { id, scope, metadata: { n: 1 } }, updateMask: ['metadata'], requestId: 'update' };
      const changed = await calls.updateMemory(change);
      const step = { scope, id, step: { action: 'Call', outputDigest: 'Busy' }, requestId: 'step' };
      const stepped = name === 'episode' ? await calls.appendEpisodeStep(step) : undefined;
      await calls.deleteMemory({ scope, id });
      expect((await calls.addMemory(addition)).memory).to.deep.equal(added.memory);
      expect((await calls.updateMemory(change)).memory).to.deep.equal(changed.memory);
      if (stepped === undefined) return;
      const again = await calls.appendEpisodeStep(step);
      expect({ ...again, latencyMs: 0 }).to.deep.equal({ ...stepped, latencyMs: 0 });
    });
  }

  it('accepts one of several concurrent requests with different bodies, and refuses the others', async () => {
    const agent = door().recorda.agent(newScope());
    const results = await times((n) =>
      agent.add(`text ${n}`, { requestId: 'same' }).then(
        () => 'added',
        (error: { reason: string }) => error.reason,
      ),
    );
    expect(results.filter((result) => result === 'added')).to.have.length(1);
    expect(results.filter((result) => result === 'REQUEST_ID_REUSED')).to.have.length(AT_ONCE - 1);
    expect(await all(agent.list({}))).to.have.length(1);
  });
});

/**
 * The number of altered tokens that are sent for each of two orders: few in every run, 10,000 over two transports in `npm run
 * torture`.
 */
const MUTATIONS = { '': 150, ' @torture': scaled(10, 2500) };

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  by: fc.oneof(
    fc.record({ kind: fc.constant('put' as const), text: fc.string({ minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('replace' as const), text: fc.string({ minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('cut' as const), text: fc.constant('') }),
    fc.record({ kind: fc.constant('end' as const), text: fc.constantFrom('=', '==', '\n', ' ', 'A') }),
  ),
});

const ORDERS = ['create_time desc', 'data.price desc, data.name'];

describeDoors('A page token', (door) => {
  for (const [orderBy, [tier, mutations]] of ORDERS.flatMap((order) =>
    Object.entries(MUTATIONS).map((runs) => [order, runs] as const),
  )) {
    it(`works unaltered, and is refused when altered, ordered by ${orderBy}${tier}`, async () => {
      const { memory } = door().recorda;
      const scope = { userId: door().newUser() };
      for (let n = 0; n < 9; n += 1) {
        const data = { price: n % 3, name: 'ñ"\\😀'.repeat(n) };
        await memory.addMemory({ memory: { scope, payload: { $case: 'document', value: { collection: 'c', data } } } });
      }
      const request = { scope, type: 'MEMORY_TYPE_STRUCTURED' as const, orderBy, collection: 'c' };
      const whole = (await memory.listMemories(request)).memories.map(({ id }) => id);
      const ids: string[] = [];
      const tokens: string[] = [];
      for (let pageToken = ''; ids.length === 0 || pageToken !== '';) {
        const page = await memory.listMemories({ ...request, pageSize: 2, pageToken });
        ids.push(...page.memories.map(({ id }) => id));
        pageToken = page.nextPageToken;
        if (pageToken !== '') tokens.push(pageToken);
      }
      expect(ids).to.deep.equal(whole);
      expect(tokens).to.have.length(4);

      const property = fc.asyncProperty(fc.constantFrom(...tokens), mutation, async (token, { at, by }) => {
        const index = Math.floor(at * token.length);
        const pageToken = {
          put: () => token.slice(0, index) + by.text + token.slice(index),
          replace: () => token.slice(0, index) + by.text + token.slice(index + by.text.length),
          cut: () => token.slice(0, index),
          end: () => token + by.text,
        }[by.kind]();
        fc.pre(pageToken !== '' && !tokens.includes(pageToken));
        const error = await errorOf(memory.listMemories({ ...request, pageSize: 2, pageToken }));
        expect(error.code).to.equal('INVALID_ARGUMENT');
        expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['page_token']);
      });
      await fc.assert(property, { numRuns: mutations });
      for (const changed of [{ orderBy: '' }, { collection: '' }, { filter: 'true' }, { scope: { userId: 'other' } }]) {
        const error = await errorOf(memory.listMemories({ ...request, ...changed, pageToken: tokens[0]! }));
        expect(error.reason).to.equal('PAGE_TOKEN_INVALID');
      }
    });
  }
});
