import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fileColdStore, SUFFIX } from '../../../server/backends/files/file-cold-store.ts';
import { streamOf } from '../../../server/lifecycle/chunks.ts';
import { COLD } from '../../../server/policy/lifecycle.ts';
import { describeColdStore } from '../../conformance/cold-store.ts';
import { call, failure } from '../../conformance/subject.ts';

describeColdStore('files', {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-cold-'));
    return {
      store: fileColdStore(folder),
      another: async () => fileColdStore(folder),
      async damage(name, how, at) {
        const path = join(folder, name + SUFFIX);
        const bytes = await readFile(path);
        const index = Math.floor(at * bytes.length);
        if (how === 'CUT') return truncate(path, index);
        bytes[index] = (bytes[index] as number) ^ 1;
        await writeFile(path, bytes);
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
});

describe('cold storage in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-cold-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is for its owner alone', async () => {
    const store = fileColdStore(join(folder, 'cold'));
    await store.put('a/b', streamOf(Buffer.from('text')), { ifAbsent: false }, call());
    expect((await stat(join(folder, 'cold', 'a', `b${SUFFIX}`))).mode & 0o077).to.equal(0);
    expect((await stat(join(folder, 'cold', 'a'))).mode & 0o077).to.equal(0);
  });

  it('takes away what a crash left, once it is old', async () => {
    const store = fileColdStore(folder);
    await store.put('a', streamOf(Buffer.from('text')), { ifAbsent: false }, call());
    const incoming = join(folder, '.incoming');
    const left = (Date.now() - COLD.abandonedMs) / 1000 - 60;
    await writeFile(join(incoming, 'old'), 'part');
    await utimes(join(incoming, 'old'), left, left);
    await writeFile(join(incoming, 'young'), 'part');
    await fileColdStore(folder).check(call());
    expect(await readdir(incoming)).to.deep.equal(['young']);
  });

  it('reports that it cannot be used, without its path', async () => {
    await writeFile(join(folder, 'file'), '');
    const store = fileColdStore(join(folder, 'file'));
    const error = await failure(store.check(call()));
    expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
    expect(error.message).not.to.include(folder);
  });
});
