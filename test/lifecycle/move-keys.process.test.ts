import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { moveKeys, type KeyFate } from '../../server/lifecycle/move-keys.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import type { ColdStore } from '../../server/ports/cold-storage.ts';
import { all, errorOf } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { call, failure } from '../conformance/subject.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const MASTER = randomBytes(32);
const USERS = Array.from({ length: 5 }, (_, index) => ({ tenant: 'default', userId: `user ${index}` }));

describe('keys of users that are stored with the backups', () => {
  const moving = async (): Promise<KeyFate> => 'MOVES';
  const keysAt = (storage: ColdStore) => userKeys(storage, keysOf(MASTER));
  const idsAt = (storage: ColdStore) => Promise.all(USERS.map((user) => keysAt(storage).idOf(user, call())));
  async function withKeys() {
    const from = memoryColdStore();
    for (const user of USERS) await keysAt(from).of(user, call());
    return from;
  }

  /** Throws, as a crash would, before the step of this number, or after it if `isDone`. */
  function endingAt(store: ColdStore, steps: { left: number }, isDone: boolean): ColdStore {
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (steps.left < 0) throw new Error('the process has ended');
      steps.left -= 1;
      if (steps.left >= 0) return work();
      if (isDone) await work();
      throw new Error('the process has ended');
    };
    return {
      ...store,
      put: (...given) => step(() => store.put(...given)),
      get: (...given) => step(() => store.get(...given)),
      delete: (...given) => step(() => store.delete(...given)),
    };
  }

  it('are moved completely, whichever step an earlier move was interrupted at', async () => {
    let ended = 0;
    for (let left = 0; left < 60; left += 1) {
      for (const isDone of [false, true]) {
        const [from, to] = [await withKeys(), memoryColdStore()];
        const ids = await idsAt(from);
        const steps = { left };
        const parts = { from: endingAt(from, steps, isDone), to: endingAt(to, steps, isDone), fateOf: moving };
        await moveKeys(parts, call()).catch(() => (ended += 1));
        const [here, there] = [await idsAt(from), await idsAt(to)];
        expect(ids.map((_, index) => here[index] ?? there[index])).to.deep.equal(ids);
        await moveKeys({ from, to, fateOf: moving }, call());
        expect(from.objects.size).to.equal(0);
        expect(await idsAt(to)).to.deep.equal(ids);
      }
    }
    expect(ended).to.be.greaterThan(20).and.to.be.lessThan(120);
  });

  it('are not moved if an erasure destroyed them, if it may have, or if the user has another key', async () => {
    const [from, to] = [await withKeys(), memoryColdStore()];
    const [gone, unsure, another] = await idsAt(from);
    await keysAt(to).of(USERS[2]!, call());
    const other = await keysAt(to).idOf(USERS[2]!, call());
    const fates = new Map<string | undefined, KeyFate>([
      [gone, 'DESTROYED'],
      [unsure, 'STAYS'],
    ]);
    const fateOf = async (_: string, id: string) => fates.get(id) ?? 'MOVES';
    expect(await moveKeys({ from, to, fateOf }, call())).to.deep.equal({ moved: 2, destroyed: 1, left: 2 });
    expect((await idsAt(from)).slice(0, 4)).to.deep.equal([undefined, unsure, another, undefined]);
    expect((await idsAt(to)).slice(0, 3)).to.deep.equal([undefined, undefined, other]);
  });

  it('are all in one place if several servers move them there at once', async () => {
    const [from, to] = [await withKeys(), memoryColdStore()];
    const ids = await idsAt(from);
    await Promise.all(Array.from({ length: 4 }, () => moveKeys({ from, to, fateOf: moving }, call())));
    expect(await idsAt(to)).to.deep.equal(ids);
    expect(from.objects.size).to.equal(0);
  });

  it('are used only after the move, which is tried again after a failure', async () => {
    const storage = memoryColdStore();
    let calls = 0;
    const keys = userKeys(storage, keysOf(MASTER), {
      ready: async () => {
        calls += 1;
        if (calls === 1) throw new RecordaError('BACKEND_UNAVAILABLE', 'It is away.');
      },
    });
    expect((await failure(keys.of(USERS[0]!, call()))).reason).to.equal('BACKEND_UNAVAILABLE');
    expect(storage.objects.size).to.equal(0);
    await keys.of(USERS[0]!, call());
    await keys.find(USERS[0]!, call());
    expect(calls).to.equal(2);
  });
});

