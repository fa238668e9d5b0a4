/** Reads the use and the quotas of users, from counters: nothing is counted here. */
import type { Database } from 'better-sqlite3';
import { NO_USAGE } from '../../../domain/decide/quota.ts';
import { QUOTA_NAMES, type QuotaName } from '../../../domain/memory.ts';
import type { OwnerUse, TierCounts, TypeUse, UseQuery, UserKey, OverQuery, UserUse } from '../../../domain/accounts.ts';
import { TIER_NAMES, type TierName } from '../../../policy/limits.ts';
import { selectPlans, toOverride, type OverrideRow } from './select-plans.ts';
import type { AccountType, OwnerType } from '../records/stored-types.ts';
import type { Plans, QuotaOverride } from '../../../domain/quotas/effective-quota.ts';

type UseRow = {
  readonly name: AccountType;
  readonly count: number;
  readonly bytes: number;
  readonly owners: number;
  readonly most_count: number;
  readonly most_bytes: number;
};

type PinnedRow = { readonly name: OwnerType | 'FACT'; readonly pinned: number };

const SPREAD = `o.type AS name, sum(o.count) AS count, sum(o.bytes) AS bytes, count(*) AS owners,
  max(o.count) AS most_count, max(o.bytes) AS most_bytes`;
/** Selects one sum of all, over an unknown number of owners. */
const WHOLE = `sum(count) AS count, sum(bytes) AS bytes, 0 AS owners, 0 AS most_count, 0 AS most_bytes`;

export type UseReads = {
  plans(argument: UserKey): Plans;
  quotasSet(argument: { readonly name: QuotaName }): readonly (UserKey & QuotaOverride)[];
  use(argument: UseQuery): readonly TypeUse[];
  userIdsAfter(argument: {
    readonly tenant: string;
    readonly after: string;
    readonly limit: number;
  }): readonly string[];
  usersOf(argument: { readonly tenant: string; readonly userIds: readonly string[] }): readonly UserUse[];
  /** Returns owners with more than this, of one user or of the tenant. */
  ownersOver(argument: OverQuery): readonly OwnerUse[];
  /** Returns the number of users by tier; users without a tier have that of the `others`. */
  tierCounts(argument: { readonly tenant: string; readonly others: TierName }): TierCounts;
  globalUse(argument: Record<string, never>): readonly TypeUse[];
};

export function readUse(db: Database): UseReads {
  const sql = statements(db);
  const pinsOfUser = (query: UseQuery): readonly PinnedRow[] => [
    ...sql.pinnedOfUser.all(query),
    ...sql.pinnedFactsOfUser.all(query),
  ];
  const pinsOfTenant = (query: UseQuery): readonly PinnedRow[] => [
    ...sql.pinnedOfTenant.all(query),
    ...sql.pinnedFactsOfTenant.all(query),
  ];
  const withPins = (uses: readonly UseRow[], pins: readonly PinnedRow[]): TypeUse[] =>
    uses.map((row) => ({ ...toUse(row), pinned: pins.find(({ name }) => name === row.name)?.pinned ?? 0 }));

  return {
    plans: sql.plans,

    use: ({ tenant, userId, agentId }) => {
      if (userId !== '') {
        const uses =
          agentId === '' ? sql.ofUser.all({ tenant, userId }) : sql.ofUsersAgent.all({ tenant, userId, agentId });
        return withPins(uses, pinsOfUser({ tenant, userId, agentId }));
      }
      const uses = agentId === '' ? sql.ofTenant.all({ tenant }) : sql.ofAgent.all({ tenant, agentId });
      return withPins(uses, pinsOfTenant({ tenant, userId, agentId }));
    },

    quotasSet: ({ name }) =>
      sql.quotasSet.all({ name }).map(({ tenant, userId, ...row }) => ({ tenant, userId, ...toOverride(row) })),

    userIdsAfter: (cursor) => sql.userIds.all(cursor),

    usersOf: ({ tenant, userIds: ids }) =>
      ids.map((userId) => ({
        userId,
        uses: withPins(sql.ofUser.all({ tenant, userId }), pinsOfUser({ tenant, userId, agentId: '' })),
        plans: sql.plans({ tenant, userId }),
      })),

    ownersOver({ tenant, userId, name, quota, limit }) {
      const found: OwnerUse[] = [];
      for (const owner of sql.over.iterate({ tenant, userId, name, count: quota.count, bytes: quota.bytes })) {
        if (found.push(owner) === limit) break;
      }
      return found;
    },

    tierCounts({ tenant, others }): TierCounts {
      const own = new Map(sql.ownTiers.all({ tenant }).map(({ tier, count }) => [tier, count]));
      const ownCount = [...own.values()].reduce((sum, count) => sum + count, 0);
      const rest = (sql.userCount.get({ tenant }) ?? 0) - ownCount;
      return Object.fromEntries(
        TIER_NAMES.map((name) => [name, (own.get(name) ?? 0) + (name === others ? rest : 0)]),
      ) as TierCounts;
    },

    globalUse: () => {
      const found = sql.ofServer.all().map(toUse);
      // If there is nothing yet, the use is known to be zero.
      const named = new Set<QuotaName>(found.map(({ name }) => name));
      const missing = QUOTA_NAMES.filter((name) => name !== 'WORKING' && !named.has(name));
      return [...found, ...missing.map((name) => ({ name, ...NO_USAGE, owners: 0, fullest: NO_USAGE }))];
    },
  };
}

