/**
 * Keeps the sums of tenants in step with their users' memories, which a cluster keeps on other nodes: a write leaves a mark with the
 * tenant before it is committed and reports its user's sums after that. If a server ends in between, another finds the mark.
 */
import { randomUUID } from 'node:crypto';
import type { UserKey } from '../../domain/accounts.ts';
import { abortError, stopSignal, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { REDIS } from '../../policy/backends.ts';
import type { Clock } from '../../ports/stores.ts';
import { readAccount, readBalance, type Account, type Balance } from './account.ts';
import { ACCOUNT_SCRIPTS } from './account-scripts.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import type { Attempt } from './redis-outage.ts';
import { runScript } from './run-script.ts';
import { digest, keysOf, tenantKeysOf, TENANTS } from './redis-keys.ts';

export type RedisParts = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly clock: Clock;
  readonly log: RedisLog;
};

/** Identifies a write that has begun. */
type Mark = string;

/** The result of a decision: the answer, and how a change is applied, which returns the user's balance or nothing. */
export type Decided<T> = {
  readonly answer: T;
  readonly apply?: (() => Promise<unknown>) | undefined;
  /** Raises alerts, once the change is applied. */
  readonly raise?: (() => void) | undefined;
};

type OnEnded = (whose: UserKey, account: Account) => Promise<void>;

type Writing<T> = {
  /** Runs writes that decide on the same state one after another. */
  readonly inTurn: <R>(work: () => Promise<R>) => Promise<R>;
  readonly decide: () => Promise<Decided<T>>;
};

export type CounterReconciliation = ReturnType<typeof counterReconciliation>;

/** Owners of this name are ended by scripts; others by `onEnded`. */
const ENDS_BY_ITSELF = 'SHORT_TERM ';

export function counterReconciliation({ redis, attempt, clock, log }: RedisParts) {
  const knownTenants = new Set<string>();

  const { report, settle } = userSums({ redis, attempt, clock });

  /** Sweeps some users; returns whether there may be more. */
  async function sweepSome(tenant: string, onEnded: OnEnded): Promise<boolean> {
    const keys = tenantKeysOf(tenant);
    const few = ['LIMIT', 0, REDIS.sweptUsers] as const;
    const now = clock.now();
    const marks = await redis.zrangebyscore(keys.marks, '-inf', now - REDIS.unreportedMs, ...few);
    const ended = await redis.zrangebyscore(keys.ends, '-inf', now, ...few);
    for (const one of ended.filter((member) => member.startsWith('#'))) {
      await runScript(redis, ACCOUNT_SCRIPTS.FORGET, [keys.known, keys.ends], [one.slice(1)]);
    }
    const users = ended.filter((member) => member.startsWith('u')).map((member) => member.slice(1));
    const marksOf = new Map<string, Mark[]>(users.map((userId) => [userId, []]));
    for (const mark of marks) {
      const userId = mark.slice(mark.indexOf(' ') + 1);
      marksOf.set(userId, [...(marksOf.get(userId) ?? []), mark]);
    }
    for (const [userId, left] of marksOf) {
      const whose = { tenant, userId };
      for (const account of await settle(whose, left)) await onEnded(whose, account);
    }
    return marks.length === REDIS.sweptUsers || ended.length === REDIS.sweptUsers;
  }

  /** Marks a write, before it is committed. */
  async function begin({ tenant, userId }: UserKey): Promise<Mark> {
    const mark: Mark = `${randomUUID()} ${userId}`;
    if (!knownTenants.has(tenant)) {
      await redis.sadd(TENANTS, tenant);
      knownTenants.add(tenant);
    }
    await redis.zadd(tenantKeysOf(tenant).marks, clock.now(), mark);
    return mark;
  }

  return {
    /**
     * Runs one write of a user: decides, applies, and repeats if other writes came first; once it resolves, the tenant's sums include it.
     * It rejects with what `decide` throws.
     */
    async written<T>(whose: UserKey, signal: StopSignal, { inTurn, decide }: Writing<T>): Promise<T> {
      const marking = attempt(() => begin(whose), signal);
      marking.catch(() => undefined);
      /** True if it may have been applied: after an abort that is unknown, and a sweep reports it. */
      const commit = { mayBeApplied: false };

      async function apply(): Promise<{ readonly answer: T; readonly balance?: unknown }> {
        for (let conflicts = 0; conflicts < REDIS.conflicts; conflicts += 1) {
          if (signal.aborted) throw abortError(signal);
          const decided = await decide();
          if (decided.apply === undefined) return { answer: decided.answer };
          await marking;
          commit.mayBeApplied = true;
          const balance = await attempt(decided.apply, signal);
          if (balance !== null) {
            decided.raise?.();
            return { answer: decided.answer, balance };
          }
          commit.mayBeApplied = false;
        }
        throw new RecordaError('OVERLOADED', 'Too many calls write here at once. Wait a little and repeat the call.', {
          retryAfterMs: REDIS.conflictRetryMs,
        });
      }

      try {
        const { answer, balance } = await inTurn(apply);
        // The memories are stored: if reporting the sums fails, a sweep does it.
        if (balance !== undefined) {
          await report(whose, [await marking], readBalance(balance)).catch((error: Error) => {
            log.warn({ error: error.message }, 'Redis: the totals of a tenant are corrected by the next sweep');
          });
        }
        return answer;
      } finally {
        if (!commit.mayBeApplied) {
          void marking.then((mark) => redis.zrem(tenantKeysOf(whose.tenant).marks, mark)).catch(() => undefined);
        }
      }
    },

    /**
     * Ends owners whose time is over and reports what was left unreported, some users of each tenant at a time; several servers may do it
     * at once.
     */
    async sweep(onEnded: OnEnded): Promise<void> {
      for (const tenant of await redis.smembers(TENANTS)) {
        for (let round = 0; round < REDIS.sweptRounds && (await sweepSome(tenant, onEnded)); round += 1);
      }
    },
  };
}

/** Copies the sums of a user to the tenant. */
function userSums({ redis, attempt, clock }: Omit<RedisParts, 'log'>) {
  async function report(whose: UserKey, marks: readonly Mark[], { revision, sums, endMs }: Balance): Promise<void> {
    const keys = tenantKeysOf(whose.tenant);
    const forgetMs = clock.now() + REDIS.emptyUserMs;
    const { userId } = whose;
    const args = [userId, digest(userId), JSON.stringify({ revision, sums }), endMs, forgetMs, ...marks];
    const reported = [keys.sums, keys.known, keys.users, keys.ends, keys.marks];
    await attempt(() => runScript(redis, ACCOUNT_SCRIPTS.REPORT, reported, args), stopSignal());
  }

  /** Ends a user's owners whose time is over, and reports the user's sums. Resolves to the ended owners that do not end by themselves. */
  async function settle(whose: UserKey, marks: readonly Mark[]): Promise<readonly Account[]> {
    const keys = keysOf(whose);
    const args = [clock.now(), REDIS.revisionMs, REDIS.settledAtOnce, ENDS_BY_ITSELF];
    const run = () => runScript(redis, ACCOUNT_SCRIPTS.SETTLE, [keys.owners, keys.sums, keys.ends], args);
    const [balance, over] = (await attempt(run, stopSignal())) as [unknown, readonly string[]];
    await report(whose, marks, readBalance(balance));
    return over.map(readAccount).filter((account) => account !== undefined);
  }

  return { report, settle };
}
