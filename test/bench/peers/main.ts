/**
 * Compares Recorda with what people use instead: the same 10,000 texts and the same vectors, each peer in a process of its own,
 * all alternating a few calls at a time, so that the machine's other work affects all alike. `npm run bench:peers`; `-- --only
 * recorda,sqlite-vec` for some, `-- --markdown` for the README's table. Peers that are not installed are listed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summarise } from '../../load/timings.ts';
import { BATCH } from './operations.ts';
import type { Introduction, Order, Report } from './peer-process.ts';
import { markdown, memoryTable, sessionTable, type Measured } from './report.ts';
import { MEMORIES, SMALL_USERS } from './workload.ts';

const MEMORY_PEERS = ['recorda', 'sqlite-vec', 'lancedb', 'chroma', 'langgraph', 'mem0'];
const SESSION_PEERS = ['recorda-sessions', 'redis'];
const ROUNDS = 6;
const WARMUP_CALLS = 30;
/** The duration of a round of one peer in milliseconds: slow ones make fewer calls. */
const ROUND_MS = 1000;
const SINGLE_ADDS = 500;
const UNBOUNDED_MS = 3_600_000;

const { values: flags } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = flags.only?.split(',');

type Running = { readonly measured: Measured; readonly child: ChildProcess; emptyBytes: number };

const folder = await mkdtemp(join(tmpdir(), 'recorda-peers-'));
const absent: string[] = [];
const load = loadavg()[0] ?? 0;
try {
  const memoryPeers = await openAll(MEMORY_PEERS);
  await measureMemory(memoryPeers);
  await closeAll(memoryPeers);
  const sessionPeers = await openAll(SESSION_PEERS);
  await interleave(sessionPeers, 'append a message', { calls: 2000, atOnce: 1 });
  await interleave(sessionPeers, 'last 10 messages', { calls: 2000, atOnce: 1 });
  await closeAll(sessionPeers);
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'unknown'}`;
  console.log(
    markdown({
      machine: `${machine}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load ${load.toFixed(1)} at the start`,
      memory: memoryTable(memoryPeers.map(({ measured }) => measured)),
      sessions: sessionTable(sessionPeers.map(({ measured }) => measured)),
      absent,
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureMemory(peers: readonly Running[]): Promise<void> {
  for (const peer of peers)
    peer.emptyBytes = (await order(peer, { operation: 'add 100', calls: 1, atOnce: 1 })).residentBytes;
  await interleave(peers, `add ${BATCH}`, { calls: (MEMORIES - SINGLE_ADDS) / BATCH - 1, atOnce: 1 }, UNBOUNDED_MS);
  await interleave(peers, 'add', { calls: SINGLE_ADDS, atOnce: 1 });
  for (const peer of peers) await order(peer, { operation: 'add the rest', calls: 1, atOnce: 1 });
  for (const operation of ['top 5', 'top 5 of a category']) {
    for (const peer of peers) await order(peer, { operation, calls: WARMUP_CALLS, atOnce: 1 });
    await interleave(peers, operation, { calls: 1000, atOnce: 1 });
  }
  await interleave(peers, 'top 5', { calls: 4000, atOnce: 16 }, ROUND_MS, 'top 5, 16 at once');
  for (const peer of peers) {
    const { residentBytes } = await order(peer, { operation: 'top 5', calls: 1, atOnce: 1 });
    peer.measured.filledBytes = residentBytes - peer.emptyBytes;
  }
  for (const peer of peers)
    await order(peer, { operation: 'add a small user', calls: SMALL_USERS, atOnce: 1, budgetMs: UNBOUNDED_MS });
  await interleave(peers, 'top 5 of a small user', { calls: 1000, atOnce: 1 });
  for (const peer of peers)
    peer.measured.recall = (await order(peer, { operation: 'recall', calls: 1, atOnce: 1 })).value;
}

/** Lets each peer make a part of the calls, in turn, until all are made. */
async function interleave(
  peers: readonly Running[],
  operation: string,
  { calls, atOnce }: Pick<Order, 'calls' | 'atOnce'>,
  budgetMs = ROUND_MS,
  title = operation,
): Promise<void> {
  console.error(`… ${title}`);
  const latencies = new Map(peers.map((peer) => [peer, [] as number[]]));
  const elapsed = new Map(peers.map((peer) => [peer, 0]));
  for (let round = 0; round < ROUNDS; round++) {
    const part = Math.floor((calls * (round + 1)) / ROUNDS) - Math.floor((calls * round) / ROUNDS);
    for (const peer of peers) {
      const report = await order(peer, { operation, calls: part, atOnce, budgetMs });
      latencies.get(peer)?.push(...report.latenciesMs);
      elapsed.set(peer, (elapsed.get(peer) ?? 0) + report.elapsedMs);
    }
  }
  for (const peer of peers) peer.measured.timings[title] = summarise(latencies.get(peer) ?? [], elapsed.get(peer) ?? 0);
}

async function order({ child, measured }: Running, given: Omit<Order, 'budgetMs'> & Partial<Order>): Promise<Report> {
  child.send({ budgetMs: UNBOUNDED_MS, ...given } satisfies Order);
  const [answer] = (await once(child, 'message')) as [Report | { readonly failure: string }];
  if ('failure' in answer) throw new Error(`${measured.name}, ${given.operation}: ${answer.failure}`);
  return answer;
}

async function openAll(names: readonly string[]): Promise<Running[]> {
  const running: Running[] = [];
  for (const name of names) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    const own = join(folder, name);
    mkdirSync(own);
    const child = fork(join(import.meta.dirname, 'peer-process.js'), [name, own]);
    const [answer] = (await once(child, 'message')) as [Introduction | { readonly failure: string }];
    if ('failure' in answer) absent.push(`${name}: ${answer.failure}`);
    else running.push({ child, emptyBytes: 0, measured: { ...answer, timings: {} } });
  }
  return running;
}

async function closeAll(peers: readonly Running[]): Promise<void> {
  for (const { child } of peers) {
    const gone = once(child, 'exit');
    child.send('close');
    await gone;
  }
}
