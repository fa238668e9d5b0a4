import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openRedis, type RedisStores } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/telemetry/ports.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, failure, startEmpty, subjectOf, type Subject } from '../conformance/subject.ts';
import { cuttingProxy, type CuttingProxy } from './cutting-proxy.ts';

/** Messages of each session. */
const EACH = 50;
const CUTS = process.env['RECORDA_TEST_SCALE'] === 'full' ? 10_000 : 1000;

describe('Redis over a connection that is cut', () => {
  let redis: RedisProcess;
  let proxy: CuttingProxy;
  let opened: RedisStores;
  let subject: Subject;
  let ofWorking: Subject;

  before(async () => {
    redis = await startRedis();
    proxy = await cuttingProxy(redis.port, ['RPUSH', '"name":"WORKING"']);
    const clock = movableClock();
    opened = await openRedis({
      place: { url: `redis://127.0.0.1:${proxy.port}` },
      names: ['SHORT_TERM', 'WORKING'],
      quotas: QUOTAS,
      clock,
      log: silentLog,
      newIndex: () => memoryIndex(encoder),
      embed: (text) => encoder.embed(text),
    });
    const never = () => Promise.reject(new Error('not asked for'));
    const store = { store: opened.shortTerm, clock, embed: () => undefined, flush: opened.flush, reopen: never };
    subject = subjectOf({ ...store, close: opened.close }, 'SHORT_TERM');
    ofWorking = subjectOf({ ...store, store: opened.working, close: opened.close }, 'WORKING');
  });
  beforeEach(startEmpty);
  after(async () => {
    await opened.close();
    await proxy.close();
    await redis.stop();
  });

  it(`has one effect of each write, whose answer was cut ${CUTS} times`, async () => {
    const before = proxy.cuts();
    const ids = Array.from({ length: CUTS / EACH }, (): string[] => []);
    const scopeOf = (session: number) => ({ ...ANA, sessionId: `s${session}` });
    for (let cut = 0; cut < CUTS; cut += 1) {
      const session = cut % ids.length;
      proxy.cutAnswerTo(1);
      ids[session]?.push((await subject.add(`message ${cut}`, { scope: scopeOf(session) })).record.id);
    }
    expect(proxy.cuts() - before).to.equal(CUTS);
    expect(await counted('SHORT_TERM', 'ana')).to.equal(CUTS);
    expect(await counted('SHORT_TERM', '')).to.equal(CUTS);
    for (const [session, added] of ids.entries()) {
      const { records } = await subject.list({ scope: scopeOf(session) });
      expect(records.map(({ id }) => id).toSorted()).to.deep.equal(added.toSorted());
    }
  }).timeout(300_000);

  it(`sets each key of working memory once, whose answer was cut ${CUTS} times`, async () => {
    const before = proxy.cuts();
    const agents = CUTS / EACH;
    const scopeOf = (agent: number) => ({ ...ANA, agentId: `a${agent}` });
    for (let cut = 0; cut < CUTS; cut += 1) {
      proxy.cutAnswerTo(1);
      // Half of them set a key that is there.
      const key = `k${Math.floor(cut / agents) % (EACH / 2)}`;
      const payload = { type: 'WORKING', key, value: cut } as const;
      await ofWorking.add(key, { scope: scopeOf(cut % agents), payload });
    }
    expect(proxy.cuts() - before).to.equal(CUTS);
    for (let agent = 0; agent < agents; agent += 1) {
      const { records } = await ofWorking.list({ scope: scopeOf(agent) });
      expect(records.map(({ version }) => version)).to.deep.equal(Array.from({ length: EACH / 2 }, () => 2));
    }
    expect(await counted('WORKING', 'ana')).to.equal(CUTS / 2);
    expect(await counted('WORKING', '')).to.equal(CUTS / 2);
  }).timeout(300_000);

  async function counted(name: string, userId: string): Promise<number | undefined> {
    const uses = await opened.accounts.use({ tenant: ANA.tenant, userId, agentId: '' }, call());
    return uses.find((use) => use.name === name)?.count;
  }

  it('fails typed and soon while Redis is away, and serves again when it is back', async () => {
    const { record } = await subject.add('before');
    proxy.shut();
    const calls = [
      () => subject.add('away'),
      () => subject.list(),
      () => subject.retrieve('x'),
      () => opened.shortTerm.get({ scope: record.scope, id: record.id }, 0, call()),
    ];
    for (const one of calls) {
      const start = performance.now();
      const error = await failure(one());
      expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
      expect(error.detail.retryAfterMs).to.be.above(0);
      expect(performance.now() - start).to.be.below(2000);
    }
    for (let waited = 0; opened.isThere() && waited < 50; waited += 1) await sleep(100);
    expect(opened.isThere()).to.equal(false);
    proxy.open();
    subject.opened.clock.advance(1);
    for (let waited = 0; !opened.isThere() && waited < 50; waited += 1) {
      await sleep(100);
    }
    for (;;) {
      try {
        await subject.add('after');
        break;
      } catch (error) {
        expect(error).to.have.property('reason', 'BACKEND_UNAVAILABLE');
        await sleep(100);
      }
    }
    expect(await subject.texts()).to.deep.equal(['before', 'after']);
  }).timeout(30_000);
});