function statements(db: Database) {
  const { plans } = selectPlans(db);

  return {
    plans,
    // Pins are few: they are counted, starting from the user's rows or from the pins, whichever are fewer.
    pinnedOfUser: db.prepare<[object], PinnedRow>(
      `SELECT o.type AS name, count(*) AS pinned FROM users u CROSS JOIN owners o USING (user_no)
     CROSS JOIN memories m INDEXED BY pinned_memories ON m.owner_no = o.owner_no AND m.is_pinned = 1
     WHERE u.tenant = @tenant AND u.user_id = @userId AND (@agentId = '' OR m.agent_id = @agentId) GROUP BY o.type`,
    ),
    pinnedOfTenant: db.prepare<[object], PinnedRow>(
      `SELECT o.type AS name, count(*) AS pinned FROM memories m INDEXED BY pinned_memories
     CROSS JOIN owners o ON o.owner_no = m.owner_no CROSS JOIN users u USING (user_no)
     WHERE m.is_pinned = 1 AND u.tenant = @tenant AND (@agentId = '' OR m.agent_id = @agentId) GROUP BY o.type`,
    ),
    // Facts belong to the user, whichever agent was told: an agent's use includes none of them.
    pinnedFactsOfUser: db.prepare<[object], PinnedRow>(
      `SELECT 'FACT' AS name, count(*) AS pinned FROM users u
     CROSS JOIN facts f INDEXED BY pinned_facts ON f.user_no = u.user_no AND f.is_pinned = 1
     WHERE u.tenant = @tenant AND u.user_id = @userId AND f.closed_ms IS NULL AND @agentId = ''`,
    ),
    pinnedFactsOfTenant: db.prepare<[object], PinnedRow>(
      `SELECT 'FACT' AS name, count(*) AS pinned FROM facts f INDEXED BY pinned_facts CROSS JOIN users u USING (user_no)
     WHERE f.is_pinned = 1 AND u.tenant = @tenant AND f.closed_ms IS NULL AND @agentId = ''`,
    ),
    // Expired data counts until it is swept, which is within a minute.
    ofUser: db.prepare<[object], UseRow>(
      `SELECT ${SPREAD} FROM users u JOIN owners o USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId GROUP BY o.type`,
    ),
    ofUsersAgent: db.prepare<[object], UseRow>(
      `SELECT a.type AS name, ${WHOLE} FROM users u JOIN agent_totals a USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND a.agent_id = @agentId GROUP BY a.type`,
    ),
    ofAgent: db.prepare<[object], UseRow>(
      `SELECT a.type AS name, ${WHOLE} FROM agent_totals a JOIN users u USING (user_no)
     WHERE a.agent_id = @agentId AND u.tenant = @tenant GROUP BY a.type`,
    ),
    ofTenant: db.prepare<[object], UseRow>(
      `SELECT type AS name, ${WHOLE} FROM totals WHERE tenant = @tenant AND type <> 'USER' GROUP BY type`,
    ),
    ofServer: db.prepare<[], UseRow>(`SELECT type AS name, ${WHOLE} FROM totals WHERE type <> 'USER' GROUP BY type`),
    userIds: db
      .prepare<[object], string>(
        'SELECT user_id FROM users WHERE tenant = @tenant AND user_id > @after ORDER BY user_id LIMIT @limit + 0',
      )
      .pluck(),
    quotasSet: db.prepare<[object], UserKey & OverrideRow>(
      'SELECT tenant, user_id AS userId, count, bytes, alerts FROM quotas WHERE name = @name',
    ),
    over: db.prepare<[object], OwnerUse>(
      `SELECT u.tenant, u.user_id AS userId, o.type AS name, o.session_id AS place, o.count, o.bytes
     FROM users u JOIN owners o USING (user_no)
     WHERE u.tenant = @tenant AND (@userId = '' OR u.user_id = @userId) AND o.type = @name
       AND (o.count > @count OR o.bytes > @bytes) ORDER BY u.user_id, o.session_id`,
    ),
    userCount: db
      .prepare<[object], number>(`SELECT count FROM totals WHERE tenant = @tenant AND type = 'USER'`)
      .pluck(),
    ownTiers: db.prepare<[object], { readonly tier: TierName; readonly count: number }>(
      `SELECT t.tier, count(*) AS count FROM tiers t JOIN users u ON u.tenant = t.tenant AND u.user_id = t.user_id
     WHERE t.tenant = @tenant AND t.user_id <> '' GROUP BY t.tier`,
    ),
  };
}

function toUse({ name, count, bytes, owners, most_count, most_bytes }: UseRow): TypeUse {
  return { name, count, bytes, owners, fullest: { count: most_count, bytes: most_bytes } };
}
