/** Writes until its disk is full, then prints how the store reacted, as JSON. Its argument is the folder. */
import { randomBytes, randomUUID } from 'node:crypto';
import { RecordaError } from '../../../../server/domain/errors.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import type { MemoryStore } from '../../../../server/ports/stores.ts';
import { openTemporary } from '../temporary-store.ts';

const dataDir = process.argv[2] ?? '';
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
const call = () => ({ signal: new AbortController().signal });

async function write(store: MemoryStore): Promise<void> {
  const content = randomBytes(20_000).toString('base64');
  const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
  const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
  const [outcome] = await store.add([{ id, scope, payload, nowMs: Date.now(), autoPrune: 'OFF' }], call());
  if (!outcome?.ok) throw outcome?.error ?? new Error('no outcome');
}

/** Returns the reason of the failure, or undefined if the work succeeded. */
async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof RecordaError ? error.reason : String(error);
  }
}

async function count(store: MemoryStore): Promise<number> {
  const page = await store.list({ scope, pageSize: 1000, descending: false, nowMs: Date.now() }, call());
  return page.records.length;
}

const opened = await openTemporary({ dataDir });
const { LONG_TERM: longTerm } = opened.stores;
let told = 0;
opened.onFailure(() => (told += 1));
let acknowledged = 0;
let firstFailure: string | undefined;
for (let attempt = 0; attempt < 1000 && firstFailure === undefined; attempt += 1) {
  firstFailure = await reasonOf(write(longTerm));
  if (firstFailure === undefined) acknowledged += 1;
}
const laterFailures = [
  await reasonOf(write(longTerm)),
  await reasonOf(write(longTerm)),
  await reasonOf(write(longTerm)),
];
const event = {
  tenant: 't',
  userId: 'u',
  action: 'ADD',
  subject: 'WORKING',
  id: '',
  count: 1,
  why: 'CALL',
  atMs: 0,
  origin: { credential: '', operation: 'AddMemory' },
} as const;
/**
 * What cannot be recorded in the audit log is not done: calls of administrators, and writes of working memory, which itself needs no disk.
 */
const unaudited = [
  await reasonOf(opened.audit.record([event])),
  await reasonOf((async () => opened.audit.note([event]))()),
];
const readable = await count(longTerm);
await opened.close();
const again = await openTemporary({ dataDir });
const readableAfterReopening = await count(again.stores.LONG_TERM);
await again.close();
const report = { acknowledged, firstFailure, laterFailures, unaudited, told, readable, readableAfterReopening };
process.stdout.write(JSON.stringify(report));
