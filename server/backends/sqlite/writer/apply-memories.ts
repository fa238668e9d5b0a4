/** Adds, updates and removes memories: loads the little that a decision needs, decides, writes. */
import { decideAdd } from '../../../domain/decide/add.ts';
import { decideMerge, placeChanged } from '../../../domain/decide/merge.ts';
import { NO_USAGE, withAdded, withRemoved } from '../../../domain/decide/quota.ts';
import { decideRemove } from '../../../domain/decide/remove.ts';
import { endsFault, mergeTarget, placeTaken } from '../../../domain/decide/stated.ts';
import { decideUpdate, type RecordState } from '../../../domain/decide/update.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Outcome, Removed, Updated } from '../../../domain/intents.ts';
import { mergesInto } from '../../../domain/merge/merge-payload.ts';
import {
  isJsonPayload,
  jsonText,
  quotaName,
  type JsonObject,
  type MemoryRecord,
  type Scope,
} from '../../../domain/memory.ts';
import { SHORT_TERM_TTL_MS } from '../../../policy/retention.ts';
import { addFacts, mergedFacts, repeatedAdd, repeatedUpdate, storedForm, withContent } from './answers.ts';
import type { adoptDocument } from './adopt-document.ts';
import type { Ledger, Owner } from './ledger.ts';
import type { LimitsOfStore } from './limits-of-store.ts';
import type { OutboxOfStore } from './outbox-of-store.ts';
import { ownerPlace } from '../../../domain/owner-place.ts';
import type { Requests } from './requests.ts';
import type { Found, Shelf } from './shelf.ts';
import { idTaken } from '../../id-taken.ts';
import { storedTextNow } from '../../stored-text.ts';
import type { AddFacts, AddOrder, RemoveOrder, UpdateOrder } from './memory-orders.ts';
import type { OwnerType } from '../rows/stored-types.ts';
import type { PutBackOrder } from './memory-orders.ts';
import type { Collections } from './write-collections.ts';

export type MemoryParts = {
  readonly books: Ledger;
  readonly rows: Shelf;
  readonly remembered: Requests;
  readonly collections: Collections;
  readonly limits: LimitsOfStore;
  readonly outbox: OutboxOfStore;
  readonly adopt: ReturnType<typeof adoptDocument>;
  readonly removeRow: (owner: Owner, id: string, nowMs: number) => void;
  /** Text was overwritten that the log may still hold. */
  readonly noteTextRemoved: () => void;
  readonly noteExpired: (count: number) => void;
};

