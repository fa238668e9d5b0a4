import { randomBytes } from 'node:crypto';
import { readFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Recorda } from '../../../client/recorda.ts';
import { readMasterKeys } from '../../../server/lifecycle/master-keys/key-text.ts';
import { localKey } from '../../../server/lifecycle/master-keys/file-keys.ts';
import { restoreFromStandby } from '../../../server/opening/open-restore.ts';
import { all, errorOf } from '../../api/doors.ts';
import { lastOf } from '../../api/lifecycle-doors.ts';
import { expectWhole, fillSealed, openSealed } from './sealed-folder.ts';

const USERS = ['ana', 'ben', 'cleo'];

describe('a rotation of the master key', () => {
  let folder: string;
  let recorda: Recorda | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-rotation-'));
  });
  afterEach(async () => {
    await recorda?.close();
    recorda = undefined;
    await rm(folder, { recursive: true });
  });

  const keyFile = (): string => join(folder, 'data', 'master.key');
  const idsInFile = async () => readMasterKeys(await readFile(keyFile(), 'utf8'))!.map((key) => localKey(key).id);
  const reopen = async (options: Parameters<typeof openSealed>[1] = {}): Promise<Recorda> => {
    await recorda?.close();
    recorda = await openSealed(folder, options);
    return recorda;
  };

  it('seals everything anew, so that it opens with the new key alone', async () => {
    const { admin, ...rest } = await reopen({ isBrief: false });
    await fillSealed({ admin, ...rest }, USERS);
    const [old = ''] = await idsInFile();

    const dry = await lastOf(admin.rotateMasterKey({}));
    expect(dry).to.include({ keyId: old, isNewKey: false, renewedCount: 0, isDone: true });
    expect(await idsInFile()).to.deep.equal([old]);

    const done = await lastOf(admin.rotateMasterKey({ force: true }));
    const [current = ''] = await idsInFile();
    expect(done).to.deep.include({ keyId: current, isNewKey: true, olderKeyIds: [old], isDone: true });
    expect(done.renewedCount).to.equal(dry.totalCount).and.to.equal(done.doneCount);
    // Segments of the standby expire with time; everything else is sealed anew.
    expect(done.needs.map(({ keyId, place }) => [keyId, place])).to.deep.equal([
      [old, 'SEALED_PLACE_STANDBY_SEGMENTS'],
    ]);
    expect(done.needs[0]?.untilTime?.getTime()).to.be.greaterThan(Date.now());
    for (const stored of ['user-keys/keys', 'user-keys/standby-keys']) {
      for (const name of await readdir(join(folder, 'data', stored))) {
        const text = (await readFile(join(folder, 'data', stored, name))).toString('latin1');
        expect(text, name).to.include(current).and.not.to.include(old);
      }
    }
    expect(await admin.retireMasterKey({ keyId: old, force: true })).to.deep.include({ isPossible: false });
    expect(await idsInFile()).to.deep.equal([current, old]);

    // Once the segments are gone, nothing needs the old key.
    const standby = join(folder, 'standby');
    await (recorda as Recorda).close();
    recorda = undefined;
    await rm(standby, { recursive: true });
    const again = await reopen({ isBrief: false });
    expect(await again.admin.retireMasterKey({ keyId: old })).to.deep.equal({ isPossible: true, needs: [] });
    expect(await idsInFile()).to.have.length(2);
    expect(await again.admin.retireMasterKey({ keyId: old, force: true })).to.deep.include({ isPossible: true });
    expect(await idsInFile()).to.deep.equal([current]);
    await expectWhole(await reopen(), USERS);
  });

  it('leaves an older standby restorable with both keys, and reports until when', async () => {
    const { admin, ...rest } = await reopen({ isBrief: false });
    await fillSealed({ admin, ...rest }, USERS);
    await lastOf(admin.rotateMasterKey({ force: true }));
    await rest.agent({ userId: 'ana' }).add('After the rotation');
    await (recorda as Recorda).close();
    recorda = undefined;
    const place = (name: string) => ({ kind: 'files', folder: join(folder, name) }) as const;
    const standby = { address: place('standby'), intervalMs: 50, keptMs: 1 };
    const places = { dataDir: join(folder, 'data'), cold: undefined, userKeys: undefined, standby };
    const report = await restoreFromStandby(places, join(folder, 'restored'), {});
    expect(report.rows).to.be.greaterThan(0);
    const onlyNew = (await readFile(keyFile(), 'utf8')).split('\n')[0]!;
    const error = await errorOf(restoreFromStandby({ ...places, masterKey: onlyNew }, join(folder, 'refused'), {}));
    expect(error).to.include({ reason: 'COLD_OBJECT_DAMAGED' });
  });

  it('keeps the ids of exports that were made before it', async () => {
    const { admin, agent } = await reopen();
    await agent({ userId: 'ana' }).add('I like tea');
    const lines = Buffer.concat((await all(admin.exportUserData({ userId: 'ana' }))).map((part) => part.lines));
    const idsNow = async () => (await all(agent({ userId: 'ana' }).list())).map(({ id }) => id);
    const before = await idsNow();
    await lastOf(admin.rotateMasterKey({ force: true }));
    await lastOf(admin.deleteUserData({ userId: 'ana', force: true }));
    await admin.importUserData({ userId: 'ana', lines });
    expect(before).to.have.length(1);
    expect(await idsNow()).to.deep.equal(before);
  });

  it('adopts a key that the operator put first, and creates none', async () => {
    const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const masterKeyFile = join(folder, 'secret');
    await writeFile(masterKeyFile, `${first}\n`);
    const { admin, ...rest } = await reopen({ masterKey: first, masterKeyFile });
    await fillSealed({ admin, ...rest }, USERS);
    const refused = await errorOf(lastOf(admin.rotateMasterKey({ force: true })));
    expect(refused).to.include({ reason: 'MASTER_KEY_REFUSED' });
    await writeFile(masterKeyFile, `${second}\n${first}\n`);
    const done = await lastOf(admin.rotateMasterKey({ force: true }));
    expect(done).to.deep.include({ isNewKey: false, needs: [], isDone: true });
    const [old = ''] = done.olderKeyIds;
    expect(await errorOf(admin.retireMasterKey({ keyId: old, force: true }))).to.include({
      reason: 'MASTER_KEY_REFUSED',
    });
    expect(await errorOf(admin.retireMasterKey({ keyId: done.keyId }))).to.include({ reason: 'MASTER_KEY_REFUSED' });
    expect(await errorOf(admin.retireMasterKey({ keyId: 'ffff' }))).to.include({ reason: 'MASTER_KEY_REFUSED' });
    await expectWhole(await reopen({ masterKey: second }), USERS);
    // The old key alone opens nothing any more.
    const withOld = await reopen({ masterKey: first });
    const { backups, damagedIds } = await withOld.admin.listBackups({});
    expect(backups).to.deep.equal([]);
    expect(damagedIds).not.to.be.empty;
  });

  it('reports the keys that it cannot seal anew because they belong to users of another server', async () => {
    const userKeys = { kind: 'files', folder: join(folder, 'keys') } as const;
    const masterKeyFile = join(folder, 'secret');
    const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    await writeFile(masterKeyFile, first);
    const shared = { userKeys, masterKey: first, masterKeyFile, standby: undefined };
    const other = await openSealed(join(folder, 'other'), shared);
    await fillSealed(other, ['zoe']);
    const { admin, ...rest } = await reopen(shared);
    await fillSealed({ admin, ...rest }, USERS);
    await writeFile(masterKeyFile, `${second}\n${first}`);
    const done = await lastOf(admin.rotateMasterKey({ force: true }));
    expect(done.needs).to.have.length(1);
    expect(done.needs[0]).to.include({ place: 'SEALED_PLACE_USER_KEYS', count: 1, keyId: done.olderKeyIds[0] });
    // The other server opens what this one sealed anew, and does its own part.
    await expectWhole(other, ['zoe']);
    expect((await lastOf(other.admin.rotateMasterKey({ force: true }))).needs).to.deep.equal([]);
    expect((await lastOf(admin.rotateMasterKey({}))).needs).to.deep.equal([]);
    await other.close();
  });
});
