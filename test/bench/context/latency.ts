/** How long appending a turn and assembling a prompt take, with 2,000 turns behind them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grpcTransport } from '../../../client/grpc-transport.ts';
import { pipelineTransport } from '../../../client/pipeline-transport.ts';
import { recordaOver } from '../../../client/recorda.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { serve } from '../../../server/rpc/serve.ts';
import { silentLog } from '../../../server/telemetry/ports.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { formatMs, printTable } from '../../load/table.ts';
import { SYSTEM_PROMPT } from './replayed.ts';

const TURNS = 2000;
const BATCH = 100;
const CALLS = 1000;
const WARMUP = 200;
const SENTENCES = 3;

export async function printLatency(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-context-'));
  const server = await openRecorda({ dataDir: folder });
  const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  const inProcess = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
  const overGrpc = recordaOver(grpcTransport(`127.0.0.1:${serving.port}`));
  const random = seededRandom(1);
  const scope = { userId: 'ana', sessionId: 'monday', agentId: 'vera' };
  const turn = (at: number) => ({
    role: at % 2 === 0 ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const),
    content: Array.from({ length: SENTENCES }, () => sentence(random)).join(' '),
  });
  await inProcess.context.putSystemPrompt({ agentId: scope.agentId, systemPrompt: SYSTEM_PROMPT });
  for (let at = 0; at < TURNS; at += BATCH)
    await inProcess.context.appendTurns({
      scope,
      turns: Array.from({ length: BATCH }, (_, place) => turn(at + place)),
    });
  const rows: string[][] = [];
  for (const [door, { context }] of [
    ['in process', inProcess],
    ['gRPC', overGrpc],
  ] as const) {
    const assemble = () => context.assembleContext({ scope, newTurn: sentence(random) });
    let said = 0;
    rows.push(['assemble', door, ...(await times(assemble))]);
    rows.push(['append', door, ...(await times(() => context.appendTurns({ scope, turns: [turn(said++)] })))]);
    const both = async () => {
      await context.appendTurns({ scope, turns: [turn(said++)] });
      const start = performance.now();
      await assemble();
      return performance.now() - start;
    };
    rows.push(['assemble after an append', door, ...(await times(both))]);
  }
  printTable([`call, ${TURNS} turns`, 'door', 'p50 ms', 'p95 ms', 'p99 ms'], rows);
  console.log('');
  await overGrpc.close();
  await serving.drain(0);
  await server.close();
  await rm(folder, { recursive: true });
}

/** One after another; a call that resolves to a number says itself how long it took. */
async function times(call: () => Promise<unknown>): Promise<string[]> {
  const taken: number[] = [];
  for (let number = -WARMUP; number < CALLS; number += 1) {
    const start = performance.now();
    const own = await call();
    if (number >= 0) taken.push(typeof own === 'number' ? own : performance.now() - start);
  }
  taken.sort((left, right) => left - right);
  return [0.5, 0.95, 0.99].map((share) => formatMs(taken[Math.floor(taken.length * share)]!));
}
