/**
 * Measures whether calls cost more than before: the server of another checkout and of this one, each in a process of its own with the same
 * memories, are called alternately. Prints the CPU time of a call by thread and the ratio of both. Linux only. `npm run bench -- pairs
 * --before ../other/dist`, with `--rounds`, `--calls` of each round, `--at-once` and `--memories` for other sizes; `--only` gives one
 * operation by its name, and may be repeated.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatMs, printTable } from '../load/table.ts';
import { median } from '../load/timings.ts';
import { ROOT } from '../root.ts';
import {
  measure,
  openServer,
  stopServer,
  THREADS,
  type Measured,
  type MeasuredServer,
  type Operation,
} from './cpu/measured-server.ts';
import { CONTEXT_OPERATIONS, fillContext, fillMemories, MEMORY_OPERATIONS } from './cpu/operations.ts';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    calls: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '1' },
    memories: { type: 'string', default: '10000' },
    only: { type: 'string', multiple: true },
  },
});
if (options.before === undefined) throw new Error('Say what to compare with: --before DIST of another checkout.');
const [rounds, calls, atOnce, memories] = [options.rounds, options.calls, options['at-once'], options.memories].map(
  Number,
) as [number, number, number, number];

const WARM_UP_ROUNDS = 4;

const asked = Object.entries<Operation>({ ...MEMORY_OPERATIONS, ...CONTEXT_OPERATIONS }).filter(
  ([name]) => options.only?.includes(name) ?? true,
);
const isAsked = (operations: Readonly<Record<string, Operation>>): boolean =>
  asked.some(([name]) => name in operations);

const folder = await mkdtemp(join(tmpdir(), 'recorda-pairs-'));
try {
  const before = await openServer(resolve(options.before), join(folder, 'before'));
  const now = await openServer(join(ROOT, 'dist'), join(folder, 'now'));
  const servers = [before, now];
  for (const server of servers) {
    if (isAsked(MEMORY_OPERATIONS)) await fillMemories(server, memories);
    if (isAsked(CONTEXT_OPERATIONS)) await fillContext(server);
  }
  const rows: (readonly string[])[] = [];
  for (const [name, operation] of asked) rows.push(rowOf(name, await inTurns(servers, operation)));
  printTable(['CPU of a call, ms', 'before', 'now', 'ratio', 'least to most', ...THREADS, 'p50'], rows);
  for (const server of servers) await stopServer(server);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Measures a round of calls on each server; they take turns in being first. */
async function inTurns(
  servers: readonly MeasuredServer[],
  operation: Operation,
): Promise<readonly (readonly Measured[])[]> {
  const measured = servers.map((): Measured[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    const order = [...servers.entries()];
    for (const [at, server] of round % 2 === 0 ? order : order.reverse()) {
      const one = await measure(server.child, () => operation(server), { calls, atOnce });
      if (round >= WARM_UP_ROUNDS) measured[at]!.push(one);
    }
  }
  return measured;
}

function rowOf(name: string, [before = [], now = []]: readonly (readonly Measured[])[]): readonly string[] {
  const ratios = before.map(({ cpuMs }, round) => now[round]!.cpuMs / cpuMs);
  const both = (figure: (one: Measured) => number): string =>
    [before, now].map((all) => formatMs(median(all.map(figure)))).join(' → ');
  return [
    name,
    formatMs(median(before.map(({ cpuMs }) => cpuMs))),
    formatMs(median(now.map(({ cpuMs }) => cpuMs))),
    median(ratios).toFixed(3),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ...THREADS.map((kind) => both(({ cpu }) => cpu[kind])),
    both(({ p50Ms }) => p50Ms),
  ];
}
