/** Builds the payloads of the agent handle's adds. */
import type { Memory } from '../proto/gen/recorda/v1/resources.ts';
import { fieldError } from '../contract/errors.ts';
import type { AddLongTermOptions, AddShortTermOptions, AddWorkingOptions, JsonValue } from './agent-types.ts';
import { wireRole } from './wire-names.ts';

type Payload = NonNullable<Memory['payload']>;
export type PartialPayload = {
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
  throw fieldError('content', 'must be a string, except for working memory.');
}

function workingEntry(content: JsonValue, key: string | undefined): { key: string; value: JsonValue } {
  if (key !== undefined) return { key, value: content };
  const entries =
    typeof content === 'object' && content !== null && !Array.isArray(content) ? Object.entries(content) : [];
  const [entry, another] = entries;
  if (entry === undefined || another !== undefined) {
    throw fieldError(
      'key',
      'names no entry: set options.key, or pass an object with one entry such as { city: "Paris" }.',
    );
  }
  return { key: entry[0], value: entry[1] };
}
