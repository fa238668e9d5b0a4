/** Finds what an update changes: the mask's paths, each read from the request and checked. */
import { fieldErrors, type FieldViolation } from '../../domain/errors.ts';
import type { JsonObject, MemoryType } from '../../domain/memory.ts';
import type { MemoryPatch } from '../../ports/stores.ts';
import type { Memory } from '../../../proto/gen/recorda/v1/resources.ts';
import { formOf, typeOfCase, UPDATE_FIELDS, type UpdatePath } from '../../validation/payloads.ts';
import { toMetadata } from './translate.ts';
import { given, PAYLOAD_FIELDS } from './translate-payload.ts';

/** The values that a mask reads if no payload was sent. */
const NOTHING_SAID = {
  role: 'ROLE_UNSPECIFIED',
  speaker: '',
  outcome: 'EPISODE_OUTCOME_UNSPECIFIED',
  outcomeNote: '',
  aliases: [],
  evidence: [],
};

/** A memory must have these. */
const REQUIRED = new Set([
  'working.value',
  'message.content',
  'message.time',
  'text.content',
  'trait.value',
  'episode.task',
  'entity.name',
  'document.data',
]);

/** Throws FIELD_INVALID for a path of another type, for a value that is not allowed, and for an update of nothing. */
export function toPatch(
  type: MemoryType,
  memory: Memory,
  mask: readonly string[],
  mergePatch?: JsonObject,
): MemoryPatch {
  const faults: FieldViolation[] = [];
  const payloadCase = memory.payload?.$case;
  const sameCase = payloadCase !== undefined && typeOfCase(payloadCase) === type;
  const payload = (sameCase ? memory.payload!.value : NOTHING_SAID) as Record<string, unknown>;
  if (memory.payload !== undefined && !sameCase)
    faults.push({ field: 'memory.payload', description: `is ${memory.payload.$case}, but the memory is ${type}` });

  let patch: MemoryPatch = {};
  const take = (path: string): void => {
    const field = PAYLOAD_FIELDS[path as UpdatePath];
    const value = field.read(payload);
    const fault = !given(value) && REQUIRED.has(path) ? 'cannot be cleared; send a value' : faultOf(path, value);
    if (fault === undefined) patch = { ...patch, ...field.patch(value) };
    else faults.push({ field: `memory.${path}`, description: fault });
  };
  for (const path of mask) {
    if (path === 'importance') patch = { ...patch, importance: memory.importance };
    else if (path === 'pinned' && formOf(type).updatable.includes(path)) patch = { ...patch, isPinned: memory.pinned };
    else if (path === 'metadata') patch = { ...patch, metadata: toMetadata(memory.metadata) };
    else if (formOf(type).updatable.includes(path)) take(path);
    else faults.push({ field: 'update_mask', description: `${path} is not a field of ${type}` });
  }
  if (mask.length === 0) {
    for (const path of formOf(type).updatable) {
      // Only one of two payloads that a type may have is present.
      const field = path.startsWith(`${payloadCase}.`) ? PAYLOAD_FIELDS[path as UpdatePath] : undefined;
      if (field?.isSet(field.read(payload))) take(path);
    }
    if (memory.importance !== undefined) patch = { ...patch, importance: memory.importance };
    if (memory.pinned && formOf(type).updatable.includes('pinned')) patch = { ...patch, isPinned: true };
    if (memory.metadata !== undefined) patch = { ...patch, metadata: toMetadata(memory.metadata) };
  }
  if (mergePatch !== undefined) {
    if (type !== 'STRUCTURED') faults.push({ field: 'merge_patch', description: `is for documents, not for ${type}` });
    if (patch.data !== undefined) faults.push({ field: 'merge_patch', description: 'is not sent with document.data' });
    patch = { ...patch, mergePatch };
  }
  if (faults.length === 0 && Object.keys(patch).length === 0)
    faults.push({
      field: 'update_mask',
      description: `names nothing to change; possible are ${formOf(type).updatable.join(', ')}`,
    });
  if (faults.length > 0) throw fieldErrors(faults);
  return patch;
}

function faultOf(path: string, value: unknown): string | undefined {
  return UPDATE_FIELDS[path as UpdatePath].safeParse(value).error?.issues[0]?.message;
}
