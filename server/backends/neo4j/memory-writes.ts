/** Add, update and remove, each in one transaction that has the user to itself: read what a decision needs, decide, commit. */
import { decideAdd } from '../../domain/decide/add.ts';
import { decideMerge } from '../../domain/decide/merge.ts';
import { hasRoom, NO_USAGE } from '../../domain/decide/quota.ts';
import { decideRemove } from '../../domain/decide/remove.ts';
import { endsFault, mergeTarget } from '../../domain/decide/stated.ts';
import { decideUpdate } from '../../domain/decide/update.ts';
import { notFound } from '../../domain/errors.ts';
import { quotaName, sizeBytes } from '../../domain/memory.ts';
import { MAX_REMOVED_IDS } from '../../policy/limits.ts';
import type {
  Added,
  AddIntent,
  MemoryStore,
  Outcome,
  RemoveIntent,
  Removed,
  Updated,
  UpdateIntent,
} from '../../ports/stores.ts';
import { outcomeOfAdd, remember, repeated, repeatedAdd, type AddedOutcome } from './answers.ts';
import type { Owner } from './book-rows.ts';
import { outcomeOf } from './outcome-of.ts';
import { nameOf, type Desk, type Write } from './desk.ts';
import { userKey, type Whose } from './keys.ts';
import type { KeptPayload, KeptRecord } from './record-form.ts';
import type { Name } from './rows.ts';
import type { Foreseen, UserBooks } from './user-books.ts';

export function memoryWrites(write: Write): Pick<MemoryStore, 'add' | 'update' | 'remove'> {
  return {
    async add(intents, { signal }) {
      const nowMs = Math.max(0, ...intents.map((intent) => intent.nowMs));
      return write(usersOf(intents), foreseenOfAdds(intents), nowMs, signal, async (desk) => {
        const outcomes: Outcome<Added>[] = [];
        for (const intent of intents) outcomes.push(await outcomeOf(() => addOne(desk, intent)));
        return outcomes;
      });
    },
    update: (intent, { signal }) =>
      write([intent.scope], foreseenOf(intent), intent.nowMs, signal, (desk) => updateOne(desk, intent)),
    remove: (intent, { signal }) =>
      write([intent.scope], foreseenOf(intent), intent.nowMs, signal, (desk) => removeOne(desk, intent)),
  };
}

async function addOne(desk: Desk, intent: AddIntent): Promise<Added> {
  const { scope, metadata, id } = intent;
  const payload = intent.payload as KeptPayload;
  const { books } = desk;
  const prior = repeated<AddedOutcome>(desk, intent);
  if (prior !== undefined) return repeatedAdd(intent, prior);
  const owner = await books.owner(scope, quotaName(payload), placeOf(intent));
  const existing = mergeTarget(await desk.sameKey({ payload, scope }), intent.nowMs);
  if (existing !== undefined) return merge(desk, intent, owner, existing as KeptRecord);
  const ends = await endsOf(books, scope, payload);
  const fault = endsFault(intent, (endId) => ends.get(endId));
  if (fault !== undefined) throw fault;
  const size = sizeBytes(payload, metadata);
  const quota = desk.quotas(scope)[owner.name];
  const mustPrune = intent.autoPrune !== 'OFF' && !hasRoom(owner.usage, size, quota);
  const oldest = mustPrune ? await books.oldest(owner) : [];
  const changes = orThrow(decideAdd({ usage: owner.usage, quota, oldest }, intent, size));
  desk.refuseOverLimit(owner, changes.usage);
  for (const { id: goneId } of changes.removed) {
    if (owner.name === 'ENTITY') await desk.removeAttached(scope, goneId);
    books.remove(scope, goneId);
  }
  const record = await desk.keep(newRecord(intent, payload, size), undefined);
  desk.settle(owner, changes.usage);
  const answer: Added = {
    record,
    operation: changes.operation,
    remaining: changes.remaining,
    prunedCount: changes.removed.length,
    evictedCount: 0,
    removedIds: changes.removed.slice(0, MAX_REMOVED_IDS).map((memory) => memory.id),
  };
  remember(desk, intent, id, outcomeOfAdd(answer), record);
  return answer;
}

async function merge(desk: Desk, intent: AddIntent, owner: Owner, existing: KeptRecord): Promise<Added> {
  const quota = desk.quotas(intent.scope)[owner.name];
  const changes = orThrow(decideMerge({ usage: owner.usage, quota, existing }, intent));
  let record = changes.record as KeptRecord;
  await desk.refuseTaken(existing, record);
  if (changes.isChanged) {
    record = await desk.keep(record, existing);
    desk.settle(owner, changes.usage);
  }
  const { remaining } = changes;
  const answer = { operation: 'MERGED', remaining, prunedCount: 0, evictedCount: 0, removedIds: [] } as const;
  remember(desk, intent, record.id, answer, record);
  return { ...answer, record };
}

