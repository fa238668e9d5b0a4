/**
 * Applies one intent inside the writer's transaction: loads the little that the decision needs, decides, writes. Throws a
 * RecordaError where the decision is a refusal; the caller then undoes whatever this wrote.
 */
import type { Database } from 'better-sqlite3';
import { decideAddLongTerm, decideAppendMessage, type AddChanges } from '../../domain/decide/add.ts';
import { NO_USAGE, type Usage } from '../../domain/decide/quota.ts';
import { decideRemove } from '../../domain/decide/remove.ts';
import { decideUpdate, type RecordState } from '../../domain/decide/update.ts';
import { notFound } from '../../domain/errors.ts';
import type { Outcome, Removed, Updated } from '../../domain/intents.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { MAX_REMOVED_IDS } from '../../policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../policy/retention.ts';
import { changeOfEmbedder } from './change-of-embedder.ts';
import { embeddersOfStore } from './embedders-of-store.ts';
import { ledger, type Owner } from './ledger.ts';
import { requests } from './requests.ts';
import { shelf, type Found } from './shelf.ts';
import { sweeper } from './sweeper.ts';
import type { AddFacts, AddOrder, RemoveOrder, StoredType, UpdateOrder, WriterData } from './thread-api.ts';

export function applyIntents(db: Database, quotas: WriterData['quotas'], sweepPacks: (limit: number) => number) {
  const books = ledger(db);
  const embedders = embeddersOfStore(db);
  const change = changeOfEmbedder(db, embedders);
  const rows = shelf(db, embedders);
  const remembered = requests(db);
  /** Whether text was deleted or overwritten that the log may still hold; an earlier process may have done so. */
  let textRemoved = true;

  const removeRow = (owner: Owner, id: string, nowMs: number): void => {
    rows.remove(id);
    remembered.forgetContent(id);
    books.log(owner, 'REMOVE', id, nowMs);
    textRemoved = true;
  };
  const sweep = sweeper(db, books, rows, removeRow, sweepPacks, () => {
    const cleared = change.clear();
    textRemoved ||= cleared > 0;
    return cleared;
  });

  /** The owner to add to. A session that has expired and was not yet swept starts empty. */
  const ownerForAdd = (userNo: number, { payload, scope, nowMs }: AddOrder): Owner => {
    const { type } = payload;
    if (type === 'LONG_TERM') return books.owner(userNo, type, '', null);
    const expireMs = nowMs + SHORT_TERM_TTL_MS;
    const owner = books.owner(userNo, type, scope.sessionId, expireMs);
    // Two appends need not arrive in the order of their clocks.
    if (owner.expireMs === null || owner.expireMs > nowMs) {
      return { ...owner, expireMs: Math.max(owner.expireMs ?? 0, expireMs) };
    }
    // Read to the end first: a connection cannot write while it iterates.
    for (const { id } of Array.from(rows.oldest(owner))) removeRow(owner, id, nowMs);
    return { ...owner, usage: NO_USAGE, expireMs };
  };

  const state = (type: StoredType, found: Found | undefined, usage: Usage): RecordState => ({
    record: found?.record,
    usage,
    quota: quotas[type],
  });
  const ownerOf = (type: StoredType, found: Found | undefined): Owner | undefined =>
    found && books.findOwner(found.userNo, type, found.ownerSessionId);

  return {
    add(order: AddOrder): AddFacts {
      const { payload, sizeBytes, nowMs, requestId } = order;
      const userNo = books.user(order.scope);
      const prior = remembered.find<AddFacts>(userNo, requestId, nowMs);
      if (prior !== undefined) return prior.outcome;
      const owner = ownerForAdd(userNo, order);
      const decide = payload.type === 'LONG_TERM' ? decideAddLongTerm : decideAppendMessage;
      const quota = quotas[payload.type];
      const changes = orThrow(decide({ usage: owner.usage, quota, oldest: rows.oldest(owner) }, order, sizeBytes));
      for (const { id } of changes.removed) removeRow(owner, id, nowMs);
      rows.insert(owner, order);
      books.save(owner, changes.usage, owner.expireMs);
      books.log(owner, 'ADD', order.id, nowMs);
      const facts = addFacts(order, owner, changes);
      remembered.remember(userNo, requestId, nowMs, order.id, facts);
      return facts;
    },

    update(order: UpdateOrder): Updated {
      const { type, id, scope, nowMs, requestId, patch, text } = order;
      const userNo = books.findUser(scope);
      const prior = remembered.find<Omit<Updated, 'record'>>(userNo, requestId, nowMs);
      if (prior !== undefined) return repeatedUpdate(order, prior.outcome, prior.snapshot);
      const found = rows.find(type, id, scope, nowMs);
      const owner = ownerOf(type, found);
      const changes = orThrow(decideUpdate(state(type, found, owner?.usage ?? NO_USAGE), order));
      if (owner === undefined) throw notFound(id);
      const record = text === undefined ? changes.record : { ...changes.record, ...storedForm(text) };
      rows.replace(record, text, order);
      books.save(owner, changes.usage, owner.expireMs);
      books.log(owner, 'UPDATE', id, nowMs);
      textRemoved = true;
      const { remaining } = changes;
      const snapshot = requestId && JSON.stringify(patch.content === undefined ? record : withContent(record, ''));
      remembered.remember(owner.userNo, requestId, nowMs, id, { remaining }, snapshot);
      return { record, remaining };
    },

    remove(order: RemoveOrder): Removed {
      const { type, id, scope, nowMs, requestId } = order;
      const prior = remembered.find<Removed>(books.findUser(scope), requestId, nowMs);
      if (prior !== undefined) return prior.outcome;
      const found = rows.find(type, id, scope, nowMs);
      const owner = ownerOf(type, found);
      const { usage, remaining } = orThrow(decideRemove(state(type, found, owner?.usage ?? NO_USAGE), order));
      if (owner === undefined) throw notFound(id);
      removeRow(owner, id, nowMs);
      books.save(owner, usage, owner.expireMs);
      remembered.remember(owner.userNo, requestId, nowMs, id, { remaining });
      return { remaining };
    },

    sweep,
    reembed: change.step,

    hasRemovedText: (): boolean => textRemoved,
    textIsScrubbed(): void {
      textRemoved = false;
    },
  };
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

function addFacts(order: AddOrder, owner: Owner, { operation, removed, remaining }: AddChanges): AddFacts {
  const { id, nowMs, payload, sizeBytes, text } = order;
  return {
    id,
    createTimeMs: nowMs,
    ...(owner.expireMs !== null && { expireTimeMs: owner.expireMs }),
    ...(payload.type === 'SHORT_TERM' && { saidMs: payload.timeMs }),
    sizeBytes,
    ...storedForm(text),
    operation,
    remaining,
    prunedCount: operation === 'ADD_WITH_PRUNE' ? removed.length : 0,
    evictedCount: operation === 'ADD_WITH_EVICTION' ? removed.length : 0,
    removedIds: removed.slice(0, MAX_REMOVED_IDS).map((memory) => memory.id),
  };
}

function storedForm({ body, bytes }: AddOrder['text']): Pick<MemoryRecord, 'storedBytes' | 'isCompressed'> {
  return { storedBytes: bytes, isCompressed: typeof body !== 'string' };
}

/** The answer of then. Its content is gone where the memory has been deleted since: then there is nothing left to answer with. */
function repeatedUpdate(
  { id, patch }: UpdateOrder,
  outcome: Omit<Updated, 'record'>,
  snapshot: string | undefined,
): Updated {
  if (snapshot === undefined) throw notFound(id);
  const record = JSON.parse(snapshot) as MemoryRecord;
  return { ...outcome, record: patch.content === undefined ? record : withContent(record, patch.content) };
}

function withContent(record: MemoryRecord, content: string): MemoryRecord {
  const { payload } = record;
  return payload.type === 'WORKING' ? record : { ...record, payload: { ...payload, content } };
}
