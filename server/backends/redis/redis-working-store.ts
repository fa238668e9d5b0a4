/**
 * Working memory in Redis, shared by every server over it. It differs from the process's own in that it outlives a server, and in that
 * entries that nobody ends are deleted a week after their last change.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { stopSignal } from '../../domain/abort.ts';
import { filterWithin } from '../../domain/filter.ts';
import type { Scope } from '../../domain/memory.ts';
import { isWithin, userScope } from '../../domain/scope.ts';
import { searchText } from '../../domain/search-text.ts';
import { ofTask } from '../../domain/writes/clear.ts';
import { FILTER_BUDGETS } from '../../policy/limits.ts';
import type { Clock, FilterSource, WorkingStore } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import type { QuotaCache } from '../quota-cache.ts';
import type { Account } from './account.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import { keyedMutex } from './keyed-mutex.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { revisedIndexes } from './revised-indexes.ts';
import { indexKey } from './redis-keys.ts';
import { runScript } from './run-script.ts';
import type { IndexParts } from './session-indexes.ts';
import { agentDigest, readEntry, withAccesses, type WorkingRecord } from './working-form.ts';
import { userWorking } from './user-working.ts';
import { WORKING_SCRIPTS } from './working-scripts.ts';
import { ownerKeys } from './working-state.ts';
import { workingWrites } from './working-writes.ts';

export type RedisWorkingStoreOptions = IndexParts & {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotaCache;
  readonly clock: Clock;
  readonly log: RedisLog;
};

export type RedisWorkingStore = WorkingStore & {
  /** Ends an owner whose time is over. */
  end(whose: UserKey, account: Account): Promise<void>;
  close(): void;
};

/** A value that is no revision. */
const NONE = 'none';

export function redisWorkingStore(options: RedisWorkingStoreOptions): RedisWorkingStore {
  const { redis, attempt, clock, newIndex, embed } = options;
  const indexes = revisedIndexes(newIndex, ({ id, payload, createTimeMs }: WorkingRecord) => {
    const text = searchText(payload);
    return { id, text, speaker: '', sessionId: '', createTimeMs, vector: embed(text) };
  });
  const searchTurn = keyedMutex();

  const { find, readAll, touch } = workingEntries(redis);
  const { clear, putBack, ...writes } = workingWrites({ ...options, find });

  return {
    type: 'WORKING',
    backend: 'redis',
    capabilities: { durability: 'SESSION', isLogged: false },
    ofUser: userWorking({
      ...options,
      indexes,
      putBack,
      readAgent: async (scope) => (await readAll(scope, NONE)).records ?? [],
    }),

    ...writes,

    async get({ scope, id }, nowMs, { signal }) {
      const record = await attempt(() => find(scope, id), signal);
      if (record === undefined || !isWithin(record, scope)) return undefined;
      // The access is counted twice if the answer is lost, which does no harm.
      await attempt(() => touch(record.scope, [id], nowMs), signal);
      return record;
    },

    async list({ scope, filter, named, pageSize, descending, after, nowMs }, { signal }) {
      const accepts = acceptance(scope, filter);
      const sign = descending ? -1 : 1;
      const { records = [] } = await attempt(() => readAll(scope, NONE), signal);
      const found = records
        .filter((record) => (named?.key ?? record.payload.key) === record.payload.key && accepts(record))
        .filter((record) => after === undefined || sign * byAge(record, after) > 0)
        .toSorted((one, other) => sign * byAge(one, other));
      const page = found.slice(0, pageSize);
      const next = found.length > pageSize ? page.at(-1) : undefined;
      // Asking for one key counts as a use; listing all does not.
      if (named?.key !== undefined) {
        const ids = page.map(({ id }) => id);
        await attempt(() => touch(scope, ids, nowMs), signal);
      }
      return { records: page, ...(next && { next: { createTimeMs: next.createTimeMs, id: next.id } }) };
    },

    async retrieve({ scope, filter, ...query }, { signal }) {
      const key = indexKey(scope, agentDigest(scope));
      const found = await searchTurn(key, async () => {
        const known = indexes.revision(key);
        let { revision, records: read } = await attempt(() => readAll(scope, known || NONE), signal);
        // Another owner's index may have replaced this one meanwhile.
        if (read === undefined && indexes.revision(key) !== revision) {
          ({ revision, records: read } = await attempt(() => readAll(scope, NONE), signal));
        }
        if (revision === '') indexes.forget(key);
        if (revision === '') return [];
        const { index, records } = await indexes.upToDate(key, { revision, entries: read ?? [] }, (wanted) => wanted);
        const passes = acceptance(scope, filter);
        const hits = index.search({ ...query, accepts: (id) => passes(records.get(id)!) });
        return hits.map(({ id, ...hit }) => ({ record: records.get(id)!, ...hit }));
      });
      const ids = found.map(({ record }) => record.id);
      const counted = await attempt(() => touch(scope, ids, clock.now()), signal);
      return found.map((hit, at) => ({ ...hit, record: withAccesses(hit.record, counted[at]) }));
    },

    clearTask: (scope, call) => clear({ scope, nowMs: clock.now(), goes: ofTask(scope) }, call),

    async end(whose, { place: agentId }) {
      const nowMs = clock.now();
      const scope = { ...userScope(whose), agentId };
      await clear({ scope, nowMs, goes: (_, { endMs }) => endMs <= nowMs }, { signal: stopSignal() });
    },

    close: indexes.close,
  };
}

function acceptance(scope: Scope, filter: FilterSource | undefined): (record: WorkingRecord) => boolean {
  const passes = filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGETS.loop, () => performance.now());
  return (record) => isWithin(record, scope) && passes(record);
}

/** Reads an owner's entries, and counts their uses. */
function workingEntries(redis: RedisClient) {
  /** Returns the entry as it is, for any agent. */
  async function find(scope: Scope, id: string): Promise<WorkingRecord | undefined> {
    const { entries, accesses } = ownerKeys(scope);
    const [text, counted] = await Promise.all([redis.hget(entries, id), redis.hget(accesses, id)]);
    return readEntry(text, counted);
  }

  /** Returns the entries of an owner by their last use, or undefined if the revision is the known one. */
  async function readAll(scope: Scope, known: string) {
    const { revision, uses, entries, accesses } = ownerKeys(scope);
    const answer = await runScript(redis, WORKING_SCRIPTS.READ_ALL, [revision, uses, entries, accesses], [known]);
    const [now, texts, counted] = answer as [string, (string | null)[]?, (string | null)[]?];
    const records = texts?.map((text, at) => readEntry(text, counted?.[at])).filter((record) => record !== undefined);
    return { revision: now, records };
  }

  /** Makes entries the most recently used. Returns what had been counted of each. */
  async function touch(scope: Scope, ids: readonly string[], nowMs: number): Promise<readonly (string | null)[]> {
    if (ids.length === 0) return [];
    const { revision, uses, accesses } = ownerKeys(scope);
    const answer = await runScript(redis, WORKING_SCRIPTS.TOUCH, [revision, uses, accesses], [nowMs, ...ids]);
    return answer as (string | null)[];
  }

  return { find, readAll, touch };
}
