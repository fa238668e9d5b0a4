/**
 * Whether calls cost more than they did: the server of another checkout and of this one, each a process of its own with the same
 * memories, called in turns. Prints the CPU time of a call by thread and the ratio of both. Linux only.
 * `npm run bench -- pairs --before ../other/dist`, with `--rounds`, `--calls` of each round and `--memories` for other sizes; `--only` gives
 * one operation by its name.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { connect, type Recorda } from '../../client/index.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { fill } from '../load/fill.ts';
import { READER, textMemory, type LoadScope } from '../load/calls.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { formatMs, printTable } from '../load/table.ts';
import { median } from '../load/timings.ts';
import { endWithUs } from '../end-with-us.ts';
import { ROOT } from '../root.ts';
import { SYSTEM_PROMPT } from './context/replayed.ts';
import type { ThreadTimes } from './pairs/thread-times.ts';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    calls: { type: 'string', default: '200' },
    memories: { type: 'string', default: '10000' },
    only: { type: 'string' },
  },
});
if (options.before === undefined) throw new Error('Say what to compare with: --before DIST of another checkout.');
const [rounds, calls, memories] = [options.rounds, options.calls, options.memories].map(Number) as [
  number,
  number,
  number,
];

const WARM_UP_ROUNDS = 4;
const TURNS = 2000;
const FACTS = 9500;
const AT_ONCE = 50;
const THREADS = ['main', 'writer', 'reader', 'other'] as const;

const WRITER: LoadScope = { ...READER, userId: 'pairs-writer' };
const TALKER: LoadScope = { ...READER, userId: 'pairs-talker' };

type Server = {
  readonly recorda: Recorda;
  readonly child: ChildProcess;
  /** Each server is asked the same. */
  readonly random: () => number;
  turns: number;
};

type Measured = { readonly cpu: ThreadTimes; readonly cpuMs: number; readonly p50Ms: number };

const text = ({ random }: Server): string => [1, 2, 3].map(() => sentence(random)).join(' ');

async function append(server: Server): Promise<void> {
  const role = server.turns % 2 === 0 ? 'ROLE_USER' : 'ROLE_ASSISTANT';
  server.turns += 1;
  await server.recorda.context.appendTurns({ scope: TALKER, turns: [{ role, content: text(server) }] });
}

/** Answers how long it was waited for, in milliseconds. */
async function assemble({ recorda, random }: Server): Promise<number> {
  const start = performance.now();
  await recorda.context.assembleContext({ scope: TALKER, newTurn: sentence(random) });
  return performance.now() - start;
}

/** A number that one answers is the time that counts for its p50, where that is not all of it. */
type Operation = (server: Server) => Promise<unknown>;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'add long_term': ({ recorda, random }) => recorda.memory.addMemory({ memory: textMemory(WRITER, random) }),
  'search long_term': ({ recorda, random }) =>
    recorda.memory.retrieveMemories({ scope: READER, query: query(random), types: [MemoryType.LONG_TERM] }),
  'search three types': ({ recorda, random }) =>
    recorda.memory.retrieveMemories({
      scope: READER,
      query: query(random),
      types: [MemoryType.WORKING, MemoryType.SHORT_TERM, MemoryType.LONG_TERM],
    }),
  append,
  prompt: assemble,
  // Its p50 is that of the prompt alone: how long it waits right after a turn.
  'append, prompt': async (server) => {
    await append(server);
    return assemble(server);
  },
};

const folder = await mkdtemp(join(tmpdir(), 'recorda-pairs-'));
try {
  const before = await open(resolve(options.before), join(folder, 'before'));
  const now = await open(join(ROOT, 'dist'), join(folder, 'now'));
  const servers = [before, now];
  for (const server of servers) await fillServer(server);
  const rows: (readonly string[])[] = [];
  for (const [name, operation] of Object.entries(OPERATIONS))
    if ((options.only ?? name) === name) rows.push(rowOf(name, await inTurns(servers, operation)));
  printTable(['CPU of a call, ms', 'before', 'now', 'ratio', 'least to most', ...THREADS, 'p50'], rows);
  for (const { recorda, child } of servers) {
    await recorda.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function open(dist: string, dataDir: string): Promise<Server> {
  // Older checkouts have no HTTP, and refuse settings that they do not know.
  const hasHttp = existsSync(join(dist, 'server/http'));
  const serve = ['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir];
  const child = endWithUs(
    fork(join(dist, 'server/main.js'), serve, {
      execArgv: ['--import', join(import.meta.dirname, 'pairs/thread-times.js')],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...(hasHttp && { RECORDA_HTTP_PORT: 'off' }) },
    }),
  );
  const port = await new Promise<number>((found, failed) => {
    child.once('exit', () => failed(new Error(`${dist} did not start.`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = (line.startsWith('{') ? JSON.parse(line) : {}) as { readonly port?: number };
      if (entry.port !== undefined) found(entry.port);
    });
  });
  return { recorda: connect(`127.0.0.1:${port}`), child, random: seededRandom(1), turns: 0 };
}

async function fillServer(server: Server): Promise<void> {
  const { recorda, random } = server;
  await fill(recorda, READER, random, memories);
  await recorda.context.putSystemPrompt({ agentId: TALKER.agentId, systemPrompt: SYSTEM_PROMPT });
  while (server.turns < TURNS) await append(server);
  const facts = Array.from(
    { length: FACTS },
    (_, at) => `The user said that ${sentence(random)} It is about matter ${at}.`,
  );
  for (let at = 0; at < facts.length; at += AT_ONCE)
    await Promise.all(
      facts.slice(at, at + AT_ONCE).map((fact) => recorda.context.addFact({ scope: TALKER, text: fact })),
    );
}

/** Measures a round of calls on each server; they take turns in being first. */
async function inTurns(servers: readonly Server[], operation: Operation): Promise<readonly (readonly Measured[])[]> {
  const measured = servers.map((): Measured[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    const order = [...servers.entries()];
    for (const [at, server] of round % 2 === 0 ? order : order.reverse()) {
      const one = await measure(server, operation);
      if (round >= WARM_UP_ROUNDS) measured[at]!.push(one);
    }
  }
  return measured;
}

async function measure(server: Server, operation: Operation): Promise<Measured> {
  const took: number[] = [];
  const start = await threadTimes(server.child);
  for (let call = 0; call < calls; call += 1) {
    const before = performance.now();
    const own = await operation(server);
    took.push(typeof own === 'number' ? own : performance.now() - before);
  }
  const end = await threadTimes(server.child);
  const cpu = Object.fromEntries(THREADS.map((kind) => [kind, (end[kind] - start[kind]) / calls])) as ThreadTimes;
  return { cpu, cpuMs: THREADS.reduce((sum, kind) => sum + cpu[kind], 0), p50Ms: median(took) };
}

async function threadTimes(child: ChildProcess): Promise<ThreadTimes> {
  child.send({});
  const [times] = (await once(child, 'message')) as [ThreadTimes];
  return times;
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
