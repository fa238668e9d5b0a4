/** Messages in Redis and in the embedded store: the same writes get the same answers. */
import { expect } from 'chai';
import { connectRedis } from '../../server/backends/redis/connect-redis.ts';
import { openRedis, type RedisStores } from '../../server/backends/redis/open-redis.ts';
import { keysOf, sessionDigest } from '../../server/backends/redis/redis-keys.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { closeAndDelete, encoder, movableClock, openTemporary } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, startEmpty, subjectOf } from '../conformance/subject.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';
import { expectSameWrites, SMALL } from './same-writes.ts';

describe('Messages in Redis and in the embedded store', () => {
  const clock = movableClock();
  let redis: RedisProcess;
  let opened: RedisStores;

  before(async () => {
    redis = await startRedis();
    opened = await openRedis({
      address: redis,
      names: ['SHORT_TERM'],
      quotas: SMALL,
      clock,
      log: silentLog,
      newIndex: () => memoryIndex(encoder),
      embed: (text: string) => encoder.embed(text),
    });
  });
  after(async () => {
    await opened.close();
    await redis.stop();
  });

  it('are the same after the same writes, which are answered alike', async () => {
    const embedded = await openTemporary({ clock, quotas: SMALL });
    try {
      await expectSameWrites('SHORT_TERM', clock, [embedded.stores.SHORT_TERM, opened.shortTerm]);
    } finally {
      await closeAndDelete(embedded);
    }
  }).timeout(600_000);

  it('can be deleted and evicted if an earlier version listed them, without their times', async () => {
    startEmpty();
    const store = opened.shortTerm;
    const never = (): Promise<never> => Promise.reject(new Error('nobody asks'));
    const stored = { store, clock, embed: () => undefined, flush: opened.flush, reopen: never, close: never };
    const { add, addAll, texts } = subjectOf(stored, 'SHORT_TERM');
    const [, second] = await addAll(['one', 'two', 'three', 'four', 'five', 'six']);
    const client = await connectRedis(redis, silentLog);
    const list = keysOf(ANA).messages(sessionDigest(ANA));
    const entries = await client.lrange(list, 0, -1);
    await client.del(list);
    await client.rpush(list, ...entries.map((entry) => entry.split(' ').slice(0, 4).join(' ')));
    client.disconnect();
    await store.remove({ scope: ANA, id: second!.record.id, nowMs: clock.now() }, call());
    expect(await texts()).to.deep.equal(['one', 'three', 'four', 'five', 'six']);
    await addAll(['seven']);
    // Of two with the same time the lower id comes first, and these ids are random.
    clock.advance(1);
    expect((await add('eight')).evictedCount).to.equal(1);
    expect(await texts()).to.deep.equal(['three', 'four', 'five', 'six', 'seven', 'eight']);
  });
});
