import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeFolder } from '../../../../../server/backends/sqlite/engine/file/make-folder.ts';
import { temporaryFolder } from '../../temporary-store.ts';

describe('The data folder', () => {
  it('is made with those above it, for nobody else to read', async () => {
    const root = await temporaryFolder();
    const folder = join(root, 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    await rm(root, { recursive: true });
  });

  it('fails at once if the file system does not allow it', function () {
    if (process.platform !== 'linux') this.skip();
    expect(() => makeFolder('/proc/recorda/data'))
      .to.throw('--data-dir')
      .with.property('code', 'FOLDER_UNUSABLE');
  });
});
