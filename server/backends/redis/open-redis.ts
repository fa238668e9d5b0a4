/** Short-term and working memory over one Redis. */
import type { Raised, UserKey } from '../../domain/accounts.ts';
import type { QuotaOverride } from '../../domain/quotas/effective-quota.ts';
import type { Quotas } from '../../policy/limits.ts';
import { REDIS } from '../../policy/backends.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import type { Clock, MemoryStore, WorkingStore } from '../../ports/stores.ts';
import { accessBuffer } from '../access-buffer.ts';
import { logUnavailable } from '../log-unavailable.ts';
import { quotaCache } from '../quota-cache.ts';
import type { RedisName } from './account.ts';
import { counterReconciliation } from './counter-reconciliation.ts';
import { openClient, type RedisLog, type RedisAddress } from './connect-redis.ts';
import { redisAccounts } from './redis-accounts.ts';
import { redisMessageStore } from './redis-message-store.ts';
import { redisBreaker } from './redis-outage.ts';
import { redisWorkingStore } from './redis-working-store.ts';
import { runScript } from './run-script.ts';
import { sessionIndexes, type IndexParts } from './session-indexes.ts';
import { SESSION_SCRIPTS } from './session-scripts.ts';

export type RedisOptions = IndexParts & {
  readonly address: RedisAddress;
  /** What lives here. */
  readonly names: readonly RedisName[];
  /** The quotas of users for whom nobody set others. */
  readonly quotas: Pick<Quotas, RedisName>;
  /** Every quota of these names that was set before. */
  readonly quotasSet?: Readonly<Partial<Record<RedisName, readonly (UserKey & QuotaOverride)[]>>> | undefined;
  /** Told when a quota is nearly full: at the server whose write filled it. */
  readonly onAlerts?: ((raised: readonly Raised[], nowMs: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: RedisLog;
};

export interface RedisStores {
  readonly shortTerm: MemoryStore;
  readonly working: WorkingStore;
  /** The accounts of the types that live here. */
  readonly accounts: TypeAccounts;
  /** Whether Redis answers now. */
  isThere(): boolean;
  /** Keeps what was counted of accesses. Runs by itself now and then. */
  flush(): Promise<void>;
  /** Ends what is over, and counts what servers that ended left uncounted. Runs by itself now and then. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Without its Redis as well: what lives there answers as soon as Redis does. Rejects where Redis refuses who asks. */
export async function openRedis(options: RedisOptions): Promise<RedisStores> {
  const { address, names, quotas, quotasSet = {}, onAlerts = () => undefined, clock, log, ...parts } = options;
  const { client: redis, away } = await openClient(address, log);
  if (away !== undefined) logUnavailable(log, { backend: 'Redis', types: names, error: away });
  const outage = redisBreaker(redis, log, { isThereAtFirst: away === undefined });
  const held = (name: RedisName) => quotaCache(name, { quota: quotas[name], quotasSet: quotasSet[name] });
  const known = { SHORT_TERM: held('SHORT_TERM'), WORKING: held('WORKING') };
  const common = { redis, attempt: outage.run, clock, log };
  const reconciliation = counterReconciliation(common);
  const accounts = redisAccounts({ ...common, names, quotas: known, onAlerts });
  const indexes = sessionIndexes(parts);
  const accesses = accessBuffer({
    async write(counted) {
      await Promise.all(
        counted.map(({ id: key, count, lastMs }) =>
          runScript(redis, SESSION_SCRIPTS.COUNT_ACCESS, [key], [count, lastMs]),
        ),
      );
    },
    onLoss: (why) => log.warn({ error: why.message }, 'counts of accesses were lost'),
    size: REDIS.talliedAccesses,
    atOnce: REDIS.touchedAtOnce,
  });
  const stored = { ...common, reconciliation, accounts };
  const working = redisWorkingStore({ ...stored, ...parts, quotas: known.WORKING });

  let sweeping: Promise<void> | undefined;
  /** One at a time; what fails is tried again with the next. */
  const sweep = (): Promise<void> =>
    (sweeping ??= reconciliation
      .sweep(working.end)
      .catch((error: Error) => log.warn({ error: error.message }, 'Redis: a sweep was not finished'))
      .finally(() => (sweeping = undefined)));
  const timers = [
    setInterval(() => void accesses.flush(), REDIS.flushMs).unref(),
    setInterval(() => outage.isThere() && void sweep(), REDIS.sweepMs).unref(),
  ];
  return {
    shortTerm: redisMessageStore({ ...stored, quotas: known.SHORT_TERM, indexes, accesses }),
    working,
    accounts,
    isThere: outage.isThere,
    flush: accesses.flush,
    sweep,
    async close() {
      for (const timer of timers) clearInterval(timer);
      outage.close();
      await sweeping;
      await accesses.flush();
      indexes.close();
      working.close();
      redis.disconnect();
    },
  };
}
