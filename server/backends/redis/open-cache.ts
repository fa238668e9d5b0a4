/** Caches in Redis. A cache that is away or slow fails no call: it counts as empty. */
import { orAbort, stopSignal, type StopSignal } from '../../domain/abort.ts';
import { CACHE } from '../../policy/context.ts';
import type { ContextStore, ResponseCache } from '../../ports/context.ts';
import type { ErasureTarget, RowsApart } from '../../ports/users.ts';
import type { Clock } from '../../ports/stores.ts';
import type { EmbeddingCache } from '../../embedders/embedding-cache.ts';
import type { CacheName, CacheOutcome } from '../../ports/telemetry.ts';
import { newRedis, type RedisLog, type RedisAddress } from './connect-redis.ts';
import { redisEmbeddings } from './redis-embeddings.ts';
import { redisBreaker } from './redis-outage.ts';
import { redisResponses } from './redis-responses.ts';

export type RedisCacheOptions = {
  readonly address: RedisAddress;
  readonly clock: Clock;
  readonly log: RedisLog;
  /** Counts each read and write. */
  readonly onCall: (cache: CacheName, outcome: CacheOutcome) => void;
};

export interface RedisCaches {
  readonly embeddings: EmbeddingCache;
  /** Returns the cache of answers; `facts` is the store that knows the facts of this server's users. */
  responses(facts: Pick<ContextStore, 'factsHold'>): ResponseCache & {
    readonly target: ErasureTarget;
    readonly rows: RowsApart;
  };
  isThere(): boolean;
  close(): Promise<void>;
}

/** Works with a cache; returns `otherwise` if it is away, fails or takes too long. */
export type InCache = <T>(cache: CacheName, work: () => Promise<T>, otherwise: T, signal?: StopSignal) => Promise<T>;

/** Opens the caches without waiting for Redis: if it is away, caches are empty until it returns. */
export function openRedisCaches({ address, clock, log, onCall }: RedisCacheOptions): RedisCaches {
  const redis = newRedis(address, { commandTimeout: CACHE.commandMs });
  redis.on('error', () => undefined);
  redis.connect().catch(() => undefined);
  const outage = redisBreaker(redis, log, { name: 'Redis (caches)' });
  let failures = 0;
  let said = -Infinity;

  /** A driver's errors hold no content; one log line in a while suffices. */
  function failed(cache: CacheName, error: unknown): void {
    failures += 1;
    onCall(cache, 'failed');
    if (performance.now() - said < CACHE.complaintMs) return;
    said = performance.now();
    log.warn({ cache, failures, error: (error as Error).message }, 'a cache failed: calls continued without it');
    failures = 0;
  }

  const inCache: InCache = async (cache, work, otherwise, signal = stopSignal()) => {
    if (redis.status !== 'ready' || !outage.isThere()) {
      onCall(cache, 'failed');
      return otherwise;
    }
    const working = work();
    try {
      return await orAbort(working, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failed(cache, error);
      return otherwise;
    }
  };

  const responsesOf = new Set<{ close(): void }>();
  return {
    embeddings: redisEmbeddings(redis, inCache, onCall),
    responses(facts) {
      const responses = redisResponses({ redis, outage, inCache, onCall, facts, clock, log });
      responsesOf.add(responses);
      return responses;
    },
    isThere: outage.isThere,
    async close() {
      for (const responses of responsesOf) responses.close();
      outage.close();
      redis.disconnect();
    },
  };
}
