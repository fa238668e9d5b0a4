/** The client for places without gRPC, such as browsers and the edge: the same object over HTTP, without the calls of administrators. */
import { fieldError } from '../contract/errors.ts';
import { asked, type ConnectOptions } from './connect-options.ts';
import { fetchTransport } from './fetch-transport.ts';
import { closingTransport } from './closing-transport.ts';
import { overServers } from './several-servers.ts';
import { rememberingTransport } from './user-revisions.ts';
import { type UserClient, usersOver } from './user-client.ts';

export * from './shared.ts';

/**
 * Creates a client of the server whose HTTP address is `address`, like `https://memory.example.org`, or of several servers over one
 * PostgreSQL. It connects when first used.
 */
export function connect(address?: string | readonly string[], options: ConnectOptions = {}): UserClient {
  const { servers, ...rest } = asked(address, options);
  if (servers.some((server) => server.address.door !== 'http')) {
    throw fieldError(
      'address',
      'must be like https://memory.example.org: this client does not support gRPC. Use the port in RECORDA_HTTP_PORT.',
    );
  }
  const transport = overServers(servers, (server) => fetchTransport(server.address.target, rest));
  return usersOver(closingTransport(rememberingTransport(transport)), rest);
}
