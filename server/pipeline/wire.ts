/** Requests and answers as bytes. What the decoder would silently change or drop is refused, so that nothing is lost unnoticed. */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { BinaryReader, BinaryWriter, getTextEncoding, UINT32_MAX } from '@bufbuild/protobuf/wire';
import type { StopSignal } from '../domain/abort.ts';
import { RecordaError, refuseTooLarge } from '../domain/errors.ts';
import { LIMITS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import type { Method } from '../methods/method.ts';
import { turn } from '../ports/in-turns.ts';

type Codec = Method['response'];

const MB = 1024 * 1024;

const { decodeUtf8 } = getTextEncoding();

/** Throws REQUEST_TOO_LARGE and REQUEST_MALFORMED. */
export function decodeRequest(name: string, method: Method, bytes: Uint8Array): unknown {
  const { request: codec, mostReads = LIMITS.messageReads } = method;
  refuseTooLarge(name, bytes);
  const read = requestReader(bytes, mostReads);
  let request: unknown;
  try {
    request = codec.decode(read.reader);
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    // The decoder's own message is not passed on, since it may quote the bytes.
    throw malformed(name, 'its bytes are cut short or nested too deeply, or contain a number out of range');
  }
  if (read.hasBrokenText()) throw malformed(name, 'it has text that is not UTF-8');
  // An object key named __proto__ sets the prototype and is lost; then what was read is shorter than what arrived.
  if (read.hasProto() && count(codec.encode(request).finish(), PROTO) < count(bytes, PROTO))
    throw malformed(name, 'a key is named __proto__, which JSON objects cannot contain here');
  return request;
}

type RequestReader = {
  readonly reader: BinaryReader;
  /** Tells whether a text was not UTF-8: the decoder replaces each invalid piece with U+FFFD. */
  hasBrokenText(): boolean;
  hasProto(): boolean;
};

function requestReader(bytes: Uint8Array, mostReads: number): RequestReader {
  let left = mostReads;
  let broken = false;
  let proto = false;
  const decodeAndNote = (text: Uint8Array): string => {
    left -= LIMITS.textReads;
    const decoded = decodeText(text);
    if (decoded.includes(REPLACEMENT) && !isUtf8(text)) broken = true;
    if (decoded === PROTO) proto = true;
    return decoded;
  };
  // This must not be a Buffer, since bytes that are read from it would be Buffers too.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The generated decoders give up at 100 nested messages, 33 levels of JSON, without saying where. This one goes on for
  // LIMITS.decodeDepth more, so that validation can name the field that is too deep.
  const reader = Object.assign(new BinaryReader(plain, decodeAndNote), { __tsProtoDecodeDepth: -LIMITS.decodeDepth });
  return {
    // A byte yields one read at most, and the two bytes of an empty text count as `textReads` reads.
    reader: bytes.byteLength * LIMITS.textReads > mostReads ? bounded(reader) : reader,
    hasBrokenText: () => broken,
    hasProto: () => proto,
  };

  /** Limits reads, since decoded values that are nearly empty take many times their bytes. */
  function bounded(reader: BinaryReader): BinaryReader {
    const read = reader.uint32.bind(reader);
    // Tags, lengths and the values of enums are read with this.
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

/** Throws RESPONSE_TOO_LARGE. An answer that takes long is encoded in turns, and a promise is returned. */
export function encodeResponse(
  { response: codec }: Pick<Method, 'response'>,
  response: object,
  signal: StopSignal,
): Uint8Array | Promise<Uint8Array> {
  const into = writer;
  let bytes: Uint8Array | undefined;
  try {
    const rest = encodeForATurn(codec, response, into);
    if (rest !== undefined) return encodeRest(rest, into, signal);
    bytes = into.finish();
    refuseTooLargeAnswer(bytes.byteLength);
    return bytes;
  } finally {
    // A writer that failed or is still in use holds what it has written, and one that grew large holds its memory.
    if (bytes === undefined || bytes.byteLength > SERVING.keptWriterBytes) writer = responseWriter();
  }
}

/** Returns what is left to do when the turn is over. */
function encodeForATurn(codec: Codec, response: object, into: BinaryWriter): Iterator<void> | undefined {
  const lists = Object.entries(response).filter(isLongList);
  if (lists.length === 0) {
    codec.encode(response, into);
    return undefined;
  }
  const { isOver } = turn();
  const steps = encoding(codec, response, lists, into);
  while (steps.next().done !== true) if (isOver()) return steps;
  return undefined;
}

async function encodeRest(steps: Iterator<void>, into: BinaryWriter, signal: StopSignal): Promise<Uint8Array> {
  const { isOver, next } = turn();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let isDone = false; !isDone;) {
    const part = into.finish();
    parts.push(part);
    size += part.byteLength;
    refuseTooLargeAnswer(size);
    await next(signal);
    while (!isDone && !isOver()) isDone = steps.next().done === true;
  }
  const last = into.finish();
  refuseTooLargeAnswer(size + last.byteLength);
  return Buffer.concat([...parts, last]);
}

/** Tells whether a field is a list of messages that is worth encoding one by one. */
function isLongList(field: [string, unknown]): field is [string, readonly object[]] {
  const [, value] = field;
  return Array.isArray(value) && value.length > 1 && typeof value[0] === 'object';
}

/**
 * Encodes an answer step by step, each element of its lists by itself: the elements of a repeated field make one list, wherever they
 * stand. After each step the writer holds whole fields.
 */
function* encoding(
  codec: Codec,
  response: object,
  lists: readonly (readonly [string, readonly object[]])[],
  into: BinaryWriter,
): Generator<void, void> {
  const empty = codec.create() as object;
  for (const [name, list] of lists) {
    for (const element of list) {
      codec.encode({ ...empty, [name]: [element] }, into);
      yield;
    }
  }
  codec.encode({ ...response, ...Object.fromEntries(lists.map(([name]) => [name, []])) }, into);
}

function refuseTooLargeAnswer(bytes: number): void {
  if (bytes > LIMITS.messageBytes)
    throw new RecordaError(
      'RESPONSE_TOO_LARGE',
      `The answer is larger than ${LIMITS.messageBytes / MB} MB, the most that is sent. Ask for less at a time: a smaller top_k or page_size, or MEMORY_VIEW_BASIC.`,
    );
}

/** The library writes numbers of 64 bits by way of BigInt. Numbers of 32 bits have the same bytes, and most are that small. */
function responseWriter(): BinaryWriter {
  const fresh = new BinaryWriter();
  const int64 = fresh.int64.bind(fresh);
  return Object.assign(fresh, {
    int64: (value: string | number | bigint) =>
      typeof value === 'number' && value >= 0 && value <= UINT32_MAX ? fresh.uint32(value) : int64(value),
  });
}

/** One writer serves all answers: its buffer has grown to the size that they need. */
let writer = responseWriter();

/**
 * Decodes as TextDecoder does, which takes 7 ms for a megabyte of Chinese; by way of UTF-16 it takes 1. If each character fits into a
 * byte, V8 makes a string of half the size, so such texts are left to TextDecoder.
 */
export function decodeText(text: Uint8Array): string {
  const isShort = text.byteLength < SERVING.longTextBytes;
  if (isShort || isAscii(text) || !isWide(text) || !isUtf8(text)) return decodeUtf8(text);
  return transcode(text, 'utf8', 'utf16le').toString('utf16le');
}

/** Tells whether the text has characters beyond U+00FF, as far as some of its bytes show. */
function isWide(text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += STRIDE) if ((text[at] as number) > LAST_OF_BYTES) return true;
  return false;
}

/** One byte in this many is checked: the number is no multiple of the length of a character. */
const STRIDE = 13;
/** The largest first byte of characters up to U+00FF; larger ones begin others. */
const LAST_OF_BYTES = 0xc3;

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
