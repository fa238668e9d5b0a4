/** Writes long-term memories as fast as it can, mirrors them to an index, and prints what was acknowledged, until it is killed. */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import { indexedMemoryStore } from '../../server/backends/indexed/indexed-memory-store.ts';
import { openSqlite } from '../../server/backends/sqlite/open-sqlite.ts';
import { embedderKey } from '../../server/embedders/embedder-key.ts';
import { memoryId } from '../../server/domain/memory.ts';
import { mirrorOutbox } from '../../server/jobs/outbox.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { encoder, table } from '../backends/sqlite/temporary-store.ts';
import { seededRandom } from '../load/sentences.ts';
import { MIRROR, MIRRORED, textAt, type Mirrored } from './written.ts';

const WRITERS = 4;
/** Pauses let the index catch up now and then, so that kills hit every state. */
const LONGEST_PAUSE_MS = 15;
const [dataDir = '', seed = '0', endpoint = '', key = '', name = ''] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const clock = { now: () => Date.now() };
const call = () => ({ signal: new AbortController().signal });

const sqlite = await openSqlite({
  dataDir,
  isBrief: true,
  table,
  embedderIdentity: table.identity,
  mirror: MIRROR,
  clock,
  log: silentLog,
});
const index = await openAzureSearch({ endpoint, key, index: name, vectors: 'exhaustive' }, silentLog);
const { local, outbox, leases } = sqlite;
const store = indexedMemoryStore({
  local,
  index,
  outbox,
  clock,
  isSole: false,
  embed: (text) => encoder.embed(text),
  embedder: embedderKey(encoder.identity),
});
mirrorOutbox({ outbox, index, leases, clock, log: silentLog, telemetry: { outbox: () => undefined } });

function acknowledge(written: Mirrored): void {
  let rest: Uint8Array = Buffer.from(`${JSON.stringify(written)}\n`);
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function live(): Promise<void> {
  const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
  const scope = MIRRORED;
  const content = textAt(id, 1);
  const [added] = await store.add(
    [
      {
        id,
        scope,
        nowMs: clock.now(),
        autoPrune: 'OFF' as const,
        vector: encoder.embed(content),
        payload: { type: 'LONG_TERM', content, speaker: '' },
      },
    ],
    call(),
  );
  if (added?.ok !== true) throw added?.error ?? new Error('no outcome');
  acknowledge({ id, version: 1 });
  await pause();
  if (random() < 0.3) return;
  const patch = { content: textAt(id, 2) };
  await store.update({ scope, id, patch, vector: encoder.embed(patch.content), nowMs: clock.now() }, call());
  acknowledge({ id, version: 2 });
  await pause();
  if (random() < 0.4) return;
  acknowledge({ id, version: 2, isGoing: true });
  await store.remove({ scope, id, nowMs: clock.now() }, call());
  acknowledge({ id, version: 0 });
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_PAUSE_MS));
}

async function liveForever(): Promise<never> {
  for (;;) await live();
}

await Promise.all(Array.from({ length: WRITERS }, liveForever));
