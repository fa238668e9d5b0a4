/**
 * Compares a large store with a small one: `--users 1000 --memories 1000000` (the default) of every type, and ten users with as
 * many each. It measures how fast memories are added; how long one user's searches take in either store, alternating, so that other
 * work affects both; how long a user waits whose index is not in memory; and what all of it takes. Servers and clients are
 * processes of their own. `npm run bench:scale`.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type Recorda } from '../../client/index.ts';
import { GB, MB } from '../../server/policy/units.ts';
import { query as words, seededRandom } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { median, summarise } from '../load/timings.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { residentBytes } from './peers/resident-memory.ts';
import { mixedMemories } from './scale/mixed-memories.ts';

const { values } = parseArgs({
  options: { users: { type: 'string', default: '1000' }, memories: { type: 'string', default: '1000000' } },
});
const USERS = Number(values.users);
const EACH = Math.floor(Number(values.memories) / USERS);
const FEW_USERS = 10;
const BATCH = 500;
const AT_ONCE = 4;
const ROUNDS = 7;
const CALLS = 400;
const COLD_USERS = Math.min(100, USERS);
const USAGE_CALLS = 1000;
/** The highest allowed ratio of the warm p95 among many users to that among few. */
const RATIO = 1.5;

const random = seededRandom(1);
const folder = await mkdtemp(join(tmpdir(), 'recorda-scale-'));
console.log(
  `${cpus().length} CPUs (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1) ?? '?'} at the start`,
);
try {
  await filled('small', FEW_USERS);
  await filled('large', USERS);
  await warm();
  await cold();
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Store = { readonly server: ServerProcess; readonly recorda: Recorda };

async function withStore<T>(name: string, work: (store: Store) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir: join(folder, name) });
  const recorda = connect(server.address);
  try {
    return await work({ server, recorda });
  } finally {
    await recorda.close();
    await server.stop();
  }
}

async function filled(name: string, users: number): Promise<void> {
  await withStore(name, async ({ recorda, server }) => {
    const start = performance.now();
    let begun = 0;
    const filling = async (): Promise<void> => {
      while (begun < users) {
        begun += 1;
        await fill(recorda, `user-${begun - 1}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, users) }, filling));
    const seconds = (performance.now() - start) / 1000;
    const memory = residentBytes([server.process.pid as number]);
    console.log(
      `${name}: ${formatCount(users * EACH)} memories of ${formatCount(users)} users added in ${seconds.toFixed(0)} s, ` +
        `${formatCount((users * EACH) / seconds)}/s; process ${formatCount(memory / MB)} MB`,
    );
  });
  console.log(`${name}: ${formatMs((await bytesOf(join(folder, name))) / GB)} GB on disk`);
}

async function fill(recorda: Recorda, userId: string): Promise<void> {
  const memories = mixedMemories(userId, EACH, random);
  for (let from = 0; from < memories.length; from += BATCH) {
    const requests = memories.slice(from, from + BATCH);
    const { results } = await recorda.memory.batchAddMemories({ requests });
    const failed = results.find(({ result }) => result?.$case !== 'added');
    if (failed?.result?.$case === 'error') throw new Error(failed.result.value.message);
  }
}

/** Measures one user's searches among few and among many users, whose indexes are in memory as well. */
async function warm(): Promise<void> {
  await withStore('small', (small) =>
    withStore('large', async (large) => {
      for (const [{ recorda }, users] of [
        [small, FEW_USERS],
        [large, USERS],
      ] as const) {
        for (let user = 0; user < users; user += 1) await search(recorda, `user-${user}`);
        for (let call = 0; call < CALLS; call += 1) await search(recorda, 'user-0');
      }
      const rounds = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.small.push(await p95(small.recorda));
        rounds.large.push(await p95(large.recorda));
      }
      const [few, many] = [median(rounds.small), median(rounds.large)];
      printTable(
        ['one user’s search, warm, over gRPC', 'p95 ms', 'lowest', 'highest'],
        [
          [`among ${FEW_USERS} users`, few, rounds.small] as const,
          [`among ${formatCount(USERS)} users`, many, rounds.large] as const,
        ].map(([title, middle, all]) => [title, ...[middle, Math.min(...all), Math.max(...all)].map(formatMs)]),
      );
      const ratio = many / few;
      console.log(`ratio ${ratio.toFixed(2)}, at most ${RATIO}: ${ratio <= RATIO ? 'held' : 'NOT HELD'}`);
      console.log(
        `large: process ${formatCount(residentBytes([large.server.process.pid as number]) / MB)} MB, all warm`,
      );
    }),
  );
}

async function p95(recorda: Recorda): Promise<number> {
  const latencies: number[] = [];
  for (let call = 0; call < CALLS; call += 1) latencies.push(await search(recorda, 'user-0'));
  return summarise(latencies, NaN).p95Ms;
}

/** Measures users whose index is not in memory, and what all users take. */
async function cold(): Promise<void> {
  await withStore('large', async ({ recorda }) => {
    for (let call = 0; call < CALLS; call += 1) await search(recorda, 'user-0');
    const latencies: number[] = [];
    for (let user = 1; user < COLD_USERS; user += 1) latencies.push(await search(recorda, `user-${user}`));
    const { p50Ms, p95Ms } = summarise(latencies, NaN);
    console.log(`a cold user’s first search: p50 ${formatMs(p50Ms)} ms, p95 ${formatMs(p95Ms)} ms`);
    const usages: number[] = [];
    for (let call = 0; call < USAGE_CALLS; call += 1) {
      const start = performance.now();
      await recorda.admin.getUsage({ userId: `user-${call % USERS}` });
      usages.push(performance.now() - start);
    }
    const usage = summarise(usages, NaN);
    console.log(`GetUsage of one user: p50 ${formatMs(usage.p50Ms)} ms, p95 ${formatMs(usage.p95Ms)} ms`);
  });
}

async function search(recorda: Recorda, userId: string): Promise<number> {
  const query = words(random);
  const start = performance.now();
  const { results } = await recorda.memory.retrieveMemories({ scope: { userId }, query, topK: 5 });
  if (results.length !== 5) throw new Error(`${results.length} results`);
  return performance.now() - start;
}

async function bytesOf(dir: string): Promise<number> {
  const files = await readdir(dir);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dir, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
