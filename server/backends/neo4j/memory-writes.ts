/** Adds, updates and removes memories, each in one transaction that has locked the user. */
import type { UserKey } from '../../domain/accounts.ts';
import { readsOfAdd, readsOfAll, readsOfChange } from '../../domain/writes/read-set.ts';
import { toAdded, toSized } from '../../domain/writes/records.ts';
import type { Added, AddIntent, MemoryStore, Outcome } from '../../ports/stores.ts';
import { userKey } from './keys.ts';
import type { InTransaction } from './memory-transaction.ts';
import { outcomeOf } from '../outcome-of.ts';

export function memoryWrites(inTransaction: InTransaction): Pick<MemoryStore, 'add' | 'update' | 'remove'> {
  return {
    async add(intents, { signal }) {
      const nowMs = Math.max(0, ...intents.map((intent) => intent.nowMs));
      const reads = readsOfAll(intents.map(readsOfAdd));
      return inTransaction(usersOf(intents), reads, nowMs, signal, async (writes) => {
        const outcomes: Outcome<Added>[] = [];
        for (const intent of intents) {
          outcomes.push(await outcomeOf(async () => toAdded(await writes.add(toSized(intent)))));
        }
        return outcomes;
      });
    },
    update: (intent, { signal }) =>
      inTransaction([intent.scope], readsOfChange(intent), intent.nowMs, signal, (writes) => writes.update(intent)),
    remove: (intent, { signal }) =>
      inTransaction([intent.scope], readsOfChange(intent), intent.nowMs, signal, (writes) => writes.remove(intent)),
  };
}

function usersOf(intents: readonly AddIntent[]): readonly UserKey[] {
  return [...new Map(intents.map(({ scope }) => [userKey(scope), scope])).values()];
}
