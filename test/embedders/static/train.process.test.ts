import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { packageFile } from '../../../server/runtime/package-root.ts';

const run = promisify(execFile);
const WANTED = "import sys; sys.exit(0 if sys.version_info >= (3, 11) else 'older')";

describe('the making of the built-in embedder', () => {
  it('inflects, conjugates and codes the lexicon as its own tests say', async function () {
    try {
      await run('python3', ['-c', WANTED]);
    } catch {
      // Only those who rebuild the table need Python.
      this.skip();
    }
    const { stderr } = await run('python3', ['-B', '-m', 'unittest', 'discover', '-s', 'tests'], {
      cwd: packageFile('server', 'embedders', 'static', 'train'),
    });
    expect(stderr)
      .to.match(/Ran \d\d+ tests/)
      .and.to.match(/\nOK/);
  });
});
