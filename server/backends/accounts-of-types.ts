/** Joins the accounts of all types, wherever each is stored. The store that keeps plans decides the quotas. */
import type { TypeUse, UseQuery } from '../domain/accounts.ts';
import { byBytes } from '../domain/by-bytes.ts';
import { RecordaError } from '../domain/errors.ts';
import type { QuotaName } from '../domain/memory.ts';
import type { Accounts, AccountsInParts, Partly, TypeAccounts } from '../ports/limits.ts';
import type { CallContext } from '../ports/stores.ts';

/** Types that `elsewhere` accounts for are no longer looked for in `kept`. */
export function accountsOfTypes(kept: Accounts, elsewhere: readonly TypeAccounts[]): AccountsInParts {
  const others = new Set(elsewhere.flatMap(({ names }) => names));
  const isKept = ({ name }: { readonly name: QuotaName }): boolean => !others.has(name);

  const theirUses = (query: UseQuery, call: CallContext): Promise<Partly<readonly TypeUse[]>> =>
    ofAll(elsewhere, ({ use }) => use(query, call));

  return {
    ...kept,

    async setPlan(change, nowMs, call) {
      await kept.setPlan(change, nowMs, call);
      await Promise.all(elsewhere.map(({ setPlan }) => setPlan(change, nowMs, call)));
    },

    async use(query, call) {
      const [own, theirs] = await Promise.all([kept.use(query, call), theirUses(query, call)]);
      return { ...theirs, known: [...own.filter(isKept), ...theirs.known] };
    },

    async userIdsAfter(tenant, after, limit, call) {
      const [own, theirs] = await Promise.all([
        kept.userIdsAfter(tenant, after, limit, call),
        ofAll(elsewhere, (backend) => backend.userIdsAfter(tenant, after, limit, call)),
      ]);
      const all = [...new Set([...own, ...theirs.known])].toSorted(byBytes);
      return { ...theirs, known: all.slice(0, limit) };
    },

    async usersOf(tenant, userIds, call) {
      const users = await kept.usersOf(tenant, userIds, call);
      const theirs = await Promise.all(users.map(({ userId }) => theirUses({ tenant, userId, agentId: '' }, call)));
      return {
        known: users.map((user, backend) => ({
          ...user,
          uses: [...user.uses.filter(isKept), ...(theirs[backend]?.known ?? [])],
        })),
        unavailable: [...new Set(theirs.flatMap(({ unavailable }) => unavailable))],
      };
    },

    async globalUse(call) {
      const [own, theirs] = await Promise.all([
        kept.globalUse(call),
        ofAll(elsewhere, ({ globalUse }) => globalUse(call)),
      ]);
      return { ...theirs, known: [...own.filter(isKept), ...theirs.known] };
    },

    async ownersOver(query, call) {
      const backend = elsewhere.find(({ names }) => names.includes(query.name));
      if (backend === undefined) return { known: await kept.ownersOver(query, call), unavailable: [] };
      const { known, unavailable } = await ofAll([backend], ({ ownersOver }) => ownersOver(query, call));
      return { known, unavailable: unavailable.filter((name) => name === query.name) };
    },
  };
}

/** Returns the answers of all, and the names of those that do not answer. */
async function ofAll<T>(
  backends: readonly TypeAccounts[],
  ask: (backend: TypeAccounts) => Promise<readonly T[]>,
): Promise<Partly<readonly T[]>> {
  const answers = await Promise.all(
    backends.map(async (backend): Promise<Partly<readonly T[]>> => {
      try {
        return { known: await ask(backend), unavailable: [] };
      } catch (error) {
        if (!(error instanceof RecordaError) || error.reason !== 'BACKEND_UNAVAILABLE') throw error;
        return { known: [], unavailable: backend.names };
      }
    }),
  );
  return {
    known: answers.flatMap(({ known }) => known),
    unavailable: answers.flatMap(({ unavailable }) => unavailable),
  };
}
