/**
 * The things that grpc-js has no public way for, in one place (but for bound-requests.ts): test/rpc fails for each where a new version of
 * it moves them.
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
 * grpc-js answers some calls itself: too large, not decompressible, no message at all. These get details like every other
 * error. It sends them below every interceptor, hence the replaced method.
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

/** What grpc-js means by a status of its own; by most, that the bytes are not what gRPC frames. Others are not its own. */
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
  // gRPC wants this one to be UNIMPLEMENTED.
  if (details.includes('unsupported encoding')) {
    return new RecordaError('METHOD_UNKNOWN', `${details}. Use gzip, deflate or none.`);
  }
  if (code !== status.INTERNAL && code !== status.UNIMPLEMENTED) return undefined;
  return new RecordaError('REQUEST_MALFORMED', `${details}. Send exactly one message, framed as gRPC does.`);
}

/**
 * A client whose callers give up a lot must not lose its connection, with every other call on it: nghttp2 closes it beyond 1,000
 * resets at once and 33 a second. Calls in flight are bounded here, so more may be let pass. Node 20 has no such setting.
 */
export function allowResets(server: Server): void {
  const { commonServerOptions } = server as unknown as { commonServerOptions?: object };
  if (commonServerOptions === undefined) return;
  const { resetsAtOnce, resetsPerSecond } = SERVING;
  Object.assign(commonServerOptions, { streamResetBurst: resetsAtOnce, streamResetRate: resetsPerSecond });
}

/**
 * A connection that says nothing, or not what HTTP/2 begins with, is closed; so is one that does not end its TLS handshake. Node gives
 * TLS two minutes and HTTP/2 for ever.
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

/** New connections begin with these; those that are open keep what they have. Throws where a server cannot use them. */
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

/** A call that does not exist gets our UNIMPLEMENTED with details, at once, whatever kind of call the caller thought it was. */
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

/** Ends a stream whose reader does not read: what waits for it is dropped, no status is sent. */
export function resetStream({ call }: RawCall & { readonly call?: object }): void {
  streamOf(call)?.close(constants.NGHTTP2_CANCEL);
}

type Layer = { readonly stream?: ServerHttp2Stream; readonly nextCall?: Layer };

/** An interceptor's call stands before the one that has the stream. */
export function streamOf(call: object | undefined): ServerHttp2Stream | undefined {
  let layer: Layer | undefined = call;
  while (layer !== undefined && layer.stream === undefined) layer = layer.nextCall;
  return layer?.stream;
}
