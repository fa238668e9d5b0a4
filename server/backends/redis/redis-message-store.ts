/**
 * Short-term memory in Redis, shared by every server over it. A write's state is read at one moment, the domain decides, and one script
 * commits the decision if nothing changed in between; else the write is decided again.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { filterWithin } from '../../domain/filter.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import { isWithin } from '../../domain/scope.ts';
import { FILTER_BUDGETS } from '../../policy/limits.ts';
import type { CallContext, Clock, FilterSource, MemoryStore } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import type { AccessBuffer } from '../access-buffer.ts';
import type { QuotaCache } from '../quota-cache.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import { MESSAGE_FIELDS, readMessage, type MessageFields, type MessageRecord } from './message-form.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { keyedMutex } from './keyed-mutex.ts';
import { indexKey, keysOf, sessionDigest } from './redis-keys.ts';
import type { MessageIndexes } from './session-indexes.ts';
import { aliveAt, readSession, type MessageEntry, type SessionState } from './session-state.ts';
import { sessionWrites } from './session-writes.ts';
import { userMessages } from './user-messages.ts';

export type RedisMessageStoreOptions = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotaCache;
  readonly clock: Clock;
  readonly log: RedisLog;
  readonly indexes: MessageIndexes;
  /** Counts of accesses of messages, by their keys. */
  readonly accesses: AccessBuffer;
};

export function redisMessageStore(options: RedisMessageStoreOptions): MemoryStore {
  const { redis, attempt, clock, indexes, accesses } = options;
  const searchTurn = keyedMutex();

  /** Returns the messages of one user that exist, in the order of the ids. */
  async function readMessages(
    scope: UserKey,
    ids: readonly string[],
    expireMs: number,
  ): Promise<readonly MessageRecord[]> {
    const keys = keysOf(scope);
    const fields = await Promise.all(ids.map((id) => redis.hmgetBuffer(keys.message(id), ...MESSAGE_FIELDS)));
    return fields.map((found) => readMessage(found, expireMs)).filter((record) => record !== undefined);
  }

  async function aliveSession(scope: Scope, nowMs: number, { signal }: CallContext): Promise<SessionState> {
    return aliveAt(await attempt(() => readSession(redis, keysOf(scope), scope.sessionId), signal), nowMs);
  }

  /** Returns one message and its session's expiry, read at two moments: a renewal in between shows the later expiry. */
  async function find(scope: Scope, id: string, nowMs: number): Promise<MessageRecord | undefined> {
    const keys = keysOf(scope);
    const fields: MessageFields = await redis.hmgetBuffer(keys.message(id), ...MESSAGE_FIELDS);
    const session = fields[2]?.toString();
    if (session === undefined) return undefined;
    const expireMs = Number((await redis.hget(keys.session(session), 'expireMs')) ?? 0);
    return expireMs > nowMs ? readMessage(fields, expireMs) : undefined;
  }

  const { putBack, ...writes } = sessionWrites({ ...options, find });

  return {
    type: 'SHORT_TERM',
    backend: 'redis',
    capabilities: { durability: 'SESSION', isLogged: false },

    ofUser: userMessages({ ...options, readMessages, putBack, flush: accesses.flush }),

    ...writes,

    async get({ scope, id }, nowMs, { signal }) {
      const record = await attempt(() => find(scope, id, nowMs), signal);
      if (record === undefined || !isWithin(record, scope)) return undefined;
      accesses.note([keysOf(scope).message(id)], nowMs);
      return record;
    },

    async list({ scope, filter, pageSize, descending, after, nowMs }, call) {
      const { entries, expireMs } = await aliveSession(scope, nowMs, call);
      const ids = entries.map(({ id }) => id);
      const accepts = acceptance(scope, filter);
      const sign = descending ? -1 : 1;
      const records = (await attempt(() => readMessages(scope, ids, expireMs), call.signal))
        .filter((record) => accepts(record) && (after === undefined || sign * byAge(record, after) > 0))
        .toSorted((one, other) => sign * byAge(one, other));
      const page = records.slice(0, pageSize);
      const next = records.length > pageSize ? page.at(-1) : undefined;
      return { records: page, ...(next && { next: { createTimeMs: next.createTimeMs, id: next.id } }) };
    },

    async retrieve({ scope, filter, ...query }, call) {
      const key = indexKey(scope, sessionDigest(scope));
      return searchTurn(key, async () => {
        const clockMs = clock.now();
        const state = await aliveSession(scope, clockMs, call);
        // A session that has expired still has the revision of its index.
        if (state.entries.length === 0) return [];
        const read = (wanted: readonly MessageEntry[]) => {
          const ids = wanted.map(({ id }) => id);
          return attempt(() => readMessages(scope, ids, state.expireMs), call.signal);
        };
        const { index, records } = await indexes.upToDate(key, state, read);
        const passes = acceptance(scope, filter);
        const accepts = (id: string): boolean => passes(records.get(id)!);
        const hits = index.search({ ...query, accepts });
        accesses.note(
          hits.map(({ id }) => keysOf(scope).message(id)),
          clockMs,
        );
        return hits.map(({ id, ...hit }) => ({
          record: { ...records.get(id)!, expireTimeMs: state.expireMs },
          ...hit,
        }));
      });
    },
  };
}

function acceptance(scope: Scope, filter: FilterSource | undefined): (record: MemoryRecord) => boolean {
  const passes = filter === undefined ? () => true : filterWithin(filter, FILTER_BUDGETS.loop, () => performance.now());
  return (record) => isWithin(record, scope) && passes(record);
}
