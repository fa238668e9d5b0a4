import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openRedis, type RedisStores } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, failure, startEmpty, subjectOf, type Subject } from '../conformance/subject.ts';
import { cuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
import { scaled } from '../scale.ts';

/** The number of messages of each session, and of writes of each agent. */
const EACH = 50;
const CUTS = scaled(1000, 10_000);
const OWNERS = CUTS / EACH;
/** The number of connections that are cut at once, each of a server of its own. */
const LANES = 5;

type Lane = {
  readonly proxy: CuttingProxy;
  readonly opened: RedisStores;
  readonly messages: Subject;
  readonly entries: Subject;
  close(): Promise<void>;
};

async function openLane(port: number): Promise<Lane> {
  const proxy = await cuttingProxy(port, ['RPUSH', '"name":"WORKING"']);
  const clock = movableClock();
  const opened = await openRedis({
    address: { url: `redis://127.0.0.1:${proxy.port}` },
    names: ['SHORT_TERM', 'WORKING'],
    quotas: QUOTAS,
    clock,
    log: silentLog,
    newIndex: () => memoryIndex(encoder),
    embed: (text) => encoder.embed(text),
  });
  const never = () => Promise.reject(new Error('not asked for'));
  const store = { store: opened.shortTerm, clock, embed: () => undefined, flush: opened.flush, reopen: never };
  return {
    proxy,
    opened,
    messages: subjectOf({ ...store, close: opened.close }, 'SHORT_TERM'),
    entries: subjectOf({ ...store, store: opened.working, close: opened.close }, 'WORKING'),
    async close() {
      await opened.close();
      await proxy.close();
    },
  };
}

describe('Redis over a connection that is cut', () => {
  let redis: RedisProcess;
  let lanes: readonly Lane[];

  before(async () => {
    redis = await startRedis();
    lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(redis.port)));
  });
  beforeEach(startEmpty);
  after(async () => {
    await Promise.all(lanes.map(({ close }) => close()));
    await redis.stop();
  });
  const cuts = (): number => lanes.reduce((sum, { proxy }) => sum + proxy.cuts(), 0);
  /** Each session's and each agent's writes stay in one lane, in their order. */
  const inEachLane = (write: (cut: number, lane: Lane) => Promise<unknown>): Promise<unknown> =>
    Promise.all(
      lanes.map(async (lane, index) => {
        for (let cut = 0; cut < CUTS; cut += 1) {
          if ((cut % OWNERS) % LANES !== index) continue;
          lane.proxy.cutAnswerTo(1);
          await write(cut, lane);
        }
      }),
    );

  it(`applies each write once, though its answer was cut ${CUTS} times`, async () => {
    const before = cuts();
    const ids = Array.from({ length: OWNERS }, (): string[] => []);
    const scopeOf = (session: number) => ({ ...ANA, sessionId: `s${session}` });
    await inEachLane(async (cut, { messages }) => {
      const session = cut % OWNERS;
      ids[session]?.push((await messages.add(`message ${cut}`, { scope: scopeOf(session) })).record.id);
    });
    expect(cuts() - before).to.equal(CUTS);
    expect(await counted('SHORT_TERM', 'ana')).to.equal(CUTS);
    expect(await counted('SHORT_TERM', '')).to.equal(CUTS);
    for (const [session, added] of ids.entries()) {
      const { records } = await lanes[0]!.messages.list({ scope: scopeOf(session) });
      expect(records.map(({ id }) => id).toSorted()).to.deep.equal(added.toSorted());
    }
  }).timeout(300_000);

  it(`sets each key of working memory once, though the answer was cut ${CUTS} times`, async () => {
    const before = cuts();
    const scopeOf = (agent: number) => ({ ...ANA, agentId: `a${agent}` });
    await inEachLane((cut, { entries }) => {
      // Half of them set an existing key.
      const key = `k${Math.floor(cut / OWNERS) % (EACH / 2)}`;
      const payload = { type: 'WORKING', key, value: cut } as const;
      return entries.add(key, { scope: scopeOf(cut % OWNERS), payload });
    });
    expect(cuts() - before).to.equal(CUTS);
    for (let agent = 0; agent < OWNERS; agent += 1) {
      const { records } = await lanes[0]!.entries.list({ scope: scopeOf(agent) });
      expect(records.map(({ version }) => version)).to.deep.equal(Array.from({ length: EACH / 2 }, () => 2));
    }
    expect(await counted('WORKING', 'ana')).to.equal(CUTS / 2);
    expect(await counted('WORKING', '')).to.equal(CUTS / 2);
  }).timeout(300_000);

  async function counted(name: string, userId: string): Promise<number | undefined> {
    const uses = await lanes[0]!.opened.accounts.use({ tenant: ANA.tenant, userId, agentId: '' }, call());
    return uses.find((use) => use.name === name)?.count;
  }

  it('fails soon with typed errors while Redis is away, and serves again when it is back', async () => {
    const { messages: subject, opened, proxy } = lanes[0]!;
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
