/** The one message of a request, from its body or its address to the bytes that the pipeline takes. */
import { type DescMethod, fromJson, type JsonValue, type Registry, toBinary } from '@bufbuild/protobuf';
import type { Compression } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { RecordaError } from '../domain/errors.ts';
import { HTTP } from '../policy/serving.ts';
import { MB } from '../policy/units.ts';
import type { MediaType } from './media-type.ts';

export const COMPRESSIONS: readonly Compression[] = [compressionGzip, compressionBrotli];

/** What Connect and gRPC-Web write before each message of a stream: flags, and its length. */
const ENVELOPE = { headBytes: 5, lengthAt: 1, compressedFlag: 1 };

export type RawMessage = {
  readonly bytes: Uint8Array;
  readonly codec: MediaType['codec'];
  /** Its name, absent or `identity` where it is not compressed. */
  readonly encoding: string | null | undefined;
};

export function tooLarge(): RecordaError {
  return new RecordaError(
    'REQUEST_TOO_LARGE',
    `The request is larger than ${HTTP.bodyBytes / MB} MiB, the most that is taken over HTTP. Send it in parts.`,
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
  if (body.byteLength !== ENVELOPE.headBytes + length) throw malformed('it must hold one enveloped message, whole');
  const isCompressed = (body[0]! & ENVELOPE.compressedFlag) !== 0;
  return { bytes: body.subarray(ENVELOPE.headBytes), codec: type.codec, encoding: isCompressed ? encoding : undefined };
}

/** Reads the message of a GET, as Connect writes it. Throws REQUEST_MALFORMED. */
export function messageOfQuery(query: URLSearchParams): RawMessage {
  const codec = query.get('encoding');
  if (codec !== 'json' && codec !== 'proto') throw malformed('encoding must be json or proto');
  const text = query.get('message') ?? '';
  // Node takes both alphabets of base64, with and without padding.
  const bytes = Buffer.from(text, query.get('base64') === '1' ? 'base64' : 'utf8');
  return { bytes, codec, encoding: query.get('compression') };
}

/** As the pipeline takes it. Throws REQUEST_MALFORMED and REQUEST_TOO_LARGE. */
export async function pipelineBytes(raw: RawMessage, method: DescMethod, registry: Registry): Promise<Uint8Array> {
  const bytes = await unpacked(raw);
  return raw.codec === 'proto' ? bytes : bytesOfJson(bytes, method, registry);
}

async function unpacked({ bytes, encoding }: RawMessage): Promise<Uint8Array> {
  if (encoding === null || encoding === undefined || encoding === '' || encoding === 'identity') return bytes;
  const compression = COMPRESSIONS.find(({ name }) => name === encoding);
  if (compression === undefined)
    throw malformed(`its compression must be ${COMPRESSIONS.map(({ name }) => name).join(' or ')}`);
  if (bytes.byteLength === 0) return bytes;
  try {
    return await compression.decompress(bytes, HTTP.bodyBytes);
  } catch (error) {
    if (/larger than|max/i.test(String(error))) throw tooLarge();
    throw malformed(`it cannot be unpacked as ${encoding}`);
  }
}

function bytesOfJson(bytes: Uint8Array, { input }: DescMethod, registry: Registry): Uint8Array {
  let json: JsonValue;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = text.trim() === '' ? {} : (JSON.parse(text) as JsonValue);
  } catch {
    throw malformed('it is not JSON in UTF-8');
  }
  try {
    return toBinary(input, fromJson(input, json, { registry }));
  } catch (error) {
    throw malformed(`as ${input.typeName} in JSON: ${fieldOf(error)}`);
  }
}

/** Which field is at fault: the rest of what is said may quote contents. */
function fieldOf(error: unknown): string {
  const [, field] = /(?:field|oneof) ([A-Za-z0-9_.]+)/.exec(String(error)) ?? [];
  const [unknown] = /key "[A-Za-z0-9_.]{1,64}" is unknown/.exec(String(error)) ?? [];
  return unknown ?? (field === undefined ? 'it has another form' : `${field} has another form`);
}
