/**
 * Cached answers in Redis: by tenant, user, namespace, locale and question. An answer is deleted when it expires, or when a fact that it
 * depends on changes at any server: the change is acknowledged after that. If Redis could not be told of a change, this server returns
 * none of that user's answers until it was; and it checks its own facts before it returns any.
 */
import type { FactsChanged, FoundResponse } from '../../domain/context/intents.ts';
import { matchOf } from '../../domain/context/responses.ts';
import { isNear, sameIntent } from '../../domain/context/same-intent.ts';
import { CACHE, RESPONSES } from '../../policy/context.ts';
import { REDIS } from '../../policy/backends.ts';
import type { ContextStore, ResponseCache } from '../../ports/context.ts';
import type { ErasureTarget, RowsApart } from '../../ports/users.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { Breaker } from '../breaker.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import type { InCache, RedisCacheOptions } from './open-cache.ts';
import { pendingInvalidations } from './pending-invalidations.ts';
import { floatsOf } from './redis-embeddings.ts';
import { keysOf } from './redis-keys.ts';
import { rewriteHistory } from './rewrite-history.ts';
import { responseRows } from './response-rows.ts';
import { RESPONSE_SCRIPTS } from './response-scripts.ts';
import { runScript } from './run-script.ts';
import {
  fieldOfAnswer,
  keysOfAnswers,
  prefixOfAnswers,
  readAnswer,
  storeAnswer,
  type StoredAnswer,
} from './stored-answer.ts';

type Options = {
  readonly redis: RedisClient;
  readonly outage: Breaker;
  readonly inCache: InCache;
  readonly onCall: RedisCacheOptions['onCall'];
  readonly facts: Pick<ContextStore, 'factsHold'>;
  readonly clock: Clock;
  readonly log: RedisLog;
};

type RedisResponses = ResponseCache & { readonly target: ErasureTarget; readonly rows: RowsApart; close(): void };

const NAME = 'redis/responses';

export function redisResponses({ redis, outage, inCache, onCall, facts, clock, log }: Options): RedisResponses {
  /** Drops answers; repeating it is harmless. */
  async function dropNow({ scope, closedIds, restoredIds, nowMs }: FactsChanged): Promise<void> {
    const rememberedMs = RESPONSES.factMs + REDIS.expirySlackMs;
    const args = [nowMs, rememberedMs, restoredIds.length, ...restoredIds, ...closedIds];
    // It is tried once: the change of a fact waits for it, and after a failure it stays pending.
    await runScript(redis, RESPONSE_SCRIPTS.DROP, keysOfAnswers(scope), args);
  }

  const pending = pendingInvalidations({ dropNow, isThere: outage.isThere, log });

  async function holds(stored: StoredAnswer | undefined, query: Asked, call: CallContext): Promise<boolean> {
    if (stored === undefined || stored.expireMs <= query.nowMs) return false;
    const { factIds, storedMs } = stored;
    return facts.factsHold({ scope: query.scope, factIds, storedMs }, call);
  }

  async function findSame(query: Asked): Promise<StoredAnswer | undefined> {
    const text = await redis.hget(keysOf(query.scope).responses.answers, fieldOf(query));
    return readAnswer(text);
  }

  /** Finds stored questions whose vectors are near, newest first among equals. */
  async function findNear(query: Asked, vector: Float32Array) {
    const { answers, vectors } = keysOf(query.scope).responses;
    const start = prefixOfAnswers({ namespace: query.scope.namespace, locale: query.locale });
    const all = Object.entries(await redis.hgetallBuffer(vectors));
    const near = all
      .filter(([field]) => field.startsWith(start))
      .map(([field, bytes]) => ({ field, vector: floatsOf(bytes) }))
      .filter((one) => isNear(vector, one.vector, query.embedderName))
      .slice(0, CACHE.nearest);
    if (near.length === 0) return [];
    const texts = await redis.hmget(answers, ...near.map(({ field }) => field));
    return near.flatMap((one, at) => {
      const stored = readAnswer(texts[at]);
      return stored === undefined ? [] : [{ question: stored.question, vector: one.vector, stored }];
    });
  }

  const find: ResponseCache['find'] = async (query, call) => {
    if (pending.has(query.scope)) return undefined;
    const { key, vector, embedderName } = query;
    const same = await inCache('response', () => findSame(query), undefined, call.signal);
    let found: FoundResponse | undefined;
    if (same !== undefined && (await holds(same, query, call))) {
      found = toFound(same, matchOf(key, same.question), 1);
    }
    if (found === undefined && key.kind === 'FACT' && vector !== undefined) {
      const near = await inCache('response', () => findNear(query, vector), [], call.signal);
      const standing = [];
      for (const one of near) if (await holds(one.stored, query, call)) standing.push(one);
      const one = sameIntent(key.question, vector, standing, embedderName);
      found = one && toFound(one.candidate.stored, 'SAME_INTENT', one.similarity);
    }
    onCall('response', found === undefined ? 'miss' : 'hit');
    // A fact may have changed during the search.
    return pending.has(query.scope) ? undefined : found;
  };

  return {
    find,

    store(intent, { signal }) {
      const { scope, key, locale, answer, factIds, vector, nowMs: storedMs, expireMs } = intent;
      if (pending.has(scope)) return Promise.resolve(false);
      const { kind, normalised, question } = key;
      const of = { namespace: scope.namespace, locale, kind, normalised, question };
      const bytes = vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      const work = () => storeAnswer(redis, scope, { ...of, answer, factIds, storedMs, expireMs }, bytes);
      return inCache('response', work, false, signal);
    },

    rows: responseRows({ redis, outage, clock }),

    drop: pending.drop,

    target: answersTarget({ redis, outage, log }),

    close: pending.close,
  };
}

/** Makes a user's answers a target of erasures, which counts them; an answer has no memory type. */
function answersTarget({ redis, outage, log }: Pick<Options, 'redis' | 'outage' | 'log'>): ErasureTarget {
  return {
    name: NAME,
    async count(whose, types, { signal }) {
      if (types !== undefined) return [];
      const count = await outage.run(() => redis.hlen(keysOf(whose).responses.answers), signal);
      return count === 0 ? [] : [{ place: NAME, count }];
    },
    async erase(whose, types, _, { signal }) {
      if (types !== undefined) return [];
      const count = await outage.run(() => redis.hlen(keysOf(whose).responses.answers), signal);
      await outage.run(() => redis.unlink(...keysOfAnswers(whose)), signal);
      await rewriteHistory(redis, log);
      return count === 0 ? [] : [{ place: NAME, count }];
    },
  };
}

type Asked = Parameters<ResponseCache['find']>[0];

function fieldOf({ scope, locale, key }: Pick<Asked, 'scope' | 'locale' | 'key'>): string {
  return fieldOfAnswer({ namespace: scope.namespace, locale, normalised: key.normalised });
}

function toFound(stored: StoredAnswer, match: FoundResponse['match'], similarity: number): FoundResponse {
  const { question, answer, storedMs } = stored;
  return { match, question, answer, storedMs, similarity };
}
