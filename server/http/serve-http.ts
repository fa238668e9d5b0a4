/**
 * The HTTP door: Connect, JSON and gRPC-Web onto the same pipeline. It listens at once, and loads what speaks the protocols when the first
 * request comes: a server that nobody asks over HTTP starts as fast as one without it.
 */
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HTTP, SERVING } from '../policy/serving.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp/mcp-server.ts';
import type { McpConfig } from '../settings/mcp-settings.ts';
import type { SharedDoor } from '../rpc/door.ts';
import { readTls, watchTls, type TlsFiles } from '../rpc/tls-files.ts';

export type HttpOptions = {
  readonly door: SharedDoor;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** Whose pages may call; `*`: everybody's. */
  readonly origins?: readonly string[];
  readonly version: string;
  /** Whose tokens the door takes, for the metadata of RFC 9728; absent: none, and there are no metadata. */
  readonly tokenIssuer?: string | undefined;
  /** By which address it is reached from outside; absent: as requests name it. */
  readonly publicUrl?: string | undefined;
  /** Whose memory /mcp is where no key says it; see McpConfig. */
  readonly mcp: Pick<McpConfig, 'user' | 'agent'> & {
    /** The server that answers there; Recorda's own tools if absent. */
    readonly serverOf?: (options: McpOptions) => McpServer;
  };
  /** Whether calls are answered, as /readyz says it. */
  readonly isReady: () => boolean;
  /** Whether the dashboard is at /ui; absent: it is not. */
  readonly ui?: boolean;
  /** What /metrics gives; absent: there is none. */
  readonly metrics?: (() => Promise<string>) | undefined;
  /** A request must have arrived so long after it began; SERVING.requestArrivalMs if absent. */
  readonly requestArrivalMs?: number;
  /** A connection without calls is closed after so long; SERVING.connectionIdleMs if absent. */
  readonly connectionIdleMs?: number;
};

export interface HttpServing {
  readonly port: number;
  /** Takes no more connections. */
  stopListening(): void;
  /** Resolves when every connection is closed; those that are left are cut. */
  close(): Promise<void>;
}

/** Rejects where it cannot listen: the error's `code` is that of the system, like EADDRINUSE. */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
  const { server, stop: stopTls } = serverOf(options, lazily(options));
  // Both are Node's own: a request that does not arrive is answered with 408.
  server.requestTimeout = options.requestArrivalMs ?? SERVING.requestArrivalMs;
  server.headersTimeout = Math.min(SERVING.handshakeMs, server.requestTimeout);
  server.keepAliveTimeout = options.connectionIdleMs ?? SERVING.connectionIdleMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  let closed: Promise<void> | undefined;
  const stopListening = (): Promise<void> => (closed ??= new Promise((resolve) => server.close(() => resolve())));
  return {
    port: (server.address() as AddressInfo).port,
    stopListening: () => void stopListening(),
    async close() {
      const done = stopListening();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), SERVING.closeMs);
      await done;
      clearTimeout(cut);
      stopTls();
    },
  };
}

function serverOf(
  { door, tls, requestArrivalMs = SERVING.requestArrivalMs }: HttpOptions,
  listener: RequestListener,
): { readonly server: Server; stop(): void } {
  const limits = {
    maxHeaderSize: HTTP.headerBytes,
    connectionsCheckingInterval: Math.min(SERVING.arrivalCheckMs, requestArrivalMs),
  };
  if (tls === undefined) return { server: createHttp(limits, listener), stop: () => undefined };
  const context = readTls(tls);
  const asked = context.ca === undefined ? {} : { requestCert: true, rejectUnauthorized: true };
  const server = createHttps({ ...limits, ...context, ...asked, handshakeTimeout: SERVING.handshakeMs }, listener);
  const watch = watchTls(tls, door.log, (next) => server.setSecureContext(next));
  return { server, stop: () => watch.stop() };
}

/** The first requests wait for what answers them; the others find it there. */
function lazily(options: HttpOptions): RequestListener {
  let listener: RequestListener | undefined;
  let loading: Promise<RequestListener> | undefined;
  return (request, response) => {
    if (listener !== undefined) {
      listener(request, response);
      return;
    }
    loading ??= import('./routes.ts').then(({ requestListener }) => (listener = requestListener(options)));
    loading.then(
      (loaded) => loaded(request, response),
      (error: unknown) => {
        loading = undefined;
        options.door.log.error({ err: error }, 'What answers HTTP cannot be loaded');
        response.writeHead(500).end();
      },
    );
  };
}
