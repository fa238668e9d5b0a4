/**
 * Answers the requests of domain/writes from the process's own memory. Nothing is changed before an account is settled, so a write that
 * is refused has no effect.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { RemoveIntent, UpdateIntent } from '../../domain/intents.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import type { Account, Transaction } from '../../domain/writes/asks.ts';
import { newRecord, toAdded, type RestoredRecord, type SizedIntent } from '../../domain/writes/records.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { WORKING } from '../../policy/limits.ts';
import { WITHOUT_ARCHIVE } from '../unasked.ts';
import type { AppliedRequests } from './applied-requests.ts';
import { workingOwner, type WorkingOwner, type WorkingRecord } from './working-owner.ts';
import type { WorkingOwners } from './working-owners.ts';

/** An owner's account, and the entries as a write will have left them. */
type WorkingAccount = Account & {
  readonly owner: WorkingOwner;
  readonly gone: string[];
  put: WorkingRecord | undefined;
};

export type ProcessWrites = {
  readonly user: UserKey;
  readonly account: WorkingAccount;
  readonly add: SizedIntent;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: RestoredRecord;
  readonly stored: MemoryRecord;
};

export type WorkingParts = {
  readonly owners: WorkingOwners;
  readonly requests: AppliedRequests;
  readonly quotaOf: (whose: UserKey) => Quota;
  /** The most bytes that the entries of all owners together may take. */
  readonly heldBytes: number;
  /** Raises alerts for the owner's use. */
  readonly look: (owner: WorkingOwner, nowMs: number) => void;
};

export function workingTransaction(parts: WorkingParts): Transaction<ProcessWrites> {
  const { owners, requests, quotaOf, heldBytes, look } = parts;
  const accountOf = (owner: WorkingOwner): WorkingAccount => ({ owner, usage: owner.usage, gone: [], put: undefined });
  return {
    ...WITHOUT_ARCHIVE,
    user: (scope) => scope,
    openAccount: (_, { scope }) => accountOf(owners.get(scope) ?? workingOwner(scope)),
    account: (_, __, scope) => accountOf(owners.get(scope) ?? workingOwner(scope)),
    quota: (_, scope) => quotaOf(scope),
    refuseOverLimit({ usage }, after) {
      const grown = after.bytes - usage.bytes + (after.count - usage.count) * WORKING.entryBytes;
      if (grown > 0 && owners.heldBytes + grown > heldBytes) throw full();
    },
    settle({ owner: { of }, put, gone }, _, __, nowMs) {
      // The new entry is stored first: an owner whose last entry is removed is forgotten, with the levels reported of its quota.
      if (put !== undefined) owners.store(put);
      if (gone.length > 0) owners.drop(of, gone);
      const owner = owners.get(of);
      if (owner !== undefined) look(owner, nowMs);
    },

    repeatedAdd: requests.find,
    repeatedUpdate: requests.find,
    repeatedRemove: requests.find,
    rememberAdd: (_, write, answer) => requests.remember(write, toAdded(answer)),
    rememberUpdate: (_, write, answer) => requests.remember(write, answer),
    rememberRemove: (_, write, answer) => requests.remember(write, answer),

    find: (scope, id) => owners.find(scope, id)?.record,
    holderOf: (scope, id) => (owners.find({ ...scope, agentId: '' }, id) === undefined ? undefined : 'USER'),
    ofKey({ owner }, memory) {
      const existing = owner.sameKey(memory as WorkingRecord);
      return existing === undefined ? [] : [existing];
    },
    firstToGo: ({ owner }, exceptId) => owner.leastRecentlyUsed(exceptId),
    ofOwner: ({ owner }) => [...owner.all()],
    metadataOf: ({ metadata }) => metadata,

    insert: (account, write) => put(account, newRecord(write)),
    restore: (account, { record }) => void put(account, record),
    replace: (account, _, after) => put(account, { ...after, storedBytes: after.sizeBytes }),
    remove({ gone }, id) {
      gone.push(id);
      return undefined;
    },
  };
}

function put(account: WorkingAccount, record: MemoryRecord): MemoryRecord {
  account.put = record as WorkingRecord;
  return record;
}

function full(): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    'The working memory of this server is full. End finished tasks (EndTask), then try again.',
    { retryAfterMs: WORKING.retryMs },
  );
}
