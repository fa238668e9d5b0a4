/** What an operator sees with redis-cli and in the reports of a server whose tasks and sessions live in Redis. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRedis, type RedisStores } from '../../server/backends/redis/open-redis.ts';
import { keysOf, sessionDigest } from '../../server/backends/redis/redis-keys.ts';
import { BACKEND_TARGET_MS } from '../../server/policy/serving.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { REDIS } from '../../server/policy/backends.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { openRecorda } from '../../server/recorda.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, startEmpty, subjectOf, type Subject } from '../conformance/subject.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';

const run = promisify(execFile);
const HOUR_S = SHORT_TERM_TTL_MS / 1000;
/** The longest delay between a write and the test's look at it, in seconds. */
const LATE_S = 30;

describe('Redis, seen from outside', () => {
  let redis: RedisProcess;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  describe('redis-cli TTL of a session', () => {
    const clock = movableClock();
    let opened: RedisStores;
    let messages: Subject;
    before(async () => {
      opened = await openRedis({
        address: redis,
        names: ['SHORT_TERM'],
        quotas: QUOTAS,
        clock,
        log: silentLog,
        newIndex: () => memoryIndex(encoder),
        embed: (text) => encoder.embed(text),
      });
      const never = () => Promise.reject(new Error('not asked for'));
      const store = opened.shortTerm;
      messages = subjectOf(
        { store, clock, embed: () => undefined, flush: never, reopen: never, close: never },
        'SHORT_TERM',
      );
    });
    beforeEach(startEmpty);
    after(() => opened.close());

    const keysNow = () => {
      const keys = keysOf(ANA);
      const digest = sessionDigest(ANA);
      return { session: keys.session(digest), list: keys.messages(digest), message: keys.message };
    };
    const ttl = async (key: string): Promise<number> =>
      Number((await run('redis-cli', ['-p', `${redis.port}`, 'TTL', key])).stdout);

    it('is the hour after its last message', async () => {
      const { session, list } = keysNow();
      await messages.add('first');
      for (const key of [session, list]) expect(await ttl(key)).to.be.within(HOUR_S - LATE_S, HOUR_S);
      await sleep(2000);
      expect(await ttl(session)).to.be.below(HOUR_S - 1);
      await messages.add('second');
      for (const key of [session, list]) expect(await ttl(key)).to.be.within(HOUR_S - 1, HOUR_S);
    });

    it('is not extended by changing or deleting a message', async () => {
      const { session, list } = keysNow();
      const { record } = await messages.add('first');
      const other = await messages.add('second');
      clock.advance(SHORT_TERM_TTL_MS / 2);
      const at = { scope: ANA, nowMs: clock.now() };
      await opened.shortTerm.update({ ...at, id: record.id, patch: { content: 'changed' } }, call());
      expect(await ttl(session)).to.be.within(HOUR_S / 2 - LATE_S, HOUR_S / 2);
      await opened.shortTerm.remove({ ...at, id: other.record.id }, call());
      for (const key of [session, list]) expect(await ttl(key)).to.be.within(HOUR_S / 2 - LATE_S, HOUR_S / 2);
    });

    it('is at most REDIS.keptLongerMs shorter than that of each message', async () => {
      const { session, message } = keysNow();
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        ids.push((await messages.add(`message ${n}`)).record.id);
        clock.advance(REDIS.keptLongerMs / 2 + 1);
      }
      const sessionS = await ttl(session);
      expect(sessionS).to.be.above(0);
      for (const id of ids)
        expect(await ttl(message(id))).to.be.within(sessionS - 1, sessionS + REDIS.keptLongerMs / 1000);
    });
  });

  it('gives working memory a latency target of its own, in answers and in the latency report', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-redis-targets-'));
    const open = async (name: string, working?: RedisProcess): Promise<Recorda> => {
      const { pipeline, close } = await openRecorda({ dataDir: join(folder, name), working });
      return recordaOver(pipelineTransport(pipeline, close));
    };
    const targets = async (recorda: Recorda): Promise<readonly number[]> => {
      const ana = recorda.agent({ userId: 'ana', agentId: 'travel' });
      await ana.set('destination', 'Paris');
      const hits = await ana.retrieve('Paris', { types: ['working'] });
      const stream = ana.stream('Paris', { types: ['working'] });
      for await (const hit of stream) expect(hit.text).to.equal('Paris');
      const { rows } = await recorda.admin.getLatencyReport({});
      const reported = rows
        .filter(({ types }) => types.join() === 'MEMORY_TYPE_WORKING')
        .map(({ targetMs }) => targetMs);
      expect(reported).to.have.length(3);
      return [hits.targetMs, ...hits.types.map(({ targetMs }) => targetMs), stream.targetMs, ...reported];
    };
    try {
      for (const [name, place, targetMs] of [
        ['there', redis, BACKEND_TARGET_MS.redis?.WORKING],
        ['here', undefined, 1],
      ] as const) {
        const recorda = await open(name, place);
        try {
          expect(new Set(await targets(recorda))).to.deep.equal(new Set([targetMs]));
        } finally {
          await recorda.close();
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }).timeout(120_000);
});
