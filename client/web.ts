/** The client where there is no gRPC, as in browsers and at the edge: the same object over HTTP, without the calls of who runs the server. */
import { fieldError } from '../contract/errors.ts';
import { asked, type ConnectOptions } from './connect-options.ts';
import { fetchTransport } from './fetch-transport.ts';
import { closingTransport } from './closing-transport.ts';
import { type UserClient, usersOver } from './user-client.ts';

export * from './shared.ts';

/** A client of the server whose HTTP door is at `address`, like `https://memory.example.org`. It is reached when first used. */
export function connect(address?: string, options: ConnectOptions = {}): UserClient {
  const { address: at, ...rest } = asked(address, options);
  if (at.door !== 'http') {
    throw fieldError(
      'address',
      'must be like https://memory.example.org: there is no gRPC here. It is the port of RECORDA_HTTP_PORT.',
    );
  }
  return usersOver(closingTransport(fetchTransport(at.target, rest)), rest);
}
