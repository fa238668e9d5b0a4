import { openRedis } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS, type Quota } from '../../server/policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/retention.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/telemetry/ports.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeMemoryStore, type OpenedStore } from '../conformance/memory-store.ts';
import { startCluster, startRedis, type RedisProcess } from './redis-process.ts';

/** Every obligation of the port, on Redis as operators run it. */
function describeOn(name: string, start: () => Promise<RedisProcess>): void {
  describe(name, () => {
    let redis: RedisProcess;
    before(async () => {
      redis = await start();
    });
    after(() => redis.stop());

    async function open(quota: Quota = QUOTAS.SHORT_TERM, clock = movableClock()): Promise<OpenedStore> {
      const opened = await openRedis({
        place: redis,
        quota,
        clock,
        log: silentLog,
        newIndex: () => memoryIndex(encoder),
        embed: (text) => encoder.embed(text),
      });
      return {
        store: opened.shortTerm,
        clock,
        embed: () => undefined,
        flush: opened.flush,
        async reopen() {
          await opened.close();
          return open(quota, clock);
        },
        close: opened.close,
      };
    }

    describeMemoryStore(name, {
      traits: {
        type: 'SHORT_TERM',
        whenFull: 'EVICT_OLDEST',
        evictsByCount: true,
        ttlMs: SHORT_TERM_TTL_MS,
        isDurable: true,
      },
      open: (quota) => open(quota),
    });
  });
}

describeOn('redis short_term', startRedis);
describeOn('redis short_term over TLS', () => startRedis({ tls: true }));
describeOn('redis short_term in a cluster', startCluster);
