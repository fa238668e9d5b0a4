import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Raised } from '../../server/domain/accounts.ts';
import { openRedis, type RedisStores } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { REDIS } from '../../server/policy/backends.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, failure, startEmpty, subjectOf, type Subject } from '../conformance/subject.ts';
import { describeTypeAccounts } from '../conformance/type-accounts.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { startCluster, startRedis, type RedisProcess } from './redis-process.ts';

const NAMES = ['SHORT_TERM', 'WORKING'] as const;
const parts = { newIndex: () => memoryIndex(encoder), embed: (text: string) => encoder.embed(text), log: silentLog };

for (const [where, start] of [
  ['', startRedis],
  [' in a cluster', startCluster],
] as const) {
  describe(`Accounts of redis${where}`, () => {
    let redis: RedisProcess;
    before(async () => {
      redis = await start();
    });
    after(() => redis.stop());

    for (const type of NAMES) {
      describeTypeAccounts(`redis ${type.toLowerCase()}${where}`, type, async (quota: Quota) => {
        const clock = movableClock();
        const raised: Raised[] = [];
        const onAlerts = (alerts: readonly Raised[]): void => void raised.push(...alerts);
        const quotas = { SHORT_TERM: quota, WORKING: quota };
        const opened = await openRedis({ ...parts, address: redis, names: [type], quotas, clock, onAlerts });
        const store = type === 'WORKING' ? opened.working : opened.shortTerm;
        return { store, accounts: opened.accounts, clock, raised, close: opened.close };
      });
    }
  });
}

describe('Accounts of servers that share a Redis', () => {
  let redis: RedisProcess;
  let opened: RedisStores[];
  const clock = movableClock();
  const open = (port: number) =>
    openRedis({ ...parts, address: { url: `redis://127.0.0.1:${port}` }, names: NAMES, quotas: QUOTAS, clock });
  const of = (stores: RedisStores, type: (typeof NAMES)[number]): Subject => {
    const never = () => Promise.reject(new Error('not asked for'));
    const store = type === 'WORKING' ? stores.working : stores.shortTerm;
    return subjectOf({ store, clock, embed: () => undefined, flush: never, reopen: never, close: never }, type);
  };
  const use = (stores: RedisStores, userId: string) =>
    stores.accounts.use({ tenant: ANA.tenant, userId, agentId: '' }, call());
  const counts = async (stores: RedisStores, userId: string): Promise<readonly number[]> =>
    (await use(stores, userId)).map(({ count }) => count);

  before(async () => {
    redis = await startRedis();
    opened = await Promise.all([1, 2, 3].map(() => open(redis.port)));
  });
  beforeEach(startEmpty);
  after(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await redis.stop();
  });

  it('are exact while all of them write for one user', async () => {
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const subject = of(opened[n % 3]!, NAMES[n % 2]!);
        const { record } = await subject.add(`text ${n}`, { scope: { ...ANA, agentId: `agent ${n % 5}` } });
        if (n % 3 === 0)
          await subject.store.remove({ scope: ANA, id: record.id, nowMs: clock.now() }, call()).catch(() => undefined);
      }),
    );
    const sessions = (await of(opened[0]!, 'SHORT_TERM').list()).records.length;
    let entries = 0;
    for (let n = 0; n < 5; n += 1) {
      entries += (await of(opened[1]!, 'WORKING').list({ scope: { ...ANA, agentId: `agent ${n}` } })).records.length;
    }
    for (const stores of opened) {
      expect(await counts(stores, 'ana')).to.deep.equal([sessions, entries]);
      expect(await counts(stores, '')).to.deep.equal([sessions, entries]);
    }
  });

  it('drop what has expired with the next sweep, wherever it was written', async () => {
    await of(opened[0]!, 'SHORT_TERM').add('message');
    await of(opened[0]!, 'WORKING').add('entry');
    clock.advance(SHORT_TERM_TTL_MS + 1);
    expect(await counts(opened[1]!, 'ana')).to.deep.equal([0, 1]);
    await opened[1]!.sweep();
    expect(await counts(opened[0]!, '')).to.deep.equal([0, 1]);
    clock.advance(REDIS.workingIdleMs);
    await opened[2]!.sweep();
    expect(await counts(opened[0]!, '')).to.deep.equal([0, 0]);
    expect(await of(opened[0]!, 'WORKING').texts()).to.deep.equal([]);
    expect(await opened[0]!.accounts.userIdsAfter(ANA.tenant, '', 10, call())).to.deep.equal([]);
    // The user may come back.
    await of(opened[0]!, 'SHORT_TERM').add('message');
    expect(await counts(opened[1]!, '')).to.deep.equal([1, 0]);
  });

  it('are completed by another server if one ended between a write and its account', async () => {
    const proxy = await cuttingProxy(redis.port);
    const ending = await open(proxy.port);
    try {
      await of(opened[0]!, 'SHORT_TERM').add('first');
      proxy.cutAnswerTo(1, { shut: true });
      expect((await failure(of(ending, 'SHORT_TERM').add('second'))).reason).to.equal('BACKEND_UNAVAILABLE');
      expect(await counts(opened[1]!, 'ana')).to.deep.equal([2, 0]);
      expect(await counts(opened[1]!, '')).to.deep.equal([1, 0]);
      clock.advance(REDIS.unreportedMs + 1);
      await opened[1]!.sweep();
      expect(await counts(opened[2]!, '')).to.deep.equal([2, 0]);
    } finally {
      await ending.close();
      await proxy.close();
      await sleep(10);
    }
  }).timeout(30_000);
});
