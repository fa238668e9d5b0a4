/**
 * Measures how long the largest legal request of each call keeps the main thread from other calls: `npm run bench --
 * loop`, or `-- loop AppendTurns` for the rows whose call or request matches.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openRecorda } from '../../server/recorda.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { formatMs, printTable } from '../load/table.ts';
import { serve } from '../../server/rpc/serve.ts';
import type { ClientData, Told } from './loop/client-thread.ts';
import { watchLoop } from './loop/watch-loop.ts';

const TARGET = { p99Ms: 20, longestMs: 50 } as const;

const dataDir = await mkdtemp(join(tmpdir(), 'recorda-loop-'));
const server = await openRecorda({ dataDir, warmTierMaxPerAgent: QUOTAS.LONG_TERM.count - 1500 });
const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
const watch = watchLoop();
const rows: string[][] = [];
const data: ClientData = { address: `127.0.0.1:${serving.port}`, only: process.argv[2] ?? '' };
const client = new Worker(new URL('./loop/client-thread.js', import.meta.url), { workerData: data });
await new Promise<void>((resolve, reject) => {
  client.on('error', reject);
  client.on('message', (told: Told) => {
    if (told.step === 'begin') watch.reset();
    if (told.step === 'end') {
      const { p99Ms, longestMs, decodeMs } = watch.figures();
      const held = (p99Ms ?? 0) < TARGET.p99Ms && longestMs < TARGET.longestMs && decodeMs < TARGET.longestMs;
      const figures = [told.ms, decodeMs, p99Ms, longestMs].map((ms) => (ms === undefined ? '-' : formatMs(ms)));
      rows.push([
        told.call,
        told.of,
        told.mb.toFixed(2),
        ...figures,
        held ? 'held' : 'MISSED',
        told.failed?.slice(0, 60) ?? '',
      ]);
      console.error(rows.at(-1)?.join(' | '));
    }
    client.postMessage('go on');
    if (told.step === 'done') resolve();
  });
});
printTable(['call', 'request', 'MB', 'a call', 'decoding', 'loop p99', 'longest', ''], rows);
watch.stop();
await client.terminate();
await serving.drain(0);
await server.close();
await rm(dataDir, { recursive: true });
