/** Building blocks of several types' specifications. */
import { fieldError } from '../errors.ts';
import type { JsonValue, Payload } from '../payloads.ts';

/** Throws if a patch has fields left after a type has taken its own. */
export function refuseForeign(foreign: object, type: string): void {
  const [name] = Object.keys(foreign);
  if (name !== undefined) throw fieldError('update_mask', `${name} is not a field of ${type.toLowerCase()} memories`);
}

/** Returns the content of a payload that is stored as JSON: all fields but the type, which the owner shows. */
export function jsonText({ type: _, ...fields }: Payload): string {
  return JSON.stringify(fields);
}

export function jsonBytes(payload: Payload): number {
  return Buffer.byteLength(jsonText(payload));
}

/** Splits a name into words: `current_destination` and `current.destination` are two words. */
export function words(name: string): string {
  return name.replaceAll(/[_\-.]+/g, ' ');
}

export function keyAndValueText({ key, value }: { readonly key: string; readonly value: JsonValue }): string {
  return `${words(key)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Returns the text of a JSON value: names of fields count as words, braces and quotes do not. */
export function fieldsText(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if (Array.isArray(value)) return value.map(fieldsText).join(', ');
  return Object.entries(value)
    .map(([name, field]) => `${words(name)} ${fieldsText(field)}`)
    .join('. ');
}