export function applyMemories(parts: MemoryParts) {
  const { books, rows, remembered, collections, limits, outbox, adopt, removeRow, noteTextRemoved, noteExpired } =
    parts;

  /** The owner to add to. A session that has expired and was not yet swept starts empty. */
  const ownerForAdd = (userNo: number, { payload, scope, nowMs }: AddOrder): Owner => {
    const type = quotaName(payload) as OwnerType;
    if (type !== 'SHORT_TERM') return books.owner(userNo, type, ownerPlace(payload.type, scope), null);
    const expireMs = nowMs + SHORT_TERM_TTL_MS;
    const owner = books.owner(userNo, type, ownerPlace(type, scope), expireMs);
    // Two appends need not arrive in the order of their clocks.
    if (owner.expireMs === null || owner.expireMs > nowMs) {
      return { ...owner, expireMs: Math.max(owner.expireMs ?? 0, expireMs) };
    }
    // Read to the end first: a connection cannot write while it iterates.
    const gone = Array.from(rows.oldest(owner));
    for (const { id } of gone) removeRow(owner, id, nowMs);
    noteExpired(gone.length);
    return { ...owner, usage: NO_USAGE, expireMs };
  };

  const state = (found: Found | undefined, owner: Owner | undefined, scope: Scope): RecordState => ({
    record: found?.record,
    usage: owner?.usage ?? NO_USAGE,
    quota: limits.quota(scope, owner ?? { type: 'LONG_TERM' }),
  });
  const ownerOf = (found: Found | undefined): Owner | undefined =>
    found && books.findOwner(found.userNo, found.ownerType, found.ownerSessionId);
  const sameKey = (
    owner: Owner,
    { payload, scope }: Pick<MemoryRecord, 'payload' | 'scope'>,
  ): readonly MemoryRecord[] => {
    if (!isJsonPayload(payload)) return [];
    const { tenant, userId } = scope;
    return rows
      .ofKey(owner, payload, { tenant, userId, expireMs: owner.expireMs })
      .filter(
        (other) =>
          other.scope.namespace === scope.namespace &&
          isJsonPayload(other.payload) &&
          mergesInto(other.payload, payload),
      );
  };
  const refuseTaken = (owner: Owner, before: MemoryRecord, after: MemoryRecord): void => {
    const taken = placeChanged(before, after) ? sameKey(owner, after).find(({ id }) => id !== after.id) : undefined;
    if (taken !== undefined) throw placeTaken(taken);
  };
  const refuseLoose = (order: AddOrder): void => {
    const fault = endsFault(order, (id) => rows.find(id, order.scope, order.nowMs)?.record);
    if (fault !== undefined) throw fault;
  };
  /** A relationship does not outlast its ends. Says how many went. */
  const removeRelationships = (userNo: number, scope: Scope, entityId: string, nowMs: number): number => {
    const gone = rows.relationshipsAt(entityId);
    const owner = gone.length === 0 ? undefined : books.findOwner(userNo, 'RELATIONSHIP', '');
    if (owner === undefined) return 0;
    for (const { id } of gone) removeRow(owner, id, nowMs);
    const usage = gone.reduce((left, { sizeBytes }) => withRemoved(left, sizeBytes), owner.usage);
    limits.settle(owner, scope, '', usage, nowMs);
    return gone.length;
  };
  /** Content that is decided here: of what was merged, or patched in part. */
  const rewrite = (owner: Owner, record: MemoryRecord, grownBytes: number): MemoryRecord => {
    const text = storedTextNow(jsonText(record.payload));
    const written = { ...record, ...storedForm(text) };
    rows.replace(owner, written, grownBytes, text, {});
    noteTextRemoved();
    return written;
  };

  const merge = (order: AddOrder, owner: Owner, existing: MemoryRecord): AddFacts => {
    const { nowMs, requestId } = order;
    const intent = {
      ...order,
      metadata: order.metadataJson === undefined ? undefined : (JSON.parse(order.metadataJson) as JsonObject),
    };
    const changes = orThrow(
      decideMerge({ usage: owner.usage, quota: limits.quota(order.scope, owner), existing }, intent),
    );
    let { record } = changes;
    refuseTaken(owner, existing, record);
    if (changes.isChanged) {
      record = rewrite(owner, record, record.sizeBytes - existing.sizeBytes);
      limits.settle(owner, order.scope, placeOf(order), changes.usage, nowMs);
      books.log(owner, 'UPDATE', record.id, record.scope, nowMs);
    }
    const facts = mergedFacts(record, changes.remaining);
    remembered.remember(owner.userNo, requestId, nowMs, record.id, facts, requestId && JSON.stringify(record));
    return { ...facts, merged: record };
  };

  return {
    add(order: AddOrder): AddFacts {
      const { sizeBytes, nowMs, requestId } = order;
      const userNo = books.user(order.scope);
      const prior = remembered.find<AddFacts>(userNo, requestId, nowMs);
      if (prior !== undefined) return repeatedAdd(prior.outcome, prior.snapshot);
      if (order.payload.type === 'LONG_TERM') outbox.refuseIfFull();
      const owner = ownerForAdd(userNo, order);
      collections.check(userNo, order.payload);
      const existing = mergeTarget(sameKey(owner, order), nowMs);
      if (existing !== undefined) return merge(order, owner, existing);
      refuseLoose(order);
      const quota = limits.quota(order.scope, owner);
      const changes = orThrow(decideAdd({ usage: owner.usage, quota, oldest: rows.oldest(owner) }, order, sizeBytes));
      for (const { id } of changes.removed) removeRow(owner, id, nowMs);
      rows.insert(owner, order);
      limits.settle(owner, order.scope, placeOf(order), changes.usage, nowMs);
      books.log(owner, 'ADD', order.id, order.scope, nowMs);
      const facts = addFacts(order, owner, changes);
      const snapshot = requestId && isJsonPayload(order.payload) ? JSON.stringify(order.payload) : undefined;
      remembered.remember(userNo, requestId, nowMs, order.id, facts, snapshot);
      return facts;
    },

    /** Puts a memory back as it was. False where it is there already, another has its place, or it has expired. */
    putBack(order: PutBackOrder): boolean {
      const { id, scope, nowMs, sizeBytes, createTimeMs, expireTimeMs } = order;
      const userNo = books.user(scope);
      if (rows.isTaken(id)) {
        if (rows.find(id, scope, nowMs) === undefined) throw idTaken(id);
        return false;
      }
      if (expireTimeMs !== undefined && expireTimeMs <= nowMs) return false;
      const before = books.findOwner(userNo, quotaName(order.payload) as OwnerType, placeOf(order))?.expireMs ?? 0;
      const owner = ownerForAdd(userNo, order);
      if (sameKey(owner, order).length > 0) return false;
      const expireMs = expireTimeMs === undefined ? null : Math.max(expireTimeMs, before > nowMs ? before : 0);
      rows.insert(owner, { ...order, nowMs: createTimeMs });
      rows.putBack(order);
      limits.settle({ ...owner, expireMs }, scope, placeOf(order), withAdded(owner.usage, sizeBytes), nowMs);
      books.log(owner, 'ADD', id, scope, nowMs);
      return true;
    },

    update(order: UpdateOrder): Updated {
      const { id, scope, nowMs, requestId, patch, text } = order;
      const userNo = books.findUser(scope);
      const prior = remembered.find<Omit<Updated, 'record'>>(userNo, requestId, nowMs);
      if (prior !== undefined) return repeatedUpdate(order, prior.outcome, prior.snapshot);
      if (order.type === 'LONG_TERM') outbox.refuseIfFull();
      adopt(order.known, order, nowMs);
      const found = rows.find(id, scope, nowMs);
      const owner = ownerOf(found);
      const changes = orThrow(decideUpdate(state(found, owner, scope), order));
      if (owner === undefined || found === undefined) throw notFound(id);
      refuseTaken(owner, found.record, changes.record);
      let { record } = changes;
      collections.check(owner.userNo, record.payload);
      const grownBytes = record.sizeBytes - found.record.sizeBytes;
      if (isJsonPayload(record.payload)) record = rewrite(owner, record, grownBytes);
      else {
        if (text !== undefined) record = { ...record, ...storedForm(text) };
        rows.replace(owner, record, grownBytes, text, order);
      }
      limits.settle(owner, scope, found.ownerSessionId, changes.usage, nowMs);
      books.log(owner, 'UPDATE', id, record.scope, nowMs);
      noteTextRemoved();
      const { remaining } = changes;
      const snapshot = requestId && JSON.stringify(patch.content === undefined ? record : withContent(record, ''));
      remembered.remember(owner.userNo, requestId, nowMs, id, { remaining }, snapshot);
      return { record, remaining };
    },

    remove(order: RemoveOrder): Removed {
      const { id, scope, nowMs, requestId } = order;
      const prior = remembered.find<Removed>(books.findUser(scope), requestId, nowMs);
      if (prior !== undefined) return prior.outcome;
      adopt(order.known, order, nowMs);
      const found = rows.find(id, scope, nowMs);
      const owner = ownerOf(found);
      const { usage, remaining } = orThrow(decideRemove(state(found, owner, scope), order));
      if (owner === undefined || found === undefined) throw notFound(id);
      const removedRelationships = owner.type === 'ENTITY' ? removeRelationships(owner.userNo, scope, id, nowMs) : 0;
      removeRow(owner, id, nowMs);
      limits.settle(owner, scope, found.ownerSessionId, usage, nowMs);
      remembered.remember(owner.userNo, requestId, nowMs, id, { remaining, removedRelationships });
      return { remaining, removedRelationships };
    },
  };
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

function placeOf({ payload, scope }: Pick<AddOrder, 'payload' | 'scope'>): string {
  return ownerPlace(payload.type, scope);
}
