/** A real Redis on free loopback ports, in processes of its own: one, with or without TLS, or a cluster. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { endWithUs } from '../end-with-us.ts';

export type RedisProcess = {
  readonly url: string;
  readonly port: number;
  /** The file of its certificate. */
  readonly caFile?: string | undefined;
  /** Ends it; its content is lost. */
  stop(): Promise<void>;
};

/** A Redis that may be down for a while. */
export type StoppableRedis = RedisProcess & {
  /** Makes it neither answer nor close its connections until `wake`. */
  hang(): void;
  wake(): void;
  /** Ends it as a crash would; `restart` starts it again on the same port with what it had written. */
  crash(): Promise<void>;
  restart(): Promise<void>;
};

const READY_MS = 60_000;

/**
 * Systems take none of these ports for outgoing connections, one of which might otherwise have the port before its process listens, or
 * while that is down.
 */
const PORTS = { from: 15_000, to: 32_000 };

/** A node of a cluster also listens this far above its port, for the other nodes. */
const CLUSTER_BUS_OFFSET = 10_000;

const taken = new Set<number>();

/** Returns a port on which nobody listens at this moment, another one at each call. */
export async function freePort(): Promise<number> {
  return freePortWith([0]);
}

/** Returns a port that is free, as are those at `offsets` above it. */
async function freePortWith(offsets: readonly number[]): Promise<number> {
  const count = PORTS.to - PORTS.from - Math.max(...offsets);
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * count);
    const ports = offsets.map((offset) => port + offset);
    if (ports.some((one) => taken.has(one))) continue;
    for (const one of ports) taken.add(one);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!listens) return false;
  server.close();
  await once(server, 'close');
  return true;
}

type Start = {
  readonly flags?: readonly string[];
  /** If true, it accepts TLS alone, with a self-signed certificate. */
  readonly tls?: boolean;
  /** If true, it is a node that may join a cluster. */
  readonly inCluster?: boolean;
  /** If true, it writes its content to disk. */
  readonly isKept?: boolean;
  /** The password that it asks for. */
  readonly password?: string;
};

/** Rejects if redis-server is not installed. */
export async function startRedis({
  flags = [],
  tls = false,
  inCluster = false,
  isKept = false,
  password,
}: Start = {}): Promise<StoppableRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'recorda-redis-'));
  const port = await (inCluster ? freePortWith([0, CLUSTER_BUS_OFFSET]) : freePort());
  const caFile = tls ? await certificate(dir) : undefined;
  const ports =
    caFile === undefined
      ? ['--port', `${port}`]
      : [
          '--port',
          '0',
          '--tls-port',
          `${port}`,
          '--tls-auth-clients',
          'no',
          '--tls-cert-file',
          caFile,
          '--tls-key-file',
          join(dir, 'key.pem'),
          '--tls-ca-cert-file',
          caFile,
        ];
  const own = ['--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', isKept ? 'yes' : 'no'];
  if (inCluster) own.push('--cluster-enabled', 'yes');
  if (password !== undefined) own.push('--requirepass', password);
  async function run(): Promise<ChildProcess> {
    const started = endWithUs(spawn('redis-server', [...ports, ...own, ...flags], { stdio: 'ignore' }));
    await once(started, 'spawn');
    await untilReady(port, started, { caFile, password });
    return started;
  }
  let child = await run();
  async function crash(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  return {
    url: `redis${tls ? 's' : ''}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    port,
    caFile,
    hang: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    crash,
    async restart() {
      child = await run();
    },
    async stop() {
      await crash();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts three nodes that share the slots. */
export async function startCluster(): Promise<Omit<StoppableRedis, 'hang' | 'wake'>> {
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis({ inCluster: true })));
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await runProgram('redis-cli', ['--cluster', 'create', ...hosts, '--cluster-replicas', '0', '--cluster-yes']);
  await Promise.all(nodes.map(({ port }) => untilWhole(port)));
  return {
    url: `redis-cluster://${hosts.join(',')}`,
    port: nodes[0]?.port ?? 0,
    async crash() {
      await Promise.all(nodes.map((node) => node.crash()));
    },
    async restart() {
      await Promise.all(nodes.map((node) => node.restart()));
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function untilWhole(port: number): Promise<void> {
  for (;;) {
    const { stdout } = await runProgram('redis-cli', ['-p', `${port}`, 'cluster', 'info']);
    if (stdout.includes('cluster_state:ok') && stdout.includes('cluster_known_nodes:3')) return;
    await sleep(50);
  }
}

async function certificate(dir: string): Promise<string> {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await runProgram('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]);
  return cert;
}

const runProgram = promisify(execFile);

async function untilReady(
  port: number,
  child: ChildProcess,
  { caFile, password }: Pick<RedisProcess, 'caFile'> & Pick<Start, 'password'>,
): Promise<void> {
  const client = new Redis(port, '127.0.0.1', {
    retryStrategy: () => 20,
    maxRetriesPerRequest: null,
    ...(password !== undefined && { password }),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
  });
  client.on('error', () => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS);
  try {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('redis-server did not start.')));
    await Promise.race([client.ping(), ended]);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}
