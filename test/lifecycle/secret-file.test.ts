import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { receiptSigner } from '../../server/erasing/signing-key.ts';
import { makeSecretFile } from '../../server/lifecycle/secret-file.ts';

describe('a key file that a server creates', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-secret-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is complete, readable by its owner alone, and the first of those that are made at once', async () => {
    const path = join(folder, 'made', 'key');
    const texts = Array.from({ length: 20 }, (_, number) => `key number ${number}`.repeat(1000));
    await Promise.all(texts.map((text) => makeSecretFile(path, text)));
    const kept = await readFile(path, 'utf8');
    expect(texts).to.include(kept);
    await makeSecretFile(path, 'another');
    expect(await readFile(path, 'utf8')).to.equal(kept);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(await readdir(join(folder, 'made'))).to.deep.equal(['key']);
  });

  it('is the same for all signers that open it at once', async () => {
    const signed = await Promise.all(Array.from({ length: 8 }, () => receiptSigner(folder).sign('a receipt')));
    expect(new Set(signed.map(({ publicKey }) => publicKey)).size).to.equal(1);
    expect(await readdir(folder)).to.deep.equal(['receipt.key']);
  });
});
