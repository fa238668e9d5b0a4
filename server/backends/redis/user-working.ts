/** All of one user's working memory in Redis, for every agent and task. */
import type { UserKey } from '../../domain/accounts.ts';
import { byBytes } from '../../domain/by-bytes.ts';
import { toPortable } from '../../domain/portable.ts';
import type { Scope } from '../../domain/memory.ts';
import { userScope } from '../../domain/scope.ts';
import type { UserMemories } from '../../ports/users.ts';
import type { CallContext } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import type { Account } from './account.ts';
import { eraseOfUser, type EraseParts } from './erase.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import { indexKey, keysOf } from './redis-keys.ts';
import type { revisedIndexes } from './revised-indexes.ts';
import type { WorkingRecord } from './working-form.ts';
import type { WorkingWrites } from './working-writes.ts';

export type UserWorkingOptions = EraseParts & {
  readonly accounts: RedisAccounts;
  readonly indexes: Pick<ReturnType<typeof revisedIndexes>, 'forgetAll'>;
  readonly readAgent: (scope: Scope) => Promise<readonly WorkingRecord[]>;
  readonly putBack: WorkingWrites['putBack'];
};

export function userWorking(options: UserWorkingOptions): UserMemories {
  const { attempt, accounts, indexes, readAgent, putBack } = options;

  async function agentsOf(whose: UserKey, call: CallContext): Promise<readonly Account[]> {
    const owners = (await accounts.ownersOf(whose, call)).filter(({ name }) => name === 'WORKING');
    return owners.toSorted((one, other) => byBytes(one.place, other.place));
  }

  async function count(whose: UserKey, call: CallContext): Promise<number> {
    return (await agentsOf(whose, call)).reduce((sum, agent) => sum + agent.count, 0);
  }

  return {
    count,

    async erase(whose, call) {
      const found = await count(whose, call);
      const { working, places, uses, entries, accesses, values, commit, requests } = keysOf(whose);
      const kinds = [working(''), places(''), uses(''), entries, accesses, values(''), commit(''), requests];
      await eraseOfUser(options, whose, 'WORKING', kinds, call);
      indexes.forgetAll(indexKey(whose, ''));
      return found;
    },

    /** A page holds one agent's entries, some 10 KB. */
    async page(whose, after, call) {
      const agents = await agentsOf(whose, call);
      const agent = agents.find(({ place }) => after === undefined || byBytes(place, after) > 0);
      if (agent === undefined) return { memories: [] };
      const scope = { ...userScope(whose), agentId: agent.place };
      const records = await attempt(() => readAgent(scope), call.signal);
      return { memories: records.toSorted(byAge).map((record) => toPortable(record)), next: agent.place };
    },

    importedBy: 'NETWORK',

    async putBack(whose, memories, call) {
      let taken = 0;
      for (const memory of memories) if (await putBack(memory, whose, call)) taken += 1;
      return { taken, skipped: memories.length - taken };
    },
  };
}
