/**
 * A server that starts while its backends are down serves what it can, and the rest as soon as its backend answers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, wire, type Recorda } from '../../client/index.ts';
import { openRedis } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { all, errorOf } from '../api/doors.ts';
import { encoder } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, failure } from '../conformance/subject.ts';
import { healthOf, type HealthChecks } from '../rpc/check-health.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startAzurite, type AzuriteProcess } from './azurite-process.ts';
import { startNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { freePort, startCluster, startRedis, type StoppableRedis } from './redis-process.ts';

/** The time from a backend's first answer until the server serves what lives there, in milliseconds. */
const ALIVE_MS = 5000;
/** A Neo4j that has just started for the first time is slow, and its schema has to be created. */
const FIRST_ALIVE_MS = 30_000;
const SERVICE = 'recorda.v1.MemoryService';
const { QuotaName } = wire;

/** A call for each type that needs its backend. */
type Uses = Readonly<Record<string, () => Promise<unknown>>>;

describe('A server that starts while Redis, Neo4j and cold storage are away', () => {
  let folder: string;
  let redis: StoppableRedis;
  let neo4j: Neo4jProcess;
  let azurite: AzuriteProcess | undefined;
  let server: ServerProcess;
  let recorda: Recorda;
  let health: HealthChecks;
  const scope = { userId: 'ana', agentId: 'guide', sessionId: 'monday' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-without-'));
    redis = await startRedis();
    await redis.crash();
    neo4j = await startNeo4j({ isAway: true });
    const coldPort = await freePort();
    azurite = await startAzurite(coldPort);
    const { url, key } = azurite.place('cold');
    await azurite.stop();
    server = await startServer({
      dataDir: folder,
      env: {
        RECORDA_SHORT_TERM: redis.url,
        RECORDA_WORKING: redis.url,
        RECORDA_GRAPH: neo4j.address.url,
        RECORDA_COLD: url.replace(/^http:/, 'azure-blob+http:'),
        RECORDA_COLD_KEY: key,
      },
    });
    // There is one try, since it is timed how soon the server refuses.
    recorda = connect(server.address, { tries: 1 });
    health = healthOf(server.address);
  });
  after(async () => {
    health.close();
    await recorda.close();
    await server.stop();
    await redis.stop();
    await neo4j.stop();
    await azurite?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const agent = () => recorda.agent(scope);
  const statusOf = (type: string): Promise<string> => health.check(`${SERVICE}.${type}`);
  const ofRedis: Uses = {
    short_term: () => agent().add('a message', { type: 'short_term' }),
    working: () => agent().set('note', 'x'),
  };
  const ofNeo4j: Uses = {
    entity: () => agent().entities.upsert('Zebra herd', 'note'),
    episodic: () => agent().episodes.start('Plan a trip'),
  };
  /** Checks that everything that lives in a backend is served soon after it answers. */
  async function comesToLife(types: Uses, withinMs: number): Promise<void> {
    const startedAt = performance.now();
    for (const [type, use] of Object.entries(types)) {
      while ((await statusOf(type)) !== 'SERVING') {
        expect(performance.now() - startedAt, type).to.be.below(withinMs);
        await sleep(20);
      }
      await use();
    }
  }

  it('says so, and fails only calls of the types that live there, with advice', async () => {
    const errors = server.log.map((line) => JSON.parse(line) as { level: string; msg: string; types?: string[] });
    const told = errors.filter(({ msg }) => msg.includes('the server starts without it'));
    expect(told.map(({ level }) => level)).to.deep.equal(['error', 'error']);
    expect(told.map(({ types }) => types)).to.deep.equal([
      ['short_term', 'working'],
      ['entity', 'episodic'],
    ]);
    const backends: Readonly<Record<string, Uses>> = { Redis: ofRedis, Neo4j: ofNeo4j };
    for (const [name, types] of Object.entries(backends)) {
      for (const [type, use] of Object.entries(types)) {
        expect(await statusOf(type)).to.equal('NOT_SERVING');
        const startedAt = performance.now();
        const { reason, message, detail } = await errorOf(use());
        expect(performance.now() - startedAt).to.be.below(1000);
        expect(reason).to.equal('BACKEND_UNAVAILABLE');
        expect(message).to.include(`check ${name}`);
        expect(detail.retryAfterMs).to.be.above(0);
      }
    }
    for (const type of ['long_term', 'persona', 'structured']) expect(await statusOf(type)).to.equal('SERVING');
    expect(await health.check(SERVICE)).to.equal('SERVING');
    const { memory } = await agent().add('likes skiing in the alps');
    expect((await agent().retrieve('winter sports'))[0]?.memory.id).to.equal(memory.id);
  });

  const away = [
    QuotaName.SHORT_TERM,
    QuotaName.WORKING,
    QuotaName.ENTITY,
    QuotaName.RELATIONSHIP,
    QuotaName.EPISODIC,
  ].toSorted();
  const rest = [
    QuotaName.LONG_TERM,
    QuotaName.PERSONA,
    QuotaName.STRUCTURED,
    QuotaName.ORDERED_DOCUMENT,
    // The quotas of what the Context service keeps.
    QuotaName.FACT,
    QuotaName.RECALL,
    QuotaName.REQUEST_ID,
    QuotaName.SESSION,
  ].toSorted();

  it('reports the usage and quotas that it knows, and which it does not know', async () => {
    const { admin } = recorda;
    const bounded = [
      [{ userId: 'ana' }, ['user:ana/discardable.bytes']],
      [{ userId: 'ana', agentId: 'guide' }, []],
      [{}, ['server/long_term.bytes', 'tenant/system_prompt.count', 'tenant/system_prompt.bytes']],
    ] as const;
    for (const [asked, subjects] of bounded) {
      const { usages, unavailableNames, limits } = await admin.getUsage(asked);
      expect([...unavailableNames].toSorted()).to.deep.equal(away);
      expect(usages.map(({ name }) => name).toSorted()).to.deep.equal(rest);
      expect(usages.find(({ name }) => name === QuotaName.LONG_TERM)?.count).to.equal(1);
      expect(limits.map(({ subject }) => subject)).to.deep.equal(subjects);
    }
    const { users, unavailableNames } = await admin.listUsage({});
    expect([...unavailableNames].toSorted()).to.deep.equal(away);
    expect(users.map(({ userId }) => userId)).to.deep.equal(['ana']);
    expect(users[0]!.usages.map(({ name }) => name).toSorted()).to.deep.equal(rest);
    const quota = await admin.getQuota({ userId: 'ana' });
    expect(quota.quotas.map(({ name }) => name)).to.have.members([...rest, ...away]);
    expect([...quota.unavailableNames].toSorted()).to.deep.equal([
      QuotaName.ENTITY,
      QuotaName.EPISODIC,
      QuotaName.RELATIONSHIP,
    ]);
    const set = await admin.setTier({ userId: 'ana', tier: wire.Tier.FREE });
    expect(set.quota?.tier).to.equal(wire.Tier.FREE);
    expect([...set.unavailableNames].toSorted()).to.deep.equal(away);
  });

  it('gives no part as the whole: costs, exports and erasures fail with typed errors', async () => {
    const { admin } = recorda;
    const cost = await errorOf(admin.estimateCost({ userId: 'ana' }));
    expect(cost.reason).to.equal('BACKEND_UNAVAILABLE');
    expect((await errorOf(all(admin.exportUserData({ userId: 'ana' })))).reason).to.equal('BACKEND_UNAVAILABLE');
    const parts = await all(admin.exportUserData({ userId: 'ana', types: [wire.MemoryType.LONG_TERM] }));
    expect(Buffer.concat(parts.map(({ lines }) => lines)).toString()).to.include('likes skiing in the alps');
    const erasing = all(admin.deleteUserData({ userId: 'ana' }));
    expect((await errorOf(erasing)).reason).to.equal('BACKEND_UNAVAILABLE');
  });

  it('serves the types in Redis once Redis answers', async () => {
    await redis.restart();
    await comesToLife(ofRedis, ALIVE_MS);
    const { unavailableNames } = await recorda.admin.getUsage({ userId: 'ana' });
    expect(unavailableNames).to.include(QuotaName.ENTITY);
    expect(unavailableNames).to.not.include(QuotaName.SHORT_TERM);
  });

  it('makes the schema in Neo4j and serves its types once Neo4j answers', async () => {
    await neo4j.restart();
    await comesToLife(ofNeo4j, FIRST_ALIVE_MS);
    const [hit] = await agent().retrieve('zebra', { types: ['entity'] });
    expect(hit?.memory.text).to.include('Zebra');
    const { unavailableNames, usages } = await recorda.admin.getUsage({ userId: 'ana' });
    expect(unavailableNames).to.deep.equal([]);
    expect(usages.map(({ name }) => name)).to.have.members([...rest, ...away]);
  }).timeout(90_000);

  it('uses cold storage once that answers', async () => {
    const early = await errorOf(all(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' })));
    expect(early.reason).to.equal('BACKEND_UNAVAILABLE');
    azurite = await startAzurite(Number(new URL(azurite!.place('cold').url).port));
    const done = await all(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    expect(done.at(-1)?.backup?.userCount).to.be.at.least(1);
  }).timeout(60_000);
});

describe('Redis as a server starts', () => {
  const parts = {
    names: ['SHORT_TERM', 'WORKING'] as const,
    quotas: QUOTAS,
    clock: { now: Date.now },
    log: silentLog,
    newIndex: () => memoryIndex(encoder),
    embed: (text: string) => encoder.embed(text),
  };

  it('is also waited for if it is a cluster', async () => {
    const cluster = await startCluster();
    await cluster.crash();
    const opened = await openRedis({ ...parts, address: cluster });
    try {
      expect(opened.isThere()).to.equal(false);
      const asked = (): Promise<number> => opened.shortTerm.ofUser.count(ANA, call());
      expect((await failure(asked())).reason).to.equal('BACKEND_UNAVAILABLE');
      await cluster.restart();
      const startedAt = performance.now();
      while (!opened.isThere()) await sleep(20);
      expect(performance.now() - startedAt).to.be.below(2 * ALIVE_MS);
      expect(await asked()).to.equal(0);
    } finally {
      await opened.close();
      await cluster.stop();
    }
  }).timeout(60_000);

  it('is not waited for if it refuses the password', async () => {
    const redis = await startRedis({ password: 'right' });
    const address = { url: redis.url.replace('right', 'wrong') };
    const error = await openRedis({ ...parts, address }).then(
      () => new Error('it opened'),
      (why: Error) => why,
    );
    await redis.stop();
    expect(error.message).to.match(/^Redis refuses: WRONGPASS/);
  });
});
