/** The standby of docker-compose.yml: its script and the rules of its primary, without containers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import {
  postgresPrograms,
  startPostgres,
  unprivileged,
  type PostgresProcess,
} from '../backends/postgres/postgres-process.ts';
import { endWithUs } from '../end-with-us.ts';
import { memoryFolder } from '../memory-folder.ts';
import { ROOT } from '../root.ts';
import { freePort } from './redis-process.ts';

const PASSWORD = 'pa55';
const READY_MS = 30_000;
const deployed = (name: string): string => readFileSync(join(ROOT, 'server/deploy', name), 'utf8');

describe('the standby of docker-compose.yml', () => {
  let primary: PostgresProcess | undefined;
  let standby: ChildProcess | undefined;
  let folder: string;
  let port: number;

  const query = async (at: number, sql: string, password = PASSWORD): Promise<readonly object[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port: at, user: 'recorda', database: 'recorda', password });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const untilSays = async (sql: string, expected: object): Promise<void> => {
    for (const endMs = performance.now() + READY_MS; ; await sleep(50)) {
      const [found] = await query(port, sql).catch(() => []);
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      expect(performance.now(), `the standby says ${JSON.stringify(found)}`).to.be.below(endMs);
    }
  };
  const start = async (): Promise<void> => {
    const passwordFile = join(folder, 'password');
    const env = {
      PATH: [postgresPrograms(), process.env['PATH']].join(delimiter),
      STANDBY_FOLDER: folder,
      POSTGRES_PASSWORD_FILE: passwordFile,
      POSTGRES_PRIMARY: `host=127.0.0.1 port=${primary!.port} user=recorda`,
    };
    // The user of PostgreSQL may be unable to read the repository.
    const child = spawn('sh', ['-s', '--', '-c', `port=${port}`], {
      ...(await unprivileged()),
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    standby = endWithUs(child);
    child.stdin.end(deployed('postgres-standby.sh'));
  };
  const stop = async (): Promise<void> => {
    if (standby === undefined || standby.exitCode !== null) return;
    const ended = once(standby, 'exit');
    standby.kill('SIGINT');
    await ended;
  };

  before(async () => {
    primary = await startPostgres();
    const url = await primary.newDatabase();
    await primary.query(url, `CREATE ROLE recorda LOGIN SUPERUSER PASSWORD '${PASSWORD}'`);
    await primary.query(url, 'CREATE DATABASE recorda OWNER recorda');
    await writeFile(join(primary.dataDir, 'pg_hba.conf'), deployed('pg_hba.conf'));
    await primary.query(url, 'SELECT pg_reload_conf()');
    port = await freePort();
    folder = await mkdtemp(join(memoryFolder(), 'recorda-compose-'));
    await writeFile(join(folder, 'password'), PASSWORD);
    await chmod(folder, 0o777);
    const user = await unprivileged();
    if (user !== undefined) await chown(folder, user.uid, user.gid);
  });
  after(async () => {
    await stop();
    await primary?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('copies its primary once, and follows it, also after it was stopped', async () => {
    await query(primary!.port, 'CREATE TABLE seen (n int)');
    await start();
    await untilSays('SELECT pg_is_in_recovery() AS is', { is: true });
    await query(primary!.port, 'INSERT INTO seen VALUES (1)');
    await untilSays('SELECT count(*)::int AS n FROM seen', { n: 1 });
    await stop();
    await query(primary!.port, 'INSERT INTO seen VALUES (2)');
    await start();
    await untilSays('SELECT count(*)::int AS n FROM seen', { n: 2 });
  });

  it('lets nobody in without the password, nor its primary', async () => {
    for (const at of [primary!.port, port]) {
      const refused = await query(at, 'SELECT 1', 'other').catch((error: Error) => error);
      expect(refused, `${at}`).to.have.property('code', '28P01');
    }
  });
});
