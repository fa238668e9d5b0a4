/**
 * Measures how fast a user's memories are found, over gRPC, by one client and by many, among 10,000 and among 100,000; how
 * long a user waits whose index is not in memory; what an index takes; and whether working memory waits behind any of it. The
 * server runs in this process, so that its event loop can be watched; the clients in another. `node
 * dist/test/bench/speed.js`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { MB } from '../../server/policy/units.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { runGhz } from '../load/ghz.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { summarise, type Timings } from '../load/timings.ts';
import type { SpeedOrder, SpeedReport } from './speed-client.ts';

const LARGE = 100_000;
const MEDIUM = 10_000;
const COLD_USERS = 4;
const BATCH = 500;
const MEASURED_INDEXES = 5;
/** Code that has seldom run is slow, whatever it reads, so this makes as many calls as `npm run load` before it measures. */
const WARM_UP = { calls: 2500, atOnce: 16 };
/** Sampling the loop is work for it, too. */
const LOOP_RESOLUTION_MS = 10;
const SEARCH = 'recorda.v1.MemoryService/RetrieveMemories';
const NANOSECONDS_PER_MS = 1e6;

const random = seededRandom(1);
const folder = await mkdtemp(join(tmpdir(), 'recorda-speed-'));
const client = fork(join(import.meta.dirname, 'speed-client.js'));
console.log(
  `${cpus().length} CPUs (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1) ?? '?'} at the start`,
);
printMemory();
try {
  await withServer(async ({ recorda }) => {
    const firstMs: number[] = [];
    for (let user = 0; user < COLD_USERS; user++) {
      await fillUser(recorda, `cold-${user}`, MEDIUM);
      firstMs.push(await timed(() => search(recorda, `cold-${user}`)));
    }
    console.log(`first search after a batch of ${formatCount(MEDIUM)}: ${firstMs.map(formatMs).join(', ')} ms`);
    await fillUser(recorda, 'large', LARGE);
    await search(recorda, 'large');
  });
  await withServer(measure);
} finally {
  client.disconnect();
  await rm(folder, { recursive: true, force: true });
}

