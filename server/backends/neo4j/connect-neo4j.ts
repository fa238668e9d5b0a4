/** Connects to a Neo4j: `bolt://` one server, `neo4j://` a cluster; with `+s` over TLS. */
import { readFileSync } from 'node:fs';
import neo4j, { type Driver } from 'neo4j-driver';
import { NEO4J } from '../../policy/backends.ts';

/** The part of Pino's logger that is used. */
export interface Neo4jLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}

/** The address of a Neo4j. */
export type Neo4jAddress = {
  readonly url: string;
  /** The user; if absent, Neo4j requires no login. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The database; if absent, the user's home database. */
  readonly database?: string | undefined;
  /** The file of the certificates that TLS trusts; if absent, those that Node trusts. */
  readonly caFile?: string | undefined;
};

export function newDriver({ url, user, password = '', caFile }: Neo4jAddress): Driver {
  if (caFile !== undefined) readFileSync(caFile);
  const auth = user === undefined ? undefined : neo4j.auth.basic(user, password);
  // The driver accepts a trust setting only if the URL does not say whether there is TLS.
  const isOwnTrust = caFile !== undefined && url.includes('+s://');
  return neo4j.driver(isOwnTrust ? url.replace('+s://', '://') : url, auth, {
    ...(isOwnTrust && {
      encrypted: 'ENCRYPTION_ON',
      trust: 'TRUST_CUSTOM_CA_SIGNED_CERTIFICATES',
      trustedCertificates: [caFile],
    }),
    // All integers fit into numbers, since none passes 2^53.
    disableLosslessIntegers: true,
    connectionTimeout: NEO4J.connectMs,
    connectionAcquisitionTimeout: NEO4J.acquireMs,
    maxConnectionPoolSize: NEO4J.connections,
    maxTransactionRetryTime: NEO4J.retryMs,
    fetchSize: NEO4J.fetchSize,
    telemetryDisabled: true,
    userAgent: 'recorda',
  });
}

/** The server that answers. */
export type Neo4jServer = { readonly version: string; readonly roundTripMs: number };

/** Resolves once it has answered; rejects if nothing does in time. */
export function askServer(driver: Driver, withinMs: number, database?: string): Promise<Neo4jServer> {
  const asking = async (): Promise<Neo4jServer> => {
    const { agent = '' } = await driver.getServerInfo(database === undefined ? {} : { database });
    const startMs = performance.now();
    await driver.getServerInfo(database === undefined ? {} : { database });
    return { version: agent.replace(/^Neo4j\//, ''), roundTripMs: performance.now() - startMs };
  };
  return inTime(asking(), withinMs);
}

/** Rejects with the driver's error for a server that is away, if the work takes too long. */
export async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('it does not answer in time'), { code: neo4j.error.SERVICE_UNAVAILABLE });
    timer = setTimeout(() => reject(error), withinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
