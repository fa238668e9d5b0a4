/**
 * Measures what HTTP costs: searches of 10,000 memories and bare calls, over gRPC and in JSON, by one client and by 16; and whether
 * gRPC is slower if HTTP is open. Servers are processes of their own, started as users start them; the clients share this one. Rounds
 * take turns, and each figure is the median of its rounds. `npm run bench -- http`.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Recorda } from '../../client/index.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { median, summarise } from '../load/timings.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

const MEMORIES = 10_000;
const BATCH = 500;
const USER = 'ana';
const TOP_K = 5;
const ROUNDS = 9;
const CALLS = { 1: 400, 16: 1600 } as const;
/** Code that has seldom run is slow, whatever it reads. */
const WARM_UP_CALLS = 3000;
/** The length of a tick of /proc/PID/stat in milliseconds: proc_pid_stat(5). */
const TICK_MS = 10;

type AtOnce = keyof typeof CALLS;
type Figures = { readonly p50Ms: number; readonly p95Ms: number; readonly perSecond: number; readonly cpuMs: number };

/** A way to make calls, and the server that reports the processor time. */
type Way = {
  readonly name: string;
  readonly server: ServerProcess;
  readonly calls: Readonly<Record<'bare' | 'search', () => Promise<unknown>>>;
};

const random = seededRandom(1);

async function filledFolder(dataDir: string): Promise<void> {
  const { pipeline, close } = await openRecorda({ dataDir });
  const recorda = recordaOver(pipelineTransport(pipeline, () => Promise.resolve()));
  for (let added = 0; added < MEMORIES; added += BATCH) {
    const requests = Array.from({ length: BATCH }, () => ({
      memory: { scope: { userId: USER }, payload: { $case: 'text' as const, value: { content: sentence(random) } } },
    }));
    await recorda.memory.batchAddMemories({ requests });
  }
  await close();
}

function expectFound(found: number): void {
  if (found !== TOP_K) throw new Error(`${found} memories were found`);
}

function grpcWay(name: string, server: ServerProcess, { memory }: Recorda): Way {
  return {
    name,
    server,
    calls: {
      bare: () => memory.whoAmI({}),
      async search() {
        const { results } = await memory.retrieveMemories({
          scope: { userId: USER },
          query: query(random),
          topK: TOP_K,
        });
        expectFound(results.length);
      },
    },
  };
}

function jsonWay(name: string, server: ServerProcess, agent: Agent): Way {
  const call = (method: string, message: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(message));
      const headers = { 'content-type': 'application/json', 'content-length': body.byteLength };
      const path = `/recorda.v1.MemoryService/${method}`;
      const options = { agent, port: server.httpPort, host: '127.0.0.1', method: 'POST', path, headers };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${method}: ${response.statusCode} ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    name,
    server,
    calls: {
      bare: () => call('WhoAmI', {}),
      async search() {
        const asked = { scope: { userId: USER }, query: query(random), topK: TOP_K };
        const { results } = (await call('RetrieveMemories', asked)) as { readonly results: readonly unknown[] };
        expectFound(results.length);
      },
    },
  };
}

/** Returns the CPU time that the process has used so far, in milliseconds. */
async function cpuMsOf({ process: { pid } }: ServerProcess): Promise<number> {
  const [, rest = ''] = /^\d+ \(.*\) (.*)$/m.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = NaN, system = NaN] = rest.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

async function measured(way: Way, call: () => Promise<unknown>, calls: number, atOnce: number): Promise<Figures> {
  const latenciesMs: number[] = [];
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1;
      const before = performance.now();
      await call();
      latenciesMs.push(performance.now() - before);
    }
  };
  const cpuBefore = await cpuMsOf(way.server);
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  const { p50Ms, p95Ms, callsPerSecond } = summarise(latenciesMs, performance.now() - start);
  return { p50Ms, p95Ms, perSecond: callsPerSecond, cpuMs: ((await cpuMsOf(way.server)) - cpuBefore) / calls };
}

const FIGURES = ['p50Ms', 'p95Ms', 'perSecond', 'cpuMs'] as const;

async function compared(ways: readonly Way[]): Promise<void> {
  for (const { calls } of ways)
    for (const call of Object.values(calls)) for (let made = 0; made < WARM_UP_CALLS; made += 1) await call();
  const rows: string[][] = [];
  for (const kind of ['search', 'bare'] as const)
    for (const atOnce of [1, 16] as const) rows.push(...(await rowsOf(ways, kind, atOnce)));
  const head = ['call', 'by', 'p50 ms', 'p95', '/s', 'CPU of the server, ms', 'p50 beside the first', '/s', 'CPU'];
  printTable(head, rows);
}

async function rowsOf(ways: readonly Way[], kind: 'bare' | 'search', atOnce: AtOnce): Promise<string[][]> {
  const rounds = ways.map((): Figures[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each way finds the machine as the one before left it.
    const order = round % 2 === 0 ? ways.keys() : Array.from(ways.keys()).toReversed();
    for (const at of order) {
      const way = ways[at]!;
      rounds[at]!.push(await measured(way, way.calls[kind], CALLS[atOnce], atOnce));
    }
  }
  const name = kind === 'bare' ? 'WhoAmI' : `top ${TOP_K} of ${formatCount(MEMORIES)}`;
  return ways.map((way, at) => {
    const of = Object.fromEntries(FIGURES.map((key) => [key, median(rounds[at]!.map((one) => one[key]))])) as Figures;
    // Each round is compared with the same round of the first, so that the machine's other work affects both.
    const beside = (key: keyof Figures, told: (mine: number, first: number) => number): number =>
      median(rounds[at]!.map((one, round) => told(one[key], rounds[0]![round]![key])));
    const ratio = (mine: number, first: number): number => mine / first;
    return [
      `${name}, ${atOnce} at once`,
      way.name,
      formatMs(of.p50Ms),
      formatMs(of.p95Ms),
      formatCount(of.perSecond),
      of.cpuMs.toFixed(3),
      `${formatMs(beside('p50Ms', (mine, first) => mine - first))} ms more`,
      ...(['perSecond', 'cpuMs'] as const).map((key) => `${beside(key, ratio).toFixed(3)} times`),
    ];
  });
}

console.log(
  `${cpus().length} CPUs (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1) ?? '?'} at the start`,
);
const folder = await mkdtemp(join(tmpdir(), 'recorda-bench-http-'));
const closing: (() => unknown)[] = [() => rm(folder, { recursive: true })];
try {
  const [opened, closed] = [join(folder, 'http'), join(folder, 'grpc')];
  await filledFolder(opened);
  await cp(opened, closed, { recursive: true });
  const warm = { RECORDA_WARM_UP: 'on' };
  const withHttp = await startServer({ dataDir: opened, env: { ...warm, RECORDA_HTTP_PORT: '0' } });
  const without = await startServer({ dataDir: closed, env: warm });
  const clients = [without, withHttp].map(({ address }) => connect(address));
  const agent = new Agent({ keepAlive: true });
  closing.unshift(
    () => agent.destroy(),
    () => Promise.all(clients.map((client) => client.close())),
    () => Promise.all([withHttp.stop(), without.stop()]),
  );
  await compared([
    grpcWay('gRPC, HTTP off', without, clients[0]!),
    grpcWay('gRPC, HTTP on', withHttp, clients[1]!),
    jsonWay('JSON', withHttp, agent),
  ]);
} finally {
  for (const close of closing) await close();
}
