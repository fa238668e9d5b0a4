/** Makes a client for an address: over gRPC, or over HTTP with `fetch`. */
import { asked, type ConnectOptions } from './connect-options.ts';
import { fetchTransport } from './fetch-transport.ts';
import { grpcTransport } from './grpc-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/**
 * Creates a client of the server at `address`: `localhost:50051` or `recorda://localhost` for gRPC, `http://localhost:50052` or
 * `https://…` for HTTP; absent: RECORDA_URL. It connects when first used and reconnects by itself, so this never fails because a server
 * is unreachable: calls do, with BACKEND_UNAVAILABLE, after 3 attempts of those that may be repeated.
 */
export function connect(address?: string, options: ConnectOptions = {}): Recorda {
  const { address: at, tls, ...rest } = asked(address, options);
  const transport = at.door === 'http' ? fetchTransport(at.target, rest) : grpcTransport(at.target, { ...rest, tls });
  return recordaOver(transport, rest);
}
