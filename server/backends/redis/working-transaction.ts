/**
 * Answers the requests of domain/writes from an owner of working memory as it was read, and collects their changes in a draft: one script
 * commits it, if nothing changed in between.
 */
import type { UserKey } from '../../domain/accounts.ts';
import type { RemoveIntent, UpdateIntent } from '../../domain/intents.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import type { Account, AwaitedTransaction } from '../../domain/writes/asks.ts';
import { newRecord, type RestoredRecord, type SizedIntent } from '../../domain/writes/records.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { WITHOUT_ARCHIVE } from '../unasked.ts';
import {
  rememberedAdd,
  rememberedUpdate,
  repeatedAdd,
  repeatedRemove,
  repeatedUpdate,
  type KeptValue,
} from './working-answers.ts';
import type { WorkingRecord } from './working-form.ts';
import type { OwnerDraft, OwnerState } from './working-state.ts';

export type EntryWrites = {
  readonly user: UserKey;
  readonly account: Account & {
    /** The time when the owner ends unless it changes. */
    readonly endMs: number;
  };
  readonly add: SizedIntent;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: RestoredRecord;
  readonly stored: MemoryRecord;
};

export type OwnerParts = {
  readonly quotaOf: (whose: UserKey) => Quota;
  /** Finds an entry of the user, for any agent. */
  readonly find: (scope: Scope, id: string) => Promise<WorkingRecord | undefined>;
  readonly keptValue: KeptValue;
};

export function ownerTransaction(
  { quotaOf, find, keptValue }: OwnerParts,
  { usage, endMs, entry, all, prior }: OwnerState,
  draft: OwnerDraft,
): AwaitedTransaction<EntryWrites> {
  const account = { usage, endMs };
  const put = (record: MemoryRecord): MemoryRecord => {
    draft.written = record as WorkingRecord;
    return record;
  };
  return {
    ...WITHOUT_ARCHIVE,
    user: (scope) => scope,
    openAccount: () => account,
    account: () => account,
    quota: (_, scope) => quotaOf(scope),
    refuseOverLimit: () => undefined,
    settle: (_, __, after) => void (draft.usage = after),

    repeatedAdd: (write) => repeatedAdd(write, prior),
    repeatedUpdate: (write) => repeatedUpdate(write, prior, keptValue),
    repeatedRemove: (write) => repeatedRemove(write, prior),
    rememberAdd: (_, write, answer) => void (draft.request = rememberedAdd(write, answer)),
    rememberUpdate: (_, write, answer) => void (draft.request = rememberedUpdate(write, answer)),
    rememberRemove: (_, { requestId }, outcome) => void (draft.request = requestId && { requestId, outcome }),

    find: (_, id) => (entry?.id === id ? entry : undefined),
    holderOf: async (scope, id) => ((await find(scope, id)) === undefined ? undefined : 'USER'),
    ofKey: () => (entry === undefined ? [] : [entry]),
    firstToGo: (_, exceptId) => all.filter(({ id }) => id !== exceptId),
    ofOwner: () => all,
    metadataOf: ({ metadata }) => metadata,

    insert: (_, write) => put(newRecord(write)),
    restore(_, { record }) {
      draft.keepsAccesses = true;
      put(record);
    },
    replace: (_, __, after) => put({ ...after, storedBytes: after.sizeBytes }),
    remove(_, goneId) {
      const gone = entry?.id === goneId ? entry : all.find(({ id }) => id === goneId);
      if (gone !== undefined) draft.removed.push(gone);
      return undefined;
    },
  };
}
