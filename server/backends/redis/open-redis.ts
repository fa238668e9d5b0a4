/** Short-term memory over Redis. */
import type { Quota } from '../../policy/limits.ts';
import { REDIS } from '../../policy/redis.ts';
import type { Clock, MemoryStore } from '../../ports.ts';
import { accessTally } from '../access-tally.ts';
import { connectRedis, type RedisLog, type RedisPlace } from './connect-redis.ts';
import { redisMessageStore } from './redis-message-store.ts';
import { attempts } from './redis-errors.ts';
import { runScript, SCRIPTS } from './scripts.ts';
import { sessionIndexes, type IndexParts } from './session-indexes.ts';

export type RedisOptions = IndexParts & {
  readonly place: RedisPlace;
  readonly quota: Quota;
  readonly clock: Clock;
  readonly log: RedisLog;
};

export interface RedisStores {
  readonly shortTerm: MemoryStore;
  /** Whether Redis answers now. */
  isThere(): boolean;
  /** Keeps what was counted of accesses. Runs by itself now and then. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Rejects where nothing answers. */
export async function openRedis({ place, quota, clock, log, ...parts }: RedisOptions): Promise<RedisStores> {
  const redis = await connectRedis(place, log);
  const indexes = sessionIndexes(parts);
  const tally = accessTally({
    async write(accesses) {
      await Promise.all(
        accesses.map(({ id: key, count, lastMs }) => runScript(redis, SCRIPTS.COUNT_ACCESS, [key], [count, lastMs])),
      );
    },
    onLoss: (why) => log.warn({ error: why.message }, 'counts of accesses were lost'),
    size: REDIS.talliedAccesses,
    atOnce: REDIS.touchedAtOnce,
  });
  const timer = setInterval(() => void tally.flush(), REDIS.flushMs).unref();
  return {
    shortTerm: redisMessageStore({ redis, attempt: attempts(), quota, clock, indexes, tally }),
    isThere: () => redis.status === 'ready',
    flush: tally.flush,
    async close() {
      clearInterval(timer);
      await tally.flush();
      indexes.close();
      redis.disconnect();
    },
  };
}
