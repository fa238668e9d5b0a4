/** The write types of backends that keep memories as records. */
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

/** Returns the record of a new memory, uncompressed. */
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
 * Returns the record of an entry of working memory that replaces the one with the same key. It keeps the access count of the old
 * entry, and its importance unless the new one brings its own. Source and metadata are those of the new entry.
 */
export function entryRecord(write: SizedIntent, existing: MemoryRecord): MemoryRecord {
  const { accessCount, lastAccessTimeMs } = existing;
  return {
    ...newRecord({ ...write, id: existing.id, importance: write.importance ?? existing.importance }),
    ...(accessCount !== undefined && { accessCount, lastAccessTimeMs }),
    createTimeMs: existing.createTimeMs,
    // A change must not be older than the version it changes, even if the clock was set back.
    updateTimeMs: Math.max(existing.updateTimeMs, write.nowMs),
    version: existing.version + 1,
  };
}
