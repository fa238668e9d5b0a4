/**
 * Measures what calls take under load. Starts the real server on an empty folder, fills two users' memories to their quotas and
 * calls it with ghz, and a bare echo of the same bytes in comparison: all kinds of calls in turn from one client, round after round,
 * then each from 16 and 50 clients. The warm-up before is not counted. Measures the disk's own commit; ends with the required
 * figures. `npm run load`, or `npm run load -- --quick` for a smoke run; `--profile` leaves a CPU profile of the server in
 * node_modules/.cache/recorda/profiles; `--seed 7` makes other texts; `--backends redis,neo4j` measures calls with backends instead,
 * `--overload` how the server behaves far beyond its capacity, `--soak 120` whether its memory use stays constant over so many minutes
 * of work.
 * Exits with 1 if a call failed or a figure was missed.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../../client/index.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { ROOT } from '../root.ts';
import { startScript, startServer } from '../server-process.ts';
import { measureBackends } from './backends.ts';
import { measuredCalls, READER, WRITER } from './calls.ts';
import { measureAppend, measureCommit } from './disk.ts';
import { fill } from './fill.ts';
import { measureCalls, type Pace } from './measure-calls.ts';
import { measureNodeClient } from './node-client.ts';
import { recordAnswers } from './recording.ts';
import { measureOverload } from './overload.ts';
import { measureSoak } from './soak.ts';
import { printAcceptance, printCalls, printEventLoop, printServerView, printTimings } from './report.ts';
import { seededRandom } from './sentences.ts';
import { formatCount, formatMs } from './table.ts';
import type { EventLoopDelay } from './watch-event-loop.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    profile: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    backends: { type: 'string' },
    overload: { type: 'boolean' },
    soak: { type: 'string' },
  },
});

const FULL: Pace = {
  rounds: 7,
  fewestRounds: 3,
  roundSeconds: 150,
  callsOfOne: 1000,
  callsByClients: { 16: 4000, 50: 6000 },
  warmupCalls: 2500,
};
const QUICK: Pace = { ...FULL, rounds: 3, callsOfOne: 100, callsByClients: { 16: 320, 50: 500 }, warmupCalls: 50 };

const cache = join(ROOT, 'node_modules/.cache/recorda');
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, 'load-'));
const cleanup: Cleanup = [];
try {
  const isHeld = await measureWhatIsAsked(folder, cleanup);
  process.exitCode = isHeld ? 0 : 1;
} finally {
  for (const release of cleanup.toReversed()) await release();
  await rm(folder, { recursive: true, force: true });
}

/** Functions that release resources at the end, the last first. */
type Cleanup = (() => Promise<void>)[];

async function measureWhatIsAsked(folder: string, cleanup: Cleanup): Promise<boolean> {
  const pace = flags.quick ? QUICK : FULL;
  const dataDir = join(folder, 'data');
  const seed = Number(flags.seed);
  if (flags.overload) return measureOverload(dataDir, seed, flags.quick ? 5 : 60);
  if (flags.soak !== undefined) return measureSoak(dataDir, seed, Number(flags.soak));
  if (flags.backends !== undefined) return measureBackends(flags.backends.split(','), folder, pace, seed);
  return measure(folder, pace, cleanup);
}

/** Resolves to whether every call succeeded and every figure was met. */
async function measure(folder: string, pace: Pace, cleanup: Cleanup): Promise<boolean> {
  const random = seededRandom(Number(flags.seed));
  const cpu = `${cpus().length} CPUs (${cpus()[0]?.model ?? 'unknown'}), of which ${formatMs(loadavg()[0] ?? NaN)} busy before`;
  console.log(`Node ${process.version}, ${cpu}, seed ${flags.seed}`);
  printTimings('The disk alone', [
    { name: 'append 8 KB, fdatasync', timings: await measureAppend(folder) },
    { name: 'SQLite commit (WAL, FULL)', timings: await measureCommit(folder) },
  ]);

  const eventLoopFile = join(folder, 'event-loop.json');
  const server = await startServer({
    dataDir: join(folder, 'data'),
    nodeOptions: [
      `--import=${join(import.meta.dirname, 'watch-event-loop.js')}`,
      ...(flags.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(cache, 'profiles')}`] : []),
    ],
    env: { LOAD_EVENT_LOOP_FILE: eventLoopFile },
  });
  cleanup.push(() => server.stop());
  const recorda = connect(server.address);
  cleanup.push(() => recorda.close());
  const start = performance.now();
  const ids = await fill(recorda, READER, random, QUOTAS.LONG_TERM.count);
  await fill(recorda, WRITER, random, QUOTAS.LONG_TERM.count);
  const seconds = (performance.now() - start) / 1000;
  console.log(`\nFilled two users with ${formatCount(ids.length)} long-term memories each in ${formatMs(seconds)} s\n`);

  const calls = measuredCalls(random, ids);
  const recordings = join(folder, 'recordings.json');
  await writeFile(recordings, JSON.stringify(await recordAnswers(server.address, calls)));
  server.process.kill('SIGUSR2');
  const echo = await startScript('load/echo.js', [recordings]);
  cleanup.push(() => echo.stop());

  const rows = await measureCalls(folder, calls, { server: server.address, echo: echo.address }, pace, (done) =>
    console.log(`Done: ${done}`),
  );
  console.log('');
  printCalls(rows);
  printTimings('One client in Node', await measureNodeClient(recorda, random, pace));
  printServerView(await recorda.admin.getLatencyReport({}));
  await recorda.close();
  await server.stop();
  printEventLoop(JSON.parse(await readFile(eventLoopFile, 'utf8')) as EventLoopDelay);
  return printAcceptance(rows);
}
