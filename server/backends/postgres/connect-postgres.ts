/** Connects to a PostgreSQL. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { POSTGRES } from '../../policy/postgres.ts';
import type { AgreedSettings } from '../../ports/other-servers.ts';
import { hostsFault } from '../../domain/postgres-hosts.ts';

/** The address of a database. */
export type PostgresAddress = {
  /** Like postgres://user@host:5432/database?sslmode=verify-full. */
  readonly url: string;
  readonly password?: string | undefined;
  /** The file of the certificates that TLS trusts; if absent, those that Node trusts. */
  readonly caFile?: string | undefined;
};

/**
 * With `auto`, a database that has data stays as it is, and a new one is sealed if a key service keeps the master key: servers then have no
 * key of their own that would open the rows once the service refuses them.
 */
export type RowsSetting = 'auto' | RowsMode;
export type RowsMode = 'readable' | 'sealed';

/** The database of several servers. */
export type StoreAddress = PostgresAddress & {
  /** A standby of it, from which those may be answered who say what they have seen; if absent, all are from the primary. */
  readonly read?: PostgresAddress | undefined;
  /** Whether rows of users are sealed with their keys; if absent, it is `auto`. */
  readonly rows?: RowsSetting | undefined;
  /** Returns what they must have in common, as it is now; if absent, nothing is compared. */
  readonly agreed?: (() => AgreedSettings) | undefined;
};

/** The part of Pino's logger that is used. */
export interface PostgresLog {
  error(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

/** The number of connections, and the times that are waited. */
type Patience = { readonly connections: number; readonly connectMs: number; readonly answerMs: number };

/** Throws an error that says what to change if the address cannot be used. */
export function clientSettings(
  { url, password, caFile }: PostgresAddress,
  { connectMs, answerMs }: Patience = POSTGRES,
): pg.ClientConfig {
  const parsed = parsedUrl(url);
  // The driver prefers everything that the URL says, be it an empty password, so what is given beside the URL goes into it or is taken out.
  if (password !== undefined) parsed.searchParams.set('password', password);
  const ca = caFile === undefined ? undefined : readCa(caFile);
  if (ca !== undefined) leaveTlsToCa(parsed.searchParams);
  return {
    connectionString: parsed.href,
    ...(ca !== undefined && { ssl: { ca } }),
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: 'recorda',
    types: {
      // Numbers of commits arrive as text, and none passes 2^53.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  };
}

function parsedUrl(url: string): URL {
  const fault = hostsFault(url);
  if (fault !== undefined) throw new Error(`The address of PostgreSQL ${fault}.`);
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url))
    throw new Error(
      'The address of PostgreSQL is no URL that can be read. Write it like postgres://user@host:5432/database, with % escapes for special characters.',
    );
  return new URL(url);
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `The certificates for PostgreSQL cannot be read: ${(error as Error).message}. Name a PEM file that the server can read, or none, to trust those that Node trusts.`,
      { cause: error },
    );
  }
}

/** The settings of a URL that, in the driver, replace the certificates given beside it. */
const OF_TLS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];
/** With certificates, the driver verifies the server and its name in each of these modes. */
const VERIFYING = /^(prefer|require|verify-ca|verify-full)$/;

/** Takes the mode out of a URL whose certificates are given beside it. Throws if the URL says anything else about TLS. */
function leaveTlsToCa(parameters: URLSearchParams): void {
  if (VERIFYING.test(parameters.get('sslmode') ?? '')) parameters.delete('sslmode');
  const other = OF_TLS.filter((name) => parameters.has(name));
  if (other.length === 0) return;
  throw new Error(
    `The URL of PostgreSQL sets ${other.join(' and ')}, which excludes a separate file of certificates. Leave one of them out; a URL can name the file as sslrootcert.`,
  );
}

/** Opens no connection yet. */
export function newPool(address: PostgresAddress, patience: Patience = POSTGRES): Pool {
  const pool = new pg.Pool({ ...clientSettings(address, patience), max: patience.connections, idleTimeoutMillis: 0 });
  // Connections that are lost while idle are replaced with the next query; what a lost query means, its caller finds out.
  pool.on('error', () => undefined);
  // A connection that is lost within a transaction also emits an error by itself, which would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
