/** Writes and reads of the tests in which PostgreSQL, servers and what lies between fail. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { memoryId, type Scope } from '../../../server/domain/memory.ts';
import type { AddIntent } from '../../../server/ports/stores.ts';
import { call } from '../../conformance/subject.ts';
import { endWithUs } from '../../end-with-us.ts';
import { ROOT } from '../../root.ts';
import { temporaryFolder } from '../sqlite/temporary-store.ts';
import type { Told } from './fault-writer.ts';
import type { OpenedCopy } from './open-copy.ts';

export const scopeOf = (userId: string): Scope => {
  return { tenant: 't', userId, agentId: '', sessionId: '', namespace: '', taskId: '' };
};

export function addTo(store: OpenedCopy, userId: string, content: string, requestId?: string) {
  const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
  const intent: AddIntent = {
    ...{ id, scope: scopeOf(userId), payload: { type: 'LONG_TERM', content, speaker: '' }, nowMs: Date.now() },
    ...{ autoPrune: 'OFF', requestId: requestId === undefined ? undefined : { id: requestId, bodyHash: content } },
  };
  return store.stores.LONG_TERM.add([intent], call());
}

export async function contentsOf({ stores }: OpenedCopy, userId: string): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await stores.LONG_TERM.ofUser.page({ tenant: 't', userId }, after, call());
    found.push(...page.memories.map(({ payload }) => (payload as { readonly content: string }).content));
    after = page.next;
  } while (after !== undefined);
  return found;
}

/** Throws unless all that the writers were told is there, and nothing twice. */
export async function expectAllOnce(late: OpenedCopy, told: readonly Told[]): Promise<void> {
  const found = new Map<string, number>();
  for (const user of new Set(told.map((one) => one.user)))
    for (const content of await contentsOf(late, user)) found.set(content, (found.get(content) ?? 0) + 1);
  const lost = told.filter(({ operation }) => !found.has(operation));
  const twice = [...found].filter(([, count]) => count > 1);
  expect({ lost, twice }).to.deep.equal({ lost: [], twice: [] });
}

export type Writer = { killAndRestart(): Promise<void>; end(): Promise<void> };

/** Starts a server's store in a process of its own, whose clients write all the time; `told` gets what they are told. */
export async function startWriter(url: string, name: string, told: Told[]): Promise<Writer> {
  const dataDir = await temporaryFolder();
  let runs = 0;
  const start = async (): Promise<ChildProcess> => {
    runs += 1;
    const script = join(ROOT, 'dist/test/backends/postgres/fault-writer.js');
    const child = endWithUs(
      spawn(process.execPath, [script, url, dataDir, `${name}${runs}`], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'ready') resolve();
        else told.push(JSON.parse(line) as Told);
      });
    });
    await Promise.race([ready, once(child, 'exit').then(() => Promise.reject(new Error('The writer ended.')))]);
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  };
  let child = await start();
  return {
    async killAndRestart() {
      await kill(child);
      child = await start();
    },
    async end() {
      await kill(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
