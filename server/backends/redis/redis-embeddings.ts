/** Embeddings in Redis, each under a key of its own that expires. */
import { CACHE } from '../../policy/context.ts';
import { REDIS } from '../../policy/backends.ts';
import type { EmbeddingCache } from '../../embedders/embedding-cache.ts';
import type { RedisClient } from './connect-redis.ts';
import type { InCache, RedisCacheOptions } from './open-cache.ts';

const keyOf = (key: string): string => `${REDIS.prefix}:embedding:${key}`;

export function redisEmbeddings(
  redis: RedisClient,
  inCache: InCache,
  onCall: RedisCacheOptions['onCall'],
): EmbeddingCache {
  return {
    async get(keys, { signal }) {
      const nothing = keys.map(() => undefined);
      // A cluster keeps them on several nodes, so each has its own command, all at the same time.
      const read = () => Promise.all(keys.map((key) => redis.getBuffer(keyOf(key))));
      const found = await inCache<readonly (Buffer | null | undefined)[]>('embedding', read, nothing, signal);
      if (found === nothing) return nothing;
      return found.map((bytes) => {
        onCall('embedding', bytes ? 'hit' : 'miss');
        return bytes ? floatsOf(bytes) : undefined;
      });
    },

    put(vectors) {
      const write = () =>
        Promise.all(
          [...vectors].map(([key, { buffer, byteOffset, byteLength }]) =>
            redis.set(keyOf(key), Buffer.from(buffer, byteOffset, byteLength), 'PX', CACHE.embeddingMs),
          ),
        );
      void inCache('embedding', write, []);
    },
  };
}

export function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
