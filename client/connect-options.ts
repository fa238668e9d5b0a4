/** The options of `connect`, and their values from the environment. */
import { fieldError } from '../contract/errors.ts';
import { parseAddress, type Address } from './address.ts';
import { type Names, refuseUnknown } from './options.ts';
import { RETRYING } from './policy.ts';
import type { TlsOptions } from './tls-options.ts';

/** Options of the connection to the server. */
export type ConnectOptions = {
  /** The key, `rk_…`, if the server requires keys, or a token of an identity provider that it accepts; absent: RECORDA_API_KEY, if set. */
  readonly apiKey?: string | undefined;
  /**
   * true: uses TLS and trusts the authorities that Node trusts; with options, over gRPC: other authorities, or a client certificate; false:
   * no TLS; absent: as the address says, otherwise no TLS.
   */
  readonly tls?: boolean | TlsOptions | undefined;
  /**
   * The most attempts of a call that fails because the server is unreachable or overloaded and that may be repeated: reads, and writes with
   * a request_id, which the client generates if its caller gave none. 1 to 10; 1: nothing is repeated; absent: 3.
   */
  readonly tries?: number | undefined;
  /** The function that sends requests, only for an address of HTTP; absent: the global one. */
  readonly fetch?: typeof fetch | undefined;
};

const NAMES: Names<ConnectOptions> = { apiKey: true, tls: true, tries: true, fetch: true };
const TLS_NAMES: Names<TlsOptions> = { ca: true, cert: true, key: true };

/** A server to connect to. */
export type Server = {
  readonly address: Address;
  /** The options of TLS; undefined: no TLS. */
  readonly tls: TlsOptions | undefined;
};

/** The options after they were checked. */
export type Asked = {
  readonly servers: readonly Server[];
  readonly apiKey: string | undefined;
  readonly tries: number;
  readonly fetch: typeof fetch | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment, which is empty in browsers. */
function environment(): Environment {
  return (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};
}

/** Checks the options. Throws FIELD_INVALID for options that cannot be combined; the message tells what to do. */
export function asked(given: string | readonly string[] | undefined, options: ConnectOptions): Asked {
  if (!isObject(options)) throw fieldError('options', 'must be an object, like { apiKey: "rk_…" }.');
  refuseUnknown(options, NAMES, 'connect');
  const env = environment();
  const addresses = addressesOf(given ?? env['RECORDA_URL']);
  const apiKey = options.apiKey ?? (env['RECORDA_API_KEY'] || undefined);
  if (apiKey !== undefined && !/^(?:rk_[\w-]+|[\w-]+(?:\.[\w-]+){2})$/.test(apiKey))
    throw fieldError('apiKey', 'must be a key, for example rk_….');
  const { tries = RETRYING.tries } = options;
  if (!Number.isInteger(tries) || tries < 1 || tries > RETRYING.mostTries) {
    throw fieldError('tries', `must be a whole number from 1 to ${RETRYING.mostTries}.`);
  }
  refuseTls(options.tls);
  const servers = addresses.map((address) => {
    refuseFetch(options.fetch, address);
    return { address, tls: sealing(address, options.tls, apiKey !== undefined) };
  });
  return { servers, apiKey, tries, fetch: options.fetch };
}

/** Programs without types may give anything. */
function addressesOf(given: unknown): readonly Address[] {
  if (!Array.isArray(given)) {
    if (typeof given === 'string' && given !== '') return [parseAddress(given)];
    throw fieldError(
      'address',
      'is required: the address of the server, for example localhost:50051. It can also be set as RECORDA_URL.',
    );
  }
  if (given.length === 0) throw fieldError('address', 'must have the address of at least one server.');
  const addresses = given.map((one: unknown, at) => parseAddress(typeof one === 'string' ? one : '', `address[${at}]`));
  const targets = addresses.map(({ target }) => target);
  const twice = targets.find((target, at) => targets.indexOf(target) !== at);
  if (twice !== undefined) throw fieldError('address', `has ${twice} more than once.`);
  return addresses;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Programs without types may give anything. What is not understood must not mean that a key is sent without TLS. */
function refuseTls(tls: unknown): void {
  if (tls === undefined || typeof tls === 'boolean') return;
  if (!isObject(tls)) throw fieldError('tls', 'must be true, false, or an object with ca, cert or key, each in PEM.');
  refuseUnknown(tls, TLS_NAMES, 'tls');
  const { cert, key }: TlsOptions = tls;
  if ((cert === undefined) !== (key === undefined))
    throw fieldError('tls', 'has one of cert and key without the other: a client certificate needs both.');
}

function refuseFetch(given: unknown, { door }: Address): void {
  if (given === undefined) return;
  if (typeof given !== 'function') throw fieldError('fetch', 'must be a function like the global fetch.');
  if (door === 'grpc')
    throw fieldError(
      'fetch',
      'has no effect over gRPC: give the HTTP address, http://… or https://…, or leave it out.',
    );
}

function sealing({ door, isSealed, isLoopback }: Address, tls: ConnectOptions['tls'], hasKey: boolean) {
  if (isSealed !== undefined && tls !== undefined && isSealed !== (tls !== false)) {
    throw fieldError('tls', `contradicts the address, which ${isSealed ? 'uses' : 'does not use'} TLS.`);
  }
  if (door === 'http' && typeof tls === 'object') {
    throw fieldError(
      'tls',
      'accepts certificates for gRPC only. For HTTP, set NODE_EXTRA_CA_CERTS or pass your own fetch.',
    );
  }
  const sealed = tls ?? isSealed;
  if (hasKey && !isLoopback && sealed !== true && tls === undefined) {
    const how = door === 'http' ? 'Use https://' : 'Set tls: true';
    throw fieldError(
      'tls',
      `is not set, so the key would be sent unencrypted. ${how}, or tls: false if the network itself is encrypted.`,
    );
  }
  if (typeof sealed === 'object') return sealed;
  return sealed === true ? {} : undefined;
}
