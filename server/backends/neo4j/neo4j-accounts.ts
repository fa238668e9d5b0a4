/** Accounts of the types that are stored in Neo4j, from each user's counters. */
import { stopSignal } from '../../domain/abort.ts';
import type { OwnerUse, Raised, TypeUse, UseQuery, UserKey } from '../../domain/accounts.ts';
import { decideAlerts } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Usage } from '../../domain/decide/quota.ts';
import type { QuotaName } from '../../domain/memory.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import { toAccount, toAccountRow, type OwnerAccount, type OwnerRow } from './account-rows.ts';
import type { Neo4jLog } from './connect-neo4j.ts';
import { CYPHER } from './cypher.ts';
import type { Bounds } from './memory-transaction.ts';
import { byteOrder, userKey } from './keys.ts';
import { whole, type Transaction, type Transactions } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

const NAMES = ['ENTITY', 'RELATIONSHIP', 'EPISODIC'] as const;
const OF_AGENTS = {
  ENTITY: USER_CYPHER.SUM_OF_AGENTS_ENTITIES,
  RELATIONSHIP: USER_CYPHER.SUM_OF_AGENTS_RELATIONSHIPS,
  EPISODIC: USER_CYPHER.SUM_OF_AGENTS_TASKS,
} as const;

const PINNED = {
  ENTITY: USER_CYPHER.PINNED_ENTITIES,
  RELATIONSHIP: USER_CYPHER.PINNED_RELATIONSHIPS,
  EPISODIC: USER_CYPHER.PINNED_TASKS,
} as const;

export type AccountOptions = Pick<Bounds, 'quotasOf' | 'onAlerts'> & {
  readonly transactions: Transactions;
  readonly log: Neo4jLog;
};

export function neo4jAccounts({ transactions, quotasOf, onAlerts, log }: AccountOptions): TypeAccounts {
  const userIdsAfter: TypeAccounts['userIdsAfter'] = async (tenant, after, limit, { signal }) => {
    const asked = { tenant, after: byteOrder(after), limit: whole(limit) };
    const rows = await transactions.read(
      (transaction) => transaction.run<{ readonly userId: string }>(USER_CYPHER.USERS_AFTER, asked),
      signal,
    );
    return rows.map(({ userId }) => userId);
  };

  /** Reports the alerts that a changed quota raises; a use that falls well below is reported again later. */
  const lookAt = async (whose: UserKey, nowMs: number): Promise<void> => {
    const quotas = await quotasOf(whose);
    const raised = await transactions.write(
      [whose],
      nowMs,
      async (transaction) => {
        const crossed: Raised[] = [];
        const changed: OwnerAccount[] = [];
        for (const owner of await ownersOf(transaction, whose)) {
          const { name, place } = owner;
          const { reported, crossings } = decideAlerts(owner.reported, owner.usage, quotas[name]);
          const { tenant, userId } = whose;
          crossed.push(...crossings.map((crossing): Raised => ({ tenant, userId, place, name, ...crossing })));
          if (reported !== owner.reported) changed.push({ ...owner, reported });
        }
        if (changed.length > 0) await transaction.run(CYPHER.PUT_OWNERS, { rows: changed.map(toAccountRow) });
        return crossed;
      },
      stopSignal(),
    );
    if (raised.length > 0) onAlerts(raised, nowMs);
  };
  const lookAtAll = async (tenant: string, nowMs: number): Promise<void> => {
    for (let after = ''; ;) {
      const page = await userIdsAfter(tenant, after, NEO4J.usersAtOnce, { signal: stopSignal() });
      for (const userId of page) await lookAt({ tenant, userId }, nowMs);
      if (page.length < NEO4J.usersAtOnce) return;
      after = page.at(-1)!;
    }
  };

  return {
    names: NAMES,
    userIdsAfter,

    use: (query, { signal }) =>
      transactions.read(async (transaction) => {
        const uses = await usesOf(transaction, query);
        return Promise.all(uses.map(async (use) => ({ ...use, pinned: await pinned(transaction, use.name, query) })));
      }, signal),

    globalUse: ({ signal }) => transactions.read((transaction) => sums(transaction, USER_CYPHER.SUMS_OF_ALL), signal),

    async setPlan({ tenant, userId }, nowMs) {
      // A tenant may have very many users, so the call does not wait.
      const looked = (userId === '' ? lookAtAll(tenant, nowMs) : lookAt({ tenant, userId }, nowMs)).catch(
        (error: Error) => {
          log.warn(
            { error: error.message },
            'Neo4j: quotas that a change of limits exceeds are reported with the next writes',
          );
        },
      );
      if (userId !== '') await looked;
    },

    async ownersOver({ tenant, userId, name, quota, limit }, { signal }) {
      const asked = { tenant, userId, name, count: quota.count, bytes: quota.bytes, limit: whole(limit) };
      const rows = await transactions.read(
        (transaction) => transaction.run<Omit<OwnerUse, 'tenant' | 'name'>>(USER_CYPHER.OWNERS_OVER, asked),
        signal,
      );
      return rows.map((row) => ({ tenant, name, ...row }));
    },
  };
}

