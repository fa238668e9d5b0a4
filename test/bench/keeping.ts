/**
 * One agent with 100,000 long-term memories: how long a capacity run takes that archives 1,000 of them, and how long the calls wait
 * that come meanwhile, beside the same calls when nothing runs: a call is late by what it takes longer than half of them take then.
 * Then a backup of all of it, and its trial.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineTransport } from '../../client/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';

const MEMORIES = Number(process.argv[2] ?? 100_000);
const EVICTED = 1000;
const BATCH = 1000;
/** Until indexes that were just filled are packed. */
const SETTLE_MS = 10_000;
const QUIET_MS = 5000;
/** Between the calls of each kind. */
const PAUSE_MS = 20;
const LONG = { timeoutMs: 3_600_000 };

const folder = await mkdtemp(join(tmpdir(), 'recorda-keeping-'));
const server = await openRecorda({ dataDir: folder, warmTierMaxPerAgent: MEMORIES - EVICTED });
const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
const { admin } = recorda;
const random = seededRandom(1);
const scope = { userId: 'ana', agentId: 'guide' };
await admin.setTier({ userId: 'ana', tier: 'TIER_ENTERPRISE' });
const ids: string[] = [];
for (let done = 0; done < MEMORIES; done += BATCH) {
  const requests = Array.from({ length: BATCH }, () => ({
    memory: { scope, importance: random(), payload: { $case: 'text' as const, value: { content: sentence(random) } } },
  }));
  const { results } = await recorda.memory.batchAddMemories({ requests });
  for (const { result } of results) if (result?.$case === 'added') ids.push(result.value.memory?.id ?? '');
}
const ana = recorda.agent(scope);
const ben = recorda.agent({ userId: 'ben', agentId: 'another' });
await ana.retrieve('anything');
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'add, another user': () => ben.add(sentence(random)),
  'get, the same user': () => ana.get(ids[Math.floor(random() * ids.length)] ?? '').catch(() => undefined),
  'retrieve, another user': () => ben.retrieve(sentence(random)),
  'retrieve, the same user': () => ana.retrieve(sentence(random)),
};

const QUIET = 'nothing runs';
let phase = QUIET;
/** By call, and by the phase in which it began. */
const taken = new Map<string, number[]>();
const timesOf = (name: string, during: string): readonly number[] => taken.get(`${name} ${during}`) ?? [];

/** Notes what calls take until `until` says that it is enough. */
async function watch(until: () => boolean): Promise<void> {
  const loops = Object.entries(CALLS).map(async ([name, call]) => {
    while (!until()) {
      const key = `${name} ${phase}`;
      const startMs = performance.now();
      await call();
      const times = taken.get(key) ?? [];
      times.push(performance.now() - startMs);
      taken.set(key, times);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  await Promise.all(loops);
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((left, right) => left - right)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;

const quietFrom = performance.now();
await watch(() => performance.now() - quietFrom > QUIET_MS);

const phases = new Map<string, number>();
let evicted = 0;
let isOver = false;
const run = (async () => {
  let lastMs = performance.now();
  phase = 'IMPORTANCE';
  for await (const progress of admin.runSleepCycle({ force: true }, LONG)) {
    const nowMs = performance.now();
    phases.set(progress.phase, (phases.get(progress.phase) ?? 0) + nowMs - lastMs);
    lastMs = nowMs;
    evicted = progress.capacityEvicted ?? 0;
    if (progress.phase === 'SLEEP_PHASE_CONSOLIDATION') break;
    // It has reached the last memory: what comes next is the cap.
    if (progress.weighedCount >= MEMORIES) phase = 'CAPACITY';
  }
  isOver = true;
})();
await watch(() => isOver);
await run;

async function seconds(work: AsyncIterable<unknown>): Promise<number> {
  const startMs = performance.now();
  for await (const _ of work);
  return (performance.now() - startMs) / 1000;
}
const backup = await seconds(admin.createBackup({ set: 'BACKUP_SET_DAILY' }, LONG));
const again = await seconds(admin.createBackup({ set: 'BACKUP_SET_DAILY' }, LONG));
const [made] = (await admin.listBackups({})).backups;
const trial = await seconds(admin.verifyBackup({ id: made?.id ?? '' }, LONG));

printTable(
  ['phase', 'ms'],
  [...phases].filter(([phase]) => phase !== 'SLEEP_PHASE_CONSOLIDATION').map(([phase, ms]) => [phase, formatMs(ms)]),
);
console.log(`${formatCount(evicted)} of ${formatCount(MEMORIES)} memories archived.`);
for (const during of ['IMPORTANCE', 'CAPACITY']) {
  printTable(
    ['call', `p50, ${QUIET}`, 'p99', 'max', `p50, ${during}`, 'p99', 'max', 'most late', 'calls'],
    Object.keys(CALLS).map((name) => {
      const [before, then] = [timesOf(name, QUIET), timesOf(name, during)];
      const figures = [before, then].flatMap((times) => [0.5, 0.99, 1].map((share) => percentile(times, share)));
      const late = percentile(then, 1) - percentile(before, 0.5);
      return [name, ...[...figures, late].map(formatMs), formatCount(then.length)];
    }),
  );
}
console.log(
  `A backup: ${backup.toFixed(1)} s, the next ${again.toFixed(1)} s, a trial ${trial.toFixed(1)} s; ${formatCount(made?.lineCount ?? 0)} lines, ${formatCount(Math.round((made?.sizeBytes ?? 0) / 1024))} KB.`,
);
await recorda.close();
await server.close();
await rm(folder, { recursive: true });
