import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRedisCaches, type RedisCaches } from '../../server/backends/redis/open-cache.ts';
import { cachedEmbedder } from '../../server/embedders/cached-embedder.ts';
import { openRecorda } from '../../server/recorda.ts';
import type { Embedder } from '../../server/ports/stores.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { all } from '../api/doors.ts';
import { call } from '../conformance/subject.ts';
import { startCluster, startRedis, type RedisProcess, type StoppableRedis } from './redis-process.ts';

type Server = { readonly recorda: Recorda; close(): Promise<void> };

async function startServer(cache: RedisProcess): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-cache-'));
  const server = await openRecorda({ dataDir, cache });
  return {
    recorda: recordaOver(pipelineTransport(server.pipeline, () => Promise.resolve())),
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const question = (value: string, locale = '') => ({ asked: { $case: 'question' as const, value }, locale });
const ASKED = 'What is the name of my dog?';

describe('Cached answers of two servers over one Redis', () => {
  let redis: StoppableRedis;
  let servers: Server[];
  let users = 0;
  const at = (index: number) => servers[index]!.recorda.context;
  const newScope = () => ({ userId: `user ${(users += 1)}` });
  type OfUser = { readonly userId: string };
  const tell = async (index: number, scope: OfUser, text: string): Promise<string> =>
    (await at(index).addFact({ scope, text, confidence: 'FACT_CONFIDENCE_HIGH' })).fact!.id;
  const store = async (index: number, scope: OfUser, factIds: string[], asked = ASKED) =>
    (await at(index).storeResponse({ scope, key: question(asked), answer: 'ultramarine-5120', factIds })).isStored;
  const look = async (index: number, scope: OfUser, asked = ASKED, locale = '') =>
    (await at(index).lookupResponse({ scope, key: question(asked, locale) })).match.replace('RESPONSE_MATCH_', '');

  beforeEach(async () => {
    redis = await startRedis({ isKept: true });
    servers = await Promise.all([1, 2].map(() => startServer(redis)));
    // They do not wait for Redis when they start.
    for (const { recorda } of servers) {
      const kept = { scope: newScope(), key: question(ASKED), answer: 'Nobody knows' };
      while (!(await recorda.context.storeResponse(kept)).isStored) await sleep(10);
    }
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await redis.stop();
  });

  it('are given by either, for the same user, locale and question alone', async () => {
    const scope = newScope();
    const id = await tell(0, scope, 'My dog is called Toto');
    expect(await store(0, scope, [id])).to.equal(true);
    expect(await look(0, scope)).to.equal('EXACT');
    expect(await look(1, scope)).to.equal('EXACT');
    expect(await look(1, scope, "What's the name of my dog?")).to.be.oneOf(['EXACT', 'SAME_INTENT']);
    expect(await look(1, scope, 'What is the name of my cat?')).to.equal('UNSPECIFIED');
    expect(await look(1, scope, ASKED, 'pt')).to.equal('UNSPECIFIED');
    expect(await look(1, newScope())).to.equal('UNSPECIFIED');
  });

  it('are given by neither once their fact was changed, forgotten or contradicted in a turn', async () => {
    const changes: readonly ((scope: OfUser, id: string) => Promise<unknown>)[] = [
      (scope, id) => at(0).contradictFact({ scope, id, text: 'My dog is called Luna' }),
      (scope, id) => at(0).forgetFact({ scope, id }),
      (scope) =>
        at(0).appendTurns({
          scope: { ...scope, sessionId: 's' },
          turns: [{ role: 'ROLE_USER', content: 'My dog is called Luna, not Toto.' }],
        }),
    ];
    for (const change of changes) {
      const scope = newScope();
      const id = await tell(0, scope, 'My dog is called Toto');
      await store(1, scope, [id]);
      const other = await tell(0, scope, 'I live in Lisbon');
      await store(1, scope, [other], 'Where do I live?');
      expect(await look(1, scope)).to.equal('EXACT');
      const before = Date.now();
      await change(scope, id);
      expect(await look(1, scope), `after ${Date.now() - before} ms`).to.equal('UNSPECIFIED');
      expect(await look(0, scope)).to.equal('UNSPECIFIED');
      expect(await look(1, scope, 'Where do I live?')).to.equal('EXACT');
      // An answer that still depends on it is not kept either.
      if (change !== changes[2]) expect(await store(1, scope, [id])).to.equal(false);
    }
  });

  it('are kept again once the fact that they rest on is restored', async () => {
    const scope = newScope();
    const id = await tell(0, scope, 'My dog is called Toto');
    const luna = (await at(0).contradictFact({ scope, id, text: 'My dog is called Luna' })).fact!.id;
    expect(await store(1, scope, [id])).to.equal(false);
    expect(await store(1, scope, [luna])).to.equal(true);
    await at(0).restoreFact({ scope, id });
    expect(await look(1, scope)).to.equal('UNSPECIFIED');
    expect(await store(1, scope, [luna])).to.equal(false);
    expect(await store(1, scope, [id])).to.equal(true);
    expect(await look(0, scope)).to.equal('EXACT');
  });

  it('are dropped at any new fact if they rest on all that is known', async () => {
    const scope = newScope();
    await store(1, scope, []);
    expect(await look(1, scope)).to.equal('EXACT');
    await tell(0, scope, 'My dog is called Toto');
    expect(await look(1, scope)).to.equal('UNSPECIFIED');
  });

  it('are erased with their user, and leave nothing in Redis', async () => {
    const scope = newScope();
    await store(0, scope, []);
    expect(await dumped(redis)).to.include('ultramarine-5120');
    const erased = await all(servers[0]!.recorda.admin.deleteUserData({ ...scope, force: true }));
    expect(erased.at(-1)?.receipt?.text).to.include('redis/responses');
    expect(await dumped(redis)).to.not.include('ultramarine-5120');
    expect(await look(1, scope)).to.equal('UNSPECIFIED');
  });

  it('are not found while Redis is away, and none that a change made wrong returns with it', async () => {
    const scope = newScope();
    const id = await tell(0, scope, 'My dog is called Toto');
    await store(1, scope, [id]);
    await redis.crash();
    const startedAt = performance.now();
    expect(await look(0, scope)).to.equal('UNSPECIFIED');
    expect(await store(0, scope, [id])).to.equal(false);
    await at(0).forgetFact({ scope, id });
    expect(performance.now() - startedAt).to.be.below(2000);
    await redis.restart();
    // The server that was told of the change never returns it; the other stops soon.
    for (let waited = 0; waited < 30; waited += 1) {
      expect(await look(0, scope)).to.equal('UNSPECIFIED');
      await sleep(100);
    }
    expect(await look(1, scope)).to.equal('UNSPECIFIED');
    const fresh = newScope();
    expect(await store(0, fresh, [])).to.equal(true);
    expect(await look(1, fresh)).to.equal('EXACT');
  }).timeout(30_000);

  it('delay no call if Redis hangs', async () => {
    const scope = newScope();
    const id = await tell(0, scope, 'My dog is called Toto');
    redis.hang();
    try {
      const startedAt = performance.now();
      expect(await look(0, scope)).to.equal('UNSPECIFIED');
      await at(0).forgetFact({ scope, id });
      expect(performance.now() - startedAt).to.be.below(2000);
    } finally {
      redis.wake();
    }
  });
});

for (const [where, start] of [
  ['a Redis', () => startRedis({})],
  ['a cluster', startCluster],
] as const) {
  describe(`Embeddings of two servers over ${where}`, () => {
    let redis: RedisProcess & Partial<StoppableRedis>;
    let caches: RedisCaches[];
    let counted: string[];

    before(async () => {
      redis = await start();
    });
    beforeEach(async () => {
      counted = [];
      const onCall = (cache: string, outcome: string): void => void counted.push(`${cache} ${outcome}`);
      caches = [1, 2].map(() => openRedisCaches({ address: redis, clock: { now: Date.now }, log: silentLog, onCall }));
      // They do not wait for Redis when they open.
      for (const { embeddings } of caches) {
        do await embeddings.get([randomUUID()], call());
        while (counted.splice(0).includes('embedding failed') && (await sleep(10, true)));
      }
    });
    afterEach(() => Promise.all(caches.map((one) => one.close())));
    after(() => redis.stop());

    /** Each calls another server of the same embedder. */
    function embedders(name: string) {
      const asked: string[] = [];
      const remote: Embedder = {
        identity: { name, version: '1', dimensions: 2 },
        embed: async (texts) => {
          asked.push(...texts);
          return texts.map((text) => Float32Array.of(text.length, 0.1));
        },
      };
      return { asked, cached: caches.map(({ embeddings }) => cachedEmbedder(remote, { shared: embeddings })) };
    }

    it('are requested once, and kept apart by their embedder', async () => {
      const { asked, cached } = embedders('one');
      const [here, there] = cached;
      const made = await here!.embed(['ultramarine', 'bb', 'ultramarine'], call());
      // Nobody waits until they are stored.
      const keys = ['ultramarine', 'bb'].map((text) =>
        createHash('sha256').update(['one', '1', '2', text].join('\0')).digest('base64'),
      );
      while ((await caches[1]!.embeddings.get(keys, call())).includes(undefined)) await sleep(10);
      counted.length = 0;
      expect(await there!.embed(['bb', 'ultramarine', 'ccc'], call())).to.deep.equal([
        made[1],
        made[0],
        Float32Array.of(3, 0.1),
      ]);
      expect(asked).to.deep.equal(['ultramarine', 'bb', 'ccc']);
      expect(counted.filter((one) => one === 'embedding hit')).to.have.length(2);
      const other = embedders('other');
      await other.cached[1]!.embed(['bb'], call());
      expect(other.asked).to.deep.equal(['bb']);
      if (where === 'a Redis') expect(await dumped(redis)).to.not.include('ultramarine');
    });

    // Any node of a cluster may hang alone.
    const onSingle = where === 'a Redis' ? it : undefined;
    onSingle?.('are made anew where the cache is away', async () => {
      const { asked, cached } = embedders('away');
      redis.hang?.();
      try {
        const startedAt = performance.now();
        expect(await cached[0]!.embed(['a'], call())).to.deep.equal([Float32Array.of(1, 0.1)]);
        expect(performance.now() - startedAt).to.be.below(1500);
        expect(asked).to.deep.equal(['a']);
        expect(counted).to.include('embedding failed');
      } finally {
        redis.wake?.();
      }
    });
  });
}

/** Returns every key and value. */
async function dumped({ url }: RedisProcess): Promise<string> {
  const client = new Redis(url);
  try {
    const parts: string[] = [];
    for (const key of await client.keys('*')) {
      const type = await client.type(key);
      parts.push(key);
      if (type === 'string') parts.push((await client.get(key)) ?? '');
      if (type === 'hash') parts.push(JSON.stringify(await client.hgetall(key)));
      if (type === 'zset') parts.push(...(await client.zrangebyscore(key, '-inf', '+inf')));
    }
    return parts.join('\n');
  } finally {
    client.disconnect();
  }
}
