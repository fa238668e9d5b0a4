/** Makes an object with one typed function for each call, out of a generated service definition and a transport. */
import { DEFAULT_DEADLINE_MS } from '../contract/wire.ts';
import { RecordaError } from './errors.ts';
import type { Names } from './options.ts';
import { requestBytes } from './request-bytes.ts';
import { type Attempts, beforeRetry } from './retry.ts';
import { traceHeaders } from './trace-headers.ts';
import type { Transport, TransportCall } from './transport.ts';
import { userOf } from './user-hash.ts';

/** Options of every call. */
export type CallOptions = {
  /** Cancels the call when it aborts: the call then fails with CANCELLED, and ends on the server, too. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time that the call may take, in milliseconds, more than 0; absent: 30,000. After that it fails with
   * DEADLINE_EXCEEDED.
   */
  readonly timeoutMs?: number | undefined;
};

/** The part of a generated message that a client needs. */
export type MessageCodec = {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
  fromPartial(message: never): unknown;
};

/** The part of a generated service definition that a client needs. */
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
        readonly options: { readonly idempotencyLevel?: 'NO_SIDE_EFFECTS' | 'IDEMPOTENT' };
      }
    >
  >;
};

type Method = ServiceDefinition['methods'][string];
type Request<M extends Method> = Parameters<M['requestType']['fromPartial']>[0];
type Response<M extends Method> = ReturnType<M['responseType']['decode']>;

/** One function for each method. The request may leave out any field; the answer has all of them. */
export type TypedClient<D extends ServiceDefinition> = {
  readonly [K in keyof D['methods']]: D['methods'][K] extends { readonly responseStream: true }
    ? (request: Request<D['methods'][K]>, options?: CallOptions) => AsyncIterable<Response<D['methods'][K]>>
    : (request: Request<D['methods'][K]>, options?: CallOptions) => Promise<Response<D['methods'][K]>>;
};

/** Options of how a client calls. */
export type Calling = {
  /** The most attempts of a call that may be repeated; 1: none is repeated, and no write gets a request_id. */
  readonly tries: number;
};

/** Creates the client of `definition` over `transport`. */
export function typedClient<D extends ServiceDefinition>(
  definition: D,
  transport: Transport,
  { tries }: Calling,
): TypedClient<D> {
  const calls = Object.entries(definition.methods).map(([key, method]) => {
    const path = `${definition.fullName}/${method.name}`;
    return [key, (method.responseStream ? streamCall : unaryCall)(path, method, transport, tries)];
  });
  return Object.fromEntries(calls) as TypedClient<D>;
}

function unaryCall(path: string, method: Method, transport: Transport, tries: number) {
  const prepare = preparation(method, tries);
  return async (request: unknown, options: CallOptions = {}): Promise<unknown> => {
    const { bytes, ...attempts } = prepare(request, options);
    for (let tried = 1; ; tried += 1) {
      try {
        return method.responseType.decode(await transport.unary(path, bytes, attempts.call));
      } catch (error) {
        if (!(error instanceof RecordaError)) throw error;
        await beforeRetry(error, tried, attempts);
      }
    }
  };
}

function streamCall(path: string, method: Method, transport: Transport, tries: number) {
  const prepare = preparation(method, tries);
  return async function* (request: unknown, options: CallOptions = {}): AsyncGenerator<unknown, void> {
    const { bytes, ...attempts } = prepare(request, options);
    for (let tried = 1; ; tried += 1) {
      let isBegun = false;
      try {
        for await (const message of transport.stream(path, bytes, attempts.call)) {
          isBegun = true;
          yield method.responseType.decode(message);
        }
        return;
      } catch (error) {
        // A stream that has begun would repeat messages if it were opened again.
        if (isBegun || !(error instanceof RecordaError)) throw error;
        await beforeRetry(error, tried, attempts);
      }
    }
  };
}

/** Returns the request to send, and whether it may be repeated. */
function preparation({ requestType, options: { idempotencyLevel } }: Method, tries: number) {
  const isRead = idempotencyLevel !== undefined;
  const hasRequestId = !isRead && Object.hasOwn(requestType.fromPartial({} as never) as object, 'requestId');
  return (request: unknown, options: CallOptions): Attempts & { readonly bytes: Uint8Array } => {
    const call = transportCall(request, options);
    const isNamed = hasRequestId && typeof request === 'object' && request !== null && tries > 1;
    const named = isNamed ? withRequestId(request) : request;
    return { bytes: requestBytes(requestType, named), tries, isRepeatable: isRead || isNamed, call };
  };
}

/** Gives a write without a request id one, so that a retry of the client is applied once. */
function withRequestId(request: object): object {
  const { requestId } = request as { readonly requestId?: unknown };
  return requestId === undefined || requestId === '' ? { ...request, requestId: crypto.randomUUID() } : request;
}

export const CALL_OPTIONS: Names<CallOptions> = { signal: true, timeoutMs: true };

function transportCall(
  request: unknown,
  { signal = neverAborted(), timeoutMs = DEFAULT_DEADLINE_MS }: CallOptions,
): TransportCall {
  if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) {
    throw new RecordaError('FIELD_INVALID', `timeoutMs: must be a number of milliseconds above 0, not ${timeoutMs}.`, {
      fields: [{ field: 'timeoutMs', description: 'must be a number of milliseconds above 0' }],
    });
  }
  if (signal.aborted) throw new RecordaError('CANCELLED', 'The call was cancelled before it began.');
  const route = { user: userOf(request), failures: [], movesOn: false };
  return { signal, deadlineMs: Date.now() + timeoutMs, headers: traceHeaders(), route };
}

/** Returns a new signal for each call, so that its listeners are released with the call. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
