/** A server, in a process of its own, that reads from a standby of PostgreSQL for callers that send back the revision they were told. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, startStandby, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { startServer } from '../server-process.ts';
import { freePort, startRedis } from './redis-process.ts';

export type ServerOverStandby = {
  readonly address: string;
  readonly httpPort: number;
  stop(): Promise<void>;
};

/** Starts a server over a database and its standby. */
export async function startServerOver(url: string, readUrl: string): Promise<ServerOverStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-standby-'));
  const redis = await startRedis();
  const key = (): string => randomBytes(32).toString('base64');
  const httpPort = await freePort();
  const server = await startServer({
    dataDir: join(folder, 'data'),
    env: {
      RECORDA_HTTP_PORT: `${httpPort}`,
      RECORDA_STORE: url,
      RECORDA_STORE_READ: readUrl,
      RECORDA_WORKING: redis.url,
      RECORDA_COLD: `file:${join(folder, 'cold')}`,
      RECORDA_USER_KEYS: `file:${join(folder, 'keys')}`,
      RECORDA_MASTER_KEY: key(),
      RECORDA_RECEIPT_KEY: key(),
    },
  });
  return {
    address: server.address,
    httpPort,
    async stop() {
      await server.stop();
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type WithStandby = ServerOverStandby & {
  /** Returns the time of the last question of the server to the standby, by its clock; 0 if there was none. */
  lastAsked(): Promise<number>;
};

/** Starts the databases, too. */
export async function startServerWithStandby(): Promise<WithStandby> {
  const postgres = await startPostgres();
  const standby = await startStandby(postgres);
  const url = await postgres.newDatabase();
  const readUrl = url.replace(`:${postgres.port}`, `:${standby.port}`);
  await untilItHas(standby, readUrl);
  const server = await startServerOver(url, readUrl);
  return {
    ...server,
    lastAsked: () => lastAsked(standby, readUrl),
    async stop() {
      await server.stop();
      await standby.stop();
      await postgres.stop();
    },
  };
}

export async function lastAsked(standby: PostgresProcess, readUrl: string): Promise<number> {
  const sql = `SELECT (extract(epoch FROM max(query_start)) * 1000)::float8 AS ms FROM pg_stat_activity WHERE application_name = 'recorda'`;
  return (await standby.query<{ ms: number | null }>(readUrl, sql))[0]?.ms ?? 0;
}

/** The time within which a standby takes over what the primary has. */
const FOLLOWS_MS = 10_000;

/** Waits until the standby has the database. */
async function untilItHas(standby: PostgresProcess, readUrl: string): Promise<void> {
  for (const endMs = performance.now() + FOLLOWS_MS; ; await sleep(20)) {
    try {
      await standby.query(readUrl, 'SELECT 1');
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}
