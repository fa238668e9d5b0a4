import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import type { MemoryType } from '../../client/index.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { all } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { filesUnder } from './canaries.ts';

const SECRET = 'The safe is behind the mirror';
const BACK = 'I am back, and so is the safe';
const PLACE = coldPartition({ tenant: 'default', userId: 'ana' });
const PLACES = ['data', 'cold', 'keys'] as const;
type Place = (typeof PLACES)[number];

describe('an erased user, after an older copy was put back', () => {
  let folder: string;
  let erased: { readonly folder: string; readonly backupId: string } | undefined;
  after(async () => erased && rm(erased.folder, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-older-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (name: string): string => join(folder, name);
  const open = () =>
    openEmbedded({
      warmUp: false,
      dataDir: at('data'),
      coldDir: at('cold'),
      userKeysDir: at('keys'),
      masterKey: Buffer.alloc(32, 1).toString('base64'),
    });
  type Opened = Awaited<ReturnType<typeof open>>;

  const copyAll = async (): Promise<void> => {
    for (const name of PLACES) await cp(at(name), at(`older-${name}`), { recursive: true });
  };
  const backUp = async (recorda: Opened): Promise<string> =>
    (await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }))).backup!.id;
  const erase = (recorda: Opened, types: readonly MemoryType[] = []) =>
    lastOf(recorda.admin.deleteUserData({ userId: 'ana', force: true, types: types.map(wireType) }));
  const wireType = (type: MemoryType) => `MEMORY_TYPE_${type.toUpperCase() as Uppercase<MemoryType>}` as const;
  const restore = (recorda: Opened, id: string) => lastOf(recorda.admin.restoreBackup({ id, force: true }));

  /** Makes two users and a backup, copies everything, then erases one of them. This is done once; each test gets a copy of the result. */
  async function eraseAfterCopying(): Promise<string> {
    if (erased !== undefined) {
      await cp(erased.folder, folder, { recursive: true });
      return erased.backupId;
    }
    const first = await open();
    for (const userId of ['ana', 'ben']) await first.agent({ userId }).add(SECRET);
    const id = await backUp(first);
    await first.close();
    await copyAll();
    const again = await open();
    await erase(again);
    await again.close();
    erased = { folder: await mkdtemp(join(tmpdir(), 'recorda-erased-')), backupId: id };
    await cp(folder, erased.folder, { recursive: true });
    return id;
  }
  /** Restores the older copy and nothing else. */
  const replace = async (name: Place): Promise<void> => {
    // A server that runs makes its folder again as soon as it is gone, so the copy is ready by then.
    await cp(at(`older-${name}`), at(`restored-${name}`), { recursive: true });
    await rename(at(name), at(`newer-${name}`));
    await rename(at(`restored-${name}`), at(name));
  };
  /** Copies the older files over the newer ones; newer files with other names stay. */
  const copyOver = (name: Place) => cp(at(`older-${name}`), at(name), { recursive: true, force: true });

  const textsOf = async (recorda: Opened, userId: string) =>
    (await all(recorda.agent({ userId }).list())).map((memory) => memory.type === 'long_term' && memory.text);
  const namedIn = async (name: Place) =>
    [...(await filesUnder(at(name))).keys()].filter((path) => path.includes(PLACE));

  async function expectGone(id: string): Promise<void> {
    const recorda = await open();
    expect(await textsOf(recorda, 'ana')).to.deep.equal([]);
    await restore(recorda, id);
    expect(await textsOf(recorda, 'ana')).to.deep.equal([]);
    expect(await textsOf(recorda, 'ben')).to.deep.equal([SECRET]);
    expect((await recorda.admin.listArchive({ userId: 'ana' })).memories).to.deep.equal([]);
    expect((await lastOf(recorda.admin.verifyBackup({ id }))).faultCount).to.equal(0);
    await recorda.close();
  }

  for (const older of [['cold'], ['keys'], ['data'], ['cold', 'keys'], ['data', 'keys'], ['data', 'cold']] as const) {
    it(`stays erased if it is a copy of ${older.join(' and ')}, and is in none of them`, async () => {
      const id = await eraseAfterCopying();
      for (const name of older) await replace(name);
      await expectGone(id);
      for (const name of ['cold', 'keys'] as const) expect(await namedIn(name), name).to.deep.equal([]);
      // These become the older ones next time.
      for (const name of PLACES.filter((one) => one !== older[0])) {
        await rm(at(`newer-${name}`), { recursive: true, force: true });
        await replace(name);
      }
      await expectGone(id);
    });
  }

  it('stays erased if it was copied over newer cold storage, and a restore reports that', async () => {
    const id = await eraseAfterCopying();
    await copyOver('cold');
    const recorda = await open();
    expect(await restore(recorda, id)).to.deep.include({ erasedUserCount: 1, userCount: 1 });
    expect(await textsOf(recorda, 'ana')).to.deep.equal([]);
    const named = await lastOf(recorda.admin.restoreBackup({ id, userId: 'ben', force: true }));
    expect(named.erasedUserCount).to.equal(0);
    await recorda.close();
    await copyOver('keys');
    await expectGone(id);
  });

  it('stays erased if it replaced cold storage while the server runs', async () => {
    const id = await eraseAfterCopying();
    const recorda = await open();
    await replace('cold');
    await restore(recorda, id);
    expect(await textsOf(recorda, 'ana')).to.deep.equal([]);
    expect(await namedIn('cold')).to.deep.equal([]);
    await recorda.close();
  });

  it('keeps what the user said after coming back, in the store and in backups', async () => {
    const older = await eraseAfterCopying();
    const back = await open();
    await back.agent({ userId: 'ana' }).add(BACK);
    const newer = await backUp(back);
    await back.close();
    await copyOver('cold');
    const recorda = await open();
    await restore(recorda, older);
    expect(await textsOf(recorda, 'ana')).to.deep.equal([BACK]);
    await recorda.agent({ userId: 'ana' }).add('Of no backup');
    expect((await restore(recorda, newer)).erasedUserCount).to.equal(0);
    expect(await textsOf(recorda, 'ana')).to.deep.equal([BACK]);
    // The next backup depends on no piece whose key the erasure destroyed.
    const next = await backUp(recorda);
    expect((await lastOf(recorda.admin.verifyBackup({ id: next }))).faultCount).to.equal(0);
    await recorda.close();
  });

  for (const how of [replace, copyOver]) {
    it(`loses only the types that were erased (${how === replace ? 'replaced' : 'copied over'})`, async () => {
      const first = await open();
      const ana = first.agent({ userId: 'ana', agentId: 'guide' });
      await ana.add(SECRET);
      await ana.documents.put({ collection: 'notes', key: 'one' }, { text: 'Kept' });
      const id = await backUp(first);
      await first.close();
      await copyAll();
      const again = await open();
      await erase(again, ['long_term']);
      await again.agent({ userId: 'ana', agentId: 'guide' }).documents.delete({ collection: 'notes', key: 'one' });
      await again.close();
      await how('cold');
      const recorda = await open();
      await restore(recorda, id);
      expect(await textsOf(recorda, 'ana')).to.deep.equal([]);
      expect(await all(recorda.agent({ userId: 'ana', agentId: 'guide' }).documents.find('notes'))).to.have.length(1);
      await recorda.close();
    });
  }
});
