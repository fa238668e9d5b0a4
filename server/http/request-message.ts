/** Converts the single message of a request, in its body or its address, to the bytes that the pipeline takes. */
import { type DescMethod, fromJson, type JsonValue, type Registry, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Compression } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { RecordaError } from '../domain/errors.ts';
import { HTTP } from '../policy/serving.ts';
import { MB } from '../policy/units.ts';
import type { HeldBytes } from '../rpc/request-bytes.ts';
import type { MediaType } from './media-type.ts';

export const COMPRESSIONS: readonly Compression[] = [compressionGzip, compressionBrotli];

/** Connect and gRPC-Web write a head before each message of a stream: flags, of which a request has at most one, and the length. */
const ENVELOPE = { headBytes: 5, lengthAt: 1, compressedFlag: 1 };

/** Accepts either alphabet, with or without padding, as Node does; Node ignores all other characters. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
/** The key that JavaScript's objects would lose, in the spellings that JSON allows. */
const PROTO_KEY = /__proto__|\\u005f/i;

export type RawMessage = {
  readonly bytes: Uint8Array;
  readonly codec: MediaType['codec'];
  /** The name of the compression; absent or `identity` if there is none. */
  readonly encoding: string | null | undefined;
};

export function tooLarge(): RecordaError {
  return new RecordaError(
    'REQUEST_TOO_LARGE',
    `The request is larger than ${HTTP.bodyBytes / MB} MiB, the most that is accepted over HTTP. Send it in parts.`,
  );
}

function malformed(why: string): RecordaError {
  return new RecordaError('REQUEST_MALFORMED', `The request cannot be read: ${why}. See /openapi.json and the protos.`);
}

/** Throws REQUEST_MALFORMED. */
export function messageOfBody(body: Uint8Array, type: MediaType, headers: Headers): RawMessage {
  const encoding = headers.get(type.encodingHeader);
  if (!type.isEnveloped) return { bytes: body, codec: type.codec, encoding };
  if (body.byteLength < ENVELOPE.headBytes) throw malformed('its envelope is cut short');
  const length = new DataView(body.buffer, body.byteOffset).getUint32(ENVELOPE.lengthAt);
  if (body.byteLength !== ENVELOPE.headBytes + length) throw malformed('it must be one complete enveloped message');
  const flags = body[0]!;
  if (flags > ENVELOPE.compressedFlag) throw malformed('its envelope has flags that requests do not have');
  const isCompressed = flags === ENVELOPE.compressedFlag;
  if (isCompressed && isPlain(encoding))
    throw malformed(`its envelope is marked as compressed, but ${type.encodingHeader} is missing`);
  return { bytes: body.subarray(ENVELOPE.headBytes), codec: type.codec, encoding: isCompressed ? encoding : undefined };
}

/** Reads the message of a GET, as Connect writes it. Throws REQUEST_MALFORMED. */
export function messageOfQuery(query: URLSearchParams): RawMessage {
  const codec = query.get('encoding');
  if (codec !== 'json' && codec !== 'proto') throw malformed('encoding must be json or proto');
  const text = query.get('message') ?? '';
  const isBase64 = query.get('base64') === '1';
  if (isBase64 && !BASE64.test(text)) throw malformed('message is not base64');
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  return { bytes, codec, encoding: query.get('compression') };
}

/** Converts a message to the bytes that the pipeline takes. Throws REQUEST_MALFORMED, REQUEST_TOO_LARGE and OVERLOADED. */
export async function pipelineBytes(
  raw: RawMessage,
  method: DescMethod,
  { held, registry }: { readonly held: HeldBytes; readonly registry: Registry },
): Promise<Uint8Array> {
  const bytes = await unpacked(raw, held);
  return raw.codec === 'proto' ? bytes : bytesOfJson(bytes, method, registry);
}

function isPlain(encoding: RawMessage['encoding']): encoding is 'identity' | '' | null | undefined {
  return encoding === null || encoding === undefined || encoding === '' || encoding === 'identity';
}

async function unpacked({ bytes, encoding }: RawMessage, held: HeldBytes): Promise<Uint8Array> {
  if (isPlain(encoding)) return bytes;
  const compression = COMPRESSIONS.find(({ name }) => name === encoding);
  if (compression === undefined)
    throw malformed(`its compression must be ${COMPRESSIONS.map(({ name }) => name).join(' or ')}`);
  if (bytes.byteLength === 0) return bytes;
  try {
    return await held.unpacked(() => compression.decompress(bytes, HTTP.bodyBytes));
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    if (ConnectError.from(error).code === Code.ResourceExhausted) throw tooLarge();
    throw malformed(`it cannot be decompressed as ${encoding}`);
  }
}

function bytesOfJson(bytes: Uint8Array, { input }: DescMethod, registry: Registry): Uint8Array {
  let json: JsonValue;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = text.trim() === '' ? {} : (JSON.parse(text, PROTO_KEY.test(text) ? refuseProtoKey : undefined) as JsonValue);
  } catch (error) {
    if (error instanceof RecordaError) throw error;
    throw malformed('it is not JSON in UTF-8');
  }
  try {
    return toBinary(input, fromJson(input, json, { registry }));
  } catch (error) {
    throw malformed(`as ${input.typeName} in JSON: ${fieldOf(error)}`);
  }
}

function refuseProtoKey(key: string, value: unknown): unknown {
  if (key === '__proto__') throw malformed('no key may be named __proto__ in JSON');
  return value;
}

/** Names the field at fault only, since the rest of the error may quote contents. */
function fieldOf(error: unknown): string {
  const [, field] = /(?:field|oneof) ([A-Za-z0-9_.]+)/.exec(String(error)) ?? [];
  const [unknown] = /key "[A-Za-z0-9_.]{1,64}" is unknown/.exec(String(error)) ?? [];
  return unknown ?? (field === undefined ? 'it has the wrong form' : `${field} has the wrong form`);
}
