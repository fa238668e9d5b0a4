/** The writer's answers, to first requests and to repeats. */
import { notFound } from '../../../domain/errors.ts';
import type { JsonPayload, MemoryRecord } from '../../../domain/memory.ts';
import type { AddAnswer, UpdateAnswer } from '../../../domain/writes/asks.ts';
import { storedForm } from '../../stored-text.ts';
import type { AddReply, StoredAdd, StoredUpdate } from '../records/memory-commands.ts';
import type { Owner } from '../records/quota-accounts.ts';
import type { SqliteWrites } from './memory-transaction.ts';
import type { Remembered } from '../records/requests.ts';

/** The parts of an answer about an added memory: the command and its owner, or the first answer of a repeat. */
export type StoredMemory = { readonly command: StoredAdd; readonly owner: Owner } | { readonly firstReply: AddReply };

/** Returns the answer in the form for the main thread. */
export function toAddReply(answer: AddAnswer<SqliteWrites>): AddReply {
  const { operation, remaining, prunedCount, evictedCount, removedIds, isRepeated } = answer;
  if ('record' in answer) {
    const { record: merged } = answer;
    const { id, createTimeMs, sizeBytes, storedBytes, isCompressed } = merged;
    const stored = { id, createTimeMs, sizeBytes, storedBytes, isCompressed };
    const placed = { operation, remaining, prunedCount, evictedCount, removedIds };
    return { ...stored, ...placed, merged, ...(isRepeated && { isRepeated }) };
  }
  if ('firstReply' in answer.stored) return { ...answer.stored.firstReply, isRepeated: true };
  const { command, owner } = answer.stored;
  const { id, nowMs, payload, sizeBytes, text } = command;
  const { storedBytes, isCompressed } = storedForm(text);
  // The fields are set one by one: spreads into one literal take longer than all other steps of the answer together.
  const reply: { -readonly [Part in keyof AddReply]: AddReply[Part] } = {
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
  if (owner.expireMs !== null) reply.expireTimeMs = owner.expireMs;
  if (payload.type === 'SHORT_TERM') reply.saidMs = payload.timeMs;
  return reply;
}

/**
 * Returns the first answer. A merged memory is missing if it has been deleted since; the repeat brings the content of an add again,
 * except the times that the server set.
 */
export function repeatedAdd(prior: Remembered<AddReply> | undefined): AddAnswer<SqliteWrites> | undefined {
  if (prior === undefined) return undefined;
  const { outcome, snapshot } = prior;
  const { operation, remaining, prunedCount, evictedCount, removedIds } = outcome;
  const placed = { operation, remaining, prunedCount, evictedCount, removedIds };
  if (operation === 'MERGED') {
    if (snapshot === undefined) throw notFound(outcome.id);
    return { ...placed, record: JSON.parse(snapshot) as MemoryRecord };
  }
  const payload = snapshot === undefined ? undefined : (JSON.parse(snapshot) as JsonPayload);
  return { ...placed, stored: { firstReply: payload === undefined ? outcome : { ...outcome, payload } } };
}

/** Returns the first answer; NOT_FOUND if an earlier version deleted it with the memory. */
export function repeatedUpdate(
  { id, patch }: StoredUpdate,
  prior: Remembered<Omit<UpdateAnswer, 'record'>> | undefined,
): UpdateAnswer | undefined {
  if (prior === undefined) return undefined;
  if (prior.snapshot === undefined) throw notFound(id);
  const record = JSON.parse(prior.snapshot) as MemoryRecord;
  return { ...prior.outcome, record: patch.content === undefined ? record : withContent(record, patch.content) };
}

/** Replaces the content of a record, if it has any. */
export function withContent(record: MemoryRecord, content: string): MemoryRecord {
  const { payload } = record;
  return 'content' in payload ? { ...record, payload: { ...payload, content } } : record;
}
