/** Requests and answers as bytes. What the decoder would let pass changed or in part is refused: nothing is lost silently. */
import { isUtf8 } from 'node:buffer';
import { BinaryReader, BinaryWriter, getTextEncoding, UINT32_MAX } from '@bufbuild/protobuf/wire';
import { RecordaError } from './domain/errors.ts';
import { LIMITS } from './policy/limits.ts';
import { SERVING } from './policy/serving.ts';
import type { Method } from './methods/method.ts';

const MB = 1024 * 1024;

const { decodeUtf8 } = getTextEncoding();

/** Throws REQUEST_TOO_LARGE and REQUEST_MALFORMED. */
export function decodeRequest(name: string, method: Method, bytes: Uint8Array): unknown {
  const { request: codec, mostReads = LIMITS.messageReads } = method;
  if (bytes.byteLength > LIMITS.messageBytes)
    throw new RecordaError(
      'REQUEST_TOO_LARGE',
      `The request is ${(bytes.byteLength / MB).toFixed(1)} MB; at most ${LIMITS.messageBytes / MB} MB are taken. Send it in parts.`,
    );
  const read = requestReader(bytes, mostReads);
  let request: unknown;
  try {
    request = codec.decode(read.reader);
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    // Of the decoder's own words nothing is passed on: they may quote the bytes.
    throw malformed(name, 'its bytes are cut short, nested too deeply or hold a number out of range');
  }
  if (read.hasBrokenText()) throw malformed(name, 'it has text that is not UTF-8');
  // An object key named __proto__ sets the prototype and is gone; then what was read is shorter than what came.
  if (read.hasProto() && count(codec.encode(request).finish(), PROTO) < count(bytes, PROTO))
    throw malformed(name, 'a key is named __proto__, which JSON objects here cannot hold');
  return request;
}

type RequestReader = {
  readonly reader: BinaryReader;
  /** Whether a text was not UTF-8: the decoder puts U+FFFD for each such piece. */
  hasBrokenText(): boolean;
  hasProto(): boolean;
};

function requestReader(bytes: Uint8Array, mostReads: number): RequestReader {
  let left = mostReads;
  let broken = false;
  let proto = false;
  const decodeText = (text: Uint8Array): string => {
    left -= LIMITS.textReads;
    const decoded = decodeUtf8(text);
    if (decoded.includes(REPLACEMENT) && !isUtf8(text)) broken = true;
    if (decoded === PROTO) proto = true;
    return decoded;
  };
  // Not as a Buffer, of which every text would be another.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The generated decoders give up at 100 nested messages, 33 levels of JSON, without saying where. This one goes on for
  // LIMITS.decodeDepth more, so that validation can name the field that is too deep.
  const reader = Object.assign(new BinaryReader(plain, decodeText), { __tsProtoDecodeDepth: -LIMITS.decodeDepth });
  return {
    // Of a byte comes one read at most, and of the two that an empty text takes as many as it counts.
    reader: bytes.byteLength * LIMITS.textReads > mostReads ? bounded(reader) : reader,
    hasBrokenText: () => broken,
    hasProto: () => proto,
  };

  /** What is decoded takes many times the bytes of what is all but empty. */
  function bounded(reader: BinaryReader): BinaryReader {
    const read = reader.uint32.bind(reader);
    // What reads a tag, a length or an enum's value comes through here.
    const uint32 = (): number => {
      left -= 1;
      if (left < 0)
        throw new RecordaError(
          'REQUEST_TOO_LARGE',
          'The request has too many fields and list elements. Send it in parts.',
        );
      return read();
    };
    return Object.assign(reader, { uint32 });
  }
}

/** Throws RESPONSE_TOO_LARGE. */
export function encodeResponse({ response: codec }: Pick<Method, 'response'>, response: unknown): Uint8Array {
  const bytes = written(codec, response);
  if (bytes.byteLength > LIMITS.messageBytes)
    throw new RecordaError(
      'RESPONSE_TOO_LARGE',
      `The answer is ${(bytes.byteLength / MB).toFixed(1)} MB; at most ${LIMITS.messageBytes / MB} MB are sent. Ask for less at a time: a smaller top_k or page_size, or MEMORY_VIEW_BASIC.`,
    );
  return bytes;
}

/** The library writes numbers of 64 bits by way of BigInt. Those of 32 bits are the same bytes, and most are. */
function responseWriter(): BinaryWriter {
  const fresh = new BinaryWriter();
  const int64 = fresh.int64.bind(fresh);
  return Object.assign(fresh, {
    int64: (value: string | number | bigint) =>
      typeof value === 'number' && value >= 0 && value <= UINT32_MAX ? fresh.uint32(value) : int64(value),
  });
}

/** One for all answers: its buffer has grown to what they take. */
let writer = responseWriter();

function written(codec: Method['response'], response: unknown): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = codec.encode(response, writer).finish();
    return bytes;
  } finally {
    // One that failed holds what it had written, and one that grew large the memory.
    if (bytes === undefined || bytes.byteLength > SERVING.keptWriterBytes) writer = responseWriter();
  }
}

function malformed(name: string, why: string): RecordaError {
  return new RecordaError(
    'REQUEST_MALFORMED',
    `This is not the request of ${name}: ${why}. Encode it from the protos.`,
  );
}

const REPLACEMENT = '\ufffd';
const PROTO = '__proto__';

function count(bytes: Uint8Array, pattern: string): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = buffer.indexOf(pattern); at !== -1; at = buffer.indexOf(pattern, at + pattern.length)) found++;
  return found;
}
