/** Serves /mcp over HTTP: streamable HTTP, in both eras of the protocol. */
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { recordaOver } from '../../../client/recorda.ts';
import { ANYBODY, credentialOf, type Caller } from '../../domain/caller.ts';
import { fieldError, RecordaError } from '../../domain/errors.ts';
import { failure } from '../failure.ts';
import type { Peer } from '../peer.ts';
import { metadataUrl } from '../protected-resource.ts';
import { readBody } from '../read-body.ts';
import type { HttpOptions } from '../serve-http.ts';
import { HTTP } from '../../policy/serving.ts';
import { ownError } from '../../rpc/own-error.ts';
import { doorTransport } from './door-transport.ts';
import { legacySessions } from './legacy-sessions.ts';
import { mcpServer } from '../../mcp/mcp-server.ts';
import type { MemoryScope } from '../../mcp/memory-of.ts';

type Asker = { readonly caller: Caller; readonly scope: MemoryScope };

/** The HTTP statuses of requests that are refused before the protocol answers. */
const STATUSES: Partial<Record<RecordaError['reason'], number>> = {
  FIELD_INVALID: 400,
  CREDENTIAL_INVALID: 401,
  NOT_PERMITTED: 403,
  BACKEND_UNAVAILABLE: 503,
  REQUEST_TOO_LARGE: 413,
  OVERLOADED: 429,
  RATE_LIMITED: 429,
};

const METHOD_NOT_ALLOWED = 405;

/** The parameters that the address of a host may have, as in `/mcp?user=ana`. */
const QUERY = ['user', 'agent', 'namespace'];

/** Returns the handler of /mcp. */
export function mcpOverHttp(options: HttpOptions): (request: Request, peer: Peer) => Promise<Response> {
  const { door, version, mcp } = options;
  const { log } = door;
  const { serverOf = mcpServer } = mcp;
  const serverFor = ({ extra }: AuthInfo): McpServer => {
    const { caller, scope } = extra as Asker;
    const recorda = recordaOver(doorTransport(door, caller));
    return serverOf({ version, scope, log, recorda: () => Promise.resolve(recorda) });
  };
  const sessions = legacySessions(serverFor);
  const { fetch: answer } = createMcpHandler(({ authInfo }) => serverFor(authInfo!), {
    maxRequestBodySize: HTTP.bodyBytes,
    onerror: (err) => log.debug({ err }, 'An MCP request was refused'),
  });
  return async (request, { address, certificate }) => {
    const held = door.requestBytes.hold();
    try {
      const authorization = request.headers.get('authorization') ?? undefined;
      const sender = { address, method: 'mcp' };
      const caller = (await door.keys?.callerOf(authorization, Date.now(), certificate, sender)) ?? ANYBODY;
      if (caller instanceof RecordaError) {
        return failure(caller, STATUSES[caller.reason] ?? 500, challengeOf(caller, request, authorization, options));
      }
      const query = new URL(request.url).searchParams;
      refuseUnknown(query);
      const scope = scopeOf(caller, query, mcp);
      if (scope instanceof RecordaError) {
        const { tenant } = caller;
        const event = { tenant, credential: credentialOf(caller), method: 'mcp', userId: '', why: 'CALL' } as const;
        door.security.record({ kind: 'PERMISSION', ...event });
        return failure(scope, STATUSES[scope.reason] ?? 500);
      }
      const { method, headers, signal } = request;
      const body = method === 'POST' ? { body: await readBody(request, held) } : {};
      const whole = new Request(request.url, { method, headers, signal, ...body });
      const extra = { caller, scope } satisfies Asker;
      const authInfo = { token: caller.keyId, clientId: caller.keyId, scopes: [], extra };
      if (await isLegacyRequest(whole, undefined, { maxRequestBodySize: HTTP.bodyBytes })) {
        const ofSession = await sessions.answer(whole, JSON.stringify([caller, scope]), authInfo);
        if (ofSession !== undefined) return ofSession;
      }
      return withAdvice(await answer(whole, { authInfo }));
    } catch (thrown) {
      const error = ownError(thrown, 'mcp', log);
      return failure(error, STATUSES[error.reason] ?? 500);
    } finally {
      held.release();
    }
  };
}

/**
 * Tells a host what to do now (RFC 6750, 3; RFC 9728, 5.1): read the metadata, and get a token from the issuer that they name.
 */
function challengeOf(
  { reason }: RecordaError,
  request: Request,
  authorization: string | undefined,
  options: HttpOptions,
): Readonly<Record<string, string>> {
  if (reason !== 'CREDENTIAL_INVALID') return {};
  const parts = [
    options.tokenIssuer !== undefined && `resource_metadata="${metadataUrl(request.url, options)}"`,
    authorization !== undefined && 'error="invalid_token"',
  ].filter((part) => part !== false);
  return { 'www-authenticate': ['Bearer', parts.join(', ')].filter((part) => part !== '').join(' ') };
}

/** Says what the address is for: a person who opens it in a browser is otherwise told only that the method is not allowed. */
function withAdvice(response: Response): Response {
  if (response.status !== METHOD_NOT_ALLOWED) return response;
  const message =
    'Method not allowed. Hosts of the Model Context Protocol POST their messages here; GET and DELETE need the Mcp-Session-Id of an open session.';
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: METHOD_NOT_ALLOWED, headers: { allow: 'POST' } });
}

/** Throws FIELD_INVALID for what no host's address has: a misspelt `user` would give the memory of another one. */
function refuseUnknown(query: URLSearchParams): void {
  const unknown = Array.from(query.keys()).find((name) => !QUERY.includes(name));
  if (unknown !== undefined)
    throw fieldError(unknown, `is not known to the address of /mcp, which takes ${QUERY.join(', ')}.`);
}

/** Returns the user of the key, or the one that the host's address names; NOT_PERMITTED if neither names one. */
function scopeOf(
  { keyId, userIds, agentIds = [], namespaces = [] }: Caller,
  query: URLSearchParams,
  mcp: HttpOptions['mcp'],
): MemoryScope | RecordaError {
  const named = query.get('user') ?? undefined;
  const [only, ...others] = userIds;
  const ofKey = others.length === 0 ? only : undefined;
  const userId = ofKey ?? named ?? (keyId === '' ? mcp.user : undefined);
  if (userId === undefined || (named !== undefined && named !== userId)) {
    return new RecordaError(
      'NOT_PERMITTED',
      userId === undefined
        ? 'This key is for several users, but MCP serves the memory of one. Name the user in the address, /mcp?user=ID, or use a key for one user: `recorda key create --user ID`.'
        : 'This key is not for the user in the address. Leave ?user= out, or use a key for that user.',
    );
  }
  const agentOfKey = agentIds.length === 1 ? agentIds[0] : undefined;
  const agentId = query.get('agent') ?? agentOfKey ?? mcp.agent;
  const namespaceOfKey = namespaces.length === 1 ? namespaces[0] : undefined;
  return { userId, agentId, namespace: query.get('namespace') ?? namespaceOfKey };
}
