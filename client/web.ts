/** The client where there is no gRPC, as in browsers and at the edge: the same object, over HTTP alone. */
import { fieldError } from '../contract/errors.ts';
import { asked, type ConnectOptions } from './connect-options.ts';
import { fetchTransport } from './fetch-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

export * from './shared.ts';

/** A client of the server whose HTTP door is at `address`, like `https://memory.example.org`. It is reached when first used. */
export function connect(address?: string, options: ConnectOptions = {}): Recorda {
  const { address: at, ...rest } = asked(address, options);
  if (at.door !== 'http') {
    throw fieldError(
      'address',
      'must be like https://memory.example.org: there is no gRPC here. It is the port of RECORDA_HTTP_PORT.',
    );
  }
  return recordaOver(fetchTransport(at.target, rest), rest);
}
