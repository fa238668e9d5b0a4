/**
 * Adds memories, cuts their agent to a cap, restores some from the archive and takes backups, until it is killed; prints what was
 * acknowledged. Its arguments are a seed and folders.
 */
import { writeSync } from 'node:fs';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { KEEPING_CAP, KEEPING_SCOPE, type Kept } from './kept.ts';

const [seed = '0', ...dataDirs] = process.argv.slice(2);

/** Writes synchronously, since process.stdout would buffer lines that a kill then loses. A full pipe is tried again. */
function acknowledge(index: number, kept: Kept): void {
  let rest: Uint8Array = Buffer.from(`${JSON.stringify({ place: index, kept })}\n`);
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function keep(dataDir: string, index: number): Promise<never> {
  const random = seededRandom(Number(seed) + index);
  const { pipeline, close } = await openRecorda({ dataDir, warmTierMaxPerAgent: KEEPING_CAP, isBrief: true });
  const recorda = recordaOver(pipelineTransport(pipeline, close));
  const agent = recorda.agent(KEEPING_SCOPE);
  const { admin } = recorda;

  const add = async (): Promise<void> => {
    const text = sentence(random);
    const { memory } = await agent.add(text, { importance: random() });
    acknowledge(index, { id: memory.id, text });
  };

  const restore = async (): Promise<void> => {
    const { userId } = KEEPING_SCOPE;
    const { memories } = await admin.listArchive({ userId, pageSize: 50 });
    const ids = memories.map(({ id }) => id).filter(() => random() < 0.3);
    if (ids.length > 0) await admin.restoreArchived({ userId, ids });
  };

  for (;;) {
    const choice = random();
    if (choice < 0.5) await Promise.all(Array.from({ length: 6 }, add));
    else if (choice < 0.75) for await (const _ of admin.runSleepCycle({ force: true }));
    else if (choice < 0.9) await restore();
    else {
      for await (const { backup, isDone } of admin.createBackup({ set: 'BACKUP_SET_DAILY' })) {
        if (isDone && backup !== undefined) acknowledge(index, { backup: backup.id });
      }
    }
  }
}

await Promise.all(dataDirs.map(keep));
