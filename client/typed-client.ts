/** From a generated service definition and a transport to an object with one typed function for each call. */
import { DEFAULT_DEADLINE_MS } from '../contract/wire.ts';
import { RecordaError } from './errors.ts';
import { requestBytes } from './request-bytes.ts';
import { traceHeaders } from './trace-headers.ts';
import type { Transport, TransportCall } from './transport.ts';

/** What may accompany any call. */
export type CallOptions = {
  /** Abort it to give up: the call then fails with CANCELLED, on the server too. */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take, in milliseconds, more than 0; absent: 30,000. Then it fails with DEADLINE_EXCEEDED. */
  readonly timeoutMs?: number | undefined;
};

/** A generated message, as far as a client needs it. */
export type MessageCodec = {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
  fromPartial(message: never): unknown;
};

/** A generated service definition, as far as a client needs it. */
export type ServiceDefinition = {
  readonly fullName: string;
  readonly methods: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly requestType: MessageCodec;
        readonly responseType: MessageCodec;
        readonly requestStream: false;
        readonly responseStream: boolean;
      }
    >
  >;
};

type Method = ServiceDefinition['methods'][string];
type Request<M extends Method> = Parameters<M['requestType']['fromPartial']>[0];
type Response<M extends Method> = ReturnType<M['responseType']['decode']>;

/** One function for each method. The request may leave out any field; the answer has them all. */
export type TypedClient<D extends ServiceDefinition> = {
  readonly [K in keyof D['methods']]: D['methods'][K] extends { readonly responseStream: true }
    ? (request: Request<D['methods'][K]>, options?: CallOptions) => AsyncIterable<Response<D['methods'][K]>>
    : (request: Request<D['methods'][K]>, options?: CallOptions) => Promise<Response<D['methods'][K]>>;
};

/** The client of `definition` over `transport`. */
export function typedClient<D extends ServiceDefinition>(definition: D, transport: Transport): TypedClient<D> {
  const calls = Object.entries(definition.methods).map(([key, method]) => {
    const path = `${definition.fullName}/${method.name}`;
    return [key, method.responseStream ? streamCall(path, method, transport) : unaryCall(path, method, transport)];
  });
  return Object.fromEntries(calls) as TypedClient<D>;
}

function unaryCall(path: string, method: Method, transport: Transport) {
  return async (request: unknown, options: CallOptions = {}): Promise<unknown> => {
    const call = transportCall(options);
    const bytes = requestBytes(method.requestType, request);
    return method.responseType.decode(await transport.unary(path, bytes, call));
  };
}

function streamCall(path: string, method: Method, transport: Transport) {
  return async function* (request: unknown, options: CallOptions = {}): AsyncGenerator<unknown, void> {
    const call = transportCall(options);
    const bytes = requestBytes(method.requestType, request);
    for await (const message of transport.stream(path, bytes, call)) yield method.responseType.decode(message);
  };
}

function transportCall({ signal = neverAborted(), timeoutMs = DEFAULT_DEADLINE_MS }: CallOptions): TransportCall {
  if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) {
    throw new RecordaError('FIELD_INVALID', `timeoutMs: must be a number of milliseconds over 0, not ${timeoutMs}.`, {
      fields: [{ field: 'timeoutMs', description: 'must be a number of milliseconds over 0' }],
    });
  }
  if (signal.aborted) throw new RecordaError('CANCELLED', 'The call was cancelled before it began.');
  return { signal, deadlineMs: Date.now() + timeoutMs, headers: traceHeaders() };
}

/** A new one for each call: what listens to it goes with the call. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
