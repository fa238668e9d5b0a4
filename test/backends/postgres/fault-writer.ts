/**
 * A server's store in a process of its own, which is killed at any time: eight clients add memories of four users, and each line that it
 * prints is what one of them was told. Arguments: the database, the data folder, a name.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RecordaError } from '../../../server/domain/errors.ts';
import { memoryId } from '../../../server/domain/memory.ts';
import type { OpenedCopy } from './open-copy.ts';
import { openCopy } from './open-copy.ts';
import { call } from '../../conformance/subject.ts';

const CLIENTS = 8;
const USERS = 4;
const RETRY_MS = 50;

/** What a client was told of its operation: the number of reads that went back, once it reads, or that it stands. */
export type Told = { readonly operation: string; readonly user: string };

const [, , url = '', dataDir = '', name = ''] = process.argv;

async function add(store: OpenedCopy, operation: string, userId: string, requestId: string | undefined): Promise<void> {
  const scope = { tenant: 't', userId, agentId: '', sessionId: '', namespace: '', taskId: '' };
  const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
  const [outcome] = await store.stores.LONG_TERM.add(
    [
      {
        ...{ id, scope, payload: { type: 'LONG_TERM', content: operation, speaker: '' }, nowMs: Date.now() },
        ...{
          autoPrune: 'OFF',
          requestId: requestId === undefined ? undefined : { id: requestId, bodyHash: operation },
        },
      },
    ],
    call(),
  );
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
}

/** An operation with a request id is repeated until it is acknowledged, another one is not. */
async function client(store: OpenedCopy, number: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const operation = `${name} ${number} ${turn}`;
    const user = `u${turn % USERS}`;
    const requestId = turn % 2 === 0 ? operation : undefined;
    for (let isDone = false; !isDone;) {
      try {
        await add(store, operation, user, requestId);
        process.stdout.write(`${JSON.stringify({ operation, user } satisfies Told)}\n`);
        isDone = true;
      } catch (error) {
        if (!(error instanceof RecordaError)) throw error;
        isDone = requestId === undefined;
        await sleep(RETRY_MS);
      }
    }
  }
}

const quota = { count: 1e6, bytes: 1e9 };
const store = await openCopy(url, { dataDir, quota, clock: { now: Date.now, advance: () => undefined } });
process.stdout.write('ready\n');
await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(store, number)));
