import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { connect } from '../../client/connect.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { listening, startExecutable } from './executable.ts';

describe('recorda export, import and erase-user', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-user-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function recorda(...args: readonly string[]) {
    const { exit, stdout, stderr } = startExecutable({ args: [...args, '--data-dir', 'data'], cwd: folder });
    return { code: await exit, stdout: stdout(), stderr: stderr() };
  }
  const file = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

  it('take a user out of a store that nobody serves, and put it back', async () => {
    const embedded = await openEmbedded({ warmUp: false, dataDir: join(folder, 'data') });
    await tellEverything(embedded, 'ana');
    await embedded.close();
    expect(await recorda('export', 'ana', '--out', 'ana.jsonl')).to.include({ code: 0 });
    const { stdout } = await recorda('erase-user', 'ana');
    expect(stdout)
      .to.match(/sqlite\/long_term +\d+/)
      .and.to.include('Nothing was erased');
    const erased = await recorda('erase-user', 'ana', '--force', '--reason', 'request 17', '--receipt', 'receipt.json');
    expect(erased, erased.stderr).to.include({ code: 0 });
    const { text, signature, publicKey } = JSON.parse(await file('receipt.json')) as Record<string, string>;
    expect(verify(null, Buffer.from(text!), publicKey!, Buffer.from(signature!, 'base64'))).to.equal(true);
    const { publicKey: other } = generateKeyPairSync('ed25519');
    expect(verify(null, Buffer.from(text!), other, Buffer.from(signature!, 'base64'))).to.equal(false);
    const nobody = await recorda('export', 'ana');
    expect([nobody.code, nobody.stdout.trim().split('\n').length]).to.deep.equal([5, 1]);
    expect(nobody.stderr).to.include('There is no user ana');
    expect(nobody.stdout).to.include('"known":false');
    const back = await recorda('import', 'ana', 'ana.jsonl');
    expect(back, back.stderr).to.include({ code: 0 });
    expect(await recorda('export', 'ana', '--out', 'again.jsonl')).to.include({ code: 0 });
    expect((await file('again.jsonl')).split('\n').toSorted()).to.deep.equal(
      (await file('ana.jsonl')).split('\n').toSorted(),
    );
    for (const [key, taken] of [
      [[], /^[1-9]\d* lines/],
      [[], /^0 lines/],
      [['--copy-key', 'second'], /^[1-9]\d* lines/],
    ] as const) {
      const copied = await recorda('import', 'ben', 'ana.jsonl', '--as-new-ids', ...key);
      expect(copied, copied.stderr).to.include({ code: 0 });
      expect(copied.stdout).to.match(taken);
    }
  });

  it('write over no file, and erase nothing whose receipt has no place', async () => {
    const embedded = await openEmbedded({ warmUp: false, dataDir: join(folder, 'data') });
    await embedded.agent({ userId: 'ana' }).add('The safe is behind the mirror');
    await embedded.close();
    await writeFile(join(folder, 'there.json'), 'of somebody else');
    for (const args of [
      ['erase-user', 'ana', '--force', '--receipt', 'there.json'],
      ['export', 'ana', '--out', 'there.json'],
    ]) {
      const { code, stderr } = await recorda(...args);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^EEXIST: .*there\.json'\n$/);
    }
    expect(await file('there.json')).to.equal('of somebody else');
    expect((await recorda('export', 'ana')).stdout).to.include('behind the mirror');
    expect(await recorda('erase-user', 'ana', '--force', '--receipt', 'nowhere/receipt.json')).to.include({ code: 1 });
    expect((await recorda('export', 'ana')).stdout).to.include('behind the mirror');
  });

  it('ask the server that has the store, and refuse a file that was changed or cut off after it was written', async () => {
    const server = startExecutable({ args: ['serve', '--port', '0', '--data-dir', 'data'], cwd: folder });
    try {
      const { port } = await listening(server);
      const client = connect(`127.0.0.1:${String(port)}`);
      await client.agent({ userId: 'ana' }).add('The safe is behind the mirror');
      await client.close();
      const at = ['--port', String(port)];
      const { stdout } = await recorda('export', 'ana', ...at);
      expect(stdout).to.include('behind the mirror');
      await writeFile(join(folder, 'changed.jsonl'), stdout.replace('mirror', 'window'));
      const refused = await recorda('import', 'ana', 'changed.jsonl', ...at);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('was changed or cut off after it was written');
      const cut = stdout.trim().split('\n').slice(0, -1).join('\n');
      await writeFile(join(folder, 'cut.jsonl'), cut);
      expect((await recorda('import', 'ana', 'cut.jsonl', ...at)).stderr).to.include('no manifest');
      expect((await recorda('erase-user', 'ana', '--force', ...at)).stdout).to.include('signature');
      const gone = await recorda('export', 'ana', ...at);
      expect(gone.stdout).not.to.include('mirror');
      expect(gone.code).to.equal(5);
    } finally {
      server.process.kill('SIGTERM');
      await server.exit;
    }
  });
});
