/** Converts values of an agent's framework to JSON and back; bytes, which JSON lacks, are wrapped in a marked object. */
import type { JsonObject, JsonValue } from '../agent-types.ts';

/** The one key of an object that stands for bytes, in base64. */
const BYTES = '$bytes';
/** The one key of an object that wraps an object which would look like a marked one. */
const LITERAL = '$literal';

/** Converts a value to JSON. Bytes are preserved; fields that are undefined are not. */
export function toStored(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map((element) => toStored(element));
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const fields = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] =>
    field === undefined ? [] : [[name, toStored(field)]],
  );
  const stored = Object.fromEntries(fields);
  return isMarked(stored) ? { [LITERAL]: stored } : stored;
}

/** Converts stored JSON back to the value: the inverse of `toStored`. */
export function fromStored(stored: JsonValue): unknown {
  if (Array.isArray(stored)) return stored.map((element: JsonValue) => fromStored(element));
  if (typeof stored !== 'object' || stored === null) return stored;
  const object = stored as JsonObject;
  if (isMarked(object)) {
    const bytes = object[BYTES];
    if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'));
    return fieldsOf(object[LITERAL] as JsonObject);
  }
  return fieldsOf(object);
}

const fieldsOf = (object: JsonObject): unknown =>
  Object.fromEntries(Object.entries(object).map(([name, field]) => [name, fromStored(field)]));

function isMarked(object: JsonObject): boolean {
  const [name, ...others] = Object.keys(object);
  return others.length === 0 && (name === BYTES || name === LITERAL);
}
