/** Writes as fast as it can and prints what was acknowledged, until it is killed. Its arguments are a folder and a seed. */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { accessBuffer } from '../../server/backends/access-buffer.ts';
import { sqliteMemoryStore } from '../../server/backends/sqlite/memories/store.ts';
import { startThread } from '../../server/backends/sqlite/engine/start-thread.ts';
import type { WriterApi } from '../../server/backends/sqlite/writer-thread.ts';
import { memoryId, type MemoryType } from '../../server/domain/memory.ts';
import type { AddIntent } from '../../server/domain/intents.ts';
import type { MemoryStore } from '../../server/ports/stores.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../server/policy/limits.ts';
import { seededRandom } from '../load/sentences.ts';
import { UNASKED_OF_USER } from '../unasked-of-user.ts';
import { OPENING, QUOTA, scopeOf, textAt, type Written } from './written.ts';

const WRITERS = 8;
const [dataDir = '', seed = '0'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const clock = { now: () => Date.now() };
const call = () => ({ signal: new AbortController().signal });

// There are no readers, because they would only prolong each of a thousand starts.
const writer = startThread<WriterApi>(
  new URL('../../server/backends/sqlite/writer-thread.js', import.meta.url),
  (cause) => {
    throw cause;
  },
).calls;
const readers = {
  size: 0,
  leastBusy: () => {
    throw new Error('Nothing is read.');
  },
  pinned: () => {
    throw new Error('Nothing is read.');
  },
  beside: () => {
    throw new Error('Nothing is read.');
  },
  of: () => {
    throw new Error('This child reads nothing.');
  },
  all: () => [],
  close: async () => undefined,
};
writeSync(1, `${OPENING}\n`);
await writer.open({
  dataDir,
  embedder: { name: 'test', version: '1', dimensions: 4 },
  quotas: { ...QUOTAS, ...QUOTA },
  limits: GLOBAL_LIMITS,
});
const accesses = accessBuffer({ write: async () => undefined, onLoss: () => undefined, size: 1, atOnce: 1 });
const longTerm = sqliteMemoryStore('LONG_TERM', writer, readers, clock, accesses, UNASKED_OF_USER);
const shortTerm = sqliteMemoryStore('SHORT_TERM', writer, readers, clock, accesses, UNASKED_OF_USER);

/** Writes synchronously, since process.stdout would buffer lines that a kill then loses. A full pipe is tried again. */
function acknowledge(written: Written): void {
  let rest: Uint8Array = Buffer.from(`${JSON.stringify(written)}\n`);
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

function newId(type: MemoryType): string {
  return memoryId(type, randomUUID().replaceAll('-', ''));
}

function textIntent(userId: string, more: Partial<AddIntent> = {}): AddIntent {
  const id = newId('LONG_TERM');
  return {
    id,
    scope: scopeOf(userId),
    payload: { type: 'LONG_TERM', content: textAt(id, 1), speaker: '' },
    nowMs: clock.now(),
    autoPrune: 'OFF',
    vector: Float32Array.of(1, 0, 0, 0),
    ...more,
  };
}

async function added(store: MemoryStore, intents: readonly AddIntent[]) {
  const outcomes = await store.add(intents, call());
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  });
}

async function keep(): Promise<void> {
  const intents = Array.from({ length: random() < 0.1 ? 20 : 1 }, () =>
    textIntent('keeper', random() < 0.3 ? { requestId: { id: randomUUID(), bodyHash: 'h' } } : {}),
  );
  const records = await added(longTerm, intents);
  for (const { record } of records) acknowledge({ write: 'add', user: 'keeper', id: record.id, version: 1 });
  if (random() > 0.3) return;
  const [first] = intents;
  if (first === undefined) return;
  const patch = { content: textAt(first.id, 2) };
  await longTerm.update({ scope: first.scope, id: first.id, patch, nowMs: clock.now() }, call());
  acknowledge({ write: 'update', user: 'keeper', id: first.id, version: 2 });
}

async function change(): Promise<void> {
  if (random() < 0.5) {
    const id = newId('SHORT_TERM');
    const payload = { type: 'SHORT_TERM', role: 'USER', content: textAt(id, 1), timeMs: clock.now() } as const;
    const [append] = await added(shortTerm, [textIntent('changer', { id, payload, vector: undefined })]);
    acknowledge({ write: 'remove', user: 'changer', ids: append?.removedIds ?? [] });
    return;
  }
  const [add] = await added(longTerm, [textIntent('changer')]);
  if (add === undefined || random() < 0.3) return;
  await longTerm.remove({ scope: scopeOf('changer'), id: add.record.id, nowMs: clock.now() }, call());
  acknowledge({ write: 'remove', user: 'changer', ids: [add.record.id] });
}

async function writeForever(): Promise<never> {
  for (;;) {
    if (random() < 0.02) await writer.sweep({ nowMs: clock.now(), oldestTurnMs: 0 });
    if (random() < 0.02) await writer.scrub({});
    await (random() < 0.6 ? keep() : change());
  }
}

await Promise.all(Array.from({ length: WRITERS }, writeForever));
