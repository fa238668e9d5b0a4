/** Connects to one Redis (`redis://`, `rediss://` with TLS) or to a cluster (`redis-cluster://a:1,b:2`, `rediss-cluster://`). */
import { readFileSync } from 'node:fs';
import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import { REDIS } from '../../policy/backends.ts';
import { isUnavailable } from './redis-errors.ts';

export type RedisClient = Redis | Cluster;

/** The part of Pino's logger that is used. */
export interface RedisLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}

const reconnectMs = (attempt: number): number =>
  Math.min(REDIS.firstReconnectMs * 2 ** Math.min(attempt - 1, 10), REDIS.lastReconnectMs);

/**
 * A command that cannot be sent fails at once, and one whose answer was lost is not sent again automatically: only its sender knows
 * whether that is safe.
 */
const SAFE: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: REDIS.connectMs,
  commandTimeout: REDIS.commandMs,
  retryStrategy: reconnectMs,
};

/** The address of a Redis. */
export type RedisAddress = {
  readonly url: string;
  /** The file of the certificates that TLS trusts; if absent, those that Node trusts. */
  readonly caFile?: string | undefined;
};

/** A client, and the reason if nothing answers: it goes on trying by itself. */
export type FirstConnection = { readonly client: RedisClient; readonly away?: Error };

/** Resolves once connected, or once it is known that nothing answers. Rejects if Redis answers and refuses. */
export async function openClient(address: RedisAddress, log: RedisLog): Promise<FirstConnection> {
  const client = newRedis(address);
  // The first failure has the reason that people need; the last one only says that the connection was closed.
  let cause: Error | undefined;
  client.on('error', (error: Error) => {
    cause ??= error;
    log.warn({ error: error.message }, 'Redis: the connection failed');
  });
  try {
    await inTime(client.connect().then(() => client.ping()));
    return { client };
  } catch (error) {
    const why = cause ?? (error as Error);
    if (isUnavailable(why)) return { client, away: why };
    client.disconnect();
    throw new Error(`Redis refuses: ${why.message}`, { cause: error });
  } finally {
    client.on('ready', () => log.info({}, 'Redis: connected again'));
  }
}

/** Resolves once connected; rejects if nothing answers. */
export async function connectRedis(address: RedisAddress, log: RedisLog): Promise<RedisClient> {
  const { client, away } = await openClient(address, log);
  if (away === undefined) return client;
  client.disconnect();
  throw new Error(`Redis does not answer: ${away.message}`, { cause: away });
}

/** Limits the wait, since a cluster that is not complete keeps its client waiting. */
async function inTime(connecting: Promise<unknown>): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('it is not ready in time')), REDIS.readyMs);
    void connecting.catch(() => undefined).finally(() => clearTimeout(timer));
  });
  await Promise.race([connecting, late]);
}

/** Makes a client that is not connected yet. */
export function newRedis({ url, caFile }: RedisAddress, options: RedisOptions = {}): RedisClient {
  const tls = caFile === undefined ? {} : { ca: readFileSync(caFile) };
  if (url.startsWith('redis:')) return new Redis(url, { ...SAFE, ...options, lazyConnect: true });
  if (url.startsWith('rediss:')) return new Redis(url, { ...SAFE, ...options, lazyConnect: true, tls });
  const [, secure, login = '', hosts = ''] = /^redis(s?)-cluster:\/\/(?:([^@/]*)@)?([^/]+)\/?$/.exec(url) ?? [];
  const [username, password] = login.split(':').map(decodeURIComponent);
  const redisOptions: RedisOptions = {
    ...SAFE,
    ...options,
    ...(secure === 's' && { tls }),
    ...(username && { username }),
    ...(password && { password }),
  };
  const ofCluster: ClusterOptions = {
    lazyConnect: true,
    enableOfflineQueue: false,
    redisOptions,
    clusterRetryStrategy: reconnectMs,
    // TLS certificates name hosts, not the addresses by which the nodes know one another.
    ...(secure === 's' && { dnsLookup: (address, done) => done(null, address) }),
  };
  const nodes = hosts.split(',').map((host) => new URL(`redis://${host}`));
  return new Cluster(
    nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6379) })),
    ofCluster,
  );
}