/** Prints the memory that an active user's index takes, by its own count and as the process sees it. */
function printMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const encoder = staticEncoder(loadStaticTable());
  const held = (): number => {
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const filled = (count: number): MemoryIndex => {
    const index = memoryIndex(encoder);
    const documents = Array.from({ length: count }, (_, at): IndexDocument => {
      const text = sentence(random);
      const id = `lt_${randomBytes(16).toString('hex')}`;
      return { id, text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
    });
    index.put(documents);
    return index;
  };
  // Memory that is released would be used again.
  const first = filled(MEDIUM);
  const before = held();
  const indexes = Array.from({ length: MEASURED_INDEXES }, () => filled(MEDIUM));
  const each = (held() - before) / MEASURED_INDEXES;
  console.log(
    `an active user with ${formatCount(MEDIUM)} memories takes ${formatMs((indexes[0]?.bytes ?? 0) / MB)} MB by the index's count, ${formatMs(each / MB)} MB by the process's`,
  );
  for (const index of [first, ...indexes]) index.release();
}

type Server = { readonly recorda: Recorda; readonly address: string };

/** Closing keeps what the indexes have read. */
async function withServer(work: (server: Server) => Promise<void>): Promise<void> {
  const quotas = { ...QUOTAS, LONG_TERM: { count: LARGE, bytes: 1024 * MB } };
  const server = await openRecorda({ dataDir: folder, quotas });
  const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  try {
    const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
    await work({ recorda, address: `127.0.0.1:${serving.port}` });
  } finally {
    await serving.drain(0);
    await server.close();
  }
}

async function measure({ recorda, address }: Server): Promise<void> {
  await order({ address, user: 'cold-0', ...WARM_UP });
  for (const user of ['cold-1', 'cold-2', 'cold-3', 'large']) {
    const start = performance.now();
    await search(recorda, user);
    const coldMs = performance.now() - start;
    const warm = await timed(() => search(recorda, user));
    console.log(
      `${user}, ${formatCount(user === 'large' ? LARGE : MEDIUM)} memories: ${formatMs(coldMs)} ms cold, then ${formatMs(warm)} ms`,
    );
  }
  const rows: string[][] = [];
  for (const [size, user] of [
    [MEDIUM, 'cold-0'],
    [LARGE, 'large'],
  ] as const) {
    const calls = size === MEDIUM ? 4000 : 800;
    for (const atOnce of [1, 16]) {
      const title = `top 5 of ${formatCount(size)}, ${atOnce} at once`;
      const requests = searches(user, calls);
      const ofGhz = await watched(() => runGhz(folder, { address, method: SEARCH, requests, clients: atOnce, calls }));
      if (ofGhz.result.errors > 0)
        throw new Error(`${ofGhz.result.errors} searches failed: ${ofGhz.result.errorKinds.join()}`);
      rows.push(row(`${title}, as ghz sees it`, ofGhz.result, ofGhz.loopDelayMs));
      const { result, loopDelayMs } = await watched(() => order({ address, user, calls, atOnce }));
      rows.push(row(`${title}, in Node`, summary(result.searches, result), loopDelayMs));
    }
  }
  const beside = { address, user: 'cold-0', calls: 4000, atOnce: 8, workingAdds: true };
  const { result, loopDelayMs } = await watched(() => order(beside));
  rows.push(row('working add beside 8 searching, in Node', summary(result.workingAdds, result), loopDelayMs));
  printTable(['over gRPC, one user', 'p50 ms', 'p95', 'p99', '/s', 'event loop delay p99 ms'], rows);
  const report = await recorda.admin.getLatencyReport({});
  const working = report.rows.find(
    ({ operation, types }) => operation === 'create_memory' && types.join() === 'MEMORY_TYPE_WORKING',
  );
  if (working === undefined) throw new Error('the server reports no working add');
  console.log(
    `working add as the server sees it: p50 ${formatMs(working.p50Ms)} ms, p95 ${formatMs(working.p95Ms)}, p99 ${formatMs(working.p99Ms)}`,
  );
}

function summary(latenciesMs: readonly number[], { elapsedMs }: SpeedReport): Timings {
  return summarise(latenciesMs, elapsedMs);
}

function row(title: string, { p50Ms, p95Ms, p99Ms, callsPerSecond }: Timings, loopDelayMs: number): string[] {
  return [title, ...[p50Ms, p95Ms, p99Ms].map(formatMs), formatCount(callsPerSecond), formatMs(loopDelayMs)];
}

async function watched<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly loopDelayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  const result = await work();
  delay.disable();
  // The time is counted from one wake-up to the next: what exceeds the resolution is delay.
  return { result, loopDelayMs: Math.max(0, delay.percentile(99) / NANOSECONDS_PER_MS - LOOP_RESOLUTION_MS) };
}

function searches(userId: string, count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, () => {
    const request = { scope: { userId }, query: query(random), topK: 5 };
    return RetrieveMemoriesRequest.encode(RetrieveMemoriesRequest.fromPartial(request)).finish();
  });
}

async function order(given: SpeedOrder): Promise<SpeedReport> {
  client.send(given);
  const [report] = (await once(client, 'message')) as [SpeedReport];
  return report;
}

async function fillUser(recorda: Recorda, userId: string, count: number): Promise<void> {
  for (let added = 0; added < count; added += BATCH) {
    const requests = Array.from({ length: BATCH }, () => ({
      memory: { scope: { userId }, payload: { $case: 'text' as const, value: { content: sentence(random) } } },
    }));
    const { results } = await recorda.memory.batchAddMemories({ requests });
    const failed = results.find(({ result }) => result?.$case !== 'added');
    if (failed !== undefined) throw new Error('a memory was not added');
  }
}

async function search(recorda: Recorda, userId: string): Promise<void> {
  const { results } = await recorda.memory.retrieveMemories({ scope: { userId }, query: sentence(random), topK: 5 });
  if (results.length !== 5) throw new Error(`${results.length} results`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
