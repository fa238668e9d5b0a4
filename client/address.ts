/** Parses the address of a server, as `connect` and RECORDA_URL take it. */
import { fieldError } from '../contract/errors.ts';

export type Address = {
  readonly door: 'grpc' | 'http';
  /** A host and a port for gRPC; for HTTP a URL without a slash at its end, to which the paths of calls are appended. */
  readonly target: string;
  /** Whether the address itself says that the connection uses TLS, or that it does not. */
  readonly isSealed: boolean | undefined;
  /** Whether the address is this machine. */
  readonly isLoopback: boolean;
};

const MOST_PORT = 65_535;
/** The port of gRPC if an address has none. */
const GRPC_PORT = '50051';

const SCHEMES: Readonly<Record<string, { readonly door: Address['door']; readonly isSealed: boolean | undefined }>> = {
  recorda: { door: 'grpc', isSealed: undefined },
  grpc: { door: 'grpc', isSealed: false },
  grpcs: { door: 'grpc', isSealed: true },
  http: { door: 'http', isSealed: false },
  https: { door: 'http', isSealed: true },
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const FORMS =
  'localhost:50051 or recorda://localhost for gRPC (grpcs:// with TLS, grpc:// without), or http://localhost:50052 or https://… for HTTP';

/** Parses an address. Throws FIELD_INVALID, for the field `field`, if it is not one. */
export function parseAddress(address: string, field = 'address'): Address {
  const [, scheme = 'recorda', hostAndPort = '', host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(([\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?)(\/.*)?$/.exec(address) ?? [];
  const known = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
  if (known === undefined || host === '') throw fieldError(field, `must be like ${FORMS}.`);
  if (port !== undefined && (Number(port) < 1 || Number(port) > MOST_PORT))
    throw fieldError(field, `must have a port from 1 to ${MOST_PORT}, like localhost:${GRPC_PORT}.`);
  const isLoopback = LOOPBACK.test(host);
  if (known.door === 'http') {
    if (/[?#]/.test(path)) throw fieldError(field, 'must have no query and no fragment.');
    return { ...known, target: `${scheme}://${hostAndPort}${path.replace(/\/+$/, '')}`, isLoopback };
  }
  if (path !== '' && path !== '/')
    throw fieldError(field, `must have no path for gRPC: use ${scheme}://${hostAndPort}.`);
  if (port === undefined && !address.includes('://')) {
    throw fieldError(field, `must include the port, for example ${host}:${GRPC_PORT}, or be ${FORMS}.`);
  }
  return { ...known, target: `${host}:${port ?? GRPC_PORT}`, isLoopback };
}
