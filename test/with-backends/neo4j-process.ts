/** A real Neo4j on a free loopback port, as a process of its own. Maven downloads it, once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { generate } from 'selfsigned';
import type { Neo4jAddress } from '../../server/backends/neo4j/connect-neo4j.ts';
import { endWithUs } from '../end-with-us.ts';
import { ROOT } from '../root.ts';
import { freePort } from './redis-process.ts';

const SOURCES = join(ROOT, 'test/with-backends/neo4j');
/** The libraries of the version that the pom names. */
const LIBRARIES = join(homedir(), '.cache', 'recorda-test', 'neo4j-5.26.30');
const JVM = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const PASSWORD = 'recorda-test';

export type Neo4jProcess = {
  readonly address: Neo4jAddress;
  readonly port: number;
  /** Ends it at once, as a crash does; what was committed stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
  /** Makes it neither answer nor refuse until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it; its content is lost. */
  stop(): Promise<void>;
};

/** Throws if it is not available, with what is missing and what to do. */
export async function installNeo4j(): Promise<void> {
  if (existsSync(LIBRARIES)) return;
  const making = `${LIBRARIES}.${process.pid}`;
  await mkdir(making, { recursive: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${making}`, '-DincludeScope=runtime'];
  if ((await statusOf('mvn', ['-B', '-q', '-f', join(SOURCES, 'pom.xml'), ...goal])) !== 0) {
    throw new Error('Maven could not fetch Neo4j: see to its network and run this again.');
  }
  if ((await statusOf('javac', ['-cp', join(making, '*'), '-d', making, join(SOURCES, 'Launcher.java')])) !== 0) {
    throw new Error('javac failed: install a JDK of version 17 (Debian: default-jdk-headless) and run this again.');
  }
  await rename(making, LIBRARIES);
}

/**
 * `secure`: it accepts TLS alone, with a self-signed certificate, and asks for a name and a password. `isAway`: it does not run
 * until `restart`.
 */
export async function startNeo4j({ secure = false, isAway = false } = {}): Promise<Neo4jProcess> {
  await installNeo4j();
  const folder = await mkdtemp(join(tmpdir(), 'recorda-neo4j-'));
  const port = await freePort();
  if (secure) await certify(folder);
  let child = isAway ? undefined : await launch(folder, port, secure);
  const end = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const address = secure ? await named(folder, port) : { url: `bolt://127.0.0.1:${port}` };
  return {
    address,
    port,
    kill: end,
    async restart() {
      child = await launch(folder, port, secure);
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Neo4jProcess> | undefined;
if ('after' in globalThis) after(async () => (await shared)?.stop());

/** Returns one that all tests of this run share, since it takes seconds to start; each test has users of its own. */
export function sharedNeo4j(): Promise<Neo4jProcess> {
  return (shared ??= startNeo4j());
}

/** Returns the same with nothing in it but its constraints, for a suite that chooses its own ids or counts everything. */
export async function emptiedNeo4j(): Promise<Neo4jProcess> {
  const process = await sharedNeo4j();
  const driver = neo4j.driver(process.address.url);
  const session = driver.session();
  try {
    await session.run('MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS');
  } finally {
    await session.close();
    await driver.close();
  }
  return process;
}

async function statusOf(program: string, args: readonly string[]): Promise<number | null> {
  const [status] = (await once(spawn(program, args, { stdio: 'inherit' }), 'exit')) as [number | null];
  return status;
}

async function launch(folder: string, port: number, secure: boolean) {
  const classPath = `${LIBRARIES}:${join(LIBRARIES, '*')}`;
  const args = [...JVM, '-cp', classPath, 'Launcher', folder, String(port), ...(secure ? ['secure'] : [])];
  const child = endWithUs(spawn('java', args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Neo4j did not start.')));
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  return child;
}

async function certify(folder: string): Promise<void> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
}

/** The initial password is public, and must be changed before anything else. */
async function named(folder: string, port: number): Promise<Neo4jAddress> {
  const caFile = join(folder, 'cert.pem');
  const driver = neo4j.driver(`bolt://127.0.0.1:${port}`, neo4j.auth.basic('neo4j', 'neo4j'), {
    encrypted: 'ENCRYPTION_ON',
    trust: 'TRUST_CUSTOM_CA_SIGNED_CERTIFICATES',
    trustedCertificates: [caFile],
  });
  const statement = 'ALTER CURRENT USER SET PASSWORD FROM $before TO $after';
  await driver.executeQuery(statement, { before: 'neo4j', after: PASSWORD }, { database: 'system' });
  await driver.close();
  return { url: `bolt+s://127.0.0.1:${port}`, user: 'neo4j', password: PASSWORD, caFile };
}
