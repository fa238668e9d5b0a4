/** A real PostgreSQL on a free loopback port, in processes of its own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { endWithUs } from '../../end-with-us.ts';
import { memoryFolder } from '../../memory-folder.ts';
import { freePort } from '../../with-backends/redis-process.ts';

export type PostgresProcess = {
  readonly port: number;
  /** The folder of its files. */
  readonly dataDir: string;
  /** Creates a database and returns its address. */
  newDatabase(): Promise<string>;
  /** Runs a statement in a database. */
  query<R extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly R[]>;
  /** Ends all its processes as a crash would. */
  crash(): Promise<void>;
  /** Ends the process of each connection; the others then recover as after a crash. */
  crashBackends(): Promise<void>;
  /** Starts it again over what it had written. */
  restart(): Promise<void>;
  /** Makes it neither answer nor close its connections until `wake`. */
  hang(): Promise<void>;
  wake(): Promise<void>;
  stop(): Promise<void>;
};

const runProgram = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs; undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((one) => join(DEBIAN, one, 'bin'))];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** PostgreSQL refuses to run as root, and then runs as the user that its package has made. */
export async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string): Promise<number> => Number((await runProgram('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

const READY_MS = 60_000;

export async function startPostgres(settings: readonly string[] = []): Promise<PostgresProcess> {
  return startOver(settings, initialise);
}

async function initialise(programs: string, data: string, as: Account): Promise<void> {
  const options = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C'];
  await runProgram(join(programs, 'initdb'), options, as);
}

export type TlsPostgres = PostgresProcess & {
  /** The file of its certificate, which is for localhost and signed by itself. */
  readonly caFile: string;
};

/** Starts one that users reach over TLS alone, except the superuser of this file. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const process = await startOver(['ssl = on'], async (programs, data, as) => {
    await initialise(programs, data, as);
    const [key, cert] = ['server.key', 'server.crt'].map((name) => join(data, name));
    const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key!, '-out', cert!];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await runProgram('openssl', [...certificate, ...subject], as);
    const rules = ['host all postgres 127.0.0.1/32 trust', 'hostssl all all 127.0.0.1/32 trust', ''];
    await writeFile(join(data, 'pg_hba.conf'), rules.join('\n'));
  });
  return { ...process, caFile: join(process.dataDir, 'server.crt') };
}

/** Starts a streaming standby, which can be read. Its databases are those of the primary, at its own port. */
export async function startStandby(primary: PostgresProcess): Promise<PostgresProcess> {
  const from = `postgres://postgres@127.0.0.1:${primary.port}`;
  return startOver([], (programs, data, as) => backUp(programs, from, ['-D', data, '-R'], as));
}

export type BaseBackup = {
  /** The folder of its files. */
  readonly dataDir: string;
  /** Starts a PostgreSQL over a copy of it. */
  start(): Promise<PostgresProcess>;
  delete(): Promise<void>;
};

/** Makes a base backup, with the WAL that it needs. */
export async function baseBackupOf({ port }: PostgresProcess): Promise<BaseBackup> {
  const user = await unprivileged();
  const folder = await mkdtemp(join(memoryFolder(), 'recorda-base-backup-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const dataDir = join(folder, 'data');
  await backUp(postgresPrograms()!, `postgres://postgres@127.0.0.1:${port}`, ['-D', dataDir], { ...user, cwd: folder });
  return {
    dataDir,
    start: () => startOver([], async (_, data, as) => void (await runProgram('cp', ['-r', dataDir, data], as))),
    delete: () => rm(folder, { recursive: true, force: true }),
  };
}

async function backUp(programs: string, from: string, options: readonly string[], as: Account): Promise<void> {
  // A folder of the search path may have links to some of the programs alone.
  const beside = dirname(realpathSync(join(programs, 'initdb')));
  await runProgram(join(beside, 'pg_basebackup'), [...options, '-c', 'fast', '-X', 'stream', '-d', from], as);
}

type Account = { readonly uid?: number; readonly gid?: number; readonly cwd: string };

async function startOver(
  settings: readonly string[],
  fill: (programs: string, data: string, as: Account) => Promise<void>,
): Promise<PostgresProcess> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const user = await unprivileged();
  const folder = await mkdtemp(join(memoryFolder(), 'recorda-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder };
  await fill(programs, data, as);
  const own = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'shared_buffers = 64MB',
  ];
  await appendFile(join(data, 'postgresql.conf'), [...own, ...settings, ''].join('\n'));

  const connect = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database,
      connectionTimeoutMillis: 1000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const run = async (): Promise<ChildProcess> => {
    const child = endWithUs(spawn(join(programs, 'postgres'), ['-D', data], { ...as, stdio: 'ignore' }));
    await once(child, 'spawn');
    for (const endMs = performance.now() + READY_MS; ;) {
      try {
        const client = await connect('postgres');
        await client.end();
        return child;
      } catch (error) {
        if (child.exitCode !== null || performance.now() > endMs) throw error;
        await sleep(20);
      }
    }
  };
  let child = await run();
  let databases = 0;
  const query = async <R extends pg.QueryResultRow>(database: string, sql: string): Promise<readonly R[]> => {
    const client = await connect(database);
    try {
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const backends = async (): Promise<readonly number[]> => {
    const sql = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    return (await query<{ pid: number }>('postgres', sql)).map(({ pid }) => pid);
  };
  const children = async (): Promise<readonly number[]> => {
    const { stdout } = await runProgram('ps', ['-o', 'pid=', '--ppid', `${child.pid}`]).catch(() => ({ stdout: '' }));
    return stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number);
  };
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const crash = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const pids = await children();
    const gone = once(child, 'exit');
    // The parent is stopped first, so that it does not tell the others to end orderly.
    signal([child.pid as number], 'SIGKILL');
    signal(pids, 'SIGKILL');
    await gone;
  };
  let hung: readonly number[] = [];
  return {
    port,
    dataDir: data,
    async newDatabase() {
      databases += 1;
      await query('postgres', `CREATE DATABASE store_${databases}`);
      return `postgres://postgres@127.0.0.1:${port}/store_${databases}`;
    },
    query: (url, sql) => query(new URL(url).pathname.slice(1), sql),
    crash,
    async crashBackends() {
      // While it recovers, it has none.
      signal(await backends().catch(() => []), 'SIGKILL');
    },
    async restart() {
      child = await run();
    },
    async hang() {
      hung = [child.pid as number, ...(await children())];
      signal(hung, 'SIGSTOP');
    },
    async wake() {
      signal(hung, 'SIGCONT');
      hung = [];
    },
    async stop() {
      signal(hung, 'SIGCONT');
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
