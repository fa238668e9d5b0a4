/** The gRPC door: bytes from the network to the pipeline and back. */
import type { ServerOptions } from '@grpc/grpc-js';
import { Server, type ServerCredentials, setLogger } from '@grpc/grpc-js';
import type { Pipeline } from '../pipeline.ts';
import { LIMITS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import { WATCHING } from '../policy/watching.ts';
import type { Log } from '../telemetry/ports.ts';
import { callStream } from './call-stream.ts';
import { callUnary } from './call-unary.ts';
import { callsInFlight } from './calls-in-flight.ts';
import type { Door } from './door.ts';
import { allowResets, answerUnknownMethods, detailOwnStatuses } from './grpc-js-internals.ts';
import { addHealth } from './health.ts';
import { loopDelay } from './loop-delay.ts';
import { addReflection } from './reflection.ts';
import { requireKey, type Keys } from './require-key.ts';
import { BYTES_METHODS, bytesService } from './service-definitions.ts';
import { serverCredentials, type TlsFiles } from './tls.ts';

export type ServeOptions = {
  readonly pipeline: Pipeline;
  readonly log: Log;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Who may call; absent: everybody. */
  readonly keys?: Keys | undefined;
  readonly tls?: TlsFiles | undefined;
  /** Whether it tells its contract to anyone who asks; by default where it takes no keys. */
  readonly reflection?: boolean | undefined;
  /** Calls under way at once; SERVING.callsInFlight if absent. */
  readonly callsInFlight?: number;
  /** The event loop may be so late before calls are refused; SERVING.loop's if absent. */
  readonly lateMs?: number;
};

/** A server that listens. */
export interface Serving {
  readonly port: number;
  /** What grpc.health.v1 says of a service, for example `recorda.v1.MemoryService`. */
  setServing(service: string, serving: boolean): void;
  /**
   * Stops serving: health says so and new calls are refused at once, calls under way get `graceMs` to end and then
   * SHUTTING_DOWN. Resolves when every connection is closed.
   */
  drain(graceMs: number): Promise<void>;
}

const GRPC_OPTIONS: ServerOptions = {
  'grpc.max_receive_message_length': LIMITS.messageBytes,
  'grpc.max_send_message_length': LIMITS.messageBytes,
  'grpc.max_concurrent_streams': SERVING.streamsPerConnection,
  'grpc.keepalive_time_ms': SERVING.keepaliveMs,
  'grpc.keepalive_timeout_ms': SERVING.keepaliveTimeoutMs,
  // Its bookkeeping costs each call, and nothing here reads it.
  'grpc.enable_channelz': 0,
};

/** Rejects where it cannot listen. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { pipeline, log, keys, reflection = keys === undefined } = options;
  const { interceptors, callerOf, refusalOf } = requireKey(keys);
  const credentials = serverCredentials(options.tls);
  const delay = loopDelay({ ...SERVING.loop, lateMs: options.lateMs ?? SERVING.loop.lateMs });
  const calls = callsInFlight(options.callsInFlight ?? SERVING.callsInFlight, delay.lateMs);
  const watches = callsInFlight(WATCHING.streams, delay.lateMs);
  const door: Door = { pipeline, log, callerOf, refusalOf, calls, watches };
  setLogger(linesTo(log));
  const server = new Server({ ...GRPC_OPTIONS, interceptors: [detailOwnStatuses, ...interceptors] });
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
  const port = await listen(server, options, credentials).catch((error: unknown) => {
    delay.stop();
    throw error;
  });
  return {
    port,
    setServing: (service, isServing) => health.setServing(service, isServing),
    async drain(graceMs) {
      health.shutDown();
      delay.stop();
      calls.close();
      watches.close();
      watches.abort();
      const left = await calls.empty(graceMs);
      if (left > 0) {
        log.warn({ calls: left }, 'Calls outlast the grace; they are ended with SHUTTING_DOWN');
        calls.abort();
        await calls.empty(SERVING.closeMs);
      }
      health.endWatches();
      await close(server);
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
      const advice = 'Stop what has it, or choose another with RECORDA_HOST and RECORDA_PORT (--host, --port).';
      reject(new Error(`Cannot listen on ${address}: ${why}. ${advice}`, { cause: error }));
    });
  });
}

/** What grpc-js would write to stderr. */
function linesTo(log: Log): Partial<Console> {
  const line = (...said: unknown[]): void => log.debug({ said: said.join(' ') }, 'grpc-js says');
  return { error: line, info: line, debug: line };
}

/** Gently; what is still open after a while is cut. */
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
