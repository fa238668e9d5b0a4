/** The accounts of all types as one, wherever each lives. Who may have how much is told by the store that keeps plans. */
import type { TypeUse, UseQuery } from '../domain/accounts.ts';
import { byBytes } from '../domain/by-bytes.ts';
import type { Accounts, TypeAccounts } from '../ports/limits.ts';
import type { CallContext } from '../ports/stores.ts';

/** What `elsewhere` tells of is no longer looked for in `kept`. */
export function accountsOfTypes(kept: Accounts, elsewhere: readonly TypeAccounts[]): Accounts {
  const others = new Set(elsewhere.flatMap(({ names }) => names));

  async function withOthers(query: UseQuery, own: readonly TypeUse[], call: CallContext): Promise<readonly TypeUse[]> {
    const theirs = await Promise.all(elsewhere.map(({ use }) => use(query, call)));
    return [...own.filter(({ name }) => !others.has(name)), ...theirs.flat()];
  }

  return {
    ...kept,

    async setPlan(change, nowMs, call) {
      await kept.setPlan(change, nowMs, call);
      await Promise.all(elsewhere.map(({ setPlan }) => setPlan(change, nowMs, call)));
    },

    use: async (query, call) => withOthers(query, await kept.use(query, call), call),

    async userIdsAfter(tenant, after, limit, call) {
      const found = await Promise.all(
        [kept, ...elsewhere].map(({ userIdsAfter }) => userIdsAfter(tenant, after, limit, call)),
      );
      return [...new Set(found.flat())].toSorted(byBytes).slice(0, limit);
    },

    async usersOf(tenant, userIds, call) {
      const users = await kept.usersOf(tenant, userIds, call);
      return Promise.all(
        users.map(async (user) => {
          const query = { tenant, userId: user.userId, agentId: '' };
          return { ...user, uses: await withOthers(query, user.uses, call) };
        }),
      );
    },

    async globalUse(call) {
      const theirs = (await Promise.all(elsewhere.map(({ globalUse }) => globalUse(call)))).flat();
      const own = await kept.globalUse(call);
      return [...own.filter((use) => !theirs.some(({ name }) => name === use.name)), ...theirs];
    },

    ownersOver(query, call) {
      const place = elsewhere.find(({ names }) => names.includes(query.name));
      return (place ?? kept).ownersOver(query, call);
    },
  };
}
