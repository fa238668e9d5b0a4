/**
 * Adds, updates, removes and puts back entries, and ends tasks: each write reads an owner, decides and commits, and repeats if others
 * came first.
 */
import type { UserKey } from '../../domain/accounts.ts';
import type { Scope } from '../../domain/memory.ts';
import { fromPortable, type PortableMemory } from '../../domain/portable.ts';
import type { ClearCommand } from '../../domain/writes/asks.ts';
import { readsOfAdd, readsOfChange, readsOfPutBack } from '../../domain/writes/read-set.ts';
import { toAdded, toRestored, toSized } from '../../domain/writes/records.ts';
import { awaitedWrites, type AwaitedWrites } from '../../domain/writes/run.ts';
import type { Added, CallContext, Clock, WorkingStore } from '../../ports/stores.ts';
import { outcomeOf } from '../outcome-of.ts';
import type { QuotaCache } from '../quota-cache.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import type { RedisClient } from './connect-redis.ts';
import { keyedMutex } from './keyed-mutex.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import type { WorkingRecord } from './working-form.ts';
import {
  ALL_ENTRIES,
  commitOfOwner,
  keptValue,
  ownerDraft,
  ownerKeys,
  questionOf,
  readOwner,
  type OwnerQuestion,
} from './working-state.ts';
import { ownerTransaction, type EntryWrites } from './working-transaction.ts';

type Options = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotaCache;
  readonly clock: Clock;
  /** Finds an entry of the user, for any agent. */
  readonly find: (scope: Scope, id: string) => Promise<WorkingRecord | undefined>;
};

export type WorkingWrites = Pick<WorkingStore, 'add' | 'update' | 'remove'> & {
  /** Returns true if the entry was accepted. */
  putBack(memory: PortableMemory, whose: UserKey, call: CallContext): Promise<boolean>;
  /** Returns the number of deleted entries. */
  clear(command: ClearCommand<EntryWrites>, call: CallContext): Promise<number>;
};

type Work<T> = (writes: AwaitedWrites<EntryWrites>) => Promise<T>;

export function workingWrites({
  redis,
  attempt,
  reconciliation,
  accounts,
  quotas,
  clock,
  find,
}: Options): WorkingWrites {
  const turn = keyedMutex();

  /** Runs one write of the scope's owner; rejects with what it throws. */
  function run<T>(
    { scope, nowMs }: { readonly scope: Scope; readonly nowMs: number },
    question: OwnerQuestion,
    { signal }: CallContext,
    work: Work<T>,
  ): Promise<T> {
    const parts = {
      quotaOf: (whose: UserKey) => quotas.quota(whose),
      find: (of: Scope, id: string) => attempt(() => find(of, id), signal),
      keptValue: (id: string, requestId: string) => keptValue(redis, ownerKeys(scope), id, requestId),
    };
    return reconciliation.written(scope, signal, {
      inTurn: (started) => turn(ownerKeys(scope).revision, started),
      async decide() {
        const state = await attempt(() => readOwner(redis, scope, question), signal);
        const draft = ownerDraft();
        const answer = await work(awaitedWrites(ownerTransaction(parts, state, draft)));
        const { usage } = draft;
        if (usage === undefined) return { answer };
        const use = { name: 'WORKING', place: scope.agentId, ...usage } as const;
        const { reported, raise } = accounts.judge(scope, use, state.reported);
        const apply = commitOfOwner(scope, state, { ...draft, usage, reported, nowMs });
        return { answer, apply: () => apply(redis), raise: () => raise(nowMs) };
      },
    });
  }

  /** Returns the owner of an entry, since a call without an agent may mean any of the user's. */
  async function ownerOf({ scope, id, nowMs }: Parameters<WorkingStore['remove']>[0], { signal }: CallContext) {
    const known = scope.agentId === '' ? await attempt(() => find(scope, id), signal) : undefined;
    return { scope: known?.scope ?? scope, nowMs };
  }

  return {
    /** Writes of one owner run one after another, in order. */
    add: (intents, call) =>
      Promise.all(
        intents.map((intent) => {
          const write = toSized(intent);
          // The other entries are needed only if the write may exceed the quota's bytes.
          const question = questionOf(readsOfAdd(write), quotas.quota(write.scope).bytes - write.sizeBytes);
          const work: Work<Added> = async (writes) => toAdded<EntryWrites>(await writes.add(write));
          return outcomeOf(() => run(write, question, call, work));
        }),
      ),

    async update(intent, call) {
      const of = await ownerOf(intent, call);
      return run(of, questionOf(readsOfChange(intent)), call, (writes) => writes.update(intent));
    },

    async remove(intent, call) {
      const of = await ownerOf(intent, call);
      return run(of, questionOf(readsOfChange(intent)), call, (writes) => writes.remove(intent));
    },

    putBack(memory, whose, call) {
      const restored = toRestored(fromPortable(memory, whose), clock.now());
      return run(restored, questionOf(readsOfPutBack(restored)), call, (writes) => writes.putBack(restored));
    },

    clear: (command, call) => run(command, ALL_ENTRIES, call, (writes) => writes.clear(command)),
  };
}
