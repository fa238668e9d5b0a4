import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { auditAnchors } from '../../server/auditing/audit-anchors.ts';
import { fileColdStore } from '../../server/backends/files/file-cold-store.ts';
import { AUDIT_HEAD_FILE } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { receiptSigner } from '../../server/erasing/signing-key.ts';
import { openTemporary } from '../backends/sqlite/temporary-store.ts';
import { startExecutable } from '../commands/executable.ts';

const call = { signal: new AbortController().signal };

describe('recorda audit verify', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-anchors-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = async (...flags: readonly string[]): Promise<{ readonly code: number | null; readonly told: string }> => {
    const env = { RECORDA_DATA_DIR: join(folder, 'data'), RECORDA_COLD: `file:${join(folder, 'cold')}` };
    const { exit, stdout, stderr } = startExecutable({ args: [...flags], env });
    return { code: await exit, told: stdout() + stderr() };
  };
  const anchor = async (): Promise<string> => {
    const opened = await openTemporary({ dataDir: join(folder, 'data') });
    const signer = receiptSigner(opened.dataDir);
    const cold = fileColdStore(join(folder, 'cold'));
    const parts = { cold, trail: opened.audit, signer, clock: opened.clock, server: 'one' };
    expect(await auditAnchors(parts).write(call)).to.equal(true);
    await opened.close();
    const names = await readdir(join(folder, 'cold'), { recursive: true });
    return join(
      folder,
      'cold',
      names
        .filter((name) => name.endsWith('.obj'))
        .toSorted()
        .at(-1)!,
    );
  };

  it('compares the log with anchors in cold storage and with copies of them, whose signature others can check', async () => {
    expect((await run('add', 'Rex likes cheese')).code).to.equal(0);
    const file = await anchor();
    const whole = await run('audit', 'verify');
    expect(whole.told).to.match(
      /^\d+ records are intact; the last hash is [0-9a-f]{64}; 1 anchors agree, the newest of 20/,
    );
    expect(whole.code).to.equal(0);

    const publicKey = createPublicKey(await readFile(join(folder, 'data', 'receipt.key')));
    const key = join(folder, 'key.pem');
    await writeFile(key, publicKey.export({ type: 'spki', format: 'pem' }));
    const [line = ''] = (await readFile(file, 'utf8')).split('\n');
    const { text, signature } = JSON.parse(line) as { readonly text: string; readonly signature: string };
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))).to.equal(true);
    const given = await run('audit', 'verify', '--anchor', file, '--public-key', key);
    expect(given.told).to.include('; 2 anchors agree');
    expect(given.code).to.equal(0);

    const otherKey = join(folder, 'other.pem');
    await writeFile(otherKey, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
    const foreign = await run('audit', 'verify', '--anchor', file, '--public-key', otherKey);
    expect(foreign).to.deep.include({ code: 5 });
    expect(foreign.told).to.include('not signed by this key');
  });

  it('names the anchors that do not agree with a log whose end was cut off together with its head', async () => {
    for (const text of ['Rex likes cheese', 'Ana likes Rex']) expect((await run('add', text)).code).to.equal(0);
    await anchor();
    const db = new Sqlite(join(folder, 'data', STORE_FILE));
    db.exec('DROP TRIGGER audit_kept');
    const last = db.prepare<[], number>('SELECT max(page_no) FROM audit_pages').pluck().get()!;
    db.exec(`DELETE FROM audit_pages WHERE page_no > ${last - 1}`);
    db.close();
    await rm(join(folder, 'data', AUDIT_HEAD_FILE));
    // The command's own call is recorded first, so that the log has another page where the anchor's was.
    const cut = await run('audit', 'verify');
    expect(cut.code).to.equal(5);
    expect(cut.told).to.match(
      new RegExp(`audit/[0-9a-f]{16}/[0-9-]+/0*${last} of .* has the hash [0-9a-f]{64} for page ${last}`),
    );
    const json = await run('audit', 'verify', '--json');
    expect(json.told).to.include('"AUDIT_ANCHOR_FAULT_KIND_DIFFERS"');
  });

  it('says that the anchors could not be read where cold storage is away', async () => {
    expect((await run('add', 'Rex likes cheese')).code).to.equal(0);
    await anchor();
    await rm(join(folder, 'cold'), { recursive: true });
    await writeFile(join(folder, 'cold'), 'no folder');
    const { code, told } = await run('audit', 'verify');
    expect(told).to.match(/records are intact.*cold storage, where the anchors are, does not answer/);
    expect(code).to.equal(5);
  });
});
