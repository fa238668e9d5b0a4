/** Writes of backends that keep memories as records: what they are asked with, and what they answer. */
import type { Added, AddIntent } from '../intents.ts';
import { sizeBytes, type MemoryRecord } from '../memory.ts';
import type { AddAnswer, PutBackCommand, WriteTypes } from './asks.ts';

export type SizedIntent = AddIntent & { readonly sizeBytes: number };

export type RestoredRecord = PutBackCommand & { readonly record: MemoryRecord };

export function toSized(intent: AddIntent): SizedIntent {
  return { ...intent, sizeBytes: sizeBytes(intent.payload, intent.metadata) };
}

export function toRestored(record: MemoryRecord, nowMs: number): RestoredRecord {
  const { id, scope, payload, expireTimeMs } = record;
  return { id, scope, payload, expireTimeMs, sizeBytes: record.sizeBytes, nowMs, record };
}

export function toAdded<T extends WriteTypes & { readonly stored: MemoryRecord }>(answer: AddAnswer<T>): Added {
  if ('record' in answer) return answer;
  const { stored, ...placed } = answer;
  return { ...placed, record: stored };
}

/** A new memory, uncompressed. */
export function newRecord(write: SizedIntent): MemoryRecord {
  const { id, scope, payload, source, metadata, importance, isPinned, nowMs, sizeBytes: size } = write;
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

/**
 * An entry of working memory that takes the place of the one that has its key: what was counted of that one stays, and its importance
 * where the new one brings none. Source and metadata are the new one's.
 */
export function entryRecord(write: SizedIntent, existing: MemoryRecord): MemoryRecord {
  const { accessCount, lastAccessTimeMs } = existing;
  return {
    ...newRecord({ ...write, id: existing.id, importance: write.importance ?? existing.importance }),
    ...(accessCount !== undefined && { accessCount, lastAccessTimeMs }),
    createTimeMs: existing.createTimeMs,
    // A clock that was set back must not make a change older than what it changed.
    updateTimeMs: Math.max(existing.updateTimeMs, write.nowMs),
    version: existing.version + 1,
  };
}
