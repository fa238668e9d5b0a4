import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { scaled } from '../scale.ts';
import { all } from './doors.ts';
import { lastOf } from './lifecycle-doors.ts';

const BACKUPS = scaled(3, 100);
const WRITERS = 4;
/** Writes of each writer per second: 500 in all, if the machine can. */
const RATE = 125;
/** The number of memories that each writer keeps rewriting, one after the other. */
const SLOTS = 60;
/** Every time after this many writes, two memories are added together instead. */
const PAIR_EVERY = 25;
const LONG = { timeoutMs: 600_000 };

const userOf = (writer: number): string => `writer-${writer}`;
const textOf = (slot: number, write: number): string => `slot ${slot} as of write ${write}`;

/** Returns what a user has after this many writes, each text once. */
function stateAfter(writes: number): ReadonlySet<string> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => textOf(slot, 0));
  const pairs: string[] = [];
  for (let write = 1; write <= writes; write += 1) {
    if (write % PAIR_EVERY === 0) pairs.push(`one of ${write}`, `two of ${write}`);
    else slots[write % SLOTS] = textOf(write % SLOTS, write);
  }
  return new Set([...slots, ...pairs]);
}

/** Writes until it is stopped; calls `told` for each write that was acknowledged. */
async function write(recorda: Recorda, writer: number, stop: AbortSignal, told: (write: number) => void) {
  const scope = { userId: userOf(writer) };
  const text = (content: string) => ({ memory: { scope, payload: { $case: 'text' as const, value: { content } } } });
  const agent = recorda.agent(scope);
  const slots = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => agent.add(textOf(slot, 0))));
  told(0);
  const startMs = performance.now();
  for (let number = 1; !stop.aborted; number += 1) {
    const aheadMs = (number * 1000) / RATE - (performance.now() - startMs);
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    if (number % PAIR_EVERY === 0) {
      await recorda.memory.batchAddMemories({ requests: [text(`one of ${number}`), text(`two of ${number}`)] });
    } else {
      await agent.update(slots[number % SLOTS]!.memory.id, { text: textOf(number % SLOTS, number) });
    }
    told(number);
  }
}

describe('backups while memories are written', () => {
  it(`show one moment each: each of ${BACKUPS} restores exactly what had been written by then @torture`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-backup-writes-'));
    const server = await openRecorda({ dataDir, warmUp: false });
    const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
    const acknowledged = new Array<number>(WRITERS).fill(-1);
    const stop = new AbortController();
    const writing = Promise.all(
      acknowledged.map((_, writer) => write(recorda, writer, stop.signal, (number) => (acknowledged[writer] = number))),
    );
    while (acknowledged.includes(-1)) await new Promise((resolve) => setTimeout(resolve, 1));
    const startMs = performance.now();
    const taken: { readonly id: string; readonly least: readonly number[]; readonly most: readonly number[] }[] = [];
    for (let count = 0; count < BACKUPS; count += 1) {
      const least = [...acknowledged];
      const { backup, isDone } = await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }, LONG));
      expect(isDone).to.equal(true);
      taken.push({ id: backup!.id, least, most: acknowledged.map((number) => number + 1) });
    }
    const seconds = (performance.now() - startMs) / 1000;
    stop.abort();
    await writing;
    const writes = acknowledged.reduce((sum, number) => sum + number, 0);
    let equal = 0;
    for (const { id, least, most } of taken) {
      const trial = await lastOf(recorda.admin.verifyBackup({ id }, LONG));
      expect(trial).to.deep.include({ faultCount: 0, isDone: true });
      for (let writer = 0; writer < WRITERS; writer += 1) {
        const userId = userOf(writer);
        await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }, LONG));
        const texts = (await all(recorda.agent({ userId }).list())).map(({ text }) => text);
        // The backup has everything up to one moment and nothing after it, and memories that were written
        // together are together.
        const last = Math.max(...texts.map((text) => Number(/\d+$/.exec(text)?.[0])));
        expect(last, id).to.be.within(least[writer]!, most[writer]!);
        expect(texts.length, id).to.equal(new Set(texts).size);
        expect(new Set(texts), id).to.deep.equal(stateAfter(last));
      }
      equal += 1;
    }
    const rate = Math.round(writes / seconds);
    process.stdout.write(
      `      ${equal} of ${BACKUPS} backups restored equal, taken in ${seconds.toFixed(1)} s under ${rate} writes a second\n`,
    );
    await recorda.close();
    await server.close();
    await rm(dataDir, { recursive: true });
  }).timeout(3_600_000);
});
