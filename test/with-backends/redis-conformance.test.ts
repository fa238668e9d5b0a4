import { openRedis } from '../../server/backends/redis/open-redis.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import { SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeMemoryStore, type OpenedStore } from '../conformance/memory-store.ts';
import type { StoreTraits } from '../conformance/subject.ts';
import { startCluster, startRedis, type RedisProcess } from './redis-process.ts';

const SHORT_TERM: StoreTraits = {
  type: 'SHORT_TERM',
  whenFull: 'EVICT_OLDEST',
  evictsByCount: true,
  ttlMs: SHORT_TERM_TTL_MS,
  isDurable: true,
};
/** The traits are those of the process's own memory, except that it outlives the process. */
const WORKING: StoreTraits = { type: 'WORKING', whenFull: 'EVICT_LEAST_RECENT', evictsByCount: false, isDurable: true };

/** Tests every obligation of the port with Redis as operators run it. */
function describeOn(where: string, start: () => Promise<RedisProcess>): void {
  describe(`redis${where}`, () => {
    let redis: RedisProcess;
    before(async () => {
      redis = await start();
    });
    after(() => redis.stop());

    async function open(type: 'WORKING' | 'SHORT_TERM', quota: Quota, clock = movableClock()): Promise<OpenedStore> {
      const opened = await openRedis({
        address: redis,
        names: ['SHORT_TERM', 'WORKING'],
        quotas: { SHORT_TERM: quota, WORKING: quota },
        clock,
        log: silentLog,
        newIndex: () => memoryIndex(encoder),
        embed: (text) => encoder.embed(text),
      });
      return {
        store: type === 'WORKING' ? opened.working : opened.shortTerm,
        clock,
        embed: () => undefined,
        flush: opened.flush,
        async reopen() {
          await opened.close();
          return open(type, quota, clock);
        },
        close: opened.close,
      };
    }

    describeMemoryStore(`redis short_term${where}`, {
      traits: SHORT_TERM,
      open: (quota = QUOTAS.SHORT_TERM) => open('SHORT_TERM', quota),
    });
    describeMemoryStore(`redis working${where}`, {
      traits: WORKING,
      open: (quota = QUOTAS.WORKING) => open('WORKING', quota),
    });
  });
}

describeOn('', startRedis);
describeOn(' over TLS', () => startRedis({ tls: true }));
describeOn(' in a cluster', startCluster);