async function updateOne(desk: Desk, intent: UpdateIntent): Promise<Updated> {
  const { id, scope } = intent;
  const prior = repeated<Omit<Updated, 'record'>>(desk, intent);
  if (prior !== undefined) {
    if (prior.record === undefined) throw notFound(id);
    return { ...prior.outcome, record: prior.record };
  }
  const { record, owner, ...state } = await stateOf(desk, scope, id);
  const changes = orThrow(decideUpdate({ record, ...state }, intent));
  if (owner === undefined || record === undefined) throw notFound(id);
  await desk.refuseTaken(record, changes.record as KeptRecord);
  const updated = await desk.keep(changes.record as KeptRecord, record);
  desk.settle(owner, changes.usage);
  const { remaining } = changes;
  remember(desk, intent, id, { remaining }, updated);
  return { record: updated, remaining };
}

async function removeOne(desk: Desk, intent: RemoveIntent): Promise<Removed> {
  const { id, scope } = intent;
  const prior = repeated<Removed>(desk, intent);
  if (prior !== undefined) return prior.outcome;
  const { owner, ...state } = await stateOf(desk, scope, id);
  const { usage, remaining } = orThrow(decideRemove(state, intent));
  if (owner === undefined) throw notFound(id);
  const removedRelationships = owner.name === 'ENTITY' ? await desk.removeAttached(scope, id) : 0;
  desk.books.remove(scope, id);
  desk.settle(owner, usage);
  const answer = { remaining, removedRelationships };
  remember(desk, intent, id, answer);
  return answer;
}

/** What an update or a removal is decided by. */
async function stateOf({ books, quotas }: Desk, whose: Whose, id: string) {
  const record = await books.find(whose, id);
  const owner = record && (await books.owner(whose, quotaName(record.payload), placeOf(record)));
  return { record, owner, usage: owner?.usage ?? NO_USAGE, quota: quotas(whose)[owner?.name ?? 'ENTITY'] };
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

/** What a quota is kept by beside the user. */
export function placeOf({ payload, scope }: Pick<AddIntent, 'payload' | 'scope'>): string {
  return payload.type === 'EPISODIC' ? scope.agentId : '';
}

export async function endsOf(books: UserBooks, whose: Whose, payload: KeptPayload) {
  const ids = payload.type === 'ENTITY' && payload.node === 'RELATIONSHIP' ? [payload.fromId, payload.toId] : [];
  return new Map(await Promise.all(ids.map(async (id) => [id, await books.find(whose, id)] as const)));
}

function newRecord(
  { id, scope, source, metadata, importance, isPinned, nowMs }: AddIntent,
  payload: KeptPayload,
  size: number,
): KeptRecord {
  return {
    id,
    scope,
    payload,
    ...(source !== undefined && { source }),
    ...(metadata !== undefined && { metadata }),
    ...(importance !== undefined && { importance }),
    ...(isPinned && { isPinned }),
    createTimeMs: nowMs,
    updateTimeMs: nowMs,
    version: 1,
    sizeBytes: size,
    storedBytes: size,
    isCompressed: false,
  };
}

function usersOf(intents: readonly AddIntent[]): readonly Whose[] {
  return [...new Map(intents.map(({ scope }) => [userKey(scope), scope])).values()];
}

/** What these adds, or memories that are put back, will ask for. */
export function foreseenOfAdds(
  intents: readonly Pick<AddIntent, 'scope' | 'payload' | 'requestId'>[],
): Omit<Foreseen, 'users'> {
  const owners = new Map<string, Foreseen['owners'][number]>();
  const ids: Foreseen['ids'][number][] = [];
  const names: Name[] = [];
  for (const { scope: whose, payload } of intents) {
    const owner = { whose, name: quotaName(payload), place: placeOf({ payload, scope: whose }) };
    owners.set(JSON.stringify([userKey(whose), owner.name, owner.place]), owner);
    const name = nameOf(whose, payload as KeptPayload);
    if (name !== undefined) names.push(name);
    if (payload.type !== 'ENTITY' || payload.node === 'ENTITY') continue;
    ids.push({ whose, id: payload.fromId }, { whose, id: payload.toId });
  }
  return { owners: [...owners.values()], requests: intents.flatMap(requestOf), ids, names };
}

function foreseenOf({ id, scope, requestId }: UpdateIntent | RemoveIntent): Omit<Foreseen, 'users'> {
  return { owners: [], requests: requestOf({ scope, requestId }), ids: [{ whose: scope, id }], names: [] };
}

function requestOf({ scope, requestId }: Pick<AddIntent, 'scope' | 'requestId'>): Foreseen['requests'] {
  return requestId === undefined ? [] : [{ whose: scope, id: requestId.id }];
}
