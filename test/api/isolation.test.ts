import { expect } from 'chai';
import type { AgentScope, MemoryType } from '../../client/agent-types.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { all, describeDoors, errorOf } from './doors.ts';

/** Pairs that a store would confuse if it folded case, normalised, trimmed or interpreted patterns. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['ana', 'Ana'],
  ['ana', 'ana '],
  ['ana', ' ana'],
  ['josé', 'jose\u0301'],
  ['straße', 'strasse'],
  ['Kelvin', '\u212Aelvin'],
  ['a%', 'ab'],
  ['a_', 'ab'],
  ['a*', 'ab'],
  ['ana', 'ana:1'],
  ['1', '01'],
  ['a/b', 'a\\b'],
  ["o'hara", "o''hara"],
  ['😀', '😁'],
  ['__proto__', 'constructor'],
  ['ana\u200b', 'ana'],
];

/** The identifiers by which calls distinguish the memories of a type. */
const LOOKED_AT: Readonly<Record<MemoryType, readonly (keyof AgentScope)[]>> = {
  working: ['userId', 'namespace', 'agentId', 'taskId'],
  short_term: ['userId', 'namespace', 'sessionId'],
  persona: ['userId', 'namespace', 'agentId'],
  structured: ['userId', 'namespace'],
  long_term: ['userId', 'namespace'],
  episodic: ['userId', 'namespace', 'agentId'],
  entity: ['userId', 'namespace'],
};

describeDoors('Isolation', (door) => {
  for (const [one, other] of LOOKALIKES) {
    it(`distinguishes ${JSON.stringify(one)} from ${JSON.stringify(other)} in every identifier`, async () => {
      const { recorda } = door();
      const prefix = door().newUser();
      const scope = { userId: prefix, agentId: 'agent', sessionId: 'session', taskId: 'task', namespace: 'space' };
      for (const field of ['userId', 'agentId', 'sessionId', 'namespace', 'taskId'] as const) {
        const mine = recorda.agent({ ...scope, [field]: prefix + one + field });
        const theirs = recorda.agent({ ...scope, [field]: prefix + other + field });
        const added = [await mine.set('key', 'skiing'), await mine.add('skiing', { type: 'short_term' })];
        for (const { memory } of [...added, await mine.add('skiing')]) {
          expect(memory.scope[field]).to.equal(prefix + one + field);
          const { type } = memory;
          if (!LOOKED_AT[type].includes(field)) continue;
          expect(await all(theirs.list({ type })), `${type} ${field}`).to.deep.equal([]);
          expect(await theirs.retrieve('skiing', { types: [type] }), `${type} ${field}`).to.have.length(0);
          expect((await errorOf(theirs.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
          expect(await all(mine.list({ type })), `${type} ${field}`).to.have.length(1);
          expect(await mine.retrieve('skiing', { types: [type] }), `${type} ${field}`).to.have.length(1);
        }
      }
      await recorda.agent(scope).set(one, 1);
      expect((await recorda.agent(scope).set(other, 2)).operation).to.equal('ADD');
    });
  }

  it('never returns another user’s memory by id', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser(), agentId: 'a', sessionId: 's' });
    const ben = recorda.agent({ userId: newUser(), agentId: 'a', sessionId: 's' });
    for (const { memory } of [
      await ana.add('x'),
      await ana.set('k', 'x'),
      await ana.add('x', { type: 'short_term' }),
    ]) {
      for (const call of [
        () => ben.get(memory.id),
        () => ben.update(memory, { metadata: { mine: true } }),
        () => ben.delete(memory.id),
        () => ana.with({ namespace: 'other' }).get(memory.id),
      ]) {
        const error = await errorOf(call());
        expect(error.reason).to.equal('MEMORY_NOT_FOUND');
      }
      const missing = await errorOf(ben.get(`${memory.id.slice(0, 3)}${'0'.repeat(32)}`));
      const foreign = await errorOf(ben.get(memory.id));
      expect(foreign.message.replace(memory.id, '')).to.equal(missing.message.replace(/\w{2}_0{32}/, ''));
      expect(await ana.get(memory.id)).to.deep.equal(memory);
    }
  });

  it('ranks by the words of this user alone', async () => {
    const { recorda, newUser } = door();
    const search = async (): Promise<number[]> => {
      const ana = recorda.agent({ userId: newUser() });
      await ana.add('User enjoys skiing in Baqueira');
      await ana.add('User likes coffee in the morning');
      return (await ana.retrieve('skiing in the morning')).map(({ score }) => score);
    };
    const alone = await search();
    const crowd = recorda.agent({ userId: newUser() });
    for (let n = 0; n < 50; n += 1) await crowd.add(`skiing in the morning, day ${n}`);
    expect(await search()).to.deep.equal(alone);
  });
});

describeDoors('Expiry', (door) => {
  it('deletes a session’s messages an hour after the last one', async () => {
    const { recorda, newUser, advance } = door();
    const ana = recorda.agent({ userId: newUser(), sessionId: 'monday' });
    const { memory } = await ana.add('Book me a flight', { type: 'short_term' });
    advance(SHORT_TERM_TTL_MS - 60_000);
    const renewed = await ana.add('To Paris', { type: 'short_term' });
    expect(renewed.remaining.count).to.equal(98);
    advance(SHORT_TERM_TTL_MS - 60_000);
    expect(await all(ana.list({ type: 'short_term' }))).to.have.length(2);
    expect(await ana.retrieve('flight', { types: ['short_term'] })).not.to.have.length(0);
    expect((await ana.get(memory.id)).expireTime).to.deep.equal(renewed.memory.expireTime);
    advance(61_000);
    expect(await all(ana.list({ type: 'short_term' }))).to.deep.equal([]);
    expect(await ana.retrieve('flight', { types: ['short_term'] })).to.have.length(0);
    expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
    expect((await errorOf(ana.update(memory.id, { text: 'x' }))).reason).to.equal('MEMORY_NOT_FOUND');
    expect((await ana.add('A new start', { type: 'short_term' })).remaining.count).to.equal(99);
  });

  it('does not return expired memories to a search with an earlier time', async () => {
    const { recorda, newUser, advance } = door();
    const ana = recorda.agent({ userId: newUser(), sessionId: 'monday' });
    const { memory } = await ana.add('Book me a flight', { type: 'short_term' });
    advance(SHORT_TERM_TTL_MS + 1000);
    const options = { types: ['short_term'], now: memory.createTime } as const;
    expect(await ana.retrieve('flight', options)).to.have.length(0);
  });

  it('does not expire long-term memory', async () => {
    const { recorda, newUser, advance } = door();
    const ana = recorda.agent({ userId: newUser() });
    await ana.add('User enjoys skiing');
    advance(10 * 365 * 24 * 3600 * 1000);
    expect(await ana.retrieve('skiing')).to.have.length(1);
    expect(await all(ana.list())).to.have.length(1);
  });
});
