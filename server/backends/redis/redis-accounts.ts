/** Accounts of the types that are stored in Redis. They read the counters and count nothing. */
import type { OwnerUse, PlanChange, Raised, TypeUse, UseQuery, UserKey } from '../../domain/accounts.ts';
import { decideAlerts, type ReportedLevels } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Usage } from '../../domain/decide/quota.ts';
import { REDIS } from '../../policy/backends.ts';
import { stopSignal } from '../../domain/abort.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { QuotaCache } from '../quota-cache.ts';
import {
  ownerField,
  ownerUse,
  readAccount,
  spelled,
  sumField,
  usageIn,
  type Account,
  type RedisName,
} from './account.ts';
import { ACCOUNT_SCRIPTS } from './account-scripts.ts';
import type { RedisParts } from './counter-reconciliation.ts';
import { runScript } from './run-script.ts';
import { keysOf, tenantKeysOf } from './redis-keys.ts';

export type RedisAccountsOptions = RedisParts & {
  /** The types that are stored here. */
  readonly names: readonly RedisName[];
  readonly quotas: Readonly<Record<RedisName, QuotaCache>>;
  readonly onAlerts: (raised: readonly Raised[], nowMs: number) => void;
};

export type RedisAccounts = TypeAccounts & {
  /** Returns a user's sessions and agents that have anything. */
  ownersOf(whose: UserKey, call: CallContext): Promise<readonly Account[]>;
  /** Returns the alerts that a change of an owner's use raises, and the levels that are reported then. */
  judge(
    whose: UserKey,
    account: Pick<Account, 'name' | 'place' | 'count' | 'bytes'>,
    reported: ReportedLevels,
  ): { readonly reported: ReportedLevels; raise(nowMs: number): void };
};

export function redisAccounts(options: RedisAccountsOptions): RedisAccounts {
  const { redis, attempt, log, names, quotas, onAlerts } = options;
  const { ownersOf, usersOf, userIdsAfter } = storedOwners(options);

  const judge: RedisAccounts['judge'] = ({ tenant, userId }, { name, place, count, bytes }, before) => {
    const quota = quotas[name].quota({ tenant, userId });
    const { reported, crossings } = decideAlerts(before, { count, bytes }, quota);
    return {
      reported,
      raise(nowMs) {
        if (crossings.length === 0) return;
        onAlerts(
          crossings.map((crossing): Raised => ({ tenant, userId, place, name, ...crossing })),
          nowMs,
        );
      },
    };
  };

  /** Judges all owners that a changed quota may concern. A write in between judges its own account. */
  async function lookAt(whose: UserKey, changed: readonly RedisName[], nowMs: number): Promise<void> {
    const call = { signal: stopSignal() };
    for await (const user of usersOf(whose, call)) {
      for (const account of await ownersOf(user, call)) {
        if (!changed.includes(account.name)) continue;
        const { reported, raise } = judge(user, account, account.reported);
        if (reported === account.reported) continue;
        const args = [ownerField(account), spelled(account), spelled({ ...account, reported })];
        const run = () => runScript(redis, ACCOUNT_SCRIPTS.REPLACE, [keysOf(user).owners], args);
        if ((await attempt(run, call.signal)) === 1) raise(nowMs);
      }
    }
  }

  return {
    names,
    ownersOf,
    judge,
    use: (query, call) => useOf(options, ownersOf, query, call),
    userIdsAfter,

    async setPlan(change: PlanChange, nowMs) {
      const changed = names.filter((name) => quotas[name].set(change));
      if (changed.length === 0) return;
      // A tenant may have very many users, so the call does not wait.
      const looked = lookAt(change, changed, nowMs).catch((error: Error) => {
        log.warn(
          { error: error.message },
          'Redis: quotas that a change of limits exceeds are reported with the next writes',
        );
      });
      if (change.userId !== '') await looked;
    },

    // None of these types has a limit for the whole server.
    globalUse: () => Promise.resolve([]),

    async ownersOver({ name, quota, limit, ...whose }, call) {
      const found: OwnerUse[] = [];
      for await (const user of usersOf(whose, call)) {
        for (const account of await ownersOf(user, call)) {
          if (account.name !== name || (account.count <= quota.count && account.bytes <= quota.bytes)) continue;
          found.push(ownerUse(user, account));
          if (found.length === limit) return found;
        }
      }
      return found;
    },
  };
}

