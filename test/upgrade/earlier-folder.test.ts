/**
 * Opens the data that earlier versions left: each folder here is named after the version, or the commit, with which keep.ts made it. What
 * this version makes is tested too, since later versions will have to open it.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { ROOT } from '../root.ts';
import { exportedAt, exportOf, keep, unpack } from './keep.ts';

const HERE = join(ROOT, 'test', 'upgrade');
const KEPT = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
/** A time after the last line of an export at which nothing in it has expired. */
const LATER_MS = 3 * 60_000;
const COMPLAINTS = ['warn', 'error', 'fatal'] as const;

type Line = Readonly<Record<string, unknown>>;

/** Fields that change when memories are found, and vectors, which a later version of the built-in embedder computes again. */
const CHANGING = ['accessCount', 'lastAccessTimeMs', 'vector'];

/** Returns what identifies a line of an export, whatever other fields it has. */
function identity(line: Line): string {
  const parts = ['line', 'id', 'name', 'session_id', 'turn', 'segment', 'question', 'message', 'tier'];
  return JSON.stringify(parts.map((part) => line[part]));
}

const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ line }) => line !== 'manifest');

/** `kept` returns the folder with the two files of keep.ts; it is called once the tests run. */
function describeKept(name: string, kept: () => string): void {
  describe(name, () => {
    let dataDir: string;
    let nowMs: number;
    let recorda: Recorda;
    let close: () => Promise<void>;
    const complaints: string[] = [];

    const open = async (): Promise<void> => {
      const log = Object.fromEntries(
        ['trace', 'debug', 'info', ...COMPLAINTS].map((level) => [
          level,
          (fields: object, message: string) => {
            // A latency over its target is a warning, but on a busy machine it says nothing about the folder.
            if ((COMPLAINTS as readonly string[]).includes(level) && !('targetMs' in fields)) complaints.push(message);
          },
        ]),
      ) as never;
      const opened = await openRecorda({ dataDir, warmUp: false, clock: { now: () => nowMs }, log });
      recorda = recordaOver(pipelineTransport(opened.pipeline, () => Promise.resolve()));
      close = () => opened.close();
    };
    const exported = async (): Promise<readonly Line[]> => linesOf(await exportOf(recorda));
    const before = async (): Promise<readonly Line[]> =>
      linesOf(await exportedAt(kept())).filter(
        // Working memories lived in the process that made the folder.
        ({ id }) => !String(id).startsWith('wm_'),
      );

    beforeEach(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'recorda-upgrade-'));
      await unpack(kept(), dataDir);
      const times = (await before()).flatMap(({ updateTimeMs }) =>
        typeof updateTimeMs === 'number' ? [updateTimeMs] : [],
      );
      nowMs = Math.max(...times) + LATER_MS;
      complaints.length = 0;
      await open();
    });
    afterEach(async () => {
      await close();
      await rm(dataDir, { recursive: true });
      expect(complaints).to.deep.equal([]);
    });

    /** Checks that each earlier line is there with the same fields; later versions may add fields. */
    const holdsAll = async (lines: readonly Line[]): Promise<void> => {
      const now = new Map((await exported()).map((line) => [identity(line), line]));
      for (const line of lines) {
        const expected: Record<string, unknown> = { ...line };
        for (const field of CHANGING) delete expected[field];
        expect(now.get(identity(line)), identity(line)).to.deep.include(expected);
      }
    };

    it('opens with everything that was in it', async () => {
      const lines = await before();
      expect(lines).to.have.length.at.least(41);
      await holdsAll(lines);
    });

    it('goes on from there: finds, appends and makes prompts', async () => {
      const agent = recorda.agent({ userId: 'ana', agentId: 'guide', sessionId: 'tuesday' });
      const [hit] = await agent.retrieve('Which city do I like?', { topK: 1 });
      expect(hit?.text).to.equal('I like the city of Paris long_term');
      const chat = recorda.conversation({ userId: 'ana', sessionId: 'tuesday', agentId: 'guide' });
      await chat.append({ content: 'I have moved to Porto.' });
      const { body } = await chat.prompt('Where do I work?', { provider: 'anthropic' });
      expect(JSON.stringify(body)).to.include('I work at the harbour');
      const { memory } = await agent.add('I keep bees');
      expect((await recorda.memory.getMemory({ scope: { userId: 'ana' }, id: memory.id })).memory?.id).to.equal(
        memory.id,
      );
    });

    it('has a backup that passes its trial and brings back what is deleted, and is backed up again', async () => {
      const { admin, memory } = recorda;
      const { backups } = await admin.listBackups({});
      expect(backups).to.have.lengthOf(1);
      const { id, lineCount } = backups[0]!;
      const trial = await lastOf(admin.verifyBackup({ id }));
      expect(trial).to.deep.include({ faultCount: 0, faults: [], isDone: true, lineCount });
      const scope = { userId: 'ana', agentId: 'guide' };
      const lines = await before();
      const types = ['LONG_TERM', 'EPISODIC', 'ENTITY', 'STRUCTURED'] as const;
      for (const type of types)
        await memory.deleteMemories({ scope, type: `MEMORY_TYPE_${type}`, filter: 'true', force: true });
      const ids = async () => new Set((await exported()).map(({ id: of }) => of));
      const some = lines.find(({ id: of }) => String(of).startsWith('lt_'))!;
      expect(await ids()).not.to.include(some['id']);
      const restored = await lastOf(admin.restoreBackup({ id, userId: 'ana', force: true }));
      expect(restored.isDone).to.equal(true);
      await holdsAll(lines);
      const { backup } = await lastOf(admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
      expect(backup?.id).not.to.equal(id);
      const again = await lastOf(admin.verifyBackup({ id: backup!.id }));
      expect(again).to.deep.include({ faultCount: 0, faults: [], isDone: true });
    });
  });
}

for (const { name } of KEPT) describeKept(`a data folder of ${name}`, () => join(HERE, name));

describe('what this version keeps for later ones', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-keep-'));
    await keep(join(folder, 'this'));
  });
  after(() => rm(folder, { recursive: true }));

  describeKept('a data folder of today', () => join(folder, 'this'));
});
