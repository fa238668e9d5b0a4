import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { AUDIT_HEAD_FILE } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { canaries, canary, filesWithAny } from './canaries.ts';
import { ALSO_TORTURE, scaled } from '../scale.ts';
import { fillUser } from './full-user.ts';

const DAY_MS = 86_400_000;
/** The folders to which archiving and backups write. */
const COLD = ['cold/archive', 'cold/backups'];

describe('an erased user', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-erasing-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  let aheadMs = 0;
  const open = async (): Promise<Recorda> => {
    const { pipeline, close } = await openRecorda({
      dataDir,
      warmUp: false,
      clock: { now: () => Date.now() + aheadMs },
    });
    return recordaOver(pipelineTransport(pipeline, close));
  };
  const exported = async ({ admin }: Recorda, userId: string): Promise<string> =>
    Buffer.concat((await all(admin.exportUserData({ userId }))).map(({ lines }) => lines)).toString();
  /** Removes the lines that do not survive a restart. */
  const lasting = (text: string): string => text.replaceAll(/^.*("type":"WORKING"|"line":"manifest").*$/gm, '').trim();
  /** Leaves a copy of the store, as a migration does. */
  const leaveCopy = (): void => {
    const db = new Sqlite(join(dataDir, STORE_FILE));
    db.prepare('VACUUM INTO ?').run(join(dataDir, `${STORE_FILE}.schema-1.backup`));
    db.close();
  };

  it(`is in no file any more, and in nothing that is restored from older copies${ALSO_TORTURE}`, async () => {
    const user = canary();
    const words = canaries();
    let recorda = await open();
    aheadMs = -100 * DAY_MS;
    const agent = recorda.agent({ userId: user, agentId: 'archivist' });
    await Promise.all(Array.from({ length: 50 }, () => agent.episodes.start(`Did ${words.mark('archived')}`)));
    aheadMs = 0;
    await all(recorda.admin.runRetention({ type: 'MEMORY_TYPE_EPISODIC', force: true }));
    await fillUser(recorda, user, words.mark, scaled(0.3, 1));
    await tellEverything(recorda, 'another');
    const another = await exported(recorda, 'another');
    const of = await exported(recorda, user);
    await all(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    const [before] = await all(recorda.admin.deleteUserData({ userId: user }));
    expect(before?.found.map(({ place }) => place)).to.include.members(COLD);
    // Closing packs the indexes, so that their words are in the file, too.
    await recorda.close();
    leaveCopy();
    expect(words.count()).to.be.greaterThan(scaled(1000, 2000));
    expect((await words.foundIn(dataDir)).length, 'before').to.be.greaterThan(0.9 * words.count());
    const backup = join(dataDir, '..', `${dataDir.split('/').at(-1)}-backup`);
    await cp(join(dataDir, STORE_FILE), backup);

    recorda = await open();
    await recorda.agent({ userId: user }).retrieve('Which city do I like?');
    const answers = await all(recorda.admin.deleteUserData({ userId: user, force: true }));
    expect(answers.at(-1)?.receipt?.text).to.include('"sqlite/migration_copies"');
    expect(await words.foundIn(dataDir), 'while the server runs').to.deep.equal([]);
    const lines = of
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: string; vector?: { floats?: string } });
    const secrets = [
      Buffer.from(user),
      ...lines.flatMap(({ id }) => (id === undefined ? [] : [Buffer.from(id)])).filter((_, at) => at % 10 === 0),
      ...lines
        .flatMap(({ vector }) =>
          vector?.floats === undefined ? [] : [Buffer.from(vector.floats, 'base64').subarray(64, 96)],
        )
        .filter((_, at) => at % 10 === 0),
    ];
    const receipt = JSON.parse(answers.at(-1)!.receipt!.text) as { places: Record<string, number> };
    expect(receipt.places).to.include.keys(COLD);
    const hits = (): Promise<readonly string[]> => filesWithAny(dataDir, secrets);
    expect(secrets.length).to.be.greaterThan(scaled(100, 200));
    expect(await hits(), 'ids and vectors').to.deep.equal([]);
    expect(lasting(await exported(recorda, 'another'))).to.equal(lasting(another));
    await recorda.close();
    expect(await words.foundIn(dataDir), 'once it is closed').to.deep.equal([]);
    expect(await hits()).to.deep.equal([]);

    // Earlier backups have nothing of the user that anybody can decrypt.
    recorda = await open();
    const { backups } = await recorda.admin.listBackups({});
    for (const { id } of backups) await all(recorda.admin.restoreBackup({ id, force: true }));
    expect((await exported(recorda, user)).trim().split('\n').length, 'out of a backup').to.equal(1);
    expect(await words.foundIn(dataDir)).to.deep.equal([]);
    await recorda.close();

    // The store is lost and replaced by the older copy; cold storage is as it was.
    for (const name of await readdir(dataDir)) if (name.startsWith(STORE_FILE)) await rm(join(dataDir, name));
    await cp(backup, join(dataDir, STORE_FILE));
    // The audit head belongs to the newer store, so the copy would be refused as damaged.
    await rm(join(dataDir, AUDIT_HEAD_FILE));
    await rm(backup);
    expect((await words.foundIn(dataDir)).length, 'restored').to.be.greaterThan(scaled(500, 1000));
    expect(await hits(), 'ids and vectors, restored').to.deep.equal([join(dataDir, STORE_FILE)]);
    recorda = await open();
    expect(await words.foundIn(dataDir), 'as it begins to serve').to.deep.equal([]);
    expect((await exported(recorda, user)).trim().split('\n').length).to.equal(1);
    expect((await exported(recorda, 'another')).split('\n').length).to.be.greaterThan(20);
    // A user who comes back stays: an erasure is not repeated.
    await recorda.agent({ userId: user }).add('I am back');
    await recorda.close();
    recorda = await open();
    expect(await exported(recorda, user)).to.include('I am back');
    await recorda.close();
  });
});