/** Describes the usage of agents with a quota each, or of the only owner. */
function spread(name: QuotaName, owners: readonly Usage[]): TypeUse {
  const sum = (measure: keyof Usage): number => owners.reduce((total, one) => total + one[measure], 0);
  const most = (measure: keyof Usage): number => owners.reduce((largest, one) => Math.max(largest, one[measure]), 0);
  const fullest = { count: most('count'), bytes: most('bytes') };
  return { name, count: sum('count'), bytes: sum('bytes'), owners: owners.length, fullest };
}

/** Describes the sum of all, over an unknown number of owners. */
function asOne(name: QuotaName, { count, bytes }: Usage): TypeUse {
  return { name, count, bytes, owners: 0, fullest: NO_USAGE };
}

async function ownersOf(transaction: Transaction, { tenant, userId }: UserKey): Promise<readonly OwnerAccount[]> {
  const user = userKey({ tenant, userId });
  const rows = await transaction.run<OwnerRow>(USER_CYPHER.OWNERS_OF, { user });
  return rows.map((row) => toAccount(row, { tenant, userId }));
}

/** Returns what one agent wrote. */
function ofAgent(transaction: Transaction, { tenant, userId, agentId }: UseQuery): Promise<readonly TypeUse[]> {
  return Promise.all(
    NAMES.map(async (name) => {
      const [sum] = await transaction.run<Usage>(OF_AGENTS[name], { tenant, userId, agentId });
      return asOne(name, sum ?? NO_USAGE);
    }),
  );
}
async function sums(
  transaction: Transaction,
  statement: typeof USER_CYPHER.SUMS_OF_TENANT | typeof USER_CYPHER.SUMS_OF_ALL,
  tenant?: string,
): Promise<readonly TypeUse[]> {
  const rows = await transaction.run<Usage & { readonly name: QuotaName }>(statement, { tenant });
  return NAMES.map((name) => asOne(name, rows.find((row) => row.name === name) ?? NO_USAGE));
}

async function ofUser(transaction: Transaction, whose: UserKey): Promise<readonly TypeUse[]> {
  const owners = await ownersOf(transaction, whose);
  return NAMES.map((name) =>
    spread(
      name,
      owners.filter((owner) => owner.name === name).map(({ usage }) => usage),
    ),
  );
}

function usesOf(transaction: Transaction, query: UseQuery): Promise<readonly TypeUse[]> {
  if (query.agentId !== '') return ofAgent(transaction, query);
  if (query.userId !== '') return ofUser(transaction, query);
  return sums(transaction, USER_CYPHER.SUMS_OF_TENANT, query.tenant);
}

async function pinned(transaction: Transaction, name: QuotaName, asked: UseQuery): Promise<number> {
  const { tenant, userId, agentId } = asked;
  const statement = PINNED[name as keyof typeof PINNED];
  const [row] = await transaction.run<{ readonly pinned: number }>(statement, { tenant, userId, agentId });
  return row?.pinned ?? 0;
}
