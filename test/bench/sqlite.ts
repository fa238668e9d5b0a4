/**
 * Measures the embedded store by itself, without the services above it: writes with 1 and 16 writers compared with the disk
 * alone, and reads.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { openSqlite } from '../../server/backends/sqlite/open-sqlite.ts';
import type { AddIntent } from '../../server/domain/intents.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import type { MemoryStore } from '../../server/ports/stores.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { measureAppend, measureCommit } from '../load/disk.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { summarise, timeCalls, type Timings } from '../load/timings.ts';

const ADDS_PER_WRITER = 1000;
const WRITERS = [1, 16];
const READS = 1000;
const WARMUP = 100;
const BATCH = 1000;

const dataDir = await mkdtemp(join(tmpdir(), 'recorda-sqlite-'));
const table = loadStaticTable();
const encoder = staticEncoder(table);
const clock = { now: () => Date.now() };
const options = { dataDir, table, embedderIdentity: table.identity, clock, log: silentLog };
const random = seededRandom(1);
const rows: string[][] = [];
const call = () => ({ signal: new AbortController().signal });

function scopeOf(userId: string, sessionId = ''): Scope {
  return { tenant: 'default', userId, agentId: '', sessionId, namespace: '', taskId: '' };
}

function textIntent(userId: string): AddIntent {
  const content = sentence(random);
  return {
    id: memoryId('LONG_TERM', uuidv7().replaceAll('-', '')),
    scope: scopeOf(userId),
    payload: { type: 'LONG_TERM', content, speaker: '' },
    metadata: { category: content.length % 2 === 0 ? 'even' : 'odd' },
    nowMs: clock.now(),
    autoPrune: 'OFF',
    vector: encoder.embed(content),
  };
}

function messageIntent(userId: string): AddIntent {
  return {
    ...textIntent(userId),
    id: memoryId('SHORT_TERM', uuidv7().replaceAll('-', '')),
    scope: scopeOf(userId, 's'),
    payload: { type: 'SHORT_TERM', role: 'USER', content: sentence(random), timeMs: clock.now() },
    vector: undefined,
  };
}

async function write(store: MemoryStore, intents: readonly AddIntent[]): Promise<void> {
  for (const outcome of await store.add(intents, call())) if (!outcome.ok) throw outcome.error;
}

/** Each writer adds one after another, for a user of its own. */
async function timeWriters(
  store: MemoryStore,
  writers: number,
  intent: (userId: string) => AddIntent,
): Promise<Timings> {
  const latenciesMs: number[] = [];
  const intents = Array.from({ length: writers }, (_, writer) =>
    Array.from({ length: ADDS_PER_WRITER }, () => intent(`${store.type} ${writers} ${writer}`)),
  );
  const startMs = performance.now();
  const writing = intents.map(async (mine) => {
    for (const one of mine) {
      const beganMs = performance.now();
      await write(store, [one]);
      latenciesMs.push(performance.now() - beganMs);
    }
  });
  await Promise.all(writing);
  return summarise(latenciesMs, performance.now() - startMs);
}

function report(name: string, { p50Ms, p95Ms, p99Ms, callsPerSecond }: Timings): void {
  rows.push([name, ...[p50Ms, p95Ms, p99Ms].map(formatMs), formatCount(callsPerSecond)]);
}

report('disk: append and fdatasync', await measureAppend(dataDir));
report('disk: bare SQLite commit', await measureCommit(dataDir));
let opened = await openSqlite(options);
for (const store of [opened.stores.LONG_TERM, opened.stores.SHORT_TERM]) {
  for (const writers of WRITERS) {
    const intent = store.type === 'LONG_TERM' ? textIntent : messageIntent;
    report(`add ${store.type.toLowerCase()}, ${writers} at once`, await timeWriters(store, writers, intent));
  }
}
const { count } = QUOTAS.LONG_TERM;
const beganMs = performance.now();
for (let added = 0; added < count; added += BATCH) {
  await write(
    opened.stores.LONG_TERM,
    Array.from({ length: BATCH }, () => textIntent('full')),
  );
}
rows.push([
  `add ${formatCount(count)} in batches of ${BATCH}`,
  '',
  '',
  '',
  formatCount((count * 1000) / (performance.now() - beganMs)),
]);

await opened.close();
opened = await openSqlite(options);
const { LONG_TERM: longTerm } = opened.stores;
const query = () => ({ scope: scopeOf('full'), text: sentence(random), topK: 5, explain: false, nowMs: clock.now() });
report(`first retrieve of ${formatCount(count)}`, await timeCalls(1, 0, () => longTerm.retrieve(query(), call())));
report('retrieve', await timeCalls(READS, WARMUP, () => longTerm.retrieve(query(), call())));
const filter = 'metadata.category == "odd"';
report('retrieve, filtered', await timeCalls(READS, WARMUP, () => longTerm.retrieve({ ...query(), filter }, call())));
report(
  'add, then retrieve',
  await timeCalls(READS / 10, WARMUP / 10, async () => {
    await write(longTerm, [textIntent('full also')]);
    return longTerm.retrieve({ ...query(), scope: scopeOf('full also') }, call());
  }),
);
const page = { scope: scopeOf('full'), pageSize: 50, descending: true, nowMs: clock.now() };
report('list 50', await timeCalls(READS, WARMUP, () => longTerm.list(page, call())));
printTable(['', 'p50', 'p95', 'p99', 'calls/s'], rows);
await opened.close();
await rm(dataDir, { recursive: true });
