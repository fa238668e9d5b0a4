/** The gRPC door. */
import { fieldError } from '../contract/errors.ts';
import type { TlsOptions } from './grpc-credentials.ts';
import { grpcTransport } from './grpc-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/** How it reaches the server. */
export type ConnectOptions = {
  /** `rk_…`, where the server asks for keys. */
  readonly apiKey?: string | undefined;
  /** true: trusting the authorities that Node trusts; with options: others, or a certificate of the client's own; false or absent: none. */
  readonly tls?: boolean | TlsOptions | undefined;
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/;

/**
 * A client of the server at `address`, for example `localhost:50051`. It connects when first used and reconnects by itself, so
 * this never fails for want of a server: the calls do, with BACKEND_UNAVAILABLE. No call is retried.
 */
export function connect(address: string, { apiKey, tls }: ConnectOptions = {}): Recorda {
  if (typeof address !== 'string' || !/:\d+$/.test(address)) {
    throw fieldError('address', 'must be like localhost:50051: a host and a port.');
  }
  if (apiKey !== undefined && !/^rk_[\w-]+$/.test(apiKey)) throw fieldError('apiKey', 'must be a key, like rk_….');
  if (apiKey !== undefined && tls === undefined && !LOOPBACK.test(address)) {
    throw fieldError(
      'tls',
      'is not said, and the key would cross the network in the clear. Set tls: true, or tls: false where the network itself is sealed.',
    );
  }
  return recordaOver(grpcTransport(address, { apiKey, tls: tls === true ? {} : tls === false ? undefined : tls }));
}
