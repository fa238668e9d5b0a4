/** What the writer answers, first and to repeats. */
import type { AddChanges } from '../../../domain/decide/add.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Remaining, Updated } from '../../../domain/intents.ts';
import type { JsonPayload, MemoryRecord } from '../../../domain/memory.ts';
import { MAX_REMOVED_IDS } from '../../../policy/limits.ts';
import type { Owner } from './ledger.ts';
import type { StoredText } from '../../stored-text.ts';
import type { AddFacts, AddOrder, UpdateOrder } from './memory-orders.ts';

export function addFacts(order: AddOrder, owner: Owner, { operation, removed, remaining }: AddChanges): AddFacts {
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

/** Without the memory. */
export function mergedFacts(record: MemoryRecord, remaining: Remaining): AddFacts {
  const { id, createTimeMs, sizeBytes, storedBytes, isCompressed } = record;
  return {
    id,
    createTimeMs,
    sizeBytes,
    storedBytes,
    isCompressed,
    operation: 'MERGED',
    remaining,
    prunedCount: 0,
    evictedCount: 0,
    removedIds: [],
  };
}

export function storedForm({ body, bytes }: StoredText): Pick<MemoryRecord, 'storedBytes' | 'isCompressed'> {
  return { storedBytes: bytes, isCompressed: typeof body !== 'string' };
}

/**
 * The answer of then. What a merge made is gone where the memory has been deleted since; what an add brought, the repeat brings
 * again, but for the times that the server set.
 */
export function repeatedAdd(outcome: AddFacts, snapshot: string | undefined): AddFacts {
  if (snapshot === undefined) {
    if (outcome.operation === 'MERGED') throw notFound(outcome.id);
    return outcome;
  }
  return outcome.operation === 'MERGED'
    ? { ...outcome, merged: JSON.parse(snapshot) as MemoryRecord }
    : { ...outcome, payload: JSON.parse(snapshot) as JsonPayload };
}

/** The answer of then; NOT_FOUND where an earlier version let go of it when the memory was deleted. */
export function repeatedUpdate(
  { id, patch }: UpdateOrder,
  outcome: Omit<Updated, 'record'>,
  snapshot: string | undefined,
): Updated {
  if (snapshot === undefined) throw notFound(id);
  const record = JSON.parse(snapshot) as MemoryRecord;
  return { ...outcome, record: patch.content === undefined ? record : withContent(record, patch.content) };
}

/** With another content, where it has one. */
export function withContent(record: MemoryRecord, content: string): MemoryRecord {
  const { payload } = record;
  return 'content' in payload ? { ...record, payload: { ...payload, content } } : record;
}
