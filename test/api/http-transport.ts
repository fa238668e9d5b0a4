/**
 * Makes calls over HTTP for tests with the clients of @connectrpc, which others wrote. They take and return the same bytes as the
 * other transports. Bytes are sent as they are given, also those that no client would write: the library writes an empty message,
 * which they replace before it is sent.
 */
import {
  create,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  type JsonValue,
  type Message,
} from '@bufbuild/protobuf';
import { Metadata, type status } from '@grpc/grpc-js';
import { ConnectError, type Transport as ConnectTransport } from '@connectrpc/connect';
import { encodeEnvelope, type CommonTransportOptions, type UniversalClientFn } from '@connectrpc/connect/protocol';
import { createTransport as overConnect } from '@connectrpc/connect/protocol-connect';
import { createTransport as overGrpcWeb } from '@connectrpc/connect/protocol-grpc-web';
import { compressionBrotli, compressionGzip, createNodeHttpClient } from '@connectrpc/connect-node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Status } from 'nice-grpc-error-details/lib/proto/google/rpc/status.js';
import { errorFromStatus } from '../../client/grpc-status.ts';
import type { Transport, TransportCall } from '../../client/transport.ts';
import { abortError, deadlineExceeded } from '../../server/domain/abort.ts';
import { BYTES, readContract } from '../../server/http/contract.ts';
import { openApi } from '../../server/http/openapi.ts';
import { CODECS } from './hostile-requests.ts';

export type HttpProtocol = 'connectJson' | 'connectProto' | 'grpcWeb';

/** The largest value that the library accepts. */
const UNLIMITED = 0xffffffff;

const contract = readContract();
const { methods, registry } = contract;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(openApi(contract, '0.0.0'), 'openapi');

/** Throws if /openapi.json does not describe such a request of the call, or such an answer. */
function expectDescribed(method: DescMethod, side: 'input' | 'output', json: JsonValue): void {
  const mediaType = method.methodKind === 'unary' ? 'application/json' : 'application/connect+json';
  const path = ['paths', `/${method.parent.typeName}/${method.name}`, 'post'];
  const part = side === 'input' ? ['requestBody'] : ['responses', '200'];
  const pointer = [...path, ...part, 'content', mediaType, 'schema'].map((name) =>
    encodeURIComponent(name.replaceAll('/', '~1')),
  );
  const isValid = ajv.getSchema(`openapi#/${pointer.join('/')}`);
  if (isValid === undefined) throw new Error(`/openapi.json has no ${side} of ${method.name} as ${mediaType}.`);
  if (isValid(json) !== true)
    throw new Error(`/openapi.json does not describe this ${method[side].typeName}: ${ajv.errorsText(isValid.errors)}`);
}

/**
 * Returns undefined for bytes that JSON cannot express: invalid messages, unknown fields, and numbers that are not finite. This
 * library reads a group in place of a message, which the server's does not, so what that one refuses is no message.
 */
function saidInJson(name: string, { input }: DescMethod, bytes: Uint8Array): Message | undefined {
  try {
    CODECS.get(name)?.request.decode(bytes);
    const message = fromBinary(input, bytes);
    // Converts by way of text, in which there is no -0.
    const json = JSON.parse(JSON.stringify(toJson(input, message, { registry }))) as JsonValue;
    // HTTP refuses this as a key, since readers of JSON lose it or worse.
    if (JSON.stringify(json).includes('"__proto__":')) return undefined;
    const read = fromJson(input, json, { registry });
    return Buffer.compare(toBinary(input, read), toBinary(input, message)) === 0 ? message : undefined;
  } catch {
    return undefined;
  }
}

