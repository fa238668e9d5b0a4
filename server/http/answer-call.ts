/**
 * Answers every rpc of the contract over Connect and gRPC-Web. A request's message is read here, so that faults in it
 * are reported as with gRPC and in the process. The protocols' library gets an empty message in its place, and does
 * the rest: deadlines, envelopes, errors, trailers.
 */
import { type DescMethod, fromBinary, type Message } from '@bufbuild/protobuf';
import {
  createConnectRouter,
  createContextKey,
  createContextValues,
  type ConnectRouterOptions,
  type HandlerContext,
  type MethodImpl,
} from '@connectrpc/connect';
import { universalServerResponseToFetch, type UniversalHandler } from '@connectrpc/connect/protocol';
import { USER_REVISION_HEADER } from '../../contract/wire.ts';
import { cancelled } from '../domain/abort.ts';
import { ANYBODY, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { Sender } from '../keys/credentials.ts';
import { HTTP } from '../policy/serving.ts';
import { ownError } from '../rpc/own-error.ts';
import { changed, isSame } from '../rpc/require-key.ts';
import { connectError } from './connect-error.ts';
import { BYTES, type Contract } from './contract.ts';
import type { SharedDoor } from '../rpc/door.ts';
import { type MediaType, mediaTypeOf } from './media-type.ts';
import type { Peer } from './peer.ts';
import { readBody } from './read-body.ts';
import { COMPRESSIONS, messageOfBody, messageOfQuery, pipelineBytes } from './request-message.ts';
import { type Admitted, type Asked, runStream, runUnary } from './run-call.ts';

const OPTIONS: ConnectRouterOptions = {
  grpc: false,
  acceptCompression: [...COMPRESSIONS],
  compressMinBytes: HTTP.compressFromBytes,
};

/** A call in progress: its request or why there is none, and how it failed. */
type Underway = { admitted: Admitted | RecordaError; failure: RecordaError | undefined };

const UNDERWAY = createContextKey<Underway | undefined>(undefined);

export type AnswerCall = (method: string, request: Request, peer: Peer) => Promise<Response>;

/** `method` is one of the contract's, and accepts the request's HTTP method and media type. */
export function answerCalls(door: SharedDoor, { methods, registry }: Contract): AnswerCall {
  const protocols = new Map<string, UniversalHandler>();

  function protocolOf(name: string, method: DescMethod, codec: MediaType['codec']): UniversalHandler {
    const key = `${codec} ${name}`;
    const known = protocols.get(key);
    if (known !== undefined) return known;
    const output = codec === 'json' ? method.output : BYTES;
    const onlyBytes = { ...method, input: BYTES, output } as DescMethod;
    const options = { ...OPTIONS, jsonOptions: { registry } };
    const [made] = createConnectRouter(options).rpc(onlyBytes, implementation(onlyBytes, door)).handlers;
    protocols.set(key, made!);
    return made!;
  }

  return async (name, request, { address, certificate }) => {
    const method = methods.get(name)!;
    const isGet = request.method === 'GET';
    const query = new URL(request.url).searchParams;
    const type = isGet ? undefined : mediaTypeOf(request.headers.get('content-type') ?? '', isStream(method));
    // The server aborts this signal only if somebody reads it before the caller leaves.
    const { signal } = request;
    const held = door.requestBytes.hold();
    const underway: Underway = { admitted: await admit().catch((thrown: unknown) => own(thrown)), failure: undefined };
    const codec = type?.codec ?? (query.get('encoding') === 'proto' ? 'proto' : 'json');
    const response = await protocolOf(
      name,
      method,
      codec,
    )({
      httpVersion: '1.1',
      method: request.method,
      url: isGet ? emptyQuery(request.url, codec) : request.url,
      header: withoutEncoding(request.headers, type),
      body: once(emptyBody(codec, type?.isEnveloped === true)),
      signal,
      contextValues: createContextValues().set(UNDERWAY, underway),
    });
    const { body } = response;
    const release = (): void => held.release();
    // The answer of a caller who has left is never read, and so never ends.
    if (body === undefined || signal.aborted) release();
    else signal.addEventListener('abort', release, { once: true });
    const status = isTooLarge(underway.failure) && response.status !== 200 ? 413 : response.status;
    return universalServerResponseToFetch({ ...response, status, body: body && releasing(body, release) });

    function own(thrown: unknown): RecordaError {
      // Reading from a caller who has left may fail with any error.
      if (signal.aborted) return cancelled();
      return ownError(thrown, name, door.log);
    }

    async function admit(): Promise<Admitted> {
      const authorization = request.headers.get('authorization') ?? undefined;
      const callerNow = async (sender?: Sender): Promise<Caller | RecordaError> =>
        door.keys?.callerOf(authorization, Date.now(), certificate, sender) ?? ANYBODY;
      const caller = await callerNow({ address, method: name });
      if (caller instanceof RecordaError) throw caller;
      const raw =
        type === undefined
          ? messageOfQuery(query)
          : messageOfBody(await readBody(request, held), type, request.headers);
      const bytes = await pipelineBytes(raw, method, { held, registry });
      const refusal = async (): Promise<RecordaError | undefined> => {
        const now = await callerNow();
        if (now instanceof RecordaError) return now;
        return isSame(now, caller) ? undefined : changed(now);
      };
      return { method: name, bytes, caller, refusal };
    }
  };
}

export function isStream({ methodKind }: DescMethod): boolean {
  return methodKind === 'server_streaming';
}

function isTooLarge(error: RecordaError | undefined): boolean {
  return error?.reason === 'REQUEST_TOO_LARGE';
}

function implementation(method: DescMethod, door: SharedDoor): MethodImpl<DescMethod> {
  const name = `${method.parent.typeName}/${method.name}`;
  const answer = (bytes: Uint8Array): Message => fromBinary(method.output, bytes);
  const admittedOf = (context: HandlerContext): Admitted => {
    const { admitted } = context.values.get(UNDERWAY)!;
    if (admitted instanceof RecordaError) throw admitted;
    return admitted;
  };
  const failed = (thrown: unknown, context: HandlerContext): Error => {
    const error = ownError(thrown, name, door.log);
    context.values.get(UNDERWAY)!.failure = error;
    return connectError(error);
  };
  if (!isStream(method)) {
    const unary = async (_: unknown, context: HandlerContext): Promise<Message> => {
      try {
        return answer(await runUnary(admittedOf(context), door, asked(context, context.responseHeader)));
      } catch (thrown) {
        throw failed(thrown, context);
      }
    };
    return unary as unknown as MethodImpl<DescMethod>;
  }
  const stream = async function* (_: unknown, context: HandlerContext): AsyncGenerator<Message> {
    let isWithReader = false;
    try {
      for await (const bytes of runStream(admittedOf(context), door, asked(context, context.responseTrailer))) {
        const message = answer(bytes);
        isWithReader = true;
        yield message;
        isWithReader = false;
      }
    } catch (thrown) {
      // A reader who leaves causes any error, or none, in the answer that is being written.
      throw failed(isWithReader ? cancelled() : thrown, context);
    }
  };
  return stream as unknown as MethodImpl<DescMethod>;
}

/** Its user's revision goes into `told`. */
function asked(context: HandlerContext, told: Headers): Asked {
  return {
    signal: context.signal,
    requestHeader: context.requestHeader,
    timeoutMs: () => context.timeoutMs(),
    onRevision: (revision) => told.set(USER_REVISION_HEADER, revision),
  };
}

/** Stands in for a message that was read already. */
function emptyBody(codec: MediaType['codec'], isEnveloped: boolean): Uint8Array {
  const message = codec === 'json' ? [0x7b, 0x7d] : [];
  return new Uint8Array(isEnveloped ? [0, 0, 0, 0, message.length, ...message] : message);
}

function emptyQuery(url: string, codec: MediaType['codec']): string {
  const empty = new URL(url);
  empty.search = `encoding=${codec}&message=${codec === 'json' ? '%7B%7D' : ''}`;
  return empty.href;
}

function withoutEncoding(headers: Headers, type: MediaType | undefined): Headers {
  const left = new Headers(headers);
  left.delete('content-length');
  if (type !== undefined) left.delete(type.encodingHeader);
  return left;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* releasing(body: AsyncIterable<Uint8Array>, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    release();
  }
}
