/** Serves gRPC: passes bytes from the network to the pipeline and back. */
import type { ServerOptions } from '@grpc/grpc-js';
import { Server, type ServerCredentials, setLogger } from '@grpc/grpc-js';
import type { CallerLimits } from '../pipeline/caller-limits.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { LIMITS } from '../policy/limits.ts';
import { SERVING, WATCHING } from '../policy/serving.ts';
import { NO_SECURITY_LOG, type SecurityLog } from '../ports/security.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { admission, boundedAdmission, type OnRefused } from './admission.ts';
import { boundRequests } from './bound-requests.ts';
import { callStream } from './call-stream.ts';
import { callUnary } from './call-unary.ts';
import { callsInFlight, shuttingDown } from './calls-in-flight.ts';
import type { Door, SharedDoor } from './door.ts';
import { allowResets, answerUnknownMethods, closeSilentConnections, detailOwnStatuses } from './grpc-js-internals.ts';
import { addHealth } from './health.ts';
import { heldRefusals } from './held-refusals.ts';
import { addReflection } from './reflection.ts';
import { requestBytes } from './request-bytes.ts';
import { requireKey, type Keys } from './require-key.ts';
import { BYTES_METHODS, bytesService } from './service-definitions.ts';
import { serverCredentials } from './tls.ts';
import type { TlsFiles } from './tls-files.ts';

export type ServeOptions = {
  readonly pipeline: Pipeline;
  readonly log: Log;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The keys of callers; if absent, everybody may call. */
  readonly keys?: Keys | undefined;
  readonly tls?: TlsFiles | undefined;
  /** Whether it shows its contract to anyone who asks; by default only if it has no keys. */
  readonly reflection?: boolean | undefined;
  /** The limits of callers; if absent, there are none. */
  readonly callerLimits?: CallerLimits | undefined;
  /** The most calls that run at once; if absent, SERVING.callsRunning. */
  readonly callsRunning?: number;
  /** The most calls that wait until they may run; if absent, SERVING.callsWaiting. */
  readonly callsWaiting?: number;
  /**
   * How long a call may have to wait, in milliseconds, while more arrive than can be answered; if absent, SERVING.callsWaitingMs.
   */
  readonly callsWaitingMs?: number;
  /** The most bytes of large requests that are held at once; if absent, SERVING.requestBytesInFlight. */
  readonly requestBytesInFlight?: number;
  /** The time after which a connection without calls is closed, in milliseconds; if absent, SERVING.connectionIdleMs. */
  readonly connectionIdleMs?: number;
  /**
   * The time that a new connection has for TLS, and again for HTTP/2's preface, in milliseconds; if absent, SERVING.handshakeMs.
   */
  readonly handshakeMs?: number;
  /** The time within which a request must have arrived after its headers, in milliseconds; if absent, SERVING.requestArrivalMs. */
  readonly requestArrivalMs?: number;
  /** Is told of calls that are refused before they begin. */
  readonly telemetry?: Pick<Telemetry, 'callRefused'> | undefined;
  /** Takes calls that are refused before they reach the pipeline; if absent, they are not recorded. */
  readonly security?: SecurityLog | undefined;
};

/** A server that listens. */
export interface Serving {
  readonly port: number;
  /** The parts that HTTP shares with this port: `drain` ends its calls as well. */
  readonly shared: SharedDoor;
  /** Sets what grpc.health.v1 reports for a service, for example `recorda.v1.MemoryService`. */
  setServing(service: string, serving: boolean): void;
  /**
   * Stops serving: health reports it and new calls are refused at once, and calls in progress have `graceMs` to end before they
   * get SHUTTING_DOWN. Resolves when every connection is closed.
   */
  drain(graceMs: number): Promise<void>;
}

const GRPC_OPTIONS: ServerOptions = {
  'grpc.max_receive_message_length': LIMITS.messageBytes,
  'grpc.max_send_message_length': LIMITS.messageBytes,
  'grpc.max_concurrent_streams': SERVING.streamsPerConnection,
  'grpc.keepalive_time_ms': SERVING.keepaliveMs,
  'grpc.keepalive_timeout_ms': SERVING.keepaliveTimeoutMs,
  // Its bookkeeping slows each call, and nothing here reads it.
  'grpc.enable_channelz': 0,
};

