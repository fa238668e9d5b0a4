import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../client/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { scaled } from '../scale.ts';
import { all } from './doors.ts';
import { lastOf } from './keeping-doors.ts';

const BACKUPS = scaled(10, 100);
/** Each writes as fast as it is answered: some hundreds a second in all. */
const WRITERS = 4;
/** What each adds together. */
const TOGETHER = 2;

describe('backups while memories are written', () => {
  it(`are each of one moment: ${BACKUPS} of them restore to exactly what had been written then @torture`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-backup-writes-'));
    const server = await openRecorda({ dataDir });
    const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
    const acknowledged = new Array<number>(WRITERS).fill(0);
    const stop = new AbortController();
    let writes = 0;
    const writer = async (of: number): Promise<void> => {
      const scope = { userId: `writer-${of}` };
      for (let number = 0; !stop.signal.aborted; number += 1) {
        const requests = Array.from({ length: TOGETHER }, (_, part) => ({
          memory: { scope, payload: { $case: 'text' as const, value: { content: `${number}.${part}` } } },
        }));
        await recorda.memory.batchAddMemories({ requests });
        acknowledged[of] = number + 1;
        writes += TOGETHER;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const startMs = performance.now();
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, of) => writer(of)));
    const taken: { readonly id: string; readonly least: readonly number[]; readonly most: readonly number[] }[] = [];
    for (let count = 0; count < BACKUPS; count += 1) {
      const least = [...acknowledged];
      const { backup, isDone } = await lastOf(
        recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }, { timeoutMs: 600_000 }),
      );
      expect(isDone).to.equal(true);
      taken.push({ id: backup!.id, least, most: acknowledged.map((number) => number + 1) });
    }
    const seconds = (performance.now() - startMs) / 1000;
    stop.abort();
    await writing;
    process.stdout.write(`      ${Math.round(writes / seconds)} memories written a second\n`);
    for (const { id, least, most } of taken) {
      const trial = await lastOf(recorda.admin.verifyBackup({ id }, { timeoutMs: 600_000 }));
      expect(trial).to.deep.include({ faultCount: 0, isDone: true });
      for (let of = 0; of < WRITERS; of += 1) {
        const userId = `writer-${of}`;
        await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }, { timeoutMs: 600_000 }));
        const texts = (await all(recorda.agent({ userId }).list())).map(({ text }) => text);
        // Everything up to one moment, in order, nothing after it, and what was written together together.
        expect(texts.length % TOGETHER, id).to.equal(0);
        const numbers = texts.length / TOGETHER;
        expect(numbers, id).to.be.within(least[of]!, most[of]!);
        const meant = Array.from({ length: texts.length }, (_, at) => `${Math.floor(at / TOGETHER)}.${at % TOGETHER}`);
        expect(new Set(texts), id).to.deep.equal(new Set(meant));
      }
    }
    await recorda.close();
    await server.close();
    await rm(dataDir, { recursive: true });
  }).timeout(3_600_000);
});