/** `baseUrl` is like `http://127.0.0.1:50052`. Requests that JSON cannot express are sent as bytes, even if JSON is chosen. */
export function httpTransport(
  baseUrl: string,
  protocol: HttpProtocol,
  { apiKey, nodeOptions }: { readonly apiKey?: string; readonly nodeOptions?: object } = {},
): Transport {
  const own: Readonly<Record<string, string>> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const httpClient = createNodeHttpClient({ httpVersion: '1.1', nodeOptions: nodeOptions ?? {} });
  const over = (useBinaryFormat: boolean, client: UniversalClientFn): ConnectTransport => {
    const options: CommonTransportOptions = {
      httpClient: client,
      baseUrl,
      useBinaryFormat,
      interceptors: [],
      jsonOptions: { registry },
      acceptCompression: [compressionGzip, compressionBrotli],
      sendCompression: null,
      compressMinBytes: UNLIMITED,
      readMaxBytes: UNLIMITED,
      writeMaxBytes: UNLIMITED,
    };
    return protocol === 'grpcWeb' ? overGrpcWeb(options) : overConnect(options);
  };
  const inJson = over(false, httpClient);

  /** Chooses how a request is sent: the client, its method and its message. */
  const sendingOf = (name: string, bytes: Uint8Array, isStream: boolean) => {
    const known = methods.get(name);
    const method = known ?? unknownMethod(name, isStream);
    const message = known !== undefined && protocol === 'connectJson' ? saidInJson(name, known, bytes) : undefined;
    if (message !== undefined) {
      expectDescribed(method, 'input', toJson(method.input, message, { registry }));
      return { transport: inJson, method, input: message, isJson: true };
    }
    const isEnveloped = isStream || protocol === 'grpcWeb';
    const transport = over(true, instead(isEnveloped ? encodeEnvelope(0, bytes) : bytes, httpClient));
    return { transport, method: { ...method, input: BYTES, output: BYTES }, input: create(BYTES), isJson: false };
  };

  const timeoutOf = ({ deadlineMs }: TransportCall): number => {
    const leftMs = Math.round(deadlineMs - Date.now());
    if (leftMs <= 0) throw deadlineExceeded();
    return leftMs;
  };
  const failed = (thrown: unknown, { signal }: TransportCall): Error =>
    signal.aborted ? abortError(signal) : errorFromStatus(statusOf(thrown), baseUrl);
  const answerOf = (method: DescMethod, answer: Message, isJson: boolean): Uint8Array => {
    if (isJson) expectDescribed(method, 'output', toJson(method.output, answer, { registry }));
    return toBinary(method.output, answer);
  };

  return {
    async unary(name, bytes, call) {
      const { transport, method, input, isJson } = sendingOf(name, bytes, false);
      const headers = { ...call.headers, ...own };
      try {
        const answered = await transport.unary(method as DescMethodUnary, call.signal, timeoutOf(call), headers, input);
        return answerOf(method, answered.message, isJson);
      } catch (thrown) {
        throw failed(thrown, call);
      }
    },
    async *stream(name, bytes, call) {
      const { transport, method, input, isJson } = sendingOf(name, bytes, true);
      const leaving = new AbortController();
      // Connect's own timer would keep the process alive until then, even after the stream is left.
      const leftMs = timeoutOf(call);
      const deadline = AbortSignal.timeout(leftMs);
      const signal = AbortSignal.any([call.signal, leaving.signal, deadline]);
      const timeout = protocol === 'grpcWeb' ? { 'grpc-timeout': `${leftMs}m` } : { 'connect-timeout-ms': `${leftMs}` };
      const headers = { ...call.headers, ...own, ...timeout };
      try {
        const streaming = method as DescMethodStreaming;
        const answers = await transport.stream(streaming, signal, undefined, headers, once(input));
        for await (const message of answers.message) yield answerOf(method, message, isJson);
      } catch (thrown) {
        if (deadline.aborted && !call.signal.aborted) throw deadlineExceeded();
        throw failed(thrown, call);
      } finally {
        leaving.abort();
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Returns a call that the contract does not have, in the form of an existing one. */
function unknownMethod(name: string, isStream: boolean): DescMethod {
  const kind = isStream ? 'server_streaming' : 'unary';
  const known = Array.from(methods.values()).find(({ methodKind }) => methodKind === kind)!;
  const [service, method] = name.split('/') as [string, string];
  return { ...known, name: method, parent: { ...known.parent, typeName: service } };
}

/** Sends `body` in place of the library's own. */
function instead(body: Uint8Array, client: UniversalClientFn): UniversalClientFn {
  return (request) => client({ ...request, body: once(body) });
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Returns the error that grpc-js would throw, so that one function reads the errors of every protocol. */
function statusOf(thrown: unknown): unknown {
  if (!(thrown instanceof ConnectError)) return thrown;
  const { rawMessage: message, code } = thrown;
  const details = thrown.details.flatMap((detail) =>
    'type' in detail ? [{ typeUrl: `type.googleapis.com/${detail.type}`, value: Buffer.from(detail.value) }] : [],
  );
  const metadata = new Metadata();
  if (details.length > 0) {
    const bytes = Status.encode(Status.fromPartial({ code, message, details })).finish();
    metadata.set('grpc-status-details-bin', Buffer.from(bytes));
  }
  // The codes have the same numbers.
  return Object.assign(new Error(message), { code: code as unknown as status, details: message, metadata });
}
