/** What an update changes: the mask's paths, each taken from the request and checked. */
import { fieldErrors, type FieldViolation } from '../../domain/errors.ts';
import type { JsonValue, MemoryType } from '../../domain/memory.ts';
import type { MemoryPatch } from '../../ports.ts';
import type { Memory } from '../../../proto/gen/recorda/v1/resources.ts';
import { PAYLOAD_CASE, UPDATABLE, UPDATE_FIELDS } from '../../validation/memory-requests.ts';
import { toMetadata, toRole } from './translate.ts';

type Field = {
  /** The field as the request has it. */
  readonly read: (payload: Record<string, unknown>) => unknown;
  /** Whether an empty mask takes it. */
  readonly isSet: (value: unknown) => boolean;
  readonly patch: (value: unknown) => MemoryPatch;
};

const given = (value: unknown): boolean => value !== undefined && value !== '';
const millis = (value: unknown): number | undefined => (value as Date | undefined)?.getTime();

/** How each path of an update mask is read and what it changes. */
const FIELDS: Readonly<Record<string, Field>> = {
  'working.value': {
    read: ({ value }) => value,
    isSet: given,
    patch: (value) => ({ value: { json: value as JsonValue } }),
  },
  'message.content': {
    read: ({ content }) => content,
    isSet: given,
    patch: (value) => ({ content: value as string }),
  },
  'message.role': {
    read: ({ role }) => role,
    isSet: (value) => given(value) && value !== 'ROLE_UNSPECIFIED',
    patch: (value) => ({ role: toRole(value as string) }),
  },
  'message.time': { read: ({ time }) => time, isSet: given, patch: (value) => ({ timeMs: millis(value)! }) },
  'text.content': {
    read: ({ content }) => content,
    isSet: given,
    patch: (value) => ({ content: value as string }),
  },
  'text.speaker': { read: ({ speaker }) => speaker, isSet: given, patch: (value) => ({ speaker: value as string }) },
  'text.event_time': {
    read: ({ eventTime }) => eventTime,
    isSet: given,
    patch: (value) => ({ eventTimeMs: millis(value) }),
  },
  'text.turn': { read: ({ turn }) => turn, isSet: given, patch: (value) => ({ turn: value as number | undefined }) },
};

/** A memory cannot be without these. */
const REQUIRED = new Set(['working.value', 'message.content', 'message.time', 'text.content']);

/** Throws FIELD_INVALID for a path of another type, for a value that is not allowed, and for an update of nothing. */
export function toPatch(type: MemoryType, memory: Memory, mask: readonly string[]): MemoryPatch {
  const faults: FieldViolation[] = [];
  const sameCase = memory.payload?.$case === PAYLOAD_CASE[type];
  const payload = (sameCase ? memory.payload!.value : { role: 'ROLE_UNSPECIFIED', speaker: '' }) as Record<
    string,
    unknown
  >;
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
    if (path === 'metadata') patch = { ...patch, metadata: toMetadata(memory.metadata) };
    else if (UPDATABLE[type].includes(path)) take(path);
    else faults.push({ field: 'update_mask', description: `${path} is not a field of ${type}` });
  }
  if (mask.length === 0) {
    for (const path of UPDATABLE[type]) {
      const field = FIELDS[path];
      if (field?.isSet(field.read(payload))) take(path);
    }
    if (memory.metadata !== undefined) patch = { ...patch, metadata: toMetadata(memory.metadata) };
  }
  if (faults.length === 0 && Object.keys(patch).length === 0)
    faults.push({ field: 'update_mask', description: `names nothing to change; of ${UPDATABLE[type].join(', ')}` });
  if (faults.length > 0) throw fieldErrors(faults);
  return patch;
}

function faultOf(path: string, value: unknown): string | undefined {
  return UPDATE_FIELDS[path]!.safeParse(value).error?.issues[0]?.message;
}
