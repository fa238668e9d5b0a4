import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startExecutable } from '../commands/executable.ts';
import { faultyProcess } from './faulty-server.ts';

describe('a second server on the same folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorda-second-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('does not start and says why, leaves the first one alone, and starts once that is killed', async () => {
    const dataDir = join(folder, 'data');
    const first = await faultyProcess({ dataDir });
    const { memory } = await first.recorda.agent({ userId: 'ana' }).add('Enjoys skiing');
    const second = startExecutable({ args: ['serve', '--port', '0', '--data-dir', dataDir] });
    expect(await second.exit).to.equal(1);
    expect(second.stderr()).to.match(/^.*is in use by another Recorda\. Connect to that server, stop it, .*\n$/);
    await first.recorda.agent({ userId: 'ana' }).add('Avoids advanced slopes');
    first.process.kill('SIGKILL');
    await first.stop();
    const third = await faultyProcess({ dataDir });
    expect((await third.recorda.agent({ userId: 'ana' }).get(memory.id)).id).to.equal(memory.id);
    await third.stop();
  });
});
