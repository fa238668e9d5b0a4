/**
 * Measures how long it takes to append a turn and to assemble a prompt, with 2,000 turns and 10,000 facts, compared with their limits.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grpcTransport } from '../../../client/grpc-transport.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import { READER_THREADS } from '../../../server/policy/backends.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { serve } from '../../../server/rpc/serve.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { formatMs, printTable } from '../../load/table.ts';
import { SYSTEM_PROMPT } from './replayed.ts';

const TURNS = 2000;
const FACTS = 10_000;
/** Leaves room for the facts that are read from the turns. */
const FACT_QUOTA = 3 * FACTS;
const BATCH = 100;
const AT_ONCE = 64;
const ROUNDS = 5;
const CALLS = 400;
/** The calls before the first round, since a new user is first read into memory. */
const FIRST_CALLS = 200;
const SENTENCES = 3;
/**
 * The calls over each transport, for each of some other users, before anything is measured: code that has seldom run is slow, whatever
 * it reads, on each of the threads over which users are spread.
 */
const WARM_UP = { users: ['eva', 'ida', 'lea', 'zoe'], calls: 1000, atOnce: 16, turns: 200, facts: 500 };

/** The highest allowed 95th percentile, in milliseconds. */
const LIMIT_MS = {
  'in process': { assemble: 2, append: 5 },
  gRPC: { assemble: 5, append: 5 },
} as const;

/** The longest allowed wait for a prompt right after an append, as a multiple of one by itself, by their medians. */
const WAIT_AFTER_APPEND = 1.3;

/** The user whose prompts are assembled, and the one whose session grows by appends: both have the same history at the start. */
type Users = { readonly reader: Scope; readonly writer: Scope };
type Scope = { readonly userId: string; readonly sessionId: string; readonly agentId: string };
const scopeOf = (userId: string): Scope => ({ userId, sessionId: 'monday', agentId: 'vera' });
const MEASURED: Users = { reader: scopeOf('ana'), writer: scopeOf('bea') };
type Random = () => number;

/** Makes this many calls one after another: how long each took, and the CPU time of the whole process and of its threads for all. */
type Taken = { readonly ms: number[]; cpuMs: number; readonly threadMs: Map<string, number> };

export async function printLatency(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-context-'));
  const before = await threadTimes();
  const server = await openRecorda({ dataDir: folder });
  const names = namesOfThreads(before, await threadTimes());
  const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  const inProcess = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
  const overGrpc = recordaOver(grpcTransport(`127.0.0.1:${serving.port}`));
  const random = seededRandom(1);
  const doors = { 'in process': inProcess, gRPC: overGrpc } as const;
  const amount = { turns: TURNS, facts: FACTS };
  await fill(inProcess, MEASURED.writer, amount, random);
  const addMs = await fill(inProcess, MEASURED.reader, amount, random);
  for (const scope of WARM_UP.users.map(scopeOf)) {
    await fill(inProcess, scope, WARM_UP, random);
    for (const recorda of Object.values(doors))
      for (const once of Object.values(calls(recorda, { reader: scope, writer: scope }, random))) await warmUp(once);
  }

  const rows: string[][] = [];
  const taken = new Map<string, Taken>();
  // The transports take turns, so that the machine's other work affects both alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [door, recorda] of Object.entries(doors))
      for (const [call, once] of Object.entries(calls(recorda, MEASURED, random)))
        await measure(taken, `${call}\t${door}`, round === 0 ? FIRST_CALLS : 0, once, names);
  for (const [name, { ms, cpuMs }] of taken) {
    const [call = '', door = ''] = name.split('\t');
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(ms, share)) as [number, number, number];
    const limit = LIMIT_MS[door as keyof typeof doors][call.startsWith('assemble') ? 'assemble' : 'append'];
    const verdict = p95 < limit ? 'holds' : 'OVER';
    rows.push([call, door, ...[p50, p95, p99].map(formatMs), `${limit}`, verdict, formatMs(cpuMs / ms.length)]);
  }
  const head = [
    `${TURNS} turns, ${FACTS} facts`,
    'door',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'p95 under',
    '',
    'CPU ms a call',
  ];
  printTable(head, rows);
  for (const door of Object.keys(doors)) console.log(afterAppend(taken, door));
  console.log(`adding the ${FACTS} facts: ${formatMs(addMs / FACTS)} ms each, ${AT_ONCE} at once\n`);
  await overGrpc.close();
  await serving.drain(0);
  await server.close();
  await rm(folder, { recursive: true });
}

/**
 * Compares the wait for a prompt right after an append with that for one by itself, and says how much CPU time both calls take on all
 * threads.
 */
