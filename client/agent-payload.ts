/** What the agent handle's adds and updates send. */
import type { Memory } from '../proto/gen/recorda/v1/resources.ts';
import { fieldError } from '../server/domain/errors.ts';
import { typeOfId } from '../server/domain/memory.ts';
import type {
  AddLongTermOptions,
  AddShortTermOptions,
  AddWorkingOptions,
  JsonValue,
  MemoryPatch,
  MemoryType,
} from './agent-types.ts';
import { wireRole } from './agent-wire.ts';

type Payload = NonNullable<Memory['payload']>;
type PartialPayload = {
  [C in Payload['$case']]: { $case: C; value: Partial<Extract<Payload, { $case: C }>['value']> };
}[Payload['$case']];

export type AnyAddOptions = AddLongTermOptions | AddShortTermOptions | AddWorkingOptions;

export function addedPayload(content: JsonValue, options: AnyAddOptions): PartialPayload {
  switch (options.type) {
    case 'working':
      return { $case: 'working', value: workingEntry(content, options.key) };
    case 'short_term':
      return {
        $case: 'message',
        value: { role: wireRole(options.role ?? 'user'), content: text(content), time: options.time },
      };
    case 'long_term':
    case undefined:
    default: {
      const { speaker, eventTime, turn } = options;
      return { $case: 'text', value: { content: text(content), speaker: speaker ?? '', eventTime, turn } };
    }
  }
}

function text(content: JsonValue): string {
  if (typeof content === 'string') return content;
  throw fieldError('content', 'must be a string, other than for working memory.');
}

function workingEntry(content: JsonValue, key: string | undefined): { key: string; value: JsonValue } {
  if (key !== undefined) return { key, value: content };
  const entries =
    typeof content === 'object' && content !== null && !Array.isArray(content) ? Object.entries(content) : [];
  const [entry, another] = entries;
  if (entry === undefined || another !== undefined) {
    throw fieldError('key', 'say which entry: give options.key, or an object of one entry such as { city: "Paris" }.');
  }
  return { key: entry[0], value: entry[1] };
}

/** The memory type that an id names; what no id of ours looks like is left to the server to refuse. */
export function typeNamedBy(id: string): MemoryType {
  switch (typeOfId(id)) {
    case 'WORKING':
      return 'working';
    case 'SHORT_TERM':
      return 'short_term';
    case 'LONG_TERM':
    case undefined:
      return 'long_term';
  }
}

/** The payload that holds a patch's values, and the mask that names what it changes. */
export function patchPayload(type: MemoryType, patch: MemoryPatch): { payload: PartialPayload; updateMask: string[] } {
  const named = (Object.keys(patch) as (keyof MemoryPatch)[]).filter((key) => patch[key] !== undefined);
  return {
    payload: patched(type, patch),
    updateMask: named.map((key) => (key === 'text' && type === 'short_term' ? 'message.content' : MASK_PATHS[key])),
  };
}

const MASK_PATHS: Readonly<Record<keyof MemoryPatch, string>> = {
  text: 'text.content',
  value: 'working.value',
  role: 'message.role',
  time: 'message.time',
  speaker: 'text.speaker',
  eventTime: 'text.event_time',
  turn: 'text.turn',
  metadata: 'metadata',
};

function patched(type: MemoryType, patch: MemoryPatch): PartialPayload {
  switch (type) {
    case 'working':
      return { $case: 'working', value: { value: patch.value } };
    case 'short_term':
      return {
        $case: 'message',
        value: { content: patch.text ?? '', role: wireRole(patch.role ?? 'user'), time: patch.time },
      };
    case 'long_term':
      return {
        $case: 'text',
        value: {
          content: patch.text ?? '',
          speaker: patch.speaker ?? '',
          eventTime: patch.eventTime ?? undefined,
          turn: patch.turn ?? undefined,
        },
      };
  }
}