/** Reads users and their owners from Redis. */
function storedOwners({ redis, attempt, clock, names }: RedisAccountsOptions) {
  /** Returns the owners that have not ended. */
  async function ownersOf(whose: UserKey, { signal }: CallContext): Promise<readonly Account[]> {
    const texts = await attempt(() => redis.hvals(keysOf(whose).owners), signal);
    const now = clock.now();
    return texts
      .map(readAccount)
      .filter((account) => account !== undefined)
      .filter(({ name, endMs }) => names.includes(name) && endMs > now);
  }

  async function* usersOf({ tenant, userId }: UserKey, call: CallContext): AsyncGenerator<UserKey> {
    if (userId !== '') {
      yield { tenant, userId };
      return;
    }
    for (let after = ''; ;) {
      const page = await userIdsAfter(tenant, after, REDIS.usersAtOnce, call);
      for (const one of page) yield { tenant, userId: one };
      if (page.length < REDIS.usersAtOnce) return;
      after = page.at(-1)!;
    }
  }

  const userIdsAfter: TypeAccounts['userIdsAfter'] = (tenant, after, limit, { signal }) => {
    const { users } = tenantKeysOf(tenant);
    return attempt(() => redis.zrangebylex(users, after === '' ? '-' : `(${after}`, '+', 'LIMIT', 0, limit), signal);
  };

  return { ownersOf, usersOf, userIdsAfter };
}

/** Returns the use of a user, or of a tenant where userId is ''; only one agent's share if the query names an agent. */
async function useOf(
  { redis, attempt, names }: RedisAccountsOptions,
  ownersOf: RedisAccounts['ownersOf'],
  query: UseQuery,
  call: CallContext,
): Promise<readonly TypeUse[]> {
  const { tenant, userId, agentId } = query;
  if (userId === '') {
    const fields = names.flatMap((name) => [sumField(name, 'count', agentId), sumField(name, 'bytes', agentId)]);
    const found = await attempt(() => redis.hmget(tenantKeysOf(tenant).sums, ...fields), call.signal);
    const sums = Object.fromEntries(fields.map((field, at) => [field, Number(found[at] ?? 0)]));
    return names.map((name) => whole(name, usageIn(sums, name, agentId)));
  }
  const accounts = await ownersOf({ tenant, userId }, call);
  return names.map((name) => {
    const owners = accounts.filter((account) => account.name === name);
    if (agentId === '') return spread(name, owners);
    // Sessions hold what several agents wrote; working memory is one agent's.
    const own = owners.filter(({ place }) => place === agentId);
    if (name === 'WORKING') return spread(name, own);
    return whole(name, owners.map(({ sums }) => usageIn(sums, name, agentId)).reduce(plus, NO_USAGE));
  });
}

/** Describes the use of sessions or agents, each with a quota of its own. */
function spread(name: RedisName, owners: readonly Usage[]): TypeUse {
  const most = (measure: keyof Usage): number => owners.reduce((largest, one) => Math.max(largest, one[measure]), 0);
  const fullest = { count: most('count'), bytes: most('bytes') };
  return { name, ...owners.reduce(plus, NO_USAGE), owners: owners.length, fullest };
}

/** Describes the sum of all. */
function whole(name: RedisName, usage: Usage): TypeUse {
  return { name, ...usage, owners: 0, fullest: NO_USAGE };
}

function plus(sum: Usage, { count, bytes }: Usage): Usage {
  return { count: sum.count + count, bytes: sum.bytes + bytes };
}
