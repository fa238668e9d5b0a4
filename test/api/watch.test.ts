import { expect } from 'chai';
import type { Change, WatchOptions } from '../../client/agent-types.ts';
import type { Agent } from '../../client/agent.ts';
import type { Recorda } from '../../client/recorda.ts';
import { WATCHING } from '../../server/policy/serving.ts';
import { describeAllDoors, errorOf } from './doors.ts';

/** Yields the events of a stream, one by one. */
async function* eventsOf(recorda: Recorda, userId: string) {
  for await (const { event } of recorda.memory.watchMemories({ scope: { userId } })) yield event;
}

/** Returns the next `count` changes. */
async function take(count: number, agent: Agent, options: WatchOptions): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const change of agent.watch(options)) {
    changes.push(change);
    if (changes.length === count) break;
  }
  return changes;
}

describeAllDoors('Watching', (door) => {
  it('reports every change of every stored type, in order, with the current memory', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser(), agentId: 'guide', sessionId: 'monday' });
    const kept = await ana.add('User likes coffee');
    const gone = await ana.add('Book me a flight', { type: 'short_term' });
    await ana.set('city', 'Paris');
    await ana.update(kept.memory.id, { text: 'User likes tea' });
    await ana.delete(gone.memory.id);
    const changes = await take(4, ana, { fromOldest: true });
    expect(changes.map(({ operation, type, id }) => [operation, type, id])).to.deep.equal([
      ['add', 'long_term', kept.memory.id],
      ['add', 'short_term', gone.memory.id],
      ['update', 'long_term', kept.memory.id],
      ['remove', 'short_term', gone.memory.id],
    ]);
    expect(changes.map(({ memory }) => memory?.text)).to.deep.equal([
      'User likes tea',
      undefined,
      'User likes tea',
      undefined,
    ]);
    expect(changes[3]?.scope).to.deep.include({ userId: ana.scope.userId, sessionId: 'monday' });
  });

  it('receives changes as they happen, by default starting with the next one', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser() });
    await ana.add('before');
    const stream = eventsOf(recorda, ana.scope.userId);
    const first = (await stream.next()).value ?? undefined;
    expect(first?.$case === 'position' && first.value.notFollowed).to.deep.equal(['MEMORY_TYPE_WORKING']);
    const waiting = stream.next();
    const { memory } = await ana.add('after');
    const event = (await waiting).value ?? undefined;
    expect(event?.$case === 'change' && event.value.id).to.equal(memory.id);
    await stream.return();
  });

  it('resumes after any token, with each change once', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser() });
    const count = WATCHING.pageSize + 7;
    for (let n = 0; n < count; n += 1) await ana.add(`memory ${n}`);
    const all = await take(count, ana, { fromOldest: true });
    expect(new Set(all.map(({ id }) => id)).size).to.equal(count);
    for (const at of [0, 1, WATCHING.pageSize - 1, WATCHING.pageSize, count - 2]) {
      const rest = await take(count - 1 - at, ana, { resumeToken: all[at]?.resumeToken });
      expect(rest.map(({ id }) => id)).to.deep.equal(all.slice(at + 1).map(({ id }) => id));
    }
  });

  it('filters by type, agent, session and namespace, and still reports its position', async () => {
    const { recorda, newUser } = door();
    const userId = newUser();
    const ana = recorda.agent({ userId });
    const work = recorda.agent({ userId, agentId: 'a', sessionId: 's', namespace: 'work' });
    await ana.add('elsewhere');
    const { memory } = await work.add('here');
    await work.add('a message', { type: 'short_term' });
    await ana.add('elsewhere again');
    for (const scope of [{ agentId: 'a' }, { sessionId: 's' }, { namespace: 'work' }]) {
      const [change] = await take(1, recorda.agent({ userId, ...scope }), { fromOldest: true, types: ['long_term'] });
      expect(change?.id).to.equal(memory.id);
    }
    const events = recorda.memory.watchMemories({ scope: { userId, namespace: 'nowhere' }, fromOldest: true });
    const tokens: string[] = [];
    for await (const { event } of events) {
      expect(event?.$case).to.equal('position');
      tokens.push(event?.value.resumeToken ?? '');
      if (tokens.length === 2) break;
    }
    const late = await ana.add('later');
    expect((await take(1, ana, { resumeToken: tokens[1] })).map(({ id }) => id)).to.deep.equal([late.memory.id]);
  });

  it('follows all users of a tenant if the scope names none', async () => {
    const { recorda, newUser } = door();
    const [ana, ben] = [recorda.agent({ userId: newUser() }), recorda.agent({ userId: newUser() })];
    const stream = eventsOf(recorda, '');
    await stream.next();
    const ids = [(await ana.add('one')).memory.id, (await ben.add('two')).memory.id];
    const heard: unknown[] = [];
    while (heard.length < 2) {
      const event = (await stream.next()).value ?? undefined;
      if (event?.$case === 'change') heard.push(event.value.id);
    }
    expect(heard).to.deep.equal(ids);
    await stream.return();
  });

  it('refuses an altered token, another user’s token, working memory, and a repeated type', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser() });
    const ben = recorda.agent({ userId: newUser() });
    await ana.add('x');
    await ben.add('x');
    const [change] = await take(1, ana, { fromOldest: true });
    const token = change?.resumeToken ?? '';
    for (const [agent, options, field] of [
      [ben, { resumeToken: token }, 'resume_token'],
      [ana, { resumeToken: `${token}A` }, 'resume_token'],
      [ana, { resumeToken: 'nonsense' }, 'resume_token'],
      [ana, { types: ['working'] }, 'types[0]'],
      [ana, { types: ['entity', 'entity'] }, 'types'],
    ] as const) {
      const error = await errorOf(take(1, agent, options));
      expect(error.reason).to.equal('FIELD_INVALID');
      expect(error.detail.fields?.map((fault) => fault.field)).to.deep.equal([field]);
    }
  });

  it('ends when its reader stops or its deadline has passed', async () => {
    const { recorda, newUser } = door();
    const ana = recorda.agent({ userId: newUser() });
    const stop = new AbortController();
    const waiting = errorOf(take(1, ana, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 30);
    expect((await waiting).reason).to.equal('CANCELLED');
    expect((await errorOf(take(1, ana, { timeoutMs: 50 }))).reason).to.equal('DEADLINE_EXCEEDED');
  });
});
