import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { filesUnder } from './canaries.ts';

const CHILD = fileURLToPath(new URL('./crashing-child.js', import.meta.url));

describe('an erasure that a crash interrupts', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-erasing-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('continues at the next start, and also deletes what a run put into cold storage after the store was erased', async () => {
    const child = spawn(process.execPath, [CHILD, dataDir], { stdio: ['ignore', 'inherit', 'inherit'] });
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    expect(signal).to.equal('SIGKILL');
    const place = coldPartition({ tenant: 'default', userId: 'ana' });
    const late = join(dataDir, 'cold', 'users', place, 'archive', 'long_term', 'late.obj');
    expect(existsSync(late)).to.equal(true);
    const db = new Sqlite(join(dataDir, STORE_FILE));
    expect(db.prepare(`SELECT user_id FROM users`).pluck().all(), 'the store’s part is done').to.deep.equal(['ben']);
    db.close();

    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    const named = [...(await filesUnder(join(dataDir, 'cold'))).keys()].filter((path) => path.includes(place));
    expect(named, 'with the object the key').to.deep.equal([]);
    expect(await all(recorda.agent({ userId: 'ben' }).list())).to.have.length(1);
    const { backups } = await recorda.admin.listBackups({});
    const trial = await lastOf(recorda.admin.verifyBackup({ id: backups[0]!.id }));
    expect(trial).to.deep.include({ faultCount: 0, isDone: true });
    // A new user `ana` is not erased again.
    await recorda.agent({ userId: 'ana' }).add('Another note');
    await recorda.close();
    const again = await openRecorda({ dataDir, warmUp: false });
    const later = recordaOver(pipelineTransport(again.pipeline, again.close));
    expect(await all(later.agent({ userId: 'ana' }).list())).to.have.length(1);
    await later.close();
  });
});
