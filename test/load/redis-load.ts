/** Redis under load, compared with ioredis alone. */
import { Redis } from 'ioredis';
import { targetOfStore } from '../../server/policy/serving.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { startRedis } from '../with-backends/redis-process.ts';
import type { BackendCall, BackendLoad } from './backend-load.ts';
import { measuredCalls, READER, sessionMessage, WRITER, workingMemory } from './calls.ts';
import { fill } from './fill.ts';

const LIST = 'bare:messages';
const ENTRIES = 'bare:entries';

export const redisLoad: BackendLoad = {
  name: 'redis',
  driver: 'ioredis',

  async start() {
    const redis = await startRedis();
    const bare = new Redis(redis.url);
    return {
      env: { RECORDA_SHORT_TERM: redis.url, RECORDA_WORKING: redis.url },

      calls(random) {
        const texts = Array.from({ length: 1000 }, () => JSON.stringify(sessionMessage(WRITER, random)));
        const values = Array.from({ length: 1000 }, (_, n) => JSON.stringify(workingMemory(WRITER, n, random)));
        const text = (index: number): string => texts[index % texts.length] ?? '';
        /** The commands of a program that keeps a session in Redis by itself. */
        const bareCalls: Readonly<Record<string, BackendCall['bare']>> = {
          'add short_term': (index) =>
            bare
              .multi()
              .rpush(LIST, text(index))
              .ltrim(LIST, -QUOTAS.SHORT_TERM.count, -1)
              .pexpire(LIST, SHORT_TERM_TTL_MS)
              .exec(),
          'retrieve short_term': () => bare.lrange(LIST, 0, -1),
          'add working': (index) => {
            const key = `step_${index % QUOTAS.WORKING.count}`;
            return bare.hset(ENTRIES, key, values[index % values.length] ?? '');
          },
          'retrieve working': () => bare.hgetall(ENTRIES),
        };
        return measuredCalls(random, []).flatMap((call) => {
          const own = bareCalls[call.kind];
          return own === undefined ? [] : [{ ...call, ...ACCEPTANCE[call.kind], bare: own }];
        });
      },

      async fill(recorda, random) {
        await fill(recorda, READER, random, 0);
        await fill(recorda, WRITER, random, 0);
      },

      async stop() {
        bare.disconnect();
        await redis.stop();
      },
    };
  },
};

/** These replace the acceptance of the embedded store. */
const ACCEPTANCE: Readonly<Record<string, Pick<BackendCall, 'acceptance'> & Partial<Pick<BackendCall, 'targetMs'>>>> = {
  'add short_term': { acceptance: { p95Ms: 10, durable: false } },
  'add working': { acceptance: undefined, targetMs: targetOfStore('WORKING', 'redis') },
  'retrieve working': { acceptance: undefined, targetMs: targetOfStore('WORKING', 'redis') },
};
