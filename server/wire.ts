/** Requests and answers as bytes. What the decoder would let pass changed or in part is refused: nothing is lost silently. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { RecordaError } from './domain/errors.ts';
import { LIMITS } from './policy/limits.ts';
import type { Method } from './methods.ts';

const MB = 1024 * 1024;

/** Throws REQUEST_TOO_LARGE and REQUEST_MALFORMED. */
export function decodeRequest(name: string, { request: codec }: Method, bytes: Uint8Array): unknown {
  if (bytes.byteLength > LIMITS.messageBytes)
    throw new RecordaError(
      'REQUEST_TOO_LARGE',
      `The request is ${(bytes.byteLength / MB).toFixed(1)} MB; at most ${LIMITS.messageBytes / MB} MB are taken. Send it in parts.`,
    );
  let request: unknown;
  try {
    request = codec.decode(deepReader(bytes));
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    // Of the decoder's own words nothing is passed on: they may quote the bytes.
    throw malformed(name, 'its bytes are cut short, nested too deeply or hold a number out of range');
  }
  if (replacements(request) > count(bytes, REPLACEMENT)) throw malformed(name, 'it has text that is not UTF-8');
  // An object key named __proto__ sets the prototype and is gone; then what was read is shorter than what came.
  if (count(bytes, PROTO) > 0 && count(codec.encode(request).finish(), PROTO) < count(bytes, PROTO))
    throw malformed(name, 'a key is named __proto__, which JSON objects here cannot hold');
  return request;
}

/**
 * The generated decoders give up at 100 nested messages, 33 levels of JSON, without saying where. This one goes on for
 * LIMITS.decodeDepth more, so that validation can name the field that is too deep.
 */
function deepReader(bytes: Uint8Array): BinaryReader {
  const reader = Object.assign(new BinaryReader(bytes), { __tsProtoDecodeDepth: -LIMITS.decodeDepth });
  return bytes.byteLength > LIMITS.messageReads ? boundReads(reader) : reader;
}

/** Lets LIMITS.messageReads values be read of it: what is decoded takes many times the bytes of what is all but empty. */
function boundReads(reader: BinaryReader): BinaryReader {
  let left: number = LIMITS.messageReads;
  const read = reader.uint32.bind(reader);
  // What reads a tag, a length or an enum's value comes through here.
  const uint32 = (): number => {
    if (left-- === 0)
      throw new RecordaError(
        'REQUEST_TOO_LARGE',
        'The request has too many fields and list elements. Send it in parts.',
      );
    return read();
  };
  return Object.assign(reader, { uint32 });
}

/** Throws RESPONSE_TOO_LARGE. */
export function encodeResponse({ response: codec }: Method, response: unknown): Uint8Array {
  const bytes = codec.encode(response).finish();
  if (bytes.byteLength > LIMITS.messageBytes)
    throw new RecordaError(
      'RESPONSE_TOO_LARGE',
      `The answer is ${(bytes.byteLength / MB).toFixed(1)} MB; at most ${LIMITS.messageBytes / MB} MB are sent. Ask for less at a time: a smaller top_k or page_size, or MEMORY_VIEW_BASIC.`,
    );
  return bytes;
}

function malformed(name: string, why: string): RecordaError {
  return new RecordaError(
    'REQUEST_MALFORMED',
    `This is not the request of ${name}: ${why}. Encode it from the protos.`,
  );
}

const REPLACEMENT = Buffer.from('\ufffd');
const PROTO = Buffer.from('__proto__');

function count(bytes: Uint8Array, pattern: Buffer): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = buffer.indexOf(pattern); at !== -1; at = buffer.indexOf(pattern, at + pattern.length)) found++;
  return found;
}

/** U+FFFD in all the texts of a decoded message: the decoder puts one for each piece of bytes that is not UTF-8. */
function replacements(value: unknown): number {
  if (typeof value === 'string') return value.includes('\ufffd') ? value.split('\ufffd').length - 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0;
  let found = 0;
  for (const [key, child] of Object.entries(value)) found += replacements(key) + replacements(child);
  return found;
}
