/** All of one user's working memory in Redis, of every agent and task. */
import type { Whose } from '../../domain/accounts.ts';
import { byBytes } from '../../domain/by-bytes.ts';
import { withAdded } from '../../domain/decide/quota.ts';
import { fromPortable, toPortable, type PortableMemory } from '../../domain/portable.ts';
import type { Scope } from '../../domain/memory.ts';
import type { UserMemories } from '../../ports/users.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import { byAge } from '../by-age.ts';
import type { Account } from './account.ts';
import { eraseOfUser, type EraseParts } from './erase.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import { indexKey, keysOf } from './redis-keys.ts';
import type { revisedIndexes } from './revised-indexes.ts';
import { placeOf, type WorkingRecord } from './working-form.ts';
import type { WriteOwner } from './working-writes.ts';

export type UserWorkingOptions = EraseParts & {
  readonly accounts: RedisAccounts;
  readonly clock: Clock;
  readonly indexes: Pick<ReturnType<typeof revisedIndexes>, 'forgetAll'>;
  readonly find: (scope: Scope, id: string) => Promise<WorkingRecord | undefined>;
  readonly readAgent: (scope: Scope) => Promise<readonly WorkingRecord[]>;
  readonly write: WriteOwner;
};

export function userWorking(options: UserWorkingOptions): UserMemories {
  const { attempt, accounts, clock, indexes, find, readAgent, write } = options;

  async function agentsOf(whose: Whose, call: CallContext): Promise<readonly Account[]> {
    const owners = (await accounts.ownersOf(whose, call)).filter(({ name }) => name === 'WORKING');
    return owners.toSorted((one, other) => byBytes(one.place, other.place));
  }

  async function count(whose: Whose, call: CallContext): Promise<number> {
    return (await agentsOf(whose, call)).reduce((sum, agent) => sum + agent.count, 0);
  }

  async function putOne(memory: PortableMemory, whose: Whose, call: CallContext): Promise<boolean> {
    const record = fromPortable(memory, whose) as WorkingRecord;
    if ((await attempt(() => find(record.scope, record.id), call.signal)) !== undefined) return false;
    const question = { place: placeOf(record), fullBytes: Infinity };
    return write(record.scope, clock.now(), question, call, ({ usage, entry }) =>
      entry === undefined
        ? {
            answer: true,
            commit: {
              usage: withAdded(usage, record.sizeBytes),
              removed: [],
              written: record,
              keepsAccesses: true,
            },
          }
        : { answer: false },
    );
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

    /** A page is an agent's: some 10 KB. */
    async page(whose, after, call) {
      const agents = await agentsOf(whose, call);
      const agent = agents.find(({ place }) => after === undefined || byBytes(place, after) > 0);
      if (agent === undefined) return { memories: [] };
      const scope = { ...whose, agentId: agent.place, sessionId: '', namespace: '', taskId: '' };
      const records = await attempt(() => readAgent(scope), call.signal);
      return { memories: records.toSorted(byAge).map((record) => toPortable(record)), next: agent.place };
    },

    importedBy: 'NETWORK',

    async putBack(whose, memories, call) {
      let taken = 0;
      for (const memory of memories) if (await putOne(memory, whose, call)) taken += 1;
      return { taken, skipped: memories.length - taken };
    },
  };
}
