/** Two servers with the same backends serve one user interchangeably, for the types that live there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Agent, wire } from '../../client/index.ts';
import { openRedis } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder } from '../backends/sqlite/temporary-store.ts';
import { all, errorOf } from '../api/doors.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

const TYPES = ['short_term', 'working'] as const;

describe('Two servers over one Redis', () => {
  let redis: RedisProcess;
  let servers: TwoServers;

  before(async () => {
    redis = await startRedis();
    servers = await startTwoServers({ RECORDA_SHORT_TERM: redis.url, RECORDA_WORKING: redis.url });
  });
  after(async () => {
    await servers.close();
    await redis.stop();
  });

  const both = (): readonly [Agent, Agent] => servers.newUser();
  const texts = async (agent: Agent, type: (typeof TYPES)[number]): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { text } of agent.list({ type })) found.push(text);
    return found;
  };

  for (const type of TYPES) {
    const add = (agent: Agent, text: string) =>
      type === 'working' ? agent.set(text, text) : agent.add(text, { type: 'short_term' });

    const patch = (value: string) => (type === 'working' ? { value } : { text: value });

    it(`see ${type} of the other at once: adds, updates, deletions`, async () => {
      const [here, there] = both();
      for (let n = 0; n < 10; n += 1) {
        const { memory } = await add(n % 2 === 0 ? here : there, `alpha ${n}`);
        const other = n % 2 === 0 ? there : here;
        expect((await other.get(memory.id)).id).to.equal(memory.id);
        expect(
          (await other.retrieve(`alpha ${n}`, { types: [type] })).some((hit) => hit.memory.id === memory.id),
        ).to.equal(true);
      }
      expect(await texts(here, type)).to.deep.equal(await texts(there, type));
      const { memory } = await add(here, 'omega');
      await there.update(memory.id, patch('sigma'));
      expect((await here.get(memory.id)).text).to.include('sigma');
      const [found] = await here.retrieve('sigma', { types: [type], topK: 1 });
      expect(found?.memory.id).to.equal(memory.id);
      await there.delete(memory.id);
      expect((await errorOf(here.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await here.retrieve('sigma', { types: [type] })).some((hit) => hit.memory.id === memory.id)).to.equal(
        false,
      );
    });

    it(`apply a repeated request of ${type} once, whichever of them it reaches`, async () => {
      const [here, there] = both();
      const requestId = '0190f3a0-0000-7000-8000-000000000001';
      const once = (agent: Agent) =>
        type === 'working'
          ? agent.set('key', 'text', { requestId })
          : agent.add('text', { type: 'short_term', requestId });
      const ids = await Promise.all([here, there, here, there].map(async (agent) => (await once(agent)).memory.id));
      expect(new Set(ids).size).to.equal(1);
      expect(await texts(here, type)).to.have.length(1);
    });

    it(`let one of two updates of ${type} with the same etag win`, async () => {
      const [here, there] = both();
      const { memory } = await add(here, 'text');
      const outcomes = await Promise.allSettled([
        here.update(memory, patch('one')),
        there.update(memory, patch('other')),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected']);
    });
  }

  it('keep the limits of working memory and sessions exact while both write', async () => {
    const [here, there] = both();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 130 }, (_, n) => (n % 2 === 0 ? here : there).set(`k${n}`, `${n}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(100);
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => (n % 2 === 0 ? here : there).add(`m${n}`, { type: 'short_term' })),
    );
    expect(await texts(there, 'short_term')).to.have.length(100);
    for (const { admin } of servers.recordas) {
      const { usages } = await admin.getUsage({ userId: here.scope.userId });
      const counts = usages.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]);
      expect(counts).to.deep.equal([
        [wire.QuotaName.WORKING, 100],
        [wire.QuotaName.SHORT_TERM, 100],
      ]);
    }
  });

  it('end a task at either', async () => {
    const [here, there] = both();
    await here.set('a', '1');
    await there.set('b', '2');
    expect(await there.endTask()).to.equal(2);
    expect(await texts(here, 'working')).to.deep.equal([]);
  });

  it('tell watchers which types they do not follow', async () => {
    const { memory } = servers.recordas[0];
    const [here] = both();
    const watched = { scope: { userId: here.scope.userId } };
    for await (const { event } of memory.watchMemories(watched)) {
      const notFollowed = event?.$case === 'position' ? event.value.notFollowed : [];
      expect(notFollowed).to.deep.equal([wire.MemoryType.WORKING, wire.MemoryType.SHORT_TERM]);
      break;
    }
    const refused = await errorOf(all(memory.watchMemories({ ...watched, types: [wire.MemoryType.SHORT_TERM] })));
    expect(refused.detail.fields?.map(({ field }) => field)).to.deep.equal(['types']);
    expect(refused.message).to.include('redis');
  });

  it('erase one user at either, and leave nothing in Redis', async () => {
    const [here] = both();
    await here.set('canary', 'ultramarine-7391');
    await here.add('ultramarine-7391', { type: 'short_term' });
    expect(await dumped(redis)).to.include('ultramarine-7391');
    const third = await openRedis({
      address: redis,
      names: ['SHORT_TERM', 'WORKING'],
      quotas: QUOTAS,
      log: silentLog,
      clock: { now: Date.now },
      newIndex: () => memoryIndex(encoder),
      embed: (text) => encoder.embed(text),
    });
    const whose = { tenant: 'default', userId: here.scope.userId };
    const call = { signal: new AbortController().signal };
    const erased = await Promise.all([third.working, third.shortTerm].map(({ ofUser }) => ofUser.erase(whose, call)));
    await third.close();
    expect(erased).to.deep.equal([1, 1]);
    const left = await dumped(redis);
    expect(left).to.not.include('ultramarine-7391');
    expect(left.split(/[\n"]/)).to.not.include(here.scope.userId);
  });

  it('say at the start what is shared, and what is one server’s alone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-several-'));
    const said: object[] = [];
    const log = { ...silentLog, info: (fields: object) => void said.push(fields) };
    const server = await openRecorda({ dataDir, shortTerm: redis, log });
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
    const where = said.find((fields) => 'shared' in fields) as { shared: string[]; ofThisServer: string[] } | undefined;
    expect(where?.shared).to.deep.equal(['short_term']);
    expect(where?.ofThisServer).to.include.members(['working', 'persona', 'structured', 'facts', 'quotas']);
  });
});

/** Returns every key and value. */
async function dumped({ url }: RedisProcess): Promise<string> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url);
  try {
    const parts: string[] = [];
    for (const key of await client.keys('*')) {
      const type = await client.type(key);
      parts.push(key);
      if (type === 'string') parts.push((await client.get(key)) ?? '');
      if (type === 'hash') parts.push(JSON.stringify(await client.hgetall(key)));
      if (type === 'list') parts.push(...(await client.lrange(key, 0, -1)));
      if (type === 'set') parts.push(...(await client.smembers(key)));
      if (type === 'zset') parts.push(...(await client.zrangebyscore(key, '-inf', '+inf')));
    }
    return parts.join('\n');
  } finally {
    client.disconnect();
  }
}
