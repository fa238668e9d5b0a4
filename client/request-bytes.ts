/** Encodes a request, or tells which of its fields cannot be encoded. */
import { fieldError } from '../contract/errors.ts';
import { RecordaError } from './errors.ts';
import type { MessageCodec } from './typed-client.ts';

/**
 * Encodes a request, which may leave out fields. Throws FIELD_INVALID for values that a message cannot hold, and for names that its type
 * has no field of.
 */
export function requestBytes(codec: MessageCodec, request: unknown): Uint8Array {
  try {
    return encoded(codec, request);
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    throw (
      fieldAtFault(codec, request) ??
      new RecordaError('REQUEST_MALFORMED', `The request cannot be encoded: ${text(error)}.`)
    );
  }
}

function encoded(codec: MessageCodec, request: unknown): Uint8Array {
  if (hasProtoKey(request)) throw new TypeError('a key named __proto__ would be lost');
  const message = codec.fromPartial(request as never) as object;
  refuseUnknownFields(request, message);
  return codec.encode(message as never).finish();
}

/** The encoder would silently leave these fields out. */
function refuseUnknownFields(request: unknown, message: object): void {
  for (const name of Object.keys(request as object)) {
    if (Object.hasOwn(message, name)) continue;
    throw fieldError(
      snakeCase(name),
      `is not a field of this request; its fields are ${Object.keys(message).join(', ')}.`,
    );
  }
}

/** The encoder would silently set a prototype with it. */
function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey);
}

/** Encodes each field on its own, and returns the first that fails. */
function fieldAtFault(codec: MessageCodec, request: unknown): RecordaError | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  for (const [key, value] of Object.entries<unknown>(request as Record<string, unknown>)) {
    try {
      encoded(codec, { [key]: value });
    } catch (error) {
      return fieldError(snakeCase(key), `cannot be encoded: ${text(error)}.`);
    }
  }
  return undefined;
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));
