/** Makes a client for one address or several: over gRPC, or over HTTP with `fetch`. */
import { asked, type ConnectOptions } from './connect-options.ts';
import { fetchTransport } from './fetch-transport.ts';
import { grpcTransport } from './grpc-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';
import { overServers } from './several-servers.ts';
import { rememberingTransport } from './user-revisions.ts';

/**
 * Creates a client of the server at `address`: `localhost:50051` or `recorda://localhost` for gRPC, `http://localhost:50052` or
 * `https://…` for HTTP; absent: RECORDA_URL. With several addresses, of servers over one PostgreSQL, each user's calls go to one of them,
 * and to another while that one is away. It connects when first used and reconnects by itself, so this never fails because a server is
 * unreachable: calls do, with BACKEND_UNAVAILABLE, after 3 attempts of those that may be repeated.
 */
export function connect(address?: string | readonly string[], options: ConnectOptions = {}): Recorda {
  const { servers, ...rest } = asked(address, options);
  const transport = overServers(servers, ({ address: { door, target }, tls }) =>
    door === 'http' ? fetchTransport(target, rest) : grpcTransport(target, { ...rest, tls }),
  );
  return recordaOver(rememberingTransport(transport), rest);
}