/** Rejects if it cannot listen. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { pipeline, log, keys, callerLimits, reflection = keys === undefined, security = NO_SECURITY_LOG } = options;
  const { interceptors, callerOf, refusalOf } = requireKey(keys);
  const { credentials, stop: stopTls } = serverCredentials(options.tls, log);
  const { callsRunning = SERVING.callsRunning, callsWaiting = SERVING.callsWaiting } = options;
  const { callsWaitingMs = SERVING.callsWaitingMs } = options;
  const concurrency = { ...SERVING.concurrency, most: callsRunning };
  const onRefused: OnRefused = (method, cause) => options.telemetry?.callRefused(method, cause);
  const calls = callsInFlight(
    admission({ concurrency, waiting: callsWaiting, waitingMs: callsWaitingMs }, onRefused),
    callerLimits,
  );
  const watches = callsInFlight(boundedAdmission(WATCHING.streams, onRefused), callerLimits);
  const refusals = heldRefusals();
  const holdRefusal = refusals.hold;
  const door: Door = { pipeline, log, callerOf, refusalOf, calls, watches, holdRefusal };
  setLogger(linesTo(log));
  const bytes = requestBytes(options.requestBytesInFlight);
  const requests = boundRequests({
    bytes,
    arrivalMs: options.requestArrivalMs ?? SERVING.requestArrivalMs,
    onRefused,
  });
  const server = new Server({
    ...GRPC_OPTIONS,
    'grpc.max_connection_idle_ms': options.connectionIdleMs ?? SERVING.connectionIdleMs,
    interceptors: [detailOwnStatuses, requests.interceptor, ...interceptors],
  });
  server.addService(
    bytesService(),
    Object.fromEntries(
      Array.from(BYTES_METHODS, ([method, { responseStream }]) => [
        method,
        responseStream ? callStream(method, door) : callUnary(method, door),
      ]),
    ),
  );
  const health = addHealth(server);
  if (reflection) addReflection(server);
  answerUnknownMethods(server);
  allowResets(server);
  closeSilentConnections(server, options.handshakeMs ?? SERVING.handshakeMs);
  const port = await listen(server, options, credentials).catch((error: unknown) => {
    requests.stop();
    stopTls();
    throw error;
  });
  return {
    port,
    shared: { pipeline, log, keys, security, calls, watches, holdRefusal, requestBytes: bytes },
    setServing: (service, isServing) => health.setServing(service, isServing),
    async drain(graceMs) {
      health.shutDown();
      calls.close();
      watches.close();
      refusals.release(shuttingDown());
      watches.abort();
      const left = await calls.empty(graceMs);
      if (left > 0) {
        log.warn({ calls: left }, 'Calls are still running after the grace period; they end with SHUTTING_DOWN');
        calls.abort();
        await calls.empty(SERVING.closeMs);
      }
      health.endWatches();
      await close(server);
      stopTls();
      requests.stop();
    },
  };
}

function listen(server: Server, { host, port }: ServeOptions, credentials: ServerCredentials): Promise<number> {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error === null) {
        resolve(bound);
        return;
      }
      const why = /\[(.*)\]/.exec(error.message)?.[1] ?? error.message;
      const advice =
        'Stop the program that uses it, or choose another address with RECORDA_HOST and RECORDA_PORT (--host, --port).';
      reject(new Error(`Cannot listen on ${address}: ${why}. ${advice}`, { cause: error }));
    });
  });
}

/** Logs the lines that grpc-js would write to stderr. */
function linesTo(log: Log): Partial<Console> {
  const line = (...said: unknown[]): void => log.debug({ said: said.join(' ') }, 'grpc-js says');
  return { error: line, info: line, debug: line };
}

/** Closes gracefully; connections that are still open after a while are cut. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, SERVING.closeMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
