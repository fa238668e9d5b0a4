/** The HTTP door as tests call it: by the clients of @connectrpc, which others wrote. They take and give the bytes that other doors do. */
import {
  fromBinary,
  toBinary,
  toJson,
  type DescMessage,
  type DescMethod,
  type DescMethodStreaming,
  type DescMethodUnary,
  type Message,
} from '@bufbuild/protobuf';
import { Metadata, type status } from '@grpc/grpc-js';
import { ConnectError } from '@connectrpc/connect';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Status } from 'nice-grpc-error-details/lib/proto/google/rpc/status.js';
import { errorFromStatus } from '../../client/grpc-status.ts';
import type { Transport, TransportCall } from '../../client/transport.ts';
import { abortError, deadlineExceeded } from '../../server/domain/abort.ts';
import { refuseTooLarge } from '../../server/domain/errors.ts';
import { BYTES, readContract } from '../../server/http/contract.ts';
import { openApi } from '../../server/http/openapi.ts';

export type HttpProtocol = 'connectJson' | 'connectProto' | 'grpcWeb';

const contract = readContract();
const { methods, registry } = contract;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(openApi(contract, '0.0.0'), 'openapi');

/** Throws where /openapi.json does not describe such a message. */
function describedMessage(schema: DescMessage, message: Message): void {
  const isValid = ajv.getSchema(`openapi#/components/schemas/${schema.typeName}`)!;
  const json = toJson(schema, message, { registry });
  if (isValid(json) !== true)
    throw new Error(`/openapi.json does not describe ${schema.typeName}: ${ajv.errorsText(isValid.errors)}`);
}

/** `baseUrl` is like `http://127.0.0.1:50052`. */
export function httpTransport(
  baseUrl: string,
  protocol: HttpProtocol,
  { apiKey, nodeOptions }: { readonly apiKey?: string; readonly nodeOptions?: object } = {},
): Transport {
  const isJson = protocol === 'connectJson';
  const options = {
    httpVersion: '1.1' as const,
    baseUrl,
    useBinaryFormat: !isJson,
    jsonOptions: { registry },
    nodeOptions: nodeOptions ?? {},
  };
  const over = protocol === 'grpcWeb' ? createGrpcWebTransport(options) : createConnectTransport(options);
  const own: Readonly<Record<string, string>> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

  const methodOf = (name: string): DescMethod => {
    const method = methods.get(name);
    if (method === undefined) throw new Error(`There is no ${name} in the contract.`);
    return isJson ? method : { ...method, input: BYTES, output: BYTES };
  };
  const timeoutOf = ({ deadlineMs }: TransportCall): number => {
    const leftMs = Math.round(deadlineMs - Date.now());
    if (leftMs <= 0) throw deadlineExceeded();
    return leftMs;
  };
  const failed = (thrown: unknown, { signal }: TransportCall): Error =>
    signal.aborted ? abortError(signal) : errorFromStatus(statusOf(thrown), baseUrl);

  return {
    async unary(name, bytes, call) {
      refuseTooLarge(name, bytes);
      const method = methodOf(name) as DescMethodUnary;
      const input = fromBinary(method.input, bytes);
      if (isJson) describedMessage(method.input, input);
      try {
        const headers = { ...call.headers, ...own };
        const { message } = await over.unary(method, call.signal, timeoutOf(call), headers, input);
        if (isJson) describedMessage(method.output, message);
        return toBinary(method.output, message);
      } catch (thrown) {
        throw failed(thrown, call);
      }
    },
    async *stream(name, bytes, call) {
      refuseTooLarge(name, bytes);
      const method = methodOf(name) as DescMethodStreaming;
      const input = fromBinary(method.input, bytes);
      const leaving = new AbortController();
      // Connect's own timer would hold the process until then, also once the stream is left.
      const leftMs = timeoutOf(call);
      const deadline = AbortSignal.timeout(leftMs);
      const signal = AbortSignal.any([call.signal, leaving.signal, deadline]);
      const timeout = protocol === 'grpcWeb' ? { 'grpc-timeout': `${leftMs}m` } : { 'connect-timeout-ms': `${leftMs}` };
      try {
        const once = (async function* () {
          yield input;
        })();
        const answers = await over.stream(method, signal, undefined, { ...call.headers, ...own, ...timeout }, once);
        for await (const message of answers.message) yield toBinary(method.output, message);
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

/** As grpc-js would throw it, so that one reader reads the errors of each protocol. */
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
  // The codes are the same numbers.
  return Object.assign(new Error(message), { code: code as unknown as status, details: message, metadata });
}