function afterAppend(taken: ReadonlyMap<string, Taken>, door: string): string {
  const [alone, after] = [`assemble\t${door}`, `assemble after an append\t${door}`].map((name) => taken.get(name)!);
  const wait = at(after!.ms, 0.5) / at(alone!.ms, 0.5);
  const verdict = wait <= WAIT_AFTER_APPEND ? 'holds' : 'OVER';
  const calls = after!.ms.length;
  const ofThreads = [...after!.threadMs].map(([name, ms]) => `${name} ${formatMs(ms / calls)}`).join(', ');
  const cpu = `${formatMs(after!.cpuMs / calls)} ms of CPU${ofThreads === '' ? '' : ` (${ofThreads})`}`;
  return `${door}: a prompt right after an append waits ${wait.toFixed(2)} times as long as one by itself (at most ${WAIT_AFTER_APPEND}: ${verdict}); the pair takes ${cpu}`;
}

/** Returns the CPU time of each thread by its number, in milliseconds; empty if the system does not report it. */
async function threadTimes(): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  for (const thread of await readdir(THREADS).catch(() => [])) {
    // The time of a thread that ended meanwhile is lost.
    const [ran = ''] = (await readFile(join(THREADS, thread, 'schedstat'), 'utf8').catch(() => '')).split(' ');
    if (ran !== '') times.set(Number(thread), Number(ran) / NS_A_MS);
  }
  return times;
}

const THREADS = '/proc/self/task';
const NS_A_MS = 1e6;

/** The store starts its writer first, then its readers. V8's threads and all others are counted together. */
function namesOfThreads(
  before: ReadonlyMap<number, number>,
  opened: ReadonlyMap<number, number>,
): (thread: number) => string {
  const [writer, ...others] = [...opened.keys()].filter((thread) => !before.has(thread)).toSorted((a, b) => a - b);
  const readers = new Set(others.slice(0, READER_THREADS));
  return (thread) => {
    if (thread === process.pid) return 'main';
    if (thread === writer) return 'writer';
    return readers.has(thread) ? 'readers' : 'V8 and others';
  };
}

/** Resolves to how long adding the facts took. */
async function fill(
  { admin, context }: Recorda,
  scope: Scope,
  { turns, facts }: { readonly turns: number; readonly facts: number },
  random: Random,
): Promise<number> {
  await admin.setQuota({ userId: scope.userId, quotas: [{ name: 'QUOTA_NAME_FACT', maxCount: FACT_QUOTA }] });
  await context.putSystemPrompt({ agentId: scope.agentId, systemPrompt: SYSTEM_PROMPT });
  for (let from = 0; from < turns; from += BATCH)
    await context.appendTurns({
      scope,
      turns: Array.from({ length: BATCH }, (_, index) => turn(from + index, random)),
    });
  const start = performance.now();
  for (let from = 0; from < facts; from += AT_ONCE) {
    const texts = Array.from({ length: Math.min(AT_ONCE, facts - from) }, (_, index) => factText(from + index, random));
    await Promise.all(texts.map((text) => context.addFact({ scope, text })));
  }
  return performance.now() - start;
}

/** Facts are worded as people would, including stop words. */
function factText(number: number, random: Random): string {
  return `The user said that ${sentence(random).toLowerCase()} and that it is about matter ${number}`;
}

function turn(number: number, random: Random) {
  return {
    role: number % 2 === 0 ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const),
    content: Array.from({ length: SENTENCES }, () => sentence(random)).join(' '),
  };
}

/** A call that resolves to a number reports its own duration. */
function calls(
  { context }: Recorda,
  { reader, writer }: Users,
  random: Random,
): Record<string, () => Promise<unknown>> {
  let said = 0;
  const assemble = (scope: Scope) => context.assembleContext({ scope, newTurn: sentence(random) });
  const append = () => context.appendTurns({ scope: writer, turns: [turn(said++, random)] });
  return {
    assemble: () => assemble(reader),
    append,
    'assemble what was asked last': () => context.assembleContext({ scope: reader }),
    async 'assemble after an append'() {
      await append();
      const start = performance.now();
      await assemble(writer);
      return performance.now() - start;
    },
  };
}

async function warmUp(once: () => Promise<unknown>): Promise<void> {
  let begun = 0;
  const going = async (): Promise<void> => {
    while (begun++ < WARM_UP.calls) await once();
  };
  await Promise.all(Array.from({ length: WARM_UP.atOnce }, going));
}

async function measure(
  taken: Map<string, Taken>,
  name: string,
  notCounted: number,
  once: () => Promise<unknown>,
  nameOf: (thread: number) => string,
): Promise<void> {
  const of = taken.get(name) ?? { ms: [], cpuMs: 0, threadMs: new Map<string, number>() };
  taken.set(name, of);
  for (let number = 0; number < notCounted; number += 1) await once();
  const threadsBefore = await threadTimes();
  const before = process.cpuUsage();
  for (let number = 0; number < CALLS; number += 1) {
    const start = performance.now();
    const own = await once();
    of.ms.push(typeof own === 'number' ? own : performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  of.cpuMs += (user + system) / 1000;
  for (const [thread, ms] of await threadTimes()) {
    const ran = ms - (threadsBefore.get(thread) ?? 0);
    of.threadMs.set(nameOf(thread), (of.threadMs.get(nameOf(thread)) ?? 0) + ran);
  }
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)]!;
}
