/** Patches: the fields of an update, put into a memory. */
import { episodeEnded, fieldError } from './errors.ts';
import type { MemoryPatch } from './intents.ts';
import { sizeBytes, type MemoryRecord, type Payload } from './memory.ts';
import { patchJsonPayload } from './patch-json.ts';

/**
 * The record with the patch's fields, and the size that follows. Version, times and the stored form are the store's to set.
 * Throws FIELD_INVALID naming `update_mask` where the patch has a field that the type does not.
 */
export function applyPatch(record: MemoryRecord, patch: MemoryPatch, nowMs: number): MemoryRecord {
  if (patch.step !== undefined && hasEnded(record.payload)) throw episodeEnded(record.id);
  const { metadata: patched, importance: weighed, isPinned: pins, ...fields } = patch;
  const { metadata: before, importance: weight, isPinned: wasPinned = false, ...rest } = record;
  const metadata = 'metadata' in patch ? patched : before;
  const importance = 'importance' in patch ? weighed : weight;
  const payload = patchPayload(record, fields, nowMs);
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

export type PayloadPatch = Omit<MemoryPatch, 'metadata' | 'importance' | 'isPinned'>;

function patchPayload({ payload, createTimeMs }: MemoryRecord, fields: PayloadPatch, nowMs: number): Payload {
  switch (payload.type) {
    case 'WORKING': {
      const { value, ...foreign } = fields;
      refuse(foreign, payload.type);
      return value === undefined ? payload : { ...payload, value: value.json };
    }
    case 'SHORT_TERM': {
      const { content = payload.content, role = payload.role, timeMs = payload.timeMs, ...foreign } = fields;
      refuse(foreign, payload.type);
      return { ...payload, content, role, timeMs };
    }
    case 'LONG_TERM': {
      const { content = payload.content, speaker = payload.speaker, eventTimeMs, turn, ...foreign } = fields;
      refuse(foreign, payload.type);
      const event = 'eventTimeMs' in fields ? eventTimeMs : payload.eventTimeMs;
      const place = 'turn' in fields ? turn : payload.turn;
      return {
        type: payload.type,
        content,
        speaker,
        ...(event !== undefined && { eventTimeMs: event }),
        ...(place !== undefined && { turn: place }),
      };
    }
    case 'PERSONA':
    case 'STRUCTURED':
    case 'EPISODIC':
    case 'ENTITY':
      return patchJsonPayload(payload, fields, createTimeMs, nowMs, refuse);
  }
}

/** Refuses what is left of a patch once a type has taken its own. */
function refuse(foreign: object, type: string): void {
  const [name] = Object.keys(foreign);
  if (name !== undefined) throw fieldError('update_mask', `${name} is not a field of ${type.toLowerCase()} memories`);
}
