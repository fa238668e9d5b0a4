/** The text by which a memory is found. */
import type { EntityPayload, EpisodePayload, JsonValue, Payload, RelationshipPayload } from './payloads.ts';

/** `nameOf` gives the name of the entity with an id, for relationships, whose text is of both ends. */
export function searchText(payload: Payload, nameOf: (id: string) => string | undefined = () => undefined): string {
  switch (payload.type) {
    case 'WORKING':
    case 'PERSONA':
      return `${words(payload.key)}: ${said(payload.value)}`;
    case 'SHORT_TERM':
    case 'LONG_TERM':
      return payload.content;
    case 'STRUCTURED':
      return `${words(payload.collection)} ${words(payload.key)}: ${fieldsText(payload.data)}`;
    case 'EPISODIC':
      return episodeText(payload);
    case 'ENTITY':
      return payload.node === 'ENTITY' ? entityText(payload) : relationshipText(payload, nameOf);
  }
}

/** `current_destination` and `current.destination` are two words. */
function words(name: string): string {
  return name.replaceAll(/[_\-.]+/g, ' ');
}

function said(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Names of fields are words too; braces and quotes are none. */
function fieldsText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if (Array.isArray(value)) return value.map(fieldsText).join(', ');
  return Object.entries(value)
    .map(([name, field]) => `${words(name)} ${fieldsText(field)}`)
    .join('. ');
}

function episodeText({ task, steps, outcomeNote }: EpisodePayload): string {
  const done = steps.map(({ action, tool, error }) => [action, words(tool), error].filter(Boolean).join(' '));
  return [task, ...done, outcomeNote].filter(Boolean).join('. ');
}

function entityText({ name, entityType, aliases, attributes }: EntityPayload): string {
  return [name, ...aliases, words(entityType), fieldsText(attributes)].filter(Boolean).join('. ');
}

function relationshipText(
  { fromId, toId, relationshipType, attributes }: RelationshipPayload,
  nameOf: (id: string) => string | undefined,
): string {
  const sentence = [nameOf(fromId), words(relationshipType), nameOf(toId)].filter(Boolean).join(' ');
  return [sentence, fieldsText(attributes)].filter(Boolean).join('. ');
}
