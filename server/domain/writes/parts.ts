/** Steps that several flows share. */
import { keyChanged } from '../decide/merge.ts';
import { withRemoved } from '../decide/quota.ts';
import { endsFault, keyTaken } from '../decide/stated.ts';
import type { RecordaError } from '../errors.ts';
import { mergesInto } from '../types/merge-payload.ts';
import {
  isJsonPayload,
  quotaName,
  type MemoryRecord,
  type Payload,
  type RelationshipPayload,
  type Scope,
} from '../memory.ts';
import type { Asking, NewMemory, Write, WriteTypes } from './asks.ts';

/**
 * Returns the memories that an add of this one would be merged into: those with its key and namespace and, for relationships, an
 * overlapping period.
 */
export function* sameKey<T extends WriteTypes>(
  ask: Asking<T>,
  account: T['account'],
  memory: Pick<MemoryRecord, 'payload' | 'scope'>,
): Write<readonly MemoryRecord[]> {
  const { payload, scope } = memory;
  if (!isJsonPayload(payload)) return [];
  const others = yield* ask.ofKey(account, memory);
  return others.filter(
    (other) =>
      other.scope.namespace === scope.namespace && isJsonPayload(other.payload) && mergesInto(other.payload, payload),
  );
}

/** Throws if a change would take the name of another memory, or its period. */
export function* refuseTaken<T extends WriteTypes>(
  ask: Asking<T>,
  account: T['account'],
  before: MemoryRecord,
  after: MemoryRecord,
): Write<void> {
  if (!keyChanged(before, after)) return;
  const taken = (yield* sameKey(ask, account, after)).find(({ id }) => id !== after.id);
  if (taken !== undefined) throw keyTaken(taken);
}

export function isRelationship(payload: Payload): payload is RelationshipPayload {
  return payload.type === 'ENTITY' && payload.node === 'RELATIONSHIP';
}

/** Returns the error for a relationship that cannot be stored because one of its ends is missing. */
export function* looseEnds<T extends WriteTypes>(ask: Asking<T>, memory: NewMemory): Write<RecordaError | undefined> {
  const { payload, scope, nowMs } = memory;
  if (!isRelationship(payload)) return undefined;
  const from = yield* ask.find(scope, payload.fromId, nowMs);
  const to = payload.toId === payload.fromId ? from : yield* ask.find(scope, payload.toId, nowMs);
  return endsFault(memory, (id) => (id === payload.fromId ? from : to));
}

export function* refuseLooseEnds<T extends WriteTypes>(ask: Asking<T>, memory: NewMemory): Write<void> {
  const fault = yield* looseEnds(ask, memory);
  if (fault !== undefined) throw fault;
}

/** Removes one memory of an account. The caller settles the account. */
export function* removeOne<T extends WriteTypes>(
  ask: Asking<T>,
  account: T['account'],
  id: string,
  nowMs: number,
): Write<void> {
  const scope = yield* ask.remove(account, id);
  if (scope !== undefined) yield* ask.log(account, 'REMOVE', id, scope, nowMs);
}

/** Removes a memory of any type, and the relationships of an entity with it. Returns the number of relationships removed. */
export function* removeWithRelationships<T extends WriteTypes>(
  ask: Asking<T>,
  user: T['user'],
  account: T['account'],
  { payload, scope, nowMs }: Pick<NewMemory, 'payload' | 'scope' | 'nowMs'>,
  id: string,
): Write<number> {
  const count = quotaName(payload) === 'ENTITY' ? yield* removeRelationships(ask, user, scope, id, nowMs) : 0;
  yield* removeOne(ask, account, id, nowMs);
  return count;
}

function* removeRelationships<T extends WriteTypes>(
  ask: Asking<T>,
  user: T['user'],
  scope: Scope,
  entityId: string,
  nowMs: number,
): Write<number> {
  const gone = yield* ask.relationshipsAt(scope, entityId);
  if (gone.length === 0) return 0;
  const account = yield* ask.account(user, 'RELATIONSHIP', scope);
  for (const { id } of gone) yield* removeOne(ask, account, id, nowMs);
  const usage = gone.reduce((left, { sizeBytes }) => withRemoved(left, sizeBytes), account.usage);
  yield* ask.settle(account, scope, usage, nowMs);
  return gone.length;
}
