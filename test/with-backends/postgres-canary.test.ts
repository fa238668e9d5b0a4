/** Looks for the words of an erased user in the files of PostgreSQL, its WAL, a base backup and the folders of two servers. */
import { randomBytes } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import {
  baseBackupOf,
  startPostgres,
  type BaseBackup,
  type PostgresProcess,
} from '../backends/postgres/postgres-process.ts';
import { temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { canaries, type Canaries } from '../erasing/canaries.ts';
import { fillUser } from '../erasing/full-user.ts';

const OVERWRITTEN_MS = 20_000;

type Form = 'readable' | 'sealed';

describe('an erased user of two servers over PostgreSQL', () => {
  let postgres: PostgresProcess | undefined;
  let folder: string;
  const master = randomBytes(32).toString('base64');
  const opened: Recorda[] = [];
  beforeEach(async () => {
    [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder()]);
  });
  afterEach(async () => {
    for (const recorda of opened.splice(0)) await recorda.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const open = async (url: string, rows: Form, name: string, places = ''): Promise<Recorda> => {
    const { pipeline, close } = await openRecorda({
      dataDir: join(folder, name),
      store: { url, rows },
      cold: { kind: 'files', folder: join(folder, `${places}cold`) },
      userKeys: { kind: 'files', folder: join(folder, `${places}keys`) },
      masterKey: master,
      receiptKey: master,
      warmUp: false,
    });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    opened.push(recorda);
    return recorda;
  };
  const remembers = async (recorda: Recorda, userId: string): Promise<boolean> =>
    (await recorda.agent({ userId, agentId: 'filler' }).retrieve('trait')).length > 0;
  /** Returns how many canaries are in each place. */
  const counts = async (words: Canaries, backup: BaseBackup) => {
    const { dataDir } = postgres!;
    const wal = join(dataDir, 'pg_wal');
    const found = async (place: string) => (await words.foundIn(place)).length;
    return {
      postgres: await found(dataDir),
      wal: await found(wal),
      backup: await found(backup.dataDir),
      one: await found(join(folder, 'one')),
      other: await found(join(folder, 'other')),
    };
  };
  const NONE = { postgres: 0, wal: 0, backup: 0, one: 0, other: 0 };

  /** Fills a user, makes a base backup, erases the user, and returns what was there before and after. */
  async function eraseOne(url: string, rows: Form) {
    const [one, other] = [await open(url, rows, 'one'), await open(url, rows, 'other')];
    const words = canaries();
    await fillUser(one, 'ana', words.mark, 0.1);
    await fillUser(other, 'ben', () => 'nothing', 0.01);
    for (const recorda of [one, other])
      for (const userId of ['ana', 'ben']) expect(await remembers(recorda, userId), userId).to.equal(true);
    await postgres!.query(url, 'CHECKPOINT');
    const backup = await baseBackupOf(postgres!);
    const before = await counts(words, backup);
    for (const place of ['keys', 'cold'])
      await cp(join(folder, place), join(folder, `old-${place}`), { recursive: true });
    await all(one.admin.deleteUserData({ userId: 'ana', force: true }));
    expect(await remembers(other, 'ana')).to.equal(false);
    expect(await remembers(other, 'ben')).to.equal(true);
    await postgres!.query(url, 'CHECKPOINT');
    // The other server overwrites the places of its rows right after it has deleted them.
    for (const endMs = performance.now() + OVERWRITTEN_MS; performance.now() < endMs; await sleep(100))
      if ((await words.foundIn(join(folder, 'other'))).length === 0) break;
    return { words, backup, before, after: await counts(words, backup) };
  }

  it('is in the files, the WAL and the base backup if rows are readable', async () => {
    const { words, backup, before, after } = await eraseOne(await postgres!.newDatabase(), 'readable');
    try {
      // The WAL of before was recycled at the checkpoint.
      for (const place of ['postgres', 'backup', 'one', 'other'] as const)
        expect(before[place], place).to.be.above(0.9 * words.count());
      expect({ one: after.one, other: after.other }).to.deep.equal({ one: 0, other: 0 });
      for (const place of ['postgres', 'wal', 'backup'] as const)
        expect(after[place], place).to.be.above(0.9 * words.count());
    } finally {
      await backup.delete();
    }
  });

  it('is nowhere if rows are sealed, and a base backup from before has nothing that can be opened', async () => {
    const url = await postgres!.newDatabase();
    const { words, backup, before, after } = await eraseOne(url, 'sealed');
    let restored: PostgresProcess | undefined;
    try {
      expect({ ...before, one: 0, other: 0 }, 'in the clear').to.deep.equal(NONE);
      for (const place of ['one', 'other'] as const) expect(before[place], place).to.be.above(0.9 * words.count());
      expect(after).to.deep.equal(NONE);
      const left = await readdir(join(folder, 'keys', 'row-keys'), { recursive: true });
      expect(left.length).to.be.above(0);

      restored = await backup.start();
      const restoredUrl = url.replace(`:${postgres!.port}`, `:${restored.port}`);
      const sealed = "SELECT count(*)::int AS count FROM recorda.rows WHERE user_id = 'ana'";
      expect((await restored.query<{ count: number }>(restoredUrl, sealed))[0]!.count).to.be.above(words.count() / 2);
      // With the keys of that time all of it can be read, so that otherwise it is only the lack of a key that hides it.
      const withOldKeys = await open(restoredUrl, 'sealed', 'as-before', 'old-');
      expect(await remembers(withOldKeys, 'ana'), 'with the key').to.equal(true);
      await withOldKeys.close();
      opened.splice(opened.indexOf(withOldKeys), 1);
      await restored.stop();

      restored = await backup.start();
      const again = await open(url.replace(`:${postgres!.port}`, `:${restored.port}`), 'sealed', 'again');
      expect(await remembers(again, 'ana')).to.equal(false);
      expect(await remembers(again, 'ben')).to.equal(true);
      expect(await words.foundIn(join(folder, 'again'))).to.deep.equal([]);
    } finally {
      await backup.delete();
      for (const recorda of opened.splice(0)) await recorda.close();
      await restored?.stop();
    }
  });
});
