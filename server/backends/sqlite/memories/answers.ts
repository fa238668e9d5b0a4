/** What the writer answers, first and to repeats. */
import { notFound } from '../../../domain/errors.ts';
import type { JsonPayload, MemoryRecord } from '../../../domain/memory.ts';
import type { AddAnswer, UpdateAnswer } from '../../../domain/writes/asks.ts';
import { storedForm } from '../../stored-text.ts';
import type { AddFacts, StoredAdd, StoredUpdate } from './memory-commands.ts';
import type { Owner } from '../records/quota-accounts.ts';
import type { SqliteWrites } from './memory-transaction.ts';
import type { Remembered } from '../records/requests.ts';

/** What an answer is made of where a memory was added: the order and its owner, or what a repeat was answered with the first time. */
export type StoredMemory = { readonly command: StoredAdd; readonly owner: Owner } | { readonly firstFacts: AddFacts };

/** As it goes to the main thread. */
export function toAddFacts(answer: AddAnswer<SqliteWrites>): AddFacts {
  const { operation, remaining, prunedCount, evictedCount, removedIds } = answer;
  if ('record' in answer) {
    const { record: merged } = answer;
    const { id, createTimeMs, sizeBytes, storedBytes, isCompressed } = merged;
    const stored = { id, createTimeMs, sizeBytes, storedBytes, isCompressed };
    return { ...stored, operation, remaining, prunedCount, evictedCount, removedIds, merged };
  }
  if ('firstFacts' in answer.stored) return answer.stored.firstFacts;
  const { command, owner } = answer.stored;
  const { id, nowMs, payload, sizeBytes, text } = command;
  const { storedBytes, isCompressed } = storedForm(text);
  // Field by field: spreads into one literal take longer than all other steps of the answer together.
  const facts: { -readonly [Fact in keyof AddFacts]: AddFacts[Fact] } = {
    id,
    createTimeMs: nowMs,
    sizeBytes,
    storedBytes,
    isCompressed,
    operation,
    remaining,
    prunedCount,
    evictedCount,
    removedIds,
  };
  if (owner.expireMs !== null) facts.expireTimeMs = owner.expireMs;
  if (payload.type === 'SHORT_TERM') facts.saidMs = payload.timeMs;
  return facts;
}

/**
 * The answer of then. What a merge made is gone where the memory has been deleted since; what an add brought, the repeat brings
 * again, but for the times that the server set.
 */
export function repeatedAdd(prior: Remembered<AddFacts> | undefined): AddAnswer<SqliteWrites> | undefined {
  if (prior === undefined) return undefined;
  const { outcome, snapshot } = prior;
  const { operation, remaining, prunedCount, evictedCount, removedIds } = outcome;
  const placed = { operation, remaining, prunedCount, evictedCount, removedIds };
  if (operation === 'MERGED') {
    if (snapshot === undefined) throw notFound(outcome.id);
    return { ...placed, record: JSON.parse(snapshot) as MemoryRecord };
  }
  const payload = snapshot === undefined ? undefined : (JSON.parse(snapshot) as JsonPayload);
  return { ...placed, stored: { firstFacts: payload === undefined ? outcome : { ...outcome, payload } } };
}

/** The answer of then; NOT_FOUND where an earlier version let go of it when the memory was deleted. */
export function repeatedUpdate(
  { id, patch }: StoredUpdate,
  prior: Remembered<Omit<UpdateAnswer, 'record'>> | undefined,
): UpdateAnswer | undefined {
  if (prior === undefined) return undefined;
  if (prior.snapshot === undefined) throw notFound(id);
  const record = JSON.parse(prior.snapshot) as MemoryRecord;
  return { ...prior.outcome, record: patch.content === undefined ? record : withContent(record, patch.content) };
}

/** With another content, where it has one. */
export function withContent(record: MemoryRecord, content: string): MemoryRecord {
  const { payload } = record;
  return 'content' in payload ? { ...record, payload: { ...payload, content } } : record;
}
