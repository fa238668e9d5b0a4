/**
 * `npm run load -- --backends redis,neo4j`: compares each call with its memory in the backend with the embedded store and with the bare
 * driver, all three in turn, round after round, in one run.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Recorda } from '../../client/index.ts';
import { startServer } from '../server-process.ts';
import type { BackendCall, BackendLoad } from './backend-load.ts';
import { runGhz, type GhzTimings } from './ghz.ts';
import type { Pace } from './measure-calls.ts';
import { neo4jLoad } from './neo4j-load.ts';
import { redisLoad } from './redis-load.ts';
import { seededRandom } from './sentences.ts';
import { formatMs, printTable } from './table.ts';
import { median, summarise, type Timings } from './timings.ts';

const BACKENDS: readonly BackendLoad[] = [redisLoad, neo4jLoad];

/** One round of a call: with the backend, embedded, and the driver alone. */
type Round = { readonly backend: GhzTimings; readonly embedded: GhzTimings; readonly bare: Timings };
type Row = { readonly call: BackendCall; readonly clients: number; readonly rounds: readonly Round[] };

const CLIENTS = [1, 16];

/** Resolves to whether every call succeeded and every figure was met. Throws for an unknown backend. */
export async function measureBackends(
  names: readonly string[],
  folder: string,
  pace: Pace,
  seed: number,
): Promise<boolean> {
  const known = BACKENDS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No such backend: ${unknown.join(', ')}. Known are ${known.join(', ')}.`);
  let held = true;
  for (const backend of BACKENDS.filter(({ name }) => names.includes(name))) {
    held = (await measureBackend(backend, join(folder, backend.name), pace, seed)) && held;
  }
  return held;
}

async function measureBackend(
  { name, driver, start }: BackendLoad,
  folder: string,
  pace: Pace,
  seed: number,
): Promise<boolean> {
  const cleanup: (() => Promise<void>)[] = [];
  try {
    await mkdir(folder, { recursive: true });
    const backend = await start();
    cleanup.push(backend.stop);
    const addresses: string[] = [];
    for (const [index, env] of [backend.env, {}].entries()) {
      const server = await startServer({ dataDir: join(folder, `${index}`), env });
      cleanup.push(() => server.stop());
      const recorda: Recorda = connect(server.address);
      await backend.fill(recorda, seededRandom(seed));
      await recorda.close();
      addresses.push(server.address);
    }
    const [over = '', embedded = ''] = addresses;
    const rows = await measureRows(folder, backend.calls(seededRandom(seed)), { over, embedded }, pace);
    printRows(name, driver, rows);
    return printFigures(rows);
  } finally {
    for (const release of cleanup.toReversed()) await release();
  }
}

async function measureRows(
  folder: string,
  calls: readonly BackendCall[],
  { over, embedded }: { readonly over: string; readonly embedded: string },
  pace: Pace,
): Promise<readonly Row[]> {
  const measure = ({ method, requests }: BackendCall, address: string, clients: number, count: number) =>
    runGhz(folder, { address, method, requests: requests(), clients, calls: Math.max(clients, Math.round(count)) });
  const counts = (call: BackendCall, clients: number): number =>
    (clients === 1 ? pace.callsOfOne : (pace.callsByClients[clients] ?? pace.callsOfOne)) / call.weight;
  for (const call of calls) {
    const count = pace.warmupCalls / call.weight;
    for (const address of [over, embedded]) await measure(call, address, CLIENTS.at(-1) ?? 1, count);
    await timeBare(call, 1, Math.round(count));
  }
  const rows = calls.flatMap((call) => CLIENTS.map((clients) => ({ call, clients, rounds: [] as Round[] })));
  for (let round = 0; round < pace.fewestRounds; round += 1) {
    for (const { call, clients, rounds } of rows) {
      const count = counts(call, clients);
      const backend = await measure(call, over, clients, count);
      const bare = await timeBare(call, clients, count);
      rounds.push({ backend, bare, embedded: await measure(call, embedded, clients, count) });
    }
  }
  return rows;
}

/** Makes this many calls at once, each after the client's last. */
async function timeBare({ bare }: BackendCall, clients: number, count: number): Promise<Timings> {
  const latenciesMs: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = client; index < count; index += clients) {
        const before = performance.now();
        await bare(index);
        latenciesMs.push(performance.now() - before);
      }
    }),
  );
  return summarise(latenciesMs, performance.now() - start);
}

const of = (rounds: readonly Round[], pick: (round: Round) => number): number => median(rounds.map(pick));
const PARTS = ['backend', 'embedded', 'bare'] as const;

function printRows(name: string, driver: string, rows: readonly Row[]): void {
  console.log(
    `Over ${name}, embedded, and ${driver} alone: gRPC as ghz sees it, the driver as its program does; overhead is p50 and p95 of gRPC over ${name} less the driver's; each number is the median of its rounds (ms)`,
  );
  const three = (title: string): readonly string[] => ['p50', 'p95', 'p99'].map((figure) => `${title} ${figure}`);
  printTable(
    [
      'call',
      'clients',
      ...three(name),
      'target',
      ...three('embedded'),
      ...three(driver),
      'overhead p50',
      'overhead p95',
      'errors',
    ],
    rows.map(({ call, clients, rounds }) => {
      const [over, embedded, bare] = PARTS.map((part) =>
        (['p50Ms', 'p95Ms', 'p99Ms'] as const).map((figure) => of(rounds, (round) => round[part][figure])),
      ) as [number[], number[], number[]];
      return [
        call.kind,
        `${clients}`,
        ...over.map(formatMs),
        formatMs(call.targetMs),
        ...[...embedded, ...bare].map(formatMs),
        ...[0, 1].map((at) => formatMs((over[at] ?? NaN) - (bare[at] ?? NaN))),
        `${errorsOf(rounds)}`,
      ];
    }),
  );
  const kinds = rows.flatMap(({ rounds }) =>
    rounds.flatMap(({ backend, embedded }) => [...backend.errorKinds, ...embedded.errorKinds]),
  );
  for (const kind of new Set(kinds)) console.log(kind);
  console.log('');
}

function errorsOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { backend, embedded }) => sum + backend.errors + embedded.errors, 0);
}

/** Prints the p95 of one client, and returns whether no call failed. */
function printFigures(rows: readonly Row[]): boolean {
  let isHeld = rows.every(({ rounds }) => errorsOf(rounds) === 0);
  console.log(isHeld ? 'No call failed.' : 'Calls FAILED.');
  for (const { call, clients, rounds } of rows) {
    if (clients !== 1 || call.acceptance === undefined) continue;
    const p95Ms = of(rounds, ({ backend }) => backend.p95Ms);
    const holds = p95Ms < call.acceptance.p95Ms;
    console.log(
      `${call.kind}: p95 ${formatMs(p95Ms)} ms, must be under ${formatMs(call.acceptance.p95Ms)}: ${holds ? 'held' : 'NOT HELD'}`,
    );
    isHeld &&= holds;
  }
  console.log('');
  return isHeld;
}
