import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { newKey } from '../../server/keys/api-key.ts';
import {
  changeKeysFile,
  readWholeKeysFile,
  writeKeysFile,
  type KeyEntry,
  type KeysFile,
} from '../../server/keys/keys-file.ts';
import { KEYS_FILE_LOCK } from '../../server/policy/serving.ts';

const entry = (name: string): KeyEntry => {
  const { id, hash } = newKey();
  return { id, hash, name, tenant: 'acme', role: 'agent', users: ['ana'], createTime: '2026-01-01T00:00:00Z' };
};

describe('a change of the file of keys', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-keys-'));
    path = join(folder, 'keys.json');
    writeKeysFile(path, [entry('first')]);
  });

  afterEach(() => rm(folder, { recursive: true }));

  const withKey = ({ keys, revoked }: KeysFile): KeysFile => ({ keys: [...keys, entry('mine')], revoked });
  const names = (): readonly string[] => readWholeKeysFile(path).keys.map(({ name }) => name);

  it('waits for another to end, and keeps what that one wrote', async () => {
    writeFileSync(`${path}.lock`, '');
    const changed = changeKeysFile(path, withKey);
    writeKeysFile(path, [...readWholeKeysFile(path).keys, entry('another’s')]);
    rmSync(`${path}.lock`);
    expect((await changed).keys.map(({ name }) => name)).to.deep.equal(['first', 'another’s', 'mine']);
    expect(names()).to.deep.equal(['first', 'another’s', 'mine']);
    expect(await readdir(folder)).to.deep.equal(['keys.json']);
  });

  it('says what holds it up for long, and leaves the file and the lock as they were', async () => {
    writeFileSync(`${path}.lock`, '');
    const error = await changeKeysFile(path, withKey, undefined, 2 * KEYS_FILE_LOCK.retryMs).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as Error).message)
      .to.include('keys.json.lock')
      .and.include('try again');
    expect(names()).to.deep.equal(['first']);
    expect(existsSync(`${path}.lock`)).to.equal(true);
  });

  it('lets the next one begin also where it fails', async () => {
    const failing = changeKeysFile(path, () => {
      throw new Error('There is no such key.');
    });
    expect(await failing.catch((thrown: unknown) => (thrown as Error).message)).to.equal('There is no such key.');
    const { revoked } = await changeKeysFile(path, ({ keys }) => ({
      keys,
      revoked: [{ tenant: 'acme', user: 'ana', revokeTime: '2026-01-01T00:00:00Z' }],
    }));
    expect(readWholeKeysFile(path).revoked).to.deep.equal(revoked);
    expect(names()).to.deep.equal(['first']);
  });

  it('begins a file only where it is told what is in a new one', async () => {
    rmSync(path);
    const error = await changeKeysFile(path, withKey).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'ENOENT' });
    await changeKeysFile(path, withKey, { keys: [], revoked: [] });
    expect(names()).to.deep.equal(['mine']);
  });
});
