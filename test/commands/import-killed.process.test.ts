import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { all } from '../api/doors.ts';
import { scaled } from '../scale.ts';
import { listening, startExecutable } from './executable.ts';

const MEMORIES = 3_000;
const FULL = scaled(0, 1) === 1;
/** Times at which imports are killed, as shares of the time that the first one took, which was not killed. */
const KILLED_AT = [1, ...(FULL ? [0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.95] : [0.5, 0.9])];

const line = (at: number): string =>
  JSON.stringify({
    line: 'memory',
    id: `lt_${String(at).padStart(32, '0')}`,
    agentId: '',
    sessionId: '',
    namespace: '',
    taskId: '',
    createTimeMs: at,
    updateTimeMs: at,
    version: 1,
    payload: { type: 'LONG_TERM', content: `The number ${at} is on the door of a house`, speaker: '' },
  });
const LINES = Buffer.from(Array.from({ length: MEMORIES }, (_, at) => line(at)).join('\n'));

describe('an import whose server is killed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-import-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is there as a whole, or not at all @torture', async () => {
    const left: number[] = [];
    let tookMs = Infinity;
    for (const [round, part] of KILLED_AT.entries()) {
      const dataDir = join(folder, String(round));
      const server = startExecutable({ args: ['serve', '--port', '0', '--data-dir', dataDir], cwd: folder });
      const { port } = await listening(server);
      const client = connect(`127.0.0.1:${String(port)}`);
      const begunMs = performance.now();
      const isDone = client.admin.importUserData({ userId: 'ana', lines: LINES }).then(
        () => true,
        () => false,
      );
      const killing = round > 0 ? setTimeout(() => server.process.kill('SIGKILL'), tookMs * part) : undefined;
      const wasDone = await isDone;
      clearTimeout(killing);
      if (round === 0) tookMs = performance.now() - begunMs;
      server.process.kill('SIGKILL');
      await server.exit;
      await client.close();
      const embedded = await openEmbedded({ warmUp: false, dataDir });
      const [first] = await all(embedded.admin.exportUserData({ userId: 'ana' }));
      await embedded.close();
      left.push(Number(first?.memoryCount));
      if (wasDone) expect(left.at(-1)).to.equal(MEMORIES);
    }
    expect(left[0]).to.equal(MEMORIES);
    expect(left.filter((count) => count !== 0 && count !== MEMORIES)).to.deep.equal([]);
  });
});
