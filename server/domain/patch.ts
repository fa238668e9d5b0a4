/** Patches: the fields of an update, put into a memory. */
import { fieldError } from './errors.ts';
import type { MemoryPatch } from './intents.ts';
import { sizeBytes, type MemoryRecord, type Payload } from './memory.ts';

/**
 * The record with the patch's fields, and the size that follows. Version, times and the stored form are the store's to set.
 * Throws FIELD_INVALID naming `update_mask` where the patch has a field that the type does not.
 */
export function applyPatch(record: MemoryRecord, patch: MemoryPatch): MemoryRecord {
  const { metadata: patched, ...fields } = patch;
  const { metadata: before, ...rest } = record;
  const metadata = 'metadata' in patch ? patched : before;
  const payload = patchPayload(record.payload, fields);
  return {
    ...rest,
    payload,
    ...(metadata !== undefined && { metadata }),
    sizeBytes: sizeBytes(payload, metadata),
  };
}

function patchPayload(payload: Payload, fields: Omit<MemoryPatch, 'metadata'>): Payload {
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
  }
}

function refuse(foreign: object, type: string): void {
  const [name] = Object.keys(foreign);
  if (name !== undefined) throw fieldError('update_mask', `${name} is not a field of ${type.toLowerCase()} memories`);
}
