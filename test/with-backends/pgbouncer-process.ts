/** A real PgBouncer in transaction mode before a PostgreSQL of the tests. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { endWithUs } from '../end-with-us.ts';
import { freePort } from './redis-process.ts';

const runProgram = promisify(execFile);
const READY_MS = 30_000;
/** Fewer than the servers of a test open, so that they share them. */
const SERVER_CONNECTIONS = 4;

export type PgBouncerProcess = {
  readonly port: number;
  /** Ends it as a crash would, with all connections. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPgBouncer(postgresPort: number): Promise<PgBouncerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgresPort} user=postgres`,
    '[pgbouncer]',
    `listen_port = ${port}`,
    'listen_addr = 127.0.0.1',
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
  ];
  await writeFile(file, settings.join('\n'));
  // It refuses to run as root.
  const as: { uid?: number; gid?: number } = {};
  if (process.getuid?.() === 0) {
    const idOf = async (flag: string): Promise<number> => Number((await runProgram('id', [flag, 'postgres'])).stdout);
    Object.assign(as, { uid: await idOf('-u'), gid: await idOf('-g') });
    for (const path of [folder, file]) await chown(path, as.uid!, as.gid!);
  }
  const start = async (): Promise<ChildProcess> => {
    const child = endWithUs(spawn('pgbouncer', ['-q', file], { ...as, cwd: folder, stdio: 'ignore' }));
    await once(child, 'spawn');
    for (const endMs = performance.now() + READY_MS; ; await sleep(20)) {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('SELECT 1');
        await client.end();
        return child;
      } catch (error) {
        if (child.exitCode !== null || performance.now() > endMs) throw error;
      }
    }
  };
  let child = await start();
  const crash = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    port,
    crash,
    async restart() {
      child = await start();
    },
    async stop() {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
