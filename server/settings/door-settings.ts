/** The settings of the ports: where they listen, who may call, and TLS. */
import { z } from 'zod';
import type { LockOutConfig } from '../keys/lock-outs.ts';
import type { TlsFiles } from '../rpc/tls-files.ts';
import { KB, DAY_MS, SECOND_MS } from '../policy/units.ts';
import { LIMITS } from '../policy/limits.ts';
import { LOCK_OUTS, SERVING } from '../policy/serving.ts';
import { isLoopback } from '../runtime/loopback.ts';
import {
  largeNumber,
  MAX_PORT,
  OFF,
  OWN,
  path,
  serviceUrl,
  setting,
  settingArea,
  type ValuesOf,
  wholeNumber,
} from './setting.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MOST_CALLS = 65_535;
const DEFAULT_HTTP_PORT = 50_052;
const HOUR_MS = 3_600_000;

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT;
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Names are allowed: how they resolve is seen when the server listens. */
const address = z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an IP address');

const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on');

const DOOR_SETTINGS = {
  host: setting({
    env: 'RECORDA_HOST',
    flag: '--host <address>',
    meaning:
      'Address to listen on; any but loopback, for example 0.0.0.0, requires RECORDA_API_KEYS_FILE or RECORDA_TOKEN_ISSUER',
    byDefault: '127.0.0.1',
    schema: address,
    shared: OWN,
  }),
  port: setting({
    env: 'RECORDA_PORT',
    flag: '--port <number>',
    meaning: 'Port for gRPC; 0 takes any free port',
    byDefault: '50051',
    schema: wholeNumber(0, MAX_PORT),
    shared: OWN,
  }),
  httpPort: setting({
    env: 'RECORDA_HTTP_PORT',
    flag: '--http-port <number>',
    meaning:
      'Port for HTTP (Connect, JSON and gRPC-Web) on the same address; 0 takes any free port, off turns HTTP off. If another program uses the default port, the server serves gRPC alone',
    byDefault: `${DEFAULT_HTTP_PORT}`,
    schema: z
      .string()
      .refine((text) => text === OFF || isPort(text), `must be a whole number from 0 to ${MAX_PORT}, or off`)
      .transform((text): number | 'off' => (text === OFF ? OFF : Number(text))),
    shared: OWN,
  }),
  httpOrigins: setting({
    env: 'RECORDA_HTTP_ORIGINS',
    flag: '--http-origins <list>',
    meaning:
      'Origins whose pages may call over HTTP from a browser (CORS), separated by commas, for example https://app.example.com; if not set, none may',
    byDefault: undefined,
    schema: z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every(isOrigin),
        'must be origins like https://app.example.com, separated by commas',
      ),
    shared: OWN,
  }),
  ui: setting({
    env: 'RECORDA_UI',
    flag: '--ui <when>',
    meaning: 'Whether HTTP serves the dashboard at /ui: on or off',
    byDefault: 'on',
    schema: onOrOff,
    shared: OWN,
  }),
  httpPublicUrl: setting({
    env: 'RECORDA_HTTP_PUBLIC_URL',
    flag: '--http-public-url <url>',
    meaning:
      'Address at which MCP hosts reach HTTP from outside, for example https://memory.example.org, for the metadata of RFC 9728; if not set, the address that each request uses',
    byDefault: undefined,
    schema: serviceUrl,
    shared: OWN,
  }),
  httpMetrics: setting({
    env: 'RECORDA_HTTP_METRICS',
    flag: '--http-metrics <when>',
    meaning:
      'Whether HTTP also serves the /metrics of RECORDA_METRICS_PORT, to callers with a key if the server requires keys: on or off',
    byDefault: 'off',
    schema: onOrOff,
    shared: OWN,
  }),
  metricsPort: setting({
    env: 'RECORDA_METRICS_PORT',
    flag: '--metrics-port <number>',
    meaning:
      'Port for the Prometheus endpoint /metrics on the same address, usually 9464; 0 takes any free port; if not set, there is no endpoint',
    byDefault: undefined,
    schema: wholeNumber(0, MAX_PORT),
    shared: OWN,
  }),
  apiKeysFile: setting({
    env: 'RECORDA_API_KEYS_FILE',
    flag: '--api-keys-file <path>',
    meaning:
      'File of the API keys of callers, made by `recorda key create`; if neither it nor RECORDA_TOKEN_ISSUER is set, everybody may call',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  lockOutFailures: setting({
    env: 'RECORDA_LOCK_OUT_FAILURES',
    flag: '--lock-out-failures <number>',
    meaning:
      'Number of wrong secrets of an API key after which the key is refused from the same address for RECORDA_LOCK_OUT_SECONDS (RATE_LIMITED); it stays valid from all other addresses and wherever it was used before; 0: never refused',
    byDefault: `${LOCK_OUTS.failures}`,
    schema: wholeNumber(0, MOST_CALLS),
    shared: OWN,
  }),
  lockOutSeconds: setting({
    env: 'RECORDA_LOCK_OUT_SECONDS',
    flag: '--lock-out-seconds <number>',
    meaning:
      'Seconds for which a key is locked out; earlier failures are forgotten if no other follows within this time',
    byDefault: `${LOCK_OUTS.seconds}`,
    schema: wholeNumber(1, DAY_MS / SECOND_MS, ' of seconds'),
    shared: OWN,
  }),
  tlsCertFile: setting({
    env: 'RECORDA_TLS_CERT_FILE',
    flag: '--tls-cert-file <path>',
    meaning: 'File of the server’s certificate with its chain (PEM); if not set, there is no TLS',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  tlsKeyFile: setting({
    env: 'RECORDA_TLS_KEY_FILE',
    flag: '--tls-key-file <path>',
    meaning: 'File of the private key of that certificate (PEM)',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  tlsClientCaFile: setting({
    env: 'RECORDA_TLS_CLIENT_CA_FILE',
    flag: '--tls-client-ca-file <path>',
    meaning:
      'File of the authorities’ certificates (PEM) that must have signed each client’s certificate; if not set, clients need none',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  reflection: setting({
    env: 'RECORDA_REFLECTION',
    flag: '--reflection <when>',
    meaning:
      'Whether the server describes its contract to callers (gRPC reflection): on, off, or auto, which is off if callers need a key or token',
    byDefault: 'auto',
    schema: z.enum(['auto', 'on', 'off'], 'must be auto, on or off'),
    shared: OWN,
  }),
  warmUp: setting({
    env: 'RECORDA_WARM_UP',
    flag: '--warm-up <when>',
    meaning:
      'Whether the most common calls run once before the server accepts callers: on or off; with off, it starts in two thirds of the processor time, but the first call of each kind takes up to about 400 ms longer',
    byDefault: 'on',
    schema: onOrOff,
    shared: OWN,
  }),
  callsRunning: setting({
    env: 'RECORDA_CALLS_RUNNING',
    flag: '--calls-running <number>',
    meaning: 'Maximum number of calls that run at once; fewer run if calls would otherwise end too late',
    byDefault: `${SERVING.callsRunning}`,
    schema: wholeNumber(1, MOST_CALLS),
    shared: OWN,
  }),
  callsWaiting: setting({
    env: 'RECORDA_CALLS_WAITING',
    flag: '--calls-waiting <number>',
    meaning: 'Maximum number of calls that wait to run; further calls are refused as OVERLOADED',
    byDefault: `${SERVING.callsWaiting}`,
    schema: wholeNumber(0, MOST_CALLS),
    shared: OWN,
  }),
  callsWaitingMs: setting({
    env: 'RECORDA_CALLS_WAITING_MS',
    flag: '--calls-waiting-ms <number>',
    meaning:
      'Milliseconds that calls may wait; once some have waited longer for a second, new calls that would wait for more than four turns are refused as OVERLOADED, with the time to wait before trying again, until all calls can be answered within it',
    byDefault: `${SERVING.callsWaitingMs}`,
    schema: wholeNumber(1, HOUR_MS, ' of milliseconds'),
    shared: OWN,
  }),
  requestBytesInFlight: setting({
    env: 'RECORDA_REQUEST_BYTES_IN_FLIGHT',
    flag: '--request-bytes-in-flight <number>',
    meaning: `Maximum bytes of requests over ${SERVING.smallRequestBytes / KB} KB that are held at once; further requests are refused as OVERLOADED before they are read`,
    byDefault: `${SERVING.requestBytesInFlight}`,
    schema: largeNumber(LIMITS.messageBytes, 'bytes'),
    shared: OWN,
  }),
  connectionIdleMs: setting({
    env: 'RECORDA_CONNECTION_IDLE_MS',
    flag: '--connection-idle-ms <number>',
    meaning: 'Milliseconds after which a connection without calls is closed; clients reconnect on their own',
    byDefault: `${SERVING.connectionIdleMs}`,
    schema: wholeNumber(SERVING.handshakeMs, DAY_MS, ' of milliseconds'),
    shared: OWN,
  }),
  serverName: setting({
    env: 'RECORDA_SERVER_NAME',
    flag: '--server-name <name>',
    meaning:
      'Name of this server in GetServerInfo, which tells apart several servers behind one address; if not set, it has no name',
    byDefault: undefined,
    schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'must be up to 63 letters, digits, dots, _ and -'),
    shared: OWN,
  }),
  logLevel: setting({
    env: 'RECORDA_LOG_LEVEL',
    flag: '--log-level <level>',
    meaning: `Lowest level of the lines that are logged: ${LOG_LEVELS.join(', ')}`,
    byDefault: 'info',
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
    shared: OWN,
  }),
  shutdownGraceMs: setting({
    env: 'RECORDA_SHUTDOWN_GRACE_MS',
    flag: '--shutdown-grace-ms <number>',
    meaning: 'Milliseconds that running calls have to end after SIGTERM',
    byDefault: `${SERVING.shutdownGraceMs}`,
    schema: wholeNumber(0, HOUR_MS, ' of milliseconds'),
    shared: OWN,
  }),
  apiKey: setting({
    env: 'RECORDA_API_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'API key or token that commands send to a running server; the server itself does not read it',
    byDefault: undefined,
    schema: z
      .string()
      .regex(/^(?:rk_[0-9a-f]{16}_[\w-]{43}|[\w-]+(?:\.[\w-]+){2})$/, 'must be a key, like rk_…, or a token'),
    shared: OWN,
  }),
} as const;

/** The load that the server accepts before it refuses, in the form of `serve`. */
export type LoadConfig = {
  readonly callsRunning: number;
  readonly callsWaiting: number;
  readonly callsWaitingMs: number;
  readonly requestBytesInFlight: number;
  readonly connectionIdleMs: number;
};

/** The settings of HTTP. */
export type HttpConfig = {
  /** 0 takes any free one. */
  readonly port: number;
  /** If true, the port was explicitly set: then the server does not start without it. */
  readonly isSet: boolean;
  /** The origins whose pages may call. */
  readonly origins: readonly string[];
  /** If true, it serves the dashboard. */
  readonly ui: boolean;
  /** The address by which it is reached from outside; if absent, the one that requests use. */
  readonly publicUrl: string | undefined;
  readonly metrics: boolean;
};

export type DoorConfig = {
  /** The name of this server in GetServerInfo; empty if there is none. */
  readonly serverName: string;
  readonly host: string;
  readonly port: number;
  /** If absent, HTTP is off. */
  readonly http: HttpConfig | undefined;
  /** If absent, everybody may call. */
  readonly apiKeysFile: string | undefined;
  readonly lockOut: LockOutConfig;
  readonly tls: TlsFiles | undefined;
  readonly reflection: boolean;
  /** If true, the most frequent calls run once before the server listens. */
  readonly warmUp: boolean;
  /** The port of Prometheus' endpoint; if absent, there is none. */
  readonly metricsPort: number | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly shutdownGraceMs: number;
  /** The key that commands send to a running server. */
  readonly apiKey: string | undefined;
  readonly load: LoadConfig;
};

function doorConfig(
  values: ValuesOf<typeof DOOR_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): DoorConfig {
  const {
    port,
    httpPort,
    httpOrigins = [],
    httpPublicUrl,
    ui,
    httpMetrics,
    metricsPort,
    apiKeysFile,
    apiKey,
    reflection,
  } = values;
  const { tlsCertFile, tlsKeyFile, tlsClientCaFile, logLevel, shutdownGraceMs } = values;
  const { callsRunning, callsWaiting, callsWaitingMs, requestBytesInFlight, connectionIdleMs } = values;
  // It is absent if it is invalid by itself.
  const host = (values.host as string | undefined) ?? 'localhost';
  const asksWho = apiKeysFile !== undefined || given.has('tokenIssuer');
  if (!isLoopback(host) && !asksWho) {
    faults.push(
      `${given.get('host') ?? 'RECORDA_HOST'}: ${host} can be reached from other machines, and anyone could call without a key. Set RECORDA_API_KEYS_FILE (\`recorda key create\` makes such a file), or listen on 127.0.0.1.`,
    );
  }
  if ((tlsCertFile === undefined) !== (tlsKeyFile === undefined)) {
    faults.push('RECORDA_TLS_CERT_FILE, RECORDA_TLS_KEY_FILE: must be set together');
  }
  if (tlsClientCaFile !== undefined && tlsCertFile === undefined) {
    faults.push('RECORDA_TLS_CLIENT_CA_FILE: certificates of clients require TLS; set RECORDA_TLS_CERT_FILE as well');
  }
  if (httpMetrics && metricsPort === undefined) {
    faults.push('RECORDA_HTTP_METRICS: there are metrics only if RECORDA_METRICS_PORT is set; set it as well');
  }
  const tls =
    tlsCertFile === undefined || tlsKeyFile === undefined
      ? undefined
      : { certFile: tlsCertFile, keyFile: tlsKeyFile, clientCaFile: tlsClientCaFile };
  return {
    host,
    port,
    http:
      httpPort === OFF
        ? undefined
        : {
            port: httpPort,
            isSet: given.has('httpPort'),
            origins: httpOrigins,
            publicUrl: httpPublicUrl,
            ui,
            metrics: httpMetrics,
          },
    apiKeysFile,
    lockOut: { failures: values.lockOutFailures, forMs: values.lockOutSeconds * SECOND_MS },
    tls,
    reflection: reflection === 'on' || (reflection === 'auto' && !asksWho),
    warmUp: values.warmUp,
    metricsPort,
    serverName: values.serverName ?? '',
    logLevel,
    shutdownGraceMs,
    apiKey,
    load: { callsRunning, callsWaiting, callsWaitingMs, requestBytesInFlight, connectionIdleMs },
  };
}

export const doorArea = settingArea(DOOR_SETTINGS, doorConfig);
