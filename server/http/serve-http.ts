/**
 * Serves Connect, JSON and gRPC-Web from the same pipeline. It listens at once, but loads the code of the protocols with the first
 * request, so that a server that nobody asks over HTTP starts as fast as one without it. The dashboard's files are served without it.
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
import { isForPages, servePages } from '../ui/serve-pages.ts';
import { refusalOfAsker } from './guard.ts';

export type HttpOptions = {
  readonly door: SharedDoor;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** The origins whose pages may call; `*` allows all. */
  readonly origins?: readonly string[];
  readonly version: string;
  /** The issuer whose tokens are accepted, for the metadata of RFC 9728; if absent, there are no metadata. */
  readonly tokenIssuer?: string | undefined;
  /** The address by which it is reached from outside; if absent, the one that requests use. */
  readonly publicUrl?: string | undefined;
  /** The user and agent of /mcp for requests whose key names none; see McpConfig. */
  readonly mcp: Pick<McpConfig, 'user' | 'agent'> & {
    /** The server that answers there; if absent, Recorda's own tools. */
    readonly serverOf?: (options: McpOptions) => McpServer;
  };
  /** Tells whether calls are answered, as /readyz reports it. */
  readonly isReady: () => boolean;
  /** If true, the dashboard is served at /ui. */
  readonly ui?: boolean;
  /** Returns the text of /metrics; if absent, there is no such page. */
  readonly metrics?: (() => Promise<string>) | undefined;
  /** The time within which a request must have arrived after it began, in milliseconds; if absent, SERVING.requestArrivalMs. */
  readonly requestArrivalMs?: number;
  /** The time after which a connection without calls is closed, in milliseconds; if absent, SERVING.connectionIdleMs. */
  readonly connectionIdleMs?: number;
};

export interface HttpServing {
  readonly port: number;
  /** Accepts no more connections. */
  stopListening(): void;
  /** Resolves when every connection is closed; those that remain are cut. */
  close(): Promise<void>;
}

/** Rejects if it cannot listen; the error's `code` is that of the system, like EADDRINUSE. */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
  const { server, stop: stopTls } = serverOf(options, listenerOf(options));
  // Both are Node's own settings: a request that does not arrive is answered with 408.
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

/** Answers with the dashboard's files itself; everything else, and requests to refuse, is for the routes. */
function listenerOf(options: HttpOptions): RequestListener {
  const { host, origins = [], ui = false } = options;
  const routes = lazily(options);
  if (!ui) return routes.listener;
  const refusal = refusalOfAsker({ host, origins });
  let pages: RequestListener | undefined;
  return (request, response) => {
    const { method, url, headers } = request;
    const { host: name, origin, 'sec-fetch-site': site } = headers;
    if (!isForPages(method, url) || refusal({ host: name, origin, site: site?.toString() }) !== undefined) {
      routes.listener(request, response);
      return;
    }
    pages ??= servePages();
    // The script's first call comes soon, and the page is painted in the meantime.
    if (url?.endsWith('.js') === true) response.once('finish', () => routes.load());
    pages(request, response);
  };
}

type LazyRoutes = { readonly listener: RequestListener; load(): void };

/** Loads the handler at the first requests, which wait for it, or before them when `load` is called. */
function lazily(options: HttpOptions): LazyRoutes {
  let listener: RequestListener | undefined;
  let loading: Promise<RequestListener> | undefined;
  const load = (): Promise<RequestListener> =>
    (loading ??= import('./routes.ts').then(
      ({ requestListener }) => (listener = requestListener(options)),
      (error: unknown) => {
        loading = undefined;
        options.door.log.error({ err: error }, 'The HTTP handlers cannot be loaded');
        throw error;
      },
    ));
  return {
    load: () => void load().catch(() => undefined),
    listener: (request, response) => {
      if (listener !== undefined) {
        listener(request, response);
        return;
      }
      load().then(
        (loaded) => loaded(request, response),
        () => response.writeHead(500).end(),
      );
    },
  };
}
