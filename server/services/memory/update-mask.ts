/** What an update changes: the mask's paths, each taken from the request and checked. */
import { fieldErrors, type FieldViolation } from '../../domain/errors.ts';
import type { JsonObject, JsonValue, MemoryType } from '../../domain/memory.ts';
import type { MemoryPatch } from '../../ports/stores.ts';
import type { Memory } from '../../../proto/gen/recorda/v1/resources.ts';
import { formOf, typeOfCase, UPDATE_FIELDS } from '../../validation/payloads.ts';
import { toMetadata } from './translate.ts';
import { toOutcome, toRole } from './translate-payload.ts';

type Field = {
  /** The field as the request has it. */
  readonly read: (payload: Record<string, unknown>) => unknown;
  /** Whether an empty mask takes it. */
  readonly isSet: (value: unknown) => boolean;
  readonly patch: (value: unknown) => MemoryPatch;
};

const given = (value: unknown): boolean => value !== undefined && value !== '';
const millis = (value: unknown): number | undefined => (value as Date | undefined)?.getTime();

/** A field that is taken as it is, under this name of the patch. */
const plain = (field: string, name: keyof MemoryPatch = field as keyof MemoryPatch): Field => ({
  read: (payload) => payload[field],
  isSet: given,
  patch: (value) => ({ [name]: value }),
});
const time = (field: string, name: keyof MemoryPatch): Field => ({
  ...plain(field),
  patch: (value) => ({ [name]: millis(value) }),
});
const json = (field: string): Field => ({
  ...plain(field),
  patch: (value) => ({ value: { json: value as JsonValue } }),
});
const list = (field: string): Field => ({
  ...plain(field),
  isSet: (value) => Array.isArray(value) && value.length > 0,
  patch: (value) => ({ [field]: [...new Set(value as readonly string[])] }),
});
const attributes: Field = { ...plain('attributes'), patch: (value) => ({ attributes: (value ?? {}) as JsonObject }) };

/** How each path of an update mask is read and what it changes. */
const FIELDS: Readonly<Record<string, Field>> = {
  'working.value': json('value'),
  'message.content': plain('content'),
  'message.role': {
    ...plain('role'),
    isSet: (value) => given(value) && value !== 'ROLE_UNSPECIFIED',
    patch: (value) => ({ role: toRole(value as string) }),
  },
  'message.time': time('time', 'timeMs'),
  'text.content': plain('content'),
  'text.speaker': plain('speaker'),
  'text.event_time': time('eventTime', 'eventTimeMs'),
  'text.turn': plain('turn'),
  'trait.value': json('value'),
  'episode.task': plain('task'),
  'episode.outcome': {
    ...plain('outcome'),
    isSet: (value) => given(value) && value !== 'EPISODE_OUTCOME_UNSPECIFIED',
    patch: (value) => ({ outcome: toOutcome(value as string) }),
  },
  'episode.outcome_note': plain('outcomeNote'),
  'episode.end_time': time('endTime', 'endTimeMs'),
  'entity.name': plain('name'),
  'entity.attributes': attributes,
  'entity.aliases': list('aliases'),
  'entity.valid_from': time('validFrom', 'validFromMs'),
  'entity.valid_to': time('validTo', 'validToMs'),
  'entity.evidence': list('evidence'),
  'relationship.attributes': attributes,
  'relationship.valid_from': time('validFrom', 'validFromMs'),
  'relationship.valid_to': time('validTo', 'validToMs'),
  'relationship.evidence': list('evidence'),
  'document.data': plain('data'),
};

/** What a mask reads where no payload was sent. */
const NOTHING_SAID = {
  role: 'ROLE_UNSPECIFIED',
  speaker: '',
  outcome: 'EPISODE_OUTCOME_UNSPECIFIED',
  outcomeNote: '',
  aliases: [],
  evidence: [],
};

/** A memory cannot be without these. */
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
    const field = FIELDS[path]!;
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
      // Only one of two payloads that a type may have is there.
      const field = path.startsWith(`${payloadCase}.`) ? FIELDS[path] : undefined;
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
      description: `names nothing to change; of ${formOf(type).updatable.join(', ')}`,
    });
  if (faults.length > 0) throw fieldErrors(faults);
  return patch;
}

function faultOf(path: string, value: unknown): string | undefined {
  return UPDATE_FIELDS[path]!.safeParse(value).error?.issues[0]?.message;
}
