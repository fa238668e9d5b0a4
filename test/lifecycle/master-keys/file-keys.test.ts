import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  fileKeys,
  localKey,
  MASTER_KEY_FILE,
  type FileKeysConfig,
} from '../../../server/lifecycle/master-keys/file-keys.ts';
import { readMasterKey, readMasterKeys } from '../../../server/lifecycle/master-keys/key-text.ts';
import { unwrapKey, wrapKey } from '../../../server/lifecycle/wrapped-key.ts';
import { errorOf } from '../../api/doors.ts';
import { keysOf } from '../keys-of.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const base64 = (...keys: readonly Buffer[]): string => keys.map((key) => `${key.toString('base64')}\n`).join('');

describe('master keys in a file', () => {
  let folder: string;
  let warnings: string[];
  let errors: string[];
  beforeEach(async () => {
    [warnings, errors] = [[], []];
    folder = await mkdtemp(join(tmpdir(), 'recorda-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (place: Omit<FileKeysConfig, 'dataDir'> = {}) =>
    fileKeys(
      { ...place, dataDir: folder },
      { warn: (_, text) => void warnings.push(text), error: (_, text) => void errors.push(text) },
    );
  const idsOf = async (keys: ReturnType<typeof open>, isFresh = true) => (await keys.list(isFresh)).map(({ id }) => id);

  it('are created once in the data folder, readable by its owner alone', async () => {
    const rings = await Promise.all(Array.from({ length: 4 }, () => idsOf(open())));
    expect(new Set(rings.flat()).size).to.equal(1);
    expect(warnings).not.to.be.empty;
    expect((await stat(join(folder, MASTER_KEY_FILE))).mode & 0o777).to.equal(0o600);
  });

  it('are those that the operator gives, the current one first', async () => {
    for (const text of [base64(OLD), `${OLD.toString('hex')}\n`]) {
      expect(await idsOf(open({ masterKey: text }))).to.deep.equal([localKey(OLD).id]);
    }
    for (const text of [base64(NEW, OLD), `${NEW.toString('hex')},${OLD.toString('base64')}`]) {
      expect(await idsOf(open({ masterKey: text }))).to.deep.equal([localKey(NEW).id, localKey(OLD).id]);
    }
    expect(await stat(join(folder, MASTER_KEY_FILE)).catch(() => undefined)).to.equal(undefined);
  });

  it('must be 32 bytes each', () => {
    const key = OLD.toString('base64');
    for (const text of ['', 'secret', key.slice(4), `${key}AAAA`, 'g'.repeat(64)]) {
      expect(readMasterKey(text), text).to.equal(undefined);
      expect(readMasterKeys(text), text).to.equal(undefined);
      expect(readMasterKeys(`${key},x${text}`), text).to.equal(undefined);
    }
    expect(() => open({ masterKey: 'secret' })).to.throw(/^RECORDA_MASTER_KEY is not a master key/);
  });

  it('are read again when the file changes, and stay as they were while it cannot be read', async () => {
    const masterKeyFile = join(folder, 'secret');
    await writeFile(masterKeyFile, base64(OLD));
    const keys = open({ masterKey: OLD.toString('base64'), masterKeyFile });
    expect(await idsOf(keys)).to.deep.equal([localKey(OLD).id]);
    await writeFile(masterKeyFile, base64(NEW, OLD));
    expect(await idsOf(keys)).to.deep.equal([localKey(NEW).id, localKey(OLD).id]);
    for (const isThere of [true, false]) {
      await (isThere ? writeFile(masterKeyFile, 'half a k') : rm(masterKeyFile));
      expect(await idsOf(keys)).to.deep.equal([localKey(NEW).id, localKey(OLD).id]);
      expect(await idsOf(keys)).to.have.length(2);
    }
    expect(errors, 'each fault is told once').to.have.length(2);
  });

  it('open what any of them wrapped, including one that was added later', async () => {
    const context = ['purpose', 'ana'];
    const dataKey = { id: 'k', bytes: randomBytes(32) };
    const masterKeyFile = join(folder, 'secret');
    await writeFile(masterKeyFile, base64(OLD));
    const keys = open({ masterKey: OLD.toString('base64'), masterKeyFile });
    const older = await wrapKey(dataKey, context, localKey(OLD));
    expect(await unwrapKey(older, context, keys)).to.deep.equal(dataKey);
    // Another server rotated, and this one has the earlier list.
    await writeFile(masterKeyFile, base64(NEW, OLD));
    const newer = await wrapKey(dataKey, context, localKey(NEW));
    expect(newer.by).to.equal(localKey(NEW).id);
    for (const wrapped of [newer, older]) expect(await unwrapKey(wrapped, context, keys)).to.deep.equal(dataKey);
    expect((await errorOf(unwrapKey(older, context, keysOf(NEW)))).message).to.include(localKey(OLD).id);
    expect(await errorOf(unwrapKey(older, ['purpose', 'ben'], keys))).to.include({ reason: 'MASTER_KEY_MISMATCH' });
    const moved = { ...older, by: newer.by };
    expect(await unwrapKey(moved, context, keys), 'the name is only a hint').to.deep.equal(dataKey);
  });

  it('open and derive the same keys as earlier versions, which had one master key and did not name it', async () => {
    const bytes = randomBytes(32);
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', OLD, nonce).setAAD(Buffer.from('["recorda user key","t","ana","k"]'));
    const key = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
    const earlier = { id: 'k', nonce: nonce.toString('base64'), key };
    const opened = await unwrapKey(earlier, ['recorda user key', 't', 'ana'], keysOf(NEW, OLD));
    expect(Buffer.from(opened.bytes).equals(bytes)).to.equal(true);
    const derived = (info: string) => Buffer.from(hkdfSync('sha256', OLD, Buffer.alloc(0), info, 32));
    for (const [purpose, expected] of [
      ['BACKUP_MANIFEST', derived('recorda backup manifest')],
      ['EXPORT_IDS', derived('recorda ids of exports')],
      ['STANDBY_HEAD', derived('recorda standby')],
      ['ERASE_LOG', OLD],
    ] as const) {
      expect(expected.equals(await localKey(OLD).derive(purpose)), purpose).to.equal(true);
    }
  });
});