describe('a store whose keys are stored with the backups, as in earlier versions', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (...names: readonly string[]): string => join(folder, ...names);
  const open = (name = 'data', keys?: string) =>
    openEmbedded({
      warmUp: false,
      dataDir: at(name),
      coldDir: at('cold'),
      ...(keys !== undefined && { userKeysDir: at(keys) }),
      masterKey: MASTER.toString('base64'),
    });
  type Opened = Awaited<ReturnType<typeof open>>;
  const backUp = async (recorda: Opened) =>
    (await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }))).backup!.id;
  const faults = async (recorda: Opened, id: string) => (await lastOf(recorda.admin.verifyBackup({ id }))).faultCount;
  const namesIn = (...names: readonly string[]) => readdir(at(...names)).catch(() => []);

  /** Makes a store whose keys lie where they used to be, with the backups; returns the id of its backup. */
  async function asBefore(): Promise<string> {
    const recorda = await open();
    for (const userId of ['ana', 'ben']) await recorda.agent({ userId }).add(`Of ${userId}`);
    const id = await backUp(recorda);
    await recorda.close();
    await rename(at('data', 'user-keys', 'keys'), at('cold', 'keys'));
    await rm(at('data', 'user-keys'), { recursive: true });
    return id;
  }

  it('has them after its next start where the setting says, and still opens what they sealed', async () => {
    const id = await asBefore();
    let recorda = await open();
    expect(await faults(recorda, id)).to.equal(0);
    await recorda.close();
    expect(await namesIn('cold', 'keys')).to.deep.equal([]);
    expect(await namesIn('data', 'user-keys', 'keys')).to.have.length(2);
    recorda = await open('data', 'elsewhere');
    expect(await faults(recorda, id)).to.equal(0);
    expect(await namesIn('data', 'user-keys', 'keys')).to.deep.equal([]);
    expect(await namesIn('elsewhere', 'keys')).to.have.length(2);
    await recorda.close();
  });

  it('takes no key of an erased user from an older copy', async () => {
    const id = await asBefore();
    await cp(at('cold'), at('older'), { recursive: true });
    const recorda = await open();
    await lastOf(recorda.admin.deleteUserData({ userId: 'ana', force: true }));
    await recorda.close();
    await cp(at('older'), at('cold'), { recursive: true, force: true });
    const again = await open();
    await lastOf(again.admin.restoreBackup({ id, force: true }));
    expect(await all(again.agent({ userId: 'ana' }).list())).to.deep.equal([]);
    expect(await all(again.agent({ userId: 'ben' }).list())).to.have.length(1);
    await again.close();
    expect(await namesIn('cold', 'keys')).to.deep.equal([]);
    expect(await namesIn('data', 'user-keys', 'keys')).to.have.length(1);
  });

  it('keeps another server over the same cold storage from making second keys, and shares its keys if both use one place', async () => {
    const id = await asBefore();
    const one = await open();
    await one.close();
    const other = await open('other');
    await other.agent({ userId: 'ana' }).add('Of ana, elsewhere');
    expect((await errorOf(lastOf(other.admin.createBackup({ set: 'BACKUP_SET_DAILY' })))).reason).to.equal(
      'USER_KEY_MISSING',
    );
    await other.close();
    await mkdir(at('shared'));
    for (const name of ['data', 'other']) {
      const sharing = await open(name, 'shared');
      expect(await faults(sharing, id), name).to.equal(0);
      expect(await faults(sharing, await backUp(sharing)), name).to.equal(0);
      await sharing.close();
    }
  });

  it('refuses keys in cold storage', async () => {
    for (const keys of ['cold', 'cold/keys']) {
      const error = await errorOf(open('data', keys));
      expect(error.reason).to.equal('FIELD_INVALID');
    }
  });
});
