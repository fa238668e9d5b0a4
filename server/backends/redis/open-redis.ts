/** Opens short-term and working memory over one Redis. */
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
  /** The types that are stored here. */
  readonly names: readonly RedisName[];
  /** The quotas of users without quotas of their own. */
  readonly quotas: Pick<Quotas, RedisName>;
  /** All quotas of these names that are set when the store is opened. */
  readonly quotasSet?: Readonly<Partial<Record<RedisName, readonly (UserKey & QuotaOverride)[]>>> | undefined;
  /** Called when a quota is nearly full, at the server whose write filled it. */
  readonly onAlerts?: ((raised: readonly Raised[], nowMs: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: RedisLog;
};

export interface RedisStores {
  readonly shortTerm: MemoryStore;
  readonly working: WorkingStore;
  /** The accounts of the types that are stored here. */
  readonly accounts: TypeAccounts;
  /** Takes these quotas in place of all that were set for a type. */
  replaceQuotas(name: RedisName, quotasSet: readonly (UserKey & QuotaOverride)[]): void;
  /** Tells whether Redis answers. */
  isThere(): boolean;
  /** Stores counts of accesses. Also runs at intervals. */
  flush(): Promise<void>;
  /** Ends owners whose time is over, and counts what servers that ended left uncounted. Also runs at intervals. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stores, even if Redis is away: they answer as soon as it does. Rejects if Redis refuses the login. */
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
    size: REDIS.bufferedAccesses,
    atOnce: REDIS.touchedAtOnce,
  });
  const stored = { ...common, reconciliation, accounts };
  const working = redisWorkingStore({ ...stored, ...parts, quotas: known.WORKING });

  let sweeping: Promise<void> | undefined;
  /** One sweep runs at a time; what fails is tried again with the next. */
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
    replaceQuotas: (name, all) => known[name].replace(all),
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
