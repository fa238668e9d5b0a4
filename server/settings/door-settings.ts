/** The settings of the door: where it listens, who may call, and how it is sealed. */
import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import type { TlsFiles } from '../rpc/tls.ts';
import { KB, LIMITS } from '../policy/limits.ts';
import { DAY_MS } from '../policy/retention.ts';
import { SERVING } from '../policy/serving.ts';
import { largeNumber, setting, wholeNumber } from './setting.ts';

const MAX_PORT = 65_535;
const MOST_CALLS = 65_535;

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && /^(?:0*:)*:?0*1$/.test(host);
}

/** Names too: how they resolve is seen when the server listens. */
const address = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an IP address');
const path = z.string().refine((text) => !text.includes('\0'), 'must be a path');

export const DOOR_SETTINGS = {
  host: setting({
    env: 'RECORDA_HOST',
    flag: '--host <address>',
    meaning: 'Address to listen on; one that is not loopback, such as 0.0.0.0, needs RECORDA_API_KEYS_FILE',
    byDefault: '127.0.0.1',
    schema: address,
  }),
  port: setting({
    env: 'RECORDA_PORT',
    flag: '--port <number>',
    meaning: 'Port of gRPC; 0 takes any free one',
    byDefault: '50051',
    schema: wholeNumber(0, MAX_PORT),
  }),
  apiKeysFile: setting({
    env: 'RECORDA_API_KEYS_FILE',
    flag: '--api-keys-file <path>',
    meaning: 'File of the keys that callers must have, as `recorda key create` makes it; not set: everybody may call',
    byDefault: undefined,
    schema: path,
  }),
  tlsCertFile: setting({
    env: 'RECORDA_TLS_CERT_FILE',
    flag: '--tls-cert-file <path>',
    meaning: 'File of the server’s certificate and its chain (PEM); not set: no TLS',
    byDefault: undefined,
    schema: path,
  }),
  tlsKeyFile: setting({
    env: 'RECORDA_TLS_KEY_FILE',
    flag: '--tls-key-file <path>',
    meaning: 'File of that certificate’s private key (PEM)',
    byDefault: undefined,
    schema: path,
  }),
  tlsClientCaFile: setting({
    env: 'RECORDA_TLS_CLIENT_CA_FILE',
    flag: '--tls-client-ca-file <path>',
    meaning: 'File of the certificates (PEM) that must have signed every client’s own; not set: clients need none',
    byDefault: undefined,
    schema: path,
  }),
  reflection: setting({
    env: 'RECORDA_REFLECTION',
    flag: '--reflection <when>',
    meaning: 'Whether it tells its contract to who asks: on, off, or auto, which is off where keys are asked for',
    byDefault: 'auto',
    schema: z.enum(['auto', 'on', 'off'], 'must be auto, on or off'),
  }),
  callsRunning: setting({
    env: 'RECORDA_CALLS_RUNNING',
    flag: '--calls-running <number>',
    meaning: 'Calls that run at once, at most; fewer do where they would end too late',
    byDefault: `${SERVING.callsRunning}`,
    schema: wholeNumber(1, MOST_CALLS),
  }),
  callsWaiting: setting({
    env: 'RECORDA_CALLS_WAITING',
    flag: '--calls-waiting <number>',
    meaning: 'Calls that wait until they may run; one more is refused as OVERLOADED',
    byDefault: `${SERVING.callsWaiting}`,
    schema: wholeNumber(0, MOST_CALLS),
  }),
  requestBytesInFlight: setting({
    env: 'RECORDA_REQUEST_BYTES_IN_FLIGHT',
    flag: '--request-bytes-in-flight <number>',
    meaning: `Bytes of requests over ${SERVING.smallRequestBytes / KB} KB that are held at once; one more is refused as OVERLOADED before it is read`,
    byDefault: `${SERVING.requestBytesInFlight}`,
    schema: largeNumber(LIMITS.messageBytes, 'bytes'),
  }),
  connectionIdleMs: setting({
    env: 'RECORDA_CONNECTION_IDLE_MS',
    flag: '--connection-idle-ms <number>',
    meaning: 'Milliseconds after which a connection without calls is closed; clients connect anew by themselves',
    byDefault: `${SERVING.connectionIdleMs}`,
    schema: wholeNumber(SERVING.handshakeMs, DAY_MS, ' of milliseconds'),
  }),
  apiKey: setting({
    env: 'RECORDA_API_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'The key that commands show to a running server; a server does not look at it',
    byDefault: undefined,
    schema: z.string().regex(/^rk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/, 'must be a key, like rk_…'),
  }),
} as const;

export type DoorValues = {
  /** Absent where it is at fault already. */
  readonly host?: string;
  readonly port: number;
  readonly apiKeysFile?: string;
  readonly tlsCertFile?: string;
  readonly tlsKeyFile?: string;
  readonly tlsClientCaFile?: string;
  readonly reflection: 'auto' | 'on' | 'off';
  readonly apiKey?: string;
} & LoadConfig;

/** What the door takes before it refuses, as `serve` wants it. */
export type LoadConfig = {
  readonly callsRunning: number;
  readonly callsWaiting: number;
  readonly requestBytesInFlight: number;
  readonly connectionIdleMs: number;
};

export type DoorConfig = {
  readonly host: string;
  readonly port: number;
  /** Absent: everybody may call. */
  readonly apiKeysFile: string | undefined;
  readonly tls: TlsFiles | undefined;
  readonly reflection: boolean;
  /** Of commands that call a running server. */
  readonly apiKey: string | undefined;
  readonly load: LoadConfig;
};

/** What the settings say; `said` holds those that somebody gave. Adds to `faults` where they do not fit together. */
export function doorConfig(values: DoorValues, said: ReadonlyMap<string, string>, faults: string[]): DoorConfig {
  const {
    host = 'localhost',
    port,
    apiKeysFile,
    tlsCertFile,
    tlsKeyFile,
    tlsClientCaFile,
    reflection,
    apiKey,
    callsRunning,
    callsWaiting,
    requestBytesInFlight,
    connectionIdleMs,
  } = values;
  if (!isLoopback(host) && apiKeysFile === undefined) {
    faults.push(
      `${said.get('host') ?? 'RECORDA_HOST'}: ${host} lets other machines call, and nobody would be asked who they are. Set RECORDA_API_KEYS_FILE (\`recorda key create\` makes one), or listen on 127.0.0.1.`,
    );
  }
  if ((tlsCertFile === undefined) !== (tlsKeyFile === undefined)) {
    faults.push('RECORDA_TLS_CERT_FILE, RECORDA_TLS_KEY_FILE: one needs the other');
  }
  if (tlsClientCaFile !== undefined && tlsCertFile === undefined) {
    faults.push(
      'RECORDA_TLS_CLIENT_CA_FILE: asks clients for certificates, which takes TLS: set RECORDA_TLS_CERT_FILE',
    );
  }
  const tls =
    tlsCertFile === undefined || tlsKeyFile === undefined
      ? undefined
      : { certFile: tlsCertFile, keyFile: tlsKeyFile, clientCaFile: tlsClientCaFile };
  return {
    host,
    port,
    apiKeysFile,
    tls,
    reflection: reflection === 'on' || (reflection === 'auto' && apiKeysFile === undefined),
    apiKey,
    load: { callsRunning, callsWaiting, requestBytesInFlight, connectionIdleMs },
  };
}
