/** The writer's counts of a user's data beside memories: one account for each name. */
import type { UserKey } from '../../../domain/accounts.ts';
import { NO_USAGE, overQuotaInAll, withRemoved, type Usage } from '../../../domain/decide/quota.ts';
import { CONTEXT_QUOTAS, type ContextQuota } from '../../../domain/memory.ts';
import { userScope } from '../../../domain/scope.ts';
import type { Quota } from '../../../policy/memory-types.ts';
import type { QuotaAccounts, Owner } from './quota-accounts.ts';
import type { AccountType } from './stored-types.ts';
import type { Totals } from './totals.ts';

/** The use after a change, and the quota. */
export type Account<N extends ContextQuota = ContextQuota> = {
  readonly owner: Owner<N>;
  readonly usage: Usage;
  readonly quota: Quota;
};

/** The quotas that accounts are counted for. */
export interface AccountLimits {
  quota(whose: UserKey, owner: Pick<Owner<AccountType>, 'type'>): Quota;
  /** Saves an owner's use after a change, and raises alerts for it. `place` is the owner's session or agent. */
  settle(owner: Owner<AccountType>, whose: UserKey, place: string, usage: Usage, nowMs: number): void;
}

export interface ContextAccounts {
  /** Returns an account, and creates it if there is none; `whose` is looked up if it is absent. */
  of<N extends ContextQuota>(userNo: number, name: N, whose?: UserKey): Account<N>;
  /** Returns a check that throws QUOTA_EXCEEDED if an account is over its quota by then, and was not before or has grown since. */
  refuseOver(userNo: number, whose: UserKey): () => void;
  /** Counts an addition (or a removal, if it is negative), and raises alerts for it. Refuses nothing. `agentId` is the writing agent. */
  change<N extends ContextQuota>(
    userNo: number,
    name: N,
    grown: Usage,
    nowMs: number,
    of?: { agentId?: string; whose?: UserKey },
  ): Account<N>;
}

export function contextAccounts(quotaAccounts: QuotaAccounts, sums: Totals, limits: AccountLimits): ContextAccounts {
  const of = <N extends ContextQuota>(
    userNo: number,
    name: N,
    whose: UserKey = quotaAccounts.whoseIs(userNo) ?? NOBODY,
  ): Account<N> => {
    const owner = quotaAccounts.owner(userNo, name, '', null);
    return { owner, usage: owner.usage, quota: limits.quota(whose, owner) };
  };

  return {
    of,

    refuseOver(userNo, whose) {
      const before = CONTEXT_QUOTAS.map((name) => of(userNo, name, whose).usage);
      return () => {
        for (const [at, name] of CONTEXT_QUOTAS.entries()) {
          const account = of(userNo, name, whose);
          const had = before[at] ?? NO_USAGE;
          const many = { count: account.usage.count - had.count, bytes: account.usage.bytes - had.bytes };
          if (isOver(account) && (many.count > 0 || many.bytes > 0)) {
            throw overQuotaInAll(name, userScope(whose), had, many, account.quota);
          }
        }
      };
    },

    change<N extends ContextQuota>(
      userNo: number,
      name: N,
      { count, bytes }: Usage,
      nowMs: number,
      { agentId = '', whose = quotaAccounts.whoseIs(userNo) ?? NOBODY }: { agentId?: string; whose?: UserKey } = {},
    ): Account<N> {
      const { owner, quota } = of(userNo, name, whose);
      if (count === 0 && bytes === 0) return { owner, usage: owner.usage, quota };
      const usage = { count: owner.usage.count + count, bytes: owner.usage.bytes + bytes };
      sums.note({ userNo, type: name, agentId, count, bytes });
      limits.settle(owner, whose, '', usage, nowMs);
      return { owner, usage, quota };
    },
  };
}

/**
 * Returns the oldest rows that must be removed until an account is within its quota; `select` returns a number of the oldest, which is
 * raised only as needed.
 */
export function oldestOver<R extends { readonly sizeBytes: number }>(
  account: Pick<Account, 'usage' | 'quota'>,
  select: (limit: number) => readonly R[],
): readonly R[] {
  const due: R[] = [];
  let { usage } = account;
  for (let limit = FIRST_LOOK; isOver({ ...account, usage }); limit *= 2) {
    const more = select(limit).slice(due.length);
    if (more.length === 0) break;
    for (const row of more) {
      if (!isOver({ ...account, usage })) break;
      due.push(row);
      usage = withRemoved(usage, row.sizeBytes);
    }
  }
  return due;
}

/** Mostly one addition removes one row. */
const FIRST_LOOK = 4;

/** The user of rows that an erasure has not deleted yet. */
const NOBODY: UserKey = { tenant: '', userId: '' };

export function isOver({ usage, quota }: Pick<Account, 'usage' | 'quota'>): boolean {
  return usage.count > quota.count || usage.bytes > quota.bytes;
}
