/**
 * Measures what calls cost: CPU time by thread of a server in a process of its own, with one client and with sixteen, each after 3,000
 * calls of the same kind, compared with a bare grpc-js echo of the same bytes. CPU time depends less on the machine than wall time: its
 * other work makes a call late, but hardly more expensive. Linux only. `npm run bench -- cpu`, with `--rounds`, `--calls` of each round
 * and `--only`.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { READER } from '../load/calls.ts';
import { KIND_FIELD, recordAnswers } from '../load/recording.ts';
import { query, seededRandom } from '../load/sentences.ts';
import { formatCount, printTable } from '../load/table.ts';
import { median } from '../load/timings.ts';
import { ROOT } from '../root.ts';
import {
  forkMeasured,
  measure,
  openServer,
  stopServer,
  THREADS,
  type Measured,
  type Operation,
} from './cpu/measured-server.ts';
import { CONTEXT_OPERATIONS, fillContext, fillMemories, MEMORY_OPERATIONS } from './cpu/operations.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '400' },
    only: { type: 'string', multiple: true },
  },
});
const [rounds, calls] = [options.rounds, options.calls].map(Number) as [number, number];

/** The calls before the measurement: until then they get cheaper, as V8 compiles what they run. */
const WARM_UP = { calls: 3000, atOnce: 4 };
const MEMORIES = 10_000;
const CLIENTS = [1, 16];
/** How many times fewer calls are made of operations that cost much more than a search. */
const WEIGHTS: Readonly<Record<string, number>> = { 'add a batch': 20 };
const MICROSECONDS = 1000;

const isAsked = (name: string): boolean => options.only?.includes(name) ?? true;
const HEAD = ['CPU of a call, µs', 'clients', 'all', ...THREADS, 'least to most', 'p50 as seen'];
const folder = await mkdtemp(join(tmpdir(), 'recorda-cpu-'));
try {
  const server = await openServer(join(ROOT, 'dist'), join(folder, 'data'));
  await fillMemories(server, MEMORIES);
  if (isAsked('echo')) await measureEcho(server.address);
  if (Object.keys(CONTEXT_OPERATIONS).some(isAsked)) await fillContext(server);
  for (const [name, operation] of Object.entries<Operation>({ ...MEMORY_OPERATIONS, ...CONTEXT_OPERATIONS })) {
    if (!isAsked(name)) continue;
    // Turns of one session follow one another.
    const clients = name in CONTEXT_OPERATIONS ? [1] : CLIENTS;
    await measureRows(name, server.child, () => operation(server), clients);
  }
  await stopServer(server);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureRows(
  name: string,
  child: ChildProcess,
  call: () => Promise<unknown>,
  clients: readonly number[],
): Promise<void> {
  const weight = WEIGHTS[name] ?? 1;
  const warmUp = { calls: WARM_UP.calls / weight, atOnce: Math.min(WARM_UP.atOnce, Math.max(...clients)) };
  await measure(child, call, warmUp);
  const rows: (readonly string[])[] = [];
  for (const atOnce of clients) {
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round += 1)
      measured.push(await measure(child, call, { calls: calls / weight, atOnce }));
    rows.push(rowOf(name, atOnce, measured));
  }
  printTable(HEAD, rows);
}

function rowOf(name: string, clients: number, measured: readonly Measured[]): readonly string[] {
  const all = measured.map(({ cpuMs }) => cpuMs);
  const inMicroseconds = (ms: number): string => formatCount(ms * MICROSECONDS);
  return [
    name,
    String(clients),
    inMicroseconds(median(all)),
    ...THREADS.map((kind) => inMicroseconds(median(measured.map(({ cpu }) => cpu[kind])))),
    `${inMicroseconds(Math.min(...all))} to ${inMicroseconds(Math.max(...all))}`,
    inMicroseconds(median(measured.map(({ p50Ms }) => p50Ms))),
  ];
}

/** Measures a server that does nothing but repeat the answer that `address` once gave to a search. */
async function measureEcho(address: string): Promise<void> {
  const kind = 'search long_term';
  const method = 'recorda.v1.MemoryService/RetrieveMemories';
  const random = seededRandom(1);
  const request = Buffer.from(
    RetrieveMemoriesRequest.encode(
      RetrieveMemoriesRequest.fromPartial({ scope: READER, query: query(random) }),
    ).finish(),
  );
  const recordings = join(folder, 'recordings.json');
  const call = { kind, method, requests: () => [request] };
  await writeFile(recordings, JSON.stringify(await recordAnswers(address, [call])));
  const child = forkMeasured(join(ROOT, 'dist/test/load/echo.js'), [recordings]);
  const [port] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set(KIND_FIELD, kind);
  const asIs = (bytes: Buffer): Buffer => bytes;
  const echo = (): Promise<unknown> =>
    new Promise((done, failed) => {
      client.makeUnaryRequest(`/${method}`, asIs, asIs, request, metadata, (error, answer) => {
        if (error === null) done(answer);
        else failed(error);
      });
    });
  await measureRows('echo', child, echo, CLIENTS);
  client.close();
  child.kill();
}
