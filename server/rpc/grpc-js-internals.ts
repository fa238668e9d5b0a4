/**
 * Everything for which grpc-js has no public API, in one place (except bound-requests.ts): test/rpc fails for each if a new version of
 * grpc-js moves it.
 */
import { constants, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  ServerInterceptingCallInterface,
  ServerInterceptor,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { cancelled, deadlineExceeded } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { LIMITS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import type { RawCall } from './door-call.ts';
import { DETAILS_HEADER, errorStatus } from './error-status.ts';
import type { TlsContext } from './tls-files.ts';

type Status = Parameters<ServerInterceptingCallInterface['sendStatus']>[0];

/**
 * grpc-js refuses some calls itself: messages that are too large, cannot be decompressed or are missing. These errors get details like
 * every other. grpc-js sends them below every interceptor, so its method is replaced.
 */
export const detailOwnStatuses: ServerInterceptor = (_method, call) => {
  const send = call.sendStatus.bind(call);
  Object.assign(call, {
    sendStatus(sent: Status) {
      const error = isBare(sent) ? meant(sent) : undefined;
      send(error === undefined ? sent : errorStatus(error));
    },
  });
  return call as ServerInterceptingCall;
};

function isBare(sent: Status): boolean {
  return sent.code !== status.OK && (sent.metadata?.get(DETAILS_HEADER).length ?? 0) === 0;
}

/**
 * Returns the error for a status of grpc-js's own; most mean that the bytes are not framed as gRPC requires. Other statuses are not its
 * own.
 */
function meant({ code, details }: Status): RecordaError | undefined {
  const limit = `${LIMITS.messageBytes} bytes`;
  if (code === status.DEADLINE_EXCEEDED) return deadlineExceeded();
  if (code === status.CANCELLED) return cancelled();
  if (code === status.RESOURCE_EXHAUSTED && details.startsWith('Sent')) {
    return new RecordaError('RESPONSE_TOO_LARGE', `The answer is over ${limit}. Ask for less, or stream.`);
  }
  if (code === status.RESOURCE_EXHAUSTED) {
    return new RecordaError('REQUEST_TOO_LARGE', `The request is over ${limit}. Send less at a time.`);
  }
  // gRPC requires UNIMPLEMENTED for this.
  if (details.includes('unsupported encoding')) {
    return new RecordaError('METHOD_UNKNOWN', `${details}. Use gzip, deflate or none.`);
  }
  if (code !== status.INTERNAL && code !== status.UNIMPLEMENTED) return undefined;
  return new RecordaError('REQUEST_MALFORMED', `${details}. Send exactly one message, framed as gRPC does.`);
}

/**
 * A client whose callers cancel often must not lose its connection, with every other call on it: nghttp2 closes it beyond 1,000 resets at
 * once and 33 a second. Calls in flight are bounded here, so more resets can be allowed. Node 20 has no such setting.
 */
export function allowResets(server: Server): void {
  const { commonServerOptions } = server as unknown as { commonServerOptions?: object };
  if (commonServerOptions === undefined) return;
  const { resetsAtOnce, resetsPerSecond } = SERVING;
  Object.assign(commonServerOptions, { streamResetBurst: resetsAtOnce, streamResetRate: resetsPerSecond });
}

/**
 * Closes connections that send nothing, or do not begin with HTTP/2's preface, or do not complete their TLS handshake. Node allows two
 * minutes for TLS and any time for HTTP/2.
 */
export function closeSilentConnections(server: Server, withinMs: number): void {
  const internals = server as unknown as {
    commonServerOptions?: object;
    createHttp2Server?: (credentials: ServerCredentials) => Http2Server;
  };
  if (internals.commonServerOptions !== undefined)
    Object.assign(internals.commonServerOptions, { handshakeTimeout: withinMs });
  const create = internals.createHttp2Server?.bind(server);
  if (create === undefined) return;
  internals.createHttp2Server = (credentials) =>
    create(credentials).on('session', (session: ServerHttp2Session) => {
      const timer = setTimeout(() => session.destroy(), withinMs);
      session.once('remoteSettings', () => clearTimeout(timer));
      session.once('close', () => clearTimeout(timer));
    });
}

/** New connections use these certificates; open ones keep theirs. Throws if a server cannot use them. */
export function replaceCertificates(credentials: ServerCredentials, { cert, key, ca }: TlsContext): void {
  const internals = credentials as unknown as { updateSecureContextOptions(options: object): void };
  internals.updateSecureContextOptions({ cert: [cert], key: [key], ca });
}

type BidiMethod = {
  readonly func: (call: NodeJS.EventEmitter) => void;
  readonly serialize: (bytes: Buffer) => Buffer;
  readonly deserialize: (bytes: Buffer) => Buffer;
  readonly type: 'bidi';
  readonly path: string;
};
type Lookup = { _retrieveHandler?: (path: string) => object | null };

/** A call that does not exist gets Recorda's UNIMPLEMENTED with details, at once, whatever kind of call the caller expected. */
export function answerUnknownMethods(server: Server): void {
  const lookup = server as unknown as Lookup;
  const find = lookup._retrieveHandler?.bind(server);
  if (find === undefined) return;
  lookup._retrieveHandler = (path) => find(path) ?? unknownMethod(path);
}

function unknownMethod(path: string): BidiMethod {
  const error = new RecordaError('METHOD_UNKNOWN', `There is no call ${path}.`);
  return {
    func: (call) => void call.emit('error', Object.assign(new Error(error.message), errorStatus(error))),
    serialize: (bytes) => bytes,
    deserialize: (bytes) => bytes,
    type: 'bidi',
    path,
  };
}

/** Ends a stream whose reader does not read: what waits for it is dropped, and no status is sent. */
export function resetStream({ call }: RawCall & { readonly call?: object }): void {
  streamOf(call)?.close(constants.NGHTTP2_CANCEL);
}

type Layer = { readonly stream?: ServerHttp2Stream; readonly nextCall?: Layer };

/** Finds the stream behind an interceptor's call, which wraps the one that has it. */
export function streamOf(call: object | undefined): ServerHttp2Stream | undefined {
  let layer: Layer | undefined = call;
  while (layer !== undefined && layer.stream === undefined) layer = layer.nextCall;
  return layer?.stream;
}
