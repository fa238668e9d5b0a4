/** Patches: the fields of an update, put into a memory. */
import { fieldError } from './errors.ts';
import type { MemoryPatch } from './intents.ts';
import {
  sizeBytes,
  type JsonObject,
  type MemoryRecord,
  type MessagePayload,
  type Payload,
  type TextPayload,
} from './memory.ts';

/**
 * The record with the patch's fields, and the size that follows. Version, times and the stored form are the store's to set.
 * Throws FIELD_INVALID naming `update_mask` where the patch has a field that the type does not.
 */
export function applyPatch(record: MemoryRecord, patch: MemoryPatch): MemoryRecord {
  const { metadata: patched, ...fields } = patch;
  const metadata: JsonObject | undefined = 'metadata' in patch ? patched : record.metadata;
  const payload = patchPayload(record.payload, fields);
  return { ...record, payload, metadata, sizeBytes: sizeBytes(payload, metadata) };
}

function patchPayload(payload: Payload, fields: Omit<MemoryPatch, 'metadata'>): Payload {
  switch (payload.type) {
    case 'WORKING': {
      const { value, ...foreign } = fields;
      refuse(foreign, payload.type);
      return value === undefined ? payload : { ...payload, value: value.json };
    }
    case 'SHORT_TERM': {
      const { content, role, timeMs, ...foreign } = fields;
      refuse(foreign, payload.type);
      const patched: MessagePayload = { ...payload, ...defined({ content, role, timeMs }) };
      return patched;
    }
    case 'LONG_TERM': {
      const { content, speaker, eventTimeMs, turn, ...foreign } = fields;
      refuse(foreign, payload.type);
      const patched: TextPayload = {
        ...payload,
        ...defined({ content, speaker }),
        ...('eventTimeMs' in fields ? { eventTimeMs } : {}),
        ...('turn' in fields ? { turn } : {}),
      };
      return patched;
    }
  }
}

function refuse(foreign: object, type: string): void {
  const [name] = Object.keys(foreign);
  if (name !== undefined) throw fieldError('update_mask', `${name} is not a field of ${type.toLowerCase()} memories`);
}

function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
