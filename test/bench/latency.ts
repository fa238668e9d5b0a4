/**
 * Measures each call over both transports to one server in this process, one after another, compared with its
 * target.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grpcTransport } from '../../client/grpc-transport.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import type { Transport } from '../../client/transport.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { measuredCalls, READER, WRITER, type MeasuredCall } from '../load/calls.ts';
import { fill } from '../load/fill.ts';
import { seededRandom } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { timeCalls, type Timings } from '../load/timings.ts';

const CALLS = 1000;
const WARMUP_CALLS = 300;
const TIMEOUT_MS = 30_000;

const folder = await mkdtemp(join(tmpdir(), 'recorda-latency-'));
const server = await openRecorda({ dataDir: folder });
const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
const inProcess = pipelineTransport(server.pipeline, async () => undefined);
const overGrpc = grpcTransport(`127.0.0.1:${serving.port}`);
const random = seededRandom(1);
const ids = await fill(recordaOver(inProcess), READER, random, QUOTAS.LONG_TERM.count);
await fill(recordaOver(inProcess), WRITER, random, QUOTAS.LONG_TERM.count);
const rows: string[][] = [];
for (const call of measuredCalls(random, ids)) {
  rows.push(row(call, 'in process', await measure(call, inProcess)));
  rows.push(row(call, 'gRPC', await measure(call, overGrpc)));
}
printTable(['call', 'door', 'p50', 'p95', 'p99', 'calls/s', 'target', ''], rows);
await overGrpc.close();
await serving.drain(0);
await server.close();
await rm(folder, { recursive: true });

function measure({ method, weight, ...call }: MeasuredCall, transport: Transport): Promise<Timings> {
  const requests = call.requests();
  return timeCalls(Math.round(CALLS / weight), Math.round(WARMUP_CALLS / weight), async (index) => {
    const request = requests[index % requests.length] ?? new Uint8Array();
    const call = { signal: new AbortController().signal, deadlineMs: Date.now() + TIMEOUT_MS, headers: {} };
    if (!method.includes('/Stream')) return transport.unary(method, request, call);
    for await (const message of transport.stream(method, request, call)) void message;
    return undefined;
  });
}

function row(
  { kind, targetMs }: MeasuredCall,
  door: string,
  { p50Ms, p95Ms, p99Ms, callsPerSecond }: Timings,
): string[] {
  const times = [p50Ms, p95Ms, p99Ms].map(formatMs);
  return [
    kind,
    door,
    ...times,
    formatCount(callsPerSecond),
    formatMs(targetMs),
    p95Ms < targetMs ? 'held' : 'NOT HELD',
  ];
}
