/** What several types' specs are made of. */
import { fieldError } from '../errors.ts';
import type { JsonValue, Payload } from '../payloads.ts';

/** Refuses what is left of a patch once a type has taken its own. */
export function refuseForeign(foreign: object, type: string): void {
  const [name] = Object.keys(foreign);
  if (name !== undefined) throw fieldError('update_mask', `${name} is not a field of ${type.toLowerCase()} memories`);
}

/** The content of what is kept as JSON: all but the type, which the owner says. */
export function jsonText({ type: _, ...fields }: Payload): string {
  return JSON.stringify(fields);
}

export function jsonBytes(payload: Payload): number {
  return Buffer.byteLength(jsonText(payload));
}

/** `current_destination` and `current.destination` are two words. */
export function words(name: string): string {
  return name.replaceAll(/[_\-.]+/g, ' ');
}

export function keyAndValueText({ key, value }: { readonly key: string; readonly value: JsonValue }): string {
  return `${words(key)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Names of fields are words too; braces and quotes are none. */
export function fieldsText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if (Array.isArray(value)) return value.map(fieldsText).join(', ');
  return Object.entries(value)
    .map(([name, field]) => `${words(name)} ${fieldsText(field)}`)
    .join('. ');
}
