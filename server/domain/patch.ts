/** Applies patches: the fields of an update, to a memory. */
import { episodeEnded } from './errors.ts';
import type { MemoryPatch } from './intents.ts';
import { sizeBytes, type MemoryRecord, type Payload } from './memory.ts';
import { specOf } from './types/specs.ts';

/**
 * Returns the record with the patch's fields and the resulting size. The store sets version, times and the stored form. Throws
 * FIELD_INVALID naming `update_mask` if the patch has a field that the type lacks.
 */
export function applyPatch(record: MemoryRecord, patch: MemoryPatch, nowMs: number): MemoryRecord {
  if (patch.step !== undefined && hasEnded(record.payload)) throw episodeEnded(record.id);
  const { metadata: patched, importance: newImportance, isPinned: pins, ...fields } = patch;
  const { metadata: before, importance: oldImportance, isPinned: wasPinned = false, ...rest } = record;
  const metadata = 'metadata' in patch ? patched : before;
  const importance = 'importance' in patch ? newImportance : oldImportance;
  const payload = specOf(record.payload).patched(record.payload, fields, record.createTimeMs, nowMs);
  return {
    ...rest,
    payload,
    ...(metadata !== undefined && { metadata }),
    ...(importance !== undefined && { importance }),
    ...((pins ?? wasPinned) && { isPinned: true }),
    sizeBytes: sizeBytes(payload, metadata),
  };
}

function hasEnded(payload: Payload): boolean {
  return payload.type === 'EPISODIC' && (payload.outcome !== undefined || payload.endTimeMs !== undefined);
}
