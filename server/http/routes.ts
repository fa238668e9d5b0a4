/** Maps the addresses of the HTTP port to their handlers. */
import type { RequestListener } from 'node:http';
import { cors as connectCors } from '@connectrpc/connect';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { USER_HASH_HEADER, USER_REVISION_HEADER } from '../../contract/wire.ts';
import { RecordaError } from '../domain/errors.ts';
import { callNamed } from '../methods/calls.ts';
import { networkOf } from '../keys/network-of.ts';
import { HTTP, SERVING } from '../policy/serving.ts';
import { answerCalls, isStream } from './answer-call.ts';
import { readContract } from './contract.ts';
import { failure } from './failure.ts';
import { refusalOfAsker } from './guard.ts';
import { mediaTypeOf, takenTypes } from './media-type.ts';
import { openApi } from './openapi.ts';
import type { mcpOverHttp } from './mcp/mcp-over-http.ts';
import { peerOf } from './peer.ts';
import { MCP_PATH, METADATA_PATH, protectedResource } from './protected-resource.ts';
import type { HttpOptions } from './serve-http.ts';

/** Headers that browsers may send beside those of Connect. */
const CALL_HEADERS = ['Authorization', 'traceparent', 'tracestate', USER_HASH_HEADER, USER_REVISION_HEADER];
/** Headers that pages may read beside those of Connect. */
const SHOWN_HEADERS = ['Mcp-Session-Id', 'Retry-After', 'WWW-Authenticate', USER_REVISION_HEADER];
/** Headers that browsers may send to /mcp. */
const MCP_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Last-Event-Id'];

/** The statuses of /metrics for callers who are refused, apart from 401. */
const METRICS_STATUSES: Partial<Record<RecordaError['reason'], number>> = {
  BACKEND_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
};

/** The addresses that are read, and not called. */
const PAGES = ['/healthz', '/readyz', '/openapi.json', '/metrics'];

/** The values that `getRequestListener` passes with each request. */
type Env = { readonly Bindings: HttpBindings };

export function requestListener(options: HttpOptions): RequestListener {
  const listen = getRequestListener(routes(options).fetch);
  return (request, response) => void listen(request, response);
}

function routes(options: HttpOptions): Hono<Env> {
  const { door, origins = [], version, isReady, metrics } = options;
  const contract = readContract();
  const answer = answerCalls(door, contract);
  let description: string | undefined;
  let mcp: Promise<ReturnType<typeof mcpOverHttp>> | undefined;
  const app = new Hono<Env>();

  refuseAskers(app, options);
  if (origins.length > 0) {
    app.use(
      cors({
        origin: origins.includes('*') ? '*' : [...origins],
        allowMethods: [...connectCors.allowedMethods, 'DELETE'],
        allowHeaders: [...connectCors.allowedHeaders, ...CALL_HEADERS, ...MCP_HEADERS],
        exposeHeaders: [...connectCors.exposedHeaders, ...SHOWN_HEADERS],
        maxAge: HTTP.preflightSeconds,
      }),
    );
  }
  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', (context) => (isReady() ? context.text('ready\n') : context.text('not ready\n', 503)));
  app.get('/openapi.json', (context) => {
    description ??= JSON.stringify(openApi(contract, version));
    return context.body(description, 200, { 'content-type': 'application/json' });
  });
  if (metrics !== undefined) {
    app.get('/metrics', async (context) => {
      const { address, certificate } = peerOf(context.env.incoming);
      const sender = { address, method: 'metrics' };
      const caller = await door.keys?.callerOf(context.req.header('authorization'), Date.now(), certificate, sender);
      if (caller instanceof RecordaError) return failure(caller, METRICS_STATUSES[caller.reason] ?? 401);
      return context.body(await metrics(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    });
  }
  for (const path of PAGES) app.all(path, ({ req }) => notThisWay(path, req.method));
  if (options.tokenIssuer !== undefined) serveIssuerMetadata(app, options.tokenIssuer, options);
  app.all(MCP_PATH, async ({ req, env }) => {
    mcp ??= import('./mcp/mcp-over-http.ts').then((door) => door.mcpOverHttp(options));
    return (await mcp)(req.raw, peerOf(env.incoming));
  });
  app.all('/:service/:method', async ({ req, env }) => {
    const name = `${req.param('service')}/${req.param('method')}`;
    const method = contract.methods.get(name);
    if (method === undefined) return unknownCall(name);
    const isSafe = !isStream(method) && callNamed(name)?.isSafeToRepeat === true;
    const taken = isSafe ? ['POST', 'GET'] : ['POST'];
    if (!taken.includes(req.method)) {
      const error = new RecordaError('METHOD_UNKNOWN', `Call ${name} with ${taken.join(' or ')}.`);
      return failure(error, 405, { allow: taken.join(', ') });
    }
    if (req.method === 'POST' && mediaTypeOf(req.header('content-type'), isStream(method)) === undefined) {
      const types = takenTypes(isStream(method));
      const advice = `Send ${name} with a Content-Type of ${types.join(', ')}.`;
      return failure(new RecordaError('REQUEST_MALFORMED', advice), 415, { 'accept-post': types.join(', ') });
    }
    return answer(name, req.raw, peerOf(env.incoming));
  });
  app.notFound(({ req }) => unknownCall(req.path));
  app.onError((thrown) => {
    door.log.error({ err: thrown }, 'An HTTP request failed because of an internal error');
    return failure(new RecordaError('INTERNAL', 'Internal error; the log of the server explains it.'), 500);
  });
  return app;
}

/** Refuses pages that may not call, whatever key they have. */
function refuseAskers(app: Hono<Env>, { door, host, origins = [] }: HttpOptions): void {
  const refusal = refusalOfAsker({ host, origins });
  app.use(async ({ req, env }, next) => {
    const why = refusal({ host: req.header('host'), origin: req.header('origin'), site: req.header('sec-fetch-site') });
    if (why !== undefined) {
      // Its key is not looked at.
      const nobody = { tenant: '', credential: '', userId: '' };
      const { address } = peerOf(env.incoming);
      door.security.record({ kind: 'PERMISSION', ...nobody, method: 'http', why: networkOf(address) });
      return failure(new RecordaError('NOT_PERMITTED', why), 403);
    }
    return next();
  });
}

/**
 * The resource is /mcp, whose path is appended to the well-known address (RFC 9728, 3.1); some hosts ask without it.
 */
function serveIssuerMetadata(app: Hono<Env>, tokenIssuer: string, options: HttpOptions): void {
  const metadata = protectedResource(tokenIssuer, options);
  for (const path of [METADATA_PATH, METADATA_PATH.slice(0, -MCP_PATH.length)]) {
    app.get(path, (context) => context.json(metadata(context.req.url)));
  }
}

/** Says why a page is not answered, once the handlers of what is served have not taken the request. */
function notThisWay(path: string, method: string): Response {
  if (['GET', 'HEAD'].includes(method)) {
    const advice = 'Set RECORDA_HTTP_METRICS=on and RECORDA_METRICS_PORT where the server starts.';
    return failure(new RecordaError('METHOD_UNKNOWN', `${path} is not served here. ${advice}`), 404);
  }
  return failure(new RecordaError('METHOD_UNKNOWN', `${path} is read by GET.`), 405, { allow: 'GET, HEAD' });
}

function unknownCall(name: string): Response {
  const advice = 'See /openapi.json: calls are like POST /recorda.v1.MemoryService/RetrieveMemories.';
  return failure(
    new RecordaError('METHOD_UNKNOWN', `There is no ${name.slice(0, SERVING.errorNameBytes)}. ${advice}`),
    404,
  );
}
