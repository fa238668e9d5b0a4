/**
 * `npm run test:backends`: checks that every backend is installed, runs the suites of each with real processes and, at the same time,
 * the scenarios of a transport with types in other backends; then outages, which are timed. Every process that is started here is
 * ended here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes } from '../lanes.ts';
import { memoryFolder } from '../memory-folder.ts';
import { ROOT } from '../root.ts';
import { installCollector } from './collector-process.ts';
import { installEnvoy } from './envoy-process.ts';
import { installMissing } from './install.ts';
import { installNeo4j, startNeo4j } from './neo4j-process.ts';
import { scaled } from '../scale.ts';
import { startSearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';
import { startPostgres } from '../backends/postgres/postgres-process.ts';
import { startRedis } from './redis-process.ts';

/** Mocha exits when the last test is over, even if a failed one left something open. */
const MOCHA = ['mocha', '--no-package', '--enable-source-maps', '--timeout', '300000', '--exit'];
/**
 * The change log belongs to the embedded store: it does not report messages that live elsewhere. The others start servers of their
 * own.
 */
const NOT_SHARED = /^(watch|embedded|examples|context-crash)/;

/** Writes can be found only after a while, as in the service itself. */
const SEARCH_LAG_MS = 100;

/** Each commit over PostgreSQL syncs several files, which takes longer than all else if they are on a disk. */
const IN_MEMORY = { TMPDIR: memoryFolder() };

/** The number of groups that run at once: a machine with four processors has no room for more. */
const LANES = 3;

installMissing();
await Promise.all([installNeo4j(), installCollector(), installEnvoy()]);
const suites = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.js'));
const timed = suites.filter((name) => name.startsWith('outages'));
const ofNeo4j = suites.filter((name) => /^(neo4j|several-servers-graph)/.test(name));
const ofIndexes = suites.filter((name) => /^(azure|blob|long-term|outbox)/.test(name));
const ofPostgres = suites.filter((name) => name.startsWith('postgres'));
const isOfPorts = (name: string): boolean => name.startsWith('postgres-conformance');
/** The suites of the ports take as long as all others. */
const postgresGroups = [ofPostgres.filter(isOfPorts), ofPostgres.filter((name) => !isOfPorts(name))];
const others = suites.filter((name) => ![...timed, ...ofNeo4j, ...ofIndexes, ...ofPostgres].includes(name));
const shared = readdirSync(join(ROOT, 'dist/test/api'))
  .filter((name) => name.endsWith('.test.js') && !NOT_SHARED.test(name))
  .map((name) => `dist/test/api/${name}`);
/** Over PostgreSQL the store is the same code with another way to commit, so a part of the scenarios is enough. */
const sharedPart = shared.filter((_, index) => index % scaled(3, 1) === 0);
/** One half runs over gRPC and one in process, since a backend's answers do not depend on the transport. */
const halves = ['grpc', 'inProcess'].map((door, half) => ({
  door,
  paths: shared.filter((_, index) => index % 2 === half),
}));
// The longest comes first.
const groups = [
  () => mocha(pathsOf(ofNeo4j)),
  ...halves.map(
    ({ door, paths }) =>
      () =>
        overBackends(door, paths),
  ),
  ...postgresGroups.map((names) => () => mocha(pathsOf(names), IN_MEMORY)),
  () => overPostgres('inProcess', sharedPart),
  () => mocha(pathsOf(ofIndexes)),
  () => mocha(pathsOf(others)),
];
await inLanes(groups, LANES, (run) => run());
await Promise.all(timed.map((name) => mocha(pathsOf([name]))));

/** Runs the scenarios of a transport, with a backend of each kind of their own. */
async function overBackends(door: string, paths: readonly string[]): Promise<void> {
  const [redis, neo4j, search] = await Promise.all([startRedis(), startNeo4j(), startSearchStandIn('key')]);
  search.setLag(SEARCH_LAG_MS);
  try {
    // Torture tests are about the embedded store.
    await mocha([...paths, '--grep', '@torture', '--invert'], {
      RECORDA_TEST_DOORS: door,
      RECORDA_TEST_SHORT_TERM: redis.url,
      RECORDA_TEST_WORKING: redis.url,
      RECORDA_TEST_CACHE: redis.url,
      RECORDA_TEST_GRAPH: neo4j.address.url,
      RECORDA_TEST_LONG_TERM: `${search.endpoint} ${search.key}`,
    });
  } finally {
    await Promise.all([redis.stop(), neo4j.stop(), search.close()]);
  }
}

/** Runs the scenarios of a transport at a server whose data PostgreSQL holds. Each file gets a database of its own. */
async function overPostgres(door: string, paths: readonly string[]): Promise<void> {
  const postgres = await startPostgres();
  try {
    await mocha([...paths, '--grep', '@torture', '--invert'], {
      ...IN_MEMORY,
      RECORDA_TEST_DOORS: door,
      RECORDA_TEST_STORE: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    });
  } finally {
    await postgres.stop();
  }
}

function pathsOf(names: readonly string[]): readonly string[] {
  return names.map((name) => `dist/test/with-backends/${name}`);
}

/** The output of concurrent groups is printed whole, each when it is over. */
async function mocha(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn('npx', ['--no-install', ...MOCHA, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(said);
  if (code !== 0) process.exitCode = 1;
}
