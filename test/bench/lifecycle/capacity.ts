/** The benchmark itself, in a process whose threads are watched. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../../client/recorda.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../../load/table.ts';
import { QUIET, watchStalls } from './stalls.ts';

const MEMORIES = Number(process.argv[2] ?? 100_000);
const RUNS = Number(process.argv[3] ?? 3);
const EVICTED = 1000;
const CAP = MEMORIES - EVICTED;
const BATCH = 1000;
/** The time until newly filled indexes are packed, in milliseconds. */
const SETTLE_MS = 10_000;
/** The quiet time around each run, in milliseconds. */
const QUIET_MS = 3000;
/** The number of parts of the comparison that are waited for: all of it takes minutes. */
const COMPARED_PARTS = 20;
const LONG = { timeoutMs: 3_600_000 };

const folder = await mkdtemp(join(tmpdir(), 'recorda-lifecycle-'));
const server = await openRecorda({ dataDir: folder, warmTierMaxPerAgent: CAP });
const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
const { admin } = recorda;
const random = seededRandom(1);
const scope = { userId: 'ana', agentId: 'guide' };
await admin.setTier({ userId: 'ana', tier: 'TIER_ENTERPRISE' });
const ids: string[] = [];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function add(count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, count - done) }, () => ({
      memory: {
        scope,
        importance: random(),
        payload: { $case: 'text' as const, value: { content: sentence(random) } },
      },
    }));
    const { results } = await recorda.memory.batchAddMemories({ requests });
    for (const { result } of results) if (result?.$case === 'added') ids.push(result.value.memory?.id ?? '');
  }
}

await add(MEMORIES);
const ana = recorda.agent(scope);
const ben = recorda.agent({ userId: 'ben', agentId: 'another' });
await ana.retrieve('anything');
await pause(SETTLE_MS);
const stalls = watchStalls({
  'add, another user': () => ben.add(sentence(random)),
  'get, the same user': () => ana.get(ids[Math.floor(random() * ids.length)] ?? '').catch(() => undefined),
  'retrieve, another user': () => ben.retrieve(sentence(random)),
  'retrieve, the same user': () => ana.retrieve(sentence(random)),
});

/** Returns the number of memories that ana has, since comparing archives some, too. */
async function held(): Promise<number> {
  const { usages } = await admin.getUsage({ userId: scope.userId });
  return usages.find(({ name }) => name === 'QUOTA_NAME_LONG_TERM')?.count ?? 0;
}

/** Returns how long each phase took, and how many memories were archived to fit the cap. */
async function sleep(): Promise<{ readonly phases: ReadonlyMap<string, number>; readonly evicted: number }> {
  const phases = new Map<string, number>();
  let evicted = 0;
  let parts = 0;
  let lastMs = performance.now();
  const count = await held();
  stalls.during('IMPORTANCE');
  for await (const { phase, weighedCount, capacityEvicted } of admin.runSleepCycle({ force: true }, LONG)) {
    const nowMs = performance.now();
    phases.set(phase, (phases.get(phase) ?? 0) + nowMs - lastMs);
    lastMs = nowMs;
    evicted = capacityEvicted ?? 0;
    // It has reached the last memory, so the cap is next. Once the cap is met, it compares.
    if (weighedCount >= count) stalls.during(count - evicted > CAP ? 'CAPACITY' : 'CONSOLIDATION');
    if (phase === 'SLEEP_PHASE_CONSOLIDATION') parts += 1;
    if (parts === COMPARED_PARTS) break;
  }
  return { phases, evicted };
}

const slept = [];
for (let run = 0; run < RUNS; run += 1) {
  stalls.during('filling');
  if (run > 0) await add(MEMORIES - (await held()));
  await pause(QUIET_MS);
  stalls.during(QUIET);
  await pause(QUIET_MS);
  slept.push(await sleep());
  stalls.during(QUIET);
  await pause(QUIET_MS);
}
await stalls.stop();

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
  ['run', 'IMPORTANCE, ms', 'CAPACITY, ms', 'archived to fit the cap'],
  slept.map(({ phases, evicted }, run) => {
    const times = ['SLEEP_PHASE_IMPORTANCE', 'SLEEP_PHASE_CAPACITY'].map((phase) => formatMs(phases.get(phase) ?? 0));
    return [formatCount(run + 1), ...times, formatCount(evicted)];
  }),
);
for (const during of ['IMPORTANCE', 'CAPACITY', 'CONSOLIDATION']) {
  console.log('\nMilliseconds later than half of the calls take while nothing runs');
  stalls.printCalls(during);
}
for (const during of [QUIET, 'IMPORTANCE', 'CAPACITY', 'CONSOLIDATION']) {
  console.log('');
  stalls.printOccupations(during);
}
console.log(
  `\nA backup: ${backup.toFixed(1)} s, the next ${again.toFixed(1)} s, a trial ${trial.toFixed(1)} s; ${formatCount(made?.lineCount ?? 0)} lines, ${formatCount(Math.round((made?.sizeBytes ?? 0) / 1024))} KB.`,
);
await recorda.close();
await server.close();
await rm(folder, { recursive: true });
