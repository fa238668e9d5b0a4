import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { vaultKeys } from '../../../server/backends/vault/vault-keys.ts';
import { keyCache } from '../../../server/lifecycle/key-cache.ts';
import { unwrapKey, wrapKey } from '../../../server/lifecycle/wrapped-key.ts';
import { errorOf } from '../../api/doors.ts';
import { lastOf } from '../../api/lifecycle-doors.ts';
import { expectWhole, fillSealed, openSealed } from '../../lifecycle/master-keys/sealed-folder.ts';
import { openVault, VAULT_KIND, vaultAdmin, type VaultServer } from '../../stand-ins/vault/vault-server.ts';

const USERS = ['ana', 'ben'];
const CONTEXT = ['purpose', 'ana'];

describe(`master keys in Vault, by ${VAULT_KIND}`, () => {
  let vault: VaultServer;
  let key: string;
  before(async () => {
    vault = await openVault();
  });
  after(() => vault.close());
  beforeEach(async () => {
    key = `recorda-${randomUUID()}`;
    await vaultAdmin(vault, `transit/keys/${key}`, { type: 'aes256-gcm96' });
  });

  const address = (token = vault.tokens.all) => ({ url: vault.url, mount: 'transit', key, token });
  const cache = keyCache<Uint8Array>(0);
  const opened = (cachedMs = 0, token?: string) =>
    vaultKeys({ ...address(token), cache: keyCache<Uint8Array>(cachedMs) });
  const idsOf = async (keys: ReturnType<typeof opened>) => (await keys.list(true)).map(({ id }) => id);

  it('wrap, unwrap and derive by version, and the newest is the current one', async () => {
    const keys = opened();
    const dataKey = { id: 'k', bytes: randomBytes(32) };
    const [first] = await keys.list(false);
    const older = await wrapKey(dataKey, CONTEXT, first);
    expect(older)
      .to.include({ by: `vault:${key}:v1` })
      .and.not.to.have.property('nonce');
    expect(JSON.stringify(older)).not.to.include(dataKey.bytes.toString('base64'));
    const manifests = await first.derive('BACKUP_MANIFEST');
    expect(manifests).to.have.length(32);
    await keys.add();
    const other = opened();
    expect(await idsOf(other)).to.deep.equal([`vault:${key}:v2`, `vault:${key}:v1`]);
    const [second, again] = await other.list(false);
    expect(await again!.derive('BACKUP_MANIFEST')).to.deep.equal(manifests);
    const derived = [await second.derive('BACKUP_MANIFEST'), await second.derive('ERASE_LOG'), manifests];
    expect(new Set(derived.map((bytes) => Buffer.from(bytes).toString('hex'))).size).to.equal(3);
    const newer = await wrapKey(dataKey, CONTEXT, second);
    expect(newer.by).to.equal(`vault:${key}:v2`);
    for (const wrapped of [older, newer]) {
      const { id, bytes } = await unwrapKey(wrapped, CONTEXT, other);
      expect([id, Buffer.from(bytes).equals(dataKey.bytes)]).to.deep.equal(['k', true]);
    }
  });

  it('open nothing that was changed, moved, or is of a version that was retired', async () => {
    const keys = opened();
    const wrapped = await wrapKey({ id: 'k', bytes: randomBytes(32) }, CONTEXT, (await keys.list(false))[0]);
    const changed = { ...wrapped, key: wrapped.key.slice(0, -8) + 'AAAAAAA=' };
    for (const [what, context] of [
      [wrapped, ['purpose', 'ben']],
      [{ ...wrapped, id: 'l' }, CONTEXT],
      [changed, CONTEXT],
    ] as const) {
      expect(await errorOf(unwrapKey(what, context, keys))).to.include({ reason: 'MASTER_KEY_MISMATCH' });
    }
    await keys.add();
    const advice = await errorOf(keys.remove(`vault:${key}:v1`));
    expect(advice).to.include({ reason: 'MASTER_KEY_REFUSED' });
    expect(advice.message).to.include(`transit/keys/${key}/config min_decryption_version=2`);
    await vaultAdmin(vault, `transit/keys/${key}/config`, { min_decryption_version: 2 });
    expect(await idsOf(opened())).to.deep.equal([`vault:${key}:v2`]);
    expect(await errorOf(unwrapKey(wrapped, CONTEXT, keys))).to.include({ reason: 'MASTER_KEY_MISMATCH' });
  });

  it('say what is wrong where Vault refuses, is sealed or is away', async () => {
    const missing = vaultKeys({ ...address(), cache, key: 'no-such-key' });
    expect(await errorOf(missing.list(false))).to.include({ reason: 'MASTER_KEY_REFUSED' });
    expect(await errorOf(opened(0, 's.nobody').list(false))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    const limited = opened(0, vault.tokens.withoutRotation);
    const dataKey = { id: 'k', bytes: randomBytes(32) };
    const wrapped = await wrapKey(dataKey, CONTEXT, (await limited.list(false))[0]);
    expect((await unwrapKey(wrapped, CONTEXT, limited)).id).to.equal('k');
    expect(await errorOf(limited.add())).to.include({ reason: 'MASTER_KEY_REFUSED' });
    const nowhere = vaultKeys({ ...address(), cache, url: 'http://127.0.0.1:1' });
    expect(await errorOf(nowhere.list(false))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    const keys = opened(3_600_000);
    const [current] = await keys.list(false);
    const derived = await current.derive('EXPORT_IDS');
    await vault.seal();
    try {
      expect(await errorOf(unwrapKey(wrapped, CONTEXT, keys))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
      expect(await current.derive('EXPORT_IDS'), 'is cached').to.deep.equal(derived);
      expect(await errorOf(current.derive('ERASE_LOG'))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    } finally {
      await vault.unseal();
    }
    expect((await unwrapKey(wrapped, CONTEXT, keys)).id).to.equal('k');
  });

  it('take a token from a file that changes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-vault-'));
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 's.expired\n');
    const keys = vaultKeys({ ...address('s.expired'), cache, tokenFile });
    expect(await errorOf(keys.list(false))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    await writeFile(tokenFile, `${vault.tokens.all}\n`);
    expect(await idsOf(keys)).to.have.length(1);
    await rm(folder, { recursive: true });
  });

  it('take over from a file of keys, rotate while the server serves, and leave nothing to the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-vault-'));
    const before = await openSealed(folder, { standby: undefined });
    await fillSealed(before, USERS);
    await before.close();
    const keyService = { ...address(), tokenFile: undefined };
    const options = { standby: undefined, keyService, keysCachedMs: 0 };
    const recorda = await openSealed(folder, options);
    // The first run seals with Vault what the file sealed, and needs no new version for that.
    const moved = await lastOf(recorda.admin.rotateMasterKey({ force: true }));
    expect(moved).to.deep.include({ keyId: `vault:${key}:v1`, isNewKey: false, needs: [] });
    expect(moved.renewedCount).to.equal(moved.totalCount).and.to.be.greaterThan(0);
    const [file = ''] = moved.olderKeyIds;
    expect((await errorOf(recorda.admin.retireMasterKey({ keyId: file, force: true }))).message).to.include('delete');
    const rotated = await lastOf(recorda.admin.rotateMasterKey({ force: true }));
    expect(rotated).to.deep.include({ keyId: `vault:${key}:v2`, isNewKey: true, needs: [] });
    await recorda.close();
    await unlink(join(folder, 'data', 'master.key'));
    await vaultAdmin(vault, `transit/keys/${key}/config`, { min_decryption_version: 2 });
    const names = await readdir(join(folder, 'data', 'user-keys', 'keys'));
    for (const name of names) {
      expect(await readFile(join(folder, 'data', 'user-keys', 'keys', name), 'latin1')).to.include('vault:v2:');
    }
    const last = await openSealed(folder, options);
    await expectWhole(last, USERS);
    // Memory goes on while Vault is sealed. Archive and backups wait for it.
    await vault.seal();
    try {
      await last.agent({ userId: 'ana' }).add('Vault is away');
      const [found] = await last.agent({ userId: 'ana' }).retrieve('Vault is away');
      expect(found?.memory.type).to.equal('long_term');
      const failed = await errorOf(lastOf(last.admin.createBackup({ set: 'BACKUP_SET_DAILY' })));
      expect(failed).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    } finally {
      await vault.unseal();
    }
    await lastOf(last.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    await last.close();
    await rm(folder, { recursive: true });
  });
});
