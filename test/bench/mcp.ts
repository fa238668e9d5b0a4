/**
 * Measures what MCP costs: how long a host waits from starting `recorda mcp` until it has the tools, and what the recall tool takes
 * compared with the same searches over gRPC, alternating in one process. `npm run bench -- mcp`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../client/connect.ts';
import { serveHttp } from '../../server/http/serve-http.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { called, overHttp, overStdio } from '../mcp/open-client.ts';
import { FLOORS } from '../mcp/floor-questions.ts';

const STARTS = 7;
const MEMORIES = 10_000;
const BATCH = 500;
const CALLS = 300;
/** The length of a tick of /proc/PID/stat in milliseconds: proc_pid_stat(5). */
const TICK_MS = 10;
/** Microseconds in a millisecond. */
const MICROSECONDS = 1000;

const USER = { userId: 'me', agentId: 'mcp' };
/** The types that the recall tool searches. */
const TYPES = ['long_term', 'episodic', 'entity', 'persona', 'structured'] as const;

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? NaN;
}

function told(name: string, values: readonly number[]): void {
  const figures = [0.5, 0.95].map((share) => percentile(values, share).toFixed(2).padStart(9));
  console.log(`${name.padEnd(44)}${figures.join('')}`);
}

async function startedOnce(dataDir: string): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const startedAt = performance.now();
  const { client, pid, close } = await overStdio('legacy', ['--data-dir', dataDir]);
  await client.listTools();
  const wallMs = performance.now() - startedAt;
  const [, rest = ''] = /^\d+ \(.*\) (.*)$/m.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = rest.split(' ').slice(11, 13).map(Number);
  await close();
  return { wallMs, cpuMs: ((user ?? NaN) + (system ?? NaN)) * TICK_MS };
}

async function starts(folder: string): Promise<void> {
  const all: Awaited<ReturnType<typeof startedOnce>>[] = [];
  for (let start = 0; start < STARTS; start += 1) all.push(await startedOnce(join(folder, 'stdio')));
  told(
    'stdio, start to tools/list, ms',
    all.map(({ wallMs }) => wallMs),
  );
  told(
    '  of a processor',
    all.map(({ cpuMs }) => cpuMs),
  );
}

async function searches(folder: string): Promise<void> {
  const { pipeline, close } = await openRecorda({ dataDir: join(folder, 'server') });
  const grpc = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  const http = await serveHttp({
    door: grpc.shared,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    isReady: () => true,
    mcp: { user: USER.userId, agent: USER.agentId },
  });
  const recorda = connect(`127.0.0.1:${grpc.port}`);
  const texts = FLOORS.flatMap(({ memories }) => memories);
  for (let from = 0; from < MEMORIES; from += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, at) => ({
      memory: {
        scope: USER,
        payload: {
          $case: 'text' as const,
          value: { content: `${texts[(from + at) % texts.length]!} (${from + at})` },
        },
      },
    }));
    await recorda.memory.batchAddMemories({ requests });
  }
  const agent = recorda.agent(USER);
  const { client, close: leave } = await overHttp('modern', `http://127.0.0.1:${http.port}/mcp`);
  const questions = FLOORS.flatMap((floor) => floor.questions.map(({ question }) => question));
  const ways = {
    // The tool requests both at once.
    'gRPC, memories and facts': (question: string) =>
      Promise.all([
        agent.retrieve(question, { types: TYPES, topKTotal: 8, orderBy: 'score' }),
        agent.facts.retrieve(question, { topK: 5 }),
      ]),
    'MCP over HTTP, recall': (question: string) => called(client, 'recall', { query: question }),
  };
  const times = new Map(Object.keys(ways).map((name) => [name, { wall: [] as number[], cpu: [] as number[] }]));
  for (let call = 0; call < CALLS; call += 1)
    for (const [name, ask] of Object.entries(ways)) {
      const [startedAt, before] = [performance.now(), process.cpuUsage()];
      await ask(questions[call % questions.length]!);
      const { user, system } = process.cpuUsage(before);
      // The first calls warm both.
      if (call < questions.length) continue;
      times.get(name)!.wall.push(performance.now() - startedAt);
      times.get(name)!.cpu.push((user + system) / MICROSECONDS);
    }
  for (const [name, { wall, cpu }] of times) {
    told(`${name}, of ${MEMORIES.toLocaleString('en-US')}, ms`, wall);
    told('  of processors, the client included', cpu);
  }
  await leave();
  await recorda.close();
  http.stopListening();
  await grpc.drain(0);
  await http.close();
  await close();
}

const folder = await mkdtemp(join(tmpdir(), 'recorda-bench-mcp-'));
try {
  console.log(`${''.padEnd(44)}      p50      p95`);
  await starts(folder);
  await searches(folder);
} finally {
  await rm(folder, { recursive: true });
}
