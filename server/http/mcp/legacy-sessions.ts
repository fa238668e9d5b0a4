/**
 * Sessions of hosts that speak the protocol of 2025: they carry what a server asks a host during a call, and streams that a host opens.
 * They hold no memory and no rights: each request is answered for the user of its own key. An unknown session, after a restart or on
 * another server, is no fault: its requests are answered without one.
 */
import { randomUUID } from 'node:crypto';
import { type AuthInfo, type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { HTTP, MCP_SESSIONS } from '../../policy/serving.ts';

type Session = {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The user for whom the session's first request was answered. */
  readonly whose: string;
};

export type LegacySessions = {
  /** Returns undefined if the request belongs to no session and begins none. `whose` says for whom it is answered. */
  answer(request: Request, whose: string, authInfo: AuthInfo): Promise<Response | undefined>;
};

/** `serverOf` makes the server of one session. */
export function legacySessions(serverOf: (authInfo: AuthInfo) => McpServer): LegacySessions {
  const sessions = new LRUCache<string, Session>({
    max: MCP_SESSIONS.most,
    ttl: MCP_SESSIONS.idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    // Its open streams end with it.
    dispose: ({ transport }) => void transport.close().catch(() => undefined),
  });

  async function begin(request: Request, whose: string, authInfo: AuthInfo): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: HTTP.bodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, { transport, whose }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await serverOf(authInfo).connect(transport);
    return transport.handleRequest(request, { authInfo });
  }

  return {
    async answer(request, whose, authInfo) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await isInitialize(request)) ? begin(request, whose, authInfo) : undefined;
      const session = sessions.get(id);
      return session?.whose === whose ? session.transport.handleRequest(request, { authInfo }) : undefined;
    },
  };
}

async function isInitialize(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  try {
    const { method } = (await request.clone().json()) as { readonly method?: unknown };
    return method === 'initialize';
  } catch {
    return false;
  }
}
