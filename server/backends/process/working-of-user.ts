/** All of one user's working memory, for every agent and task. Each call runs to its end in one turn of the event loop. */
import type { UserKey } from '../../domain/accounts.ts';
import { byBytes } from '../../domain/by-bytes.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { fromPortable, toPortable } from '../../domain/portable.ts';
import type { UserMemories } from '../../ports/users.ts';
import { byAge } from '../by-age.ts';
import type { AppliedRequests } from './applied-requests.ts';
import type { WorkingOwner } from './working-owner.ts';
import type { WorkingOwners } from './working-owners.ts';

export function workingOfUser(
  owners: WorkingOwners,
  requests: AppliedRequests,
  putBack: (record: MemoryRecord) => boolean,
): UserMemories {
  const agentsOf = (whose: UserKey): readonly WorkingOwner[] =>
    whose.userId === ''
      ? []
      : [...owners.ownersOf(whose)].toSorted((one, other) => byBytes(one.of.agentId, other.of.agentId));

  return {
    count: async (whose) => agentsOf(whose).reduce((sum, { usage }) => sum + usage.count, 0),

    async erase(whose) {
      let count = 0;
      for (const owner of agentsOf(whose)) {
        const records = [...owner.all()];
        count += records.length;
        const [first] = records;
        if (first === undefined) continue;
        owners.drop(
          first.scope,
          records.map(({ id }) => id),
        );
      }
      requests.forget(whose);
      return count;
    },

    /** A page holds one agent's entries, some 10 KB. */
    async page(whose, after) {
      const owner = agentsOf(whose).find(({ of }) => after === undefined || byBytes(of.agentId, after) > 0);
      if (owner === undefined) return { memories: [] };
      const memories = [...owner.all()].toSorted(byAge).map((record) => toPortable(record));
      return { memories, next: owner.of.agentId };
    },

    importedBy: 'MEMORY',

    async putBack(whose, memories) {
      const taken = memories.filter((memory) => putBack(fromPortable(memory, whose))).length;
      return { taken, skipped: memories.length - taken };
    },
  };
}
