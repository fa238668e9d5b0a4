/**
 * Measures what the loss of a machine costs: how far its standby is behind while it accepts writes (RPO), and how long
 * `recorda doctor --restore-drill` takes to make the store from what was shipped (RTO), in a process of its own beside the
 * server. `npm run bench -- standby [MEMORIES [RUNS]]`.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { recordaOver } from '../../client/recorda.ts';
import type { Drill } from '../../server/doctor/restore-drill.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { STANDBY } from '../../server/policy/lifecycle.ts';
import { DAY_MS } from '../../server/policy/units.ts';
import { openRecorda } from '../../server/recorda.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';

const MEMORIES = Number(process.argv[2] ?? 10_000);
const RUNS = Number(process.argv[3] ?? 7);
const USERS = 10;
const BATCH = 500;
/** The time between two writes of a user while the standby is watched, in milliseconds. */
const WRITE_EVERY_MS = 10;
const WATCH_EVERY_MS = 10;
const MAIN = join(import.meta.dirname, '../../server/main.js');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const folder = await mkdtemp(join(tmpdir(), 'recorda-standby-'));
const masterKey = randomBytes(32).toString('base64');
const at = (name: string) => ({ kind: 'files', folder: join(folder, name) }) as const;
const server = await openRecorda({
  dataDir: join(folder, 'data'),
  cold: at('cold'),
  userKeys: at('keys'),
  standby: { address: at('standby'), intervalMs: STANDBY.intervalMs, keptMs: STANDBY.keptDays * DAY_MS },
  masterKey,
});
const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
const random = seededRandom(1);

for (let done = 0; done < MEMORIES; done += BATCH) {
  const requests = Array.from({ length: Math.min(BATCH, MEMORIES - done) }, (_, index) => ({
    memory: {
      scope: { userId: `user-${index % USERS}`, agentId: 'guide' },
      payload: { $case: 'text' as const, value: { content: sentence(random) } },
    },
  }));
  await recorda.memory.batchAddMemories({ requests });
}
const lagMs = (): number => server.status().standby?.lagMs ?? Number.NaN;
const filledMs = Date.now();
while (server.status().standby?.hasBase !== true || Date.now() - lagMs() < filledMs) await pause(WATCH_EVERY_MS);

/** Runs the command, as an operator would. */
async function drill(): Promise<Drill & { readonly tookMs: number }> {
  const env = {
    ...process.env,
    RECORDA_DATA_DIR: join(folder, 'data'),
    RECORDA_COLD: `file:${join(folder, 'cold')}`,
    RECORDA_USER_KEYS: `file:${join(folder, 'keys')}`,
    RECORDA_STANDBY: `file:${join(folder, 'standby')}`,
    RECORDA_MASTER_KEY: masterKey,
  };
  const startMs = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'doctor', '--restore-drill', '--json'], {
    env,
  });
  return { ...(JSON.parse(stdout) as Drill), tookMs: performance.now() - startMs };
}

const lags: number[] = [];
const over = new AbortController();
async function watch(): Promise<void> {
  for (; !over.signal.aborted; await pause(WATCH_EVERY_MS)) lags.push(lagMs());
}
async function write(): Promise<void> {
  const ana = recorda.agent({ userId: 'user-0', agentId: 'guide' });
  for (; !over.signal.aborted; await pause(WRITE_EVERY_MS)) await ana.add(sentence(random));
}
async function tryDrills(): Promise<readonly (Drill & { readonly tookMs: number })[]> {
  const drills = [];
  for (let run = 0; run < RUNS; run += 1) drills.push(await drill());
  over.abort();
  return drills;
}
const [drills] = await Promise.all([tryDrills(), watch(), write()]);

printTable(
  ['drill', 'rows', 'differ', 'RPO, ms', 'RTO, ms', 'whole command, ms'],
  drills.map(({ rows, different, rpoMs, rtoMs, tookMs }, run) => [
    formatCount(run + 1),
    formatCount(rows),
    formatCount(different.length),
    ...[rpoMs, rtoMs, tookMs].map(formatMs),
  ]),
);
const shares = [0.5, 0.99, 1].map((share) => formatMs(percentile(lags, share)));
console.log(
  `\nBehind while a user writes, ${formatCount(lags.length)} times asked, ms: p50 ${shares[0]}, p99 ${shares[1]}, most ${shares[2]}`,
);
await recorda.close();
await server.close();
await rm(folder, { recursive: true });
