import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';

const PAGE_BYTES = 4096;
/** The first bytes of pages with cells: https://sqlite.org/fileformat2.html#b_tree_pages. */
const KINDS: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
const TRACE = 'zanahoria';
const NOTES = 200;

describe('traces that SQLite leaves in pages when it moves rows', () => {
  let dataDir: string;
  let recorda: Recorda;
  const open = async (): Promise<void> => {
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  };
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-traces-'));
    await open();
    for (const userId of ['ana', 'bob']) {
      const agent = recorda.agent({ userId });
      await Promise.all(Array.from({ length: NOTES }, (_, note) => agent.add(`note ${note} of ${userId}`)));
    }
    await recorda.close();
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const traces = async (): Promise<number> =>
    (await readFile(join(dataDir, STORE_FILE))).toString('latin1').split(TRACE).length - 1;

  /** Writes a trace into each page, where SQLite would leave it. Which rows it moves depends on its version, so no other way is as sure. */
  async function leaveTraces(): Promise<void> {
    const file = join(dataDir, STORE_FILE);
    const bytes = await readFile(file);
    for (let page = PAGE_BYTES; page < bytes.length; page += PAGE_BYTES) {
      const header = KINDS[bytes[page] ?? 0];
      if (header === undefined) continue;
      const start = header + 2 * bytes.readUInt16BE(page + 3);
      if (bytes.readUInt16BE(page + 5) - start > TRACE.length) bytes.write(TRACE, page + start, 'latin1');
    }
    await writeFile(file, bytes);
  }

  it('are gone after an erasure, and do not come back with later writes', async () => {
    await leaveTraces();
    const left = await traces();
    expect(left).to.be.greaterThan(20);
    await open();
    // The writer has read pages with traces by now.
    const bob = recorda.agent({ userId: 'bob' });
    await Promise.all(Array.from({ length: NOTES }, (_, note) => bob.add(`note ${note} of today`)));
    const answers = await all(recorda.admin.deleteUserData({ userId: 'ana', force: true }));
    expect(answers.at(-1)?.receipt).not.to.equal(undefined);
    expect(await traces(), 'after the receipt').to.equal(0);
    await Promise.all(Array.from({ length: NOTES }, (_, note) => bob.add(`note ${note} of tomorrow`)));
    const { memories } = await recorda.memory.listMemories({
      scope: { userId: 'bob' },
      type: 'MEMORY_TYPE_LONG_TERM',
      pageSize: 100,
    });
    expect(memories.length).to.equal(100);
    await recorda.close();
    expect(await traces(), 'once it is closed').to.equal(0);
  });
});
