import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { restoreDrill } from '../../../server/doctor/restore-drill.ts';
import { restoreFromStandby } from '../../../server/opening/open-restore.ts';
import { all, errorOf } from '../../api/doors.ts';
import { tellEverything } from '../../api/everything-of-a-user.ts';
import { wrongCounters } from '../../backends/sqlite/recount.ts';
import { canaries, canary, filesUnder } from '../../erasing/canaries.ts';
import { openShipping, openShippingStore, placesIn, rowsOf, textsOf } from './shipping-server.ts';

/** Compares table by table, so that a difference shows where it is. */
function expectSame(dataDir: string, wanted: ReturnType<typeof rowsOf>): void {
  const found = rowsOf(dataDir);
  for (const [table, rows] of Object.entries(wanted)) expect(found[table], table).to.deep.equal(rows);
}

describe('a standby', () => {
  let folder: string;
  const into = (name: string): string => join(folder, name);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-standby-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has every row of the store, and lets another server continue with them', async () => {
    const places = placesIn(folder);
    const first = await openShipping(places, into('first'));
    await tellEverything(first, 'ana');
    await tellEverything(first, 'ben');
    await first.admin.setTier({ userId: 'ana', tier: 'TIER_ENTERPRISE' });
    await first.shipped();
    // A memory that was deleted is deleted in the standby, too.
    const { memory } = await first.agent({ userId: 'ben' }).add('For a moment');
    await first.shipped();
    await first.agent({ userId: 'ben' }).delete(memory.id);
    await first.close();

    const report = await restoreFromStandby(places, into('second'), {});
    expect(report.erasedParts).to.equal(0);
    expectSame(into('second'), rowsOf(into('first')));
    const again = await restoreFromStandby(places, into('second'), {}).catch((error: Error) => error.message);
    expect(again).to.include('already exists');

    const second = await openShippingStore(places, into('second'));
    second.add('After the loss');
    await second.close();
    await restoreFromStandby(places, into('third'), {});
    expectSame(into('third'), rowsOf(into('second')));
    expect(textsOf(into('third')))
      .to.include('After the loss')
      .and.not.to.include('For a moment');
    expect(await errorOf(restoreFromStandby(places, into('fourth'), { atMs: 0 }))).to.include({
      reason: 'BACKUP_NOT_FOUND',
    });
  });

  it('can be tried by a drill while the store is written to, and the drill finds any difference', async () => {
    const places = { ...placesIn(folder), dataDir: into('live') };
    const store = await openShippingStore(places, places.dataDir);
    for (let count = 0; count < 20; count += 1) store.add(`Note ${count}`);
    await store.flush();
    const same = await restoreDrill(places);
    expect(same).to.deep.include({ users: 1, different: [], rpoMs: 0 });
    expect(same.rows).to.be.greaterThan(20);
    store.add('Not shipped yet');
    const ahead = await restoreDrill(places);
    expect(ahead.different).to.deep.equal([]);
    await store.close();
    const db = new Sqlite(join(places.dataDir, STORE_FILE));
    db.exec(`UPDATE memories SET create_ms = create_ms + 1 WHERE memory_no = 1`);
    db.close();
    expect((await restoreDrill(places)).different).to.deep.equal(['user 1']);
  });

  it('restores to a point in time, and leaves out users who were erased since, wherever the keys come from', async () => {
    const places = placesIn(folder);
    const words = canaries();
    const server = await openShipping(places, into('lost'));
    const user = canary();
    const erased = server.agent({ userId: user, agentId: 'guide' });
    for (let count = 0; count < 5; count += 1) await erased.add(`Said ${words.mark('long-term')}`);
    await erased.persona.set('diet', words.mark('persona'));
    await erased.entities.relate({ name: words.mark('entity'), type: 'person' }, 'knows', {
      name: 'Marta',
      type: 'person',
    });
    const chat = server.conversation({ userId: user, sessionId: 'talk', agentId: 'guide' });
    await chat.append([{ content: `I live in ${words.mark('turn')}.` }]);
    await server.admin.setTier({ userId: user, tier: 'TIER_ENTERPRISE' });
    const ana = server.agent({ userId: 'ana', agentId: 'guide' });
    await ana.add('What stays');
    await ana.persona.set('diet', words.mark('type'));
    await server.shipped();
    await cp(into('keys'), into('old-keys'), { recursive: true });
    await rm(join(into('old-keys'), 'erasures'), { recursive: true, force: true });
    const beforeMs = Date.now();
    await restoreFromStandby(places, into('before'), { atMs: beforeMs });
    expect(new Set(await words.foundIn(into('before')))).to.include.keys(
      'long-term',
      'persona',
      'entity',
      'turn',
      'type',
    );
    expect(await words.foundIn(into('standby'))).to.deep.equal([]);
    await rm(into('before'), { recursive: true });

    await all(server.admin.deleteUserData({ userId: 'ana', types: ['MEMORY_TYPE_PERSONA'], force: true }));
    const answers = await all(server.admin.deleteUserData({ userId: user, force: true }));
    expect(answers.at(-1)?.receipt?.text).to.include('"standby/keys":1');
    await ana.persona.set('diet', 'anything');
    await server.close();
    expect(await words.foundIn(folder)).to.deep.equal([]);

    const report = await restoreFromStandby(places, into('then'), { atMs: beforeMs });
    expect(report.atMs).to.be.at.most(beforeMs);
    expect(report.erasedParts).to.be.greaterThan(1);
    expect(await words.foundIn(folder), 'in what was restored to before').to.deep.equal([]);
    const naming = [...(await filesUnder(folder))].filter(([, bytes]) => bytes.includes(user)).map(([path]) => path);
    expect(naming).to.deep.equal([]);
    expect(textsOf(into('then'))).to.deep.equal(['What stays']);
    const db = new Sqlite(join(into('then'), STORE_FILE), { readonly: true });
    expect(wrongCounters(db)).to.deep.equal([]);
    db.close();

    // An older copy of the keys is put back; the erase log beside the backups still knows of the erasure.
    await rm(into('keys'), { recursive: true });
    await cp(into('old-keys'), into('keys'), { recursive: true });
    expect((await restoreFromStandby(places, into('older'), { atMs: beforeMs })).erasedParts).to.equal(
      report.erasedParts,
    );
    expect(await words.foundIn(folder), 'with older keys').to.deep.equal([]);
  });

  it('refuses segments that differ from what was shipped, and reports missing keys', async () => {
    const places = placesIn(folder);
    const store = await openShippingStore(places, into('lost'));
    store.add('One');
    await store.flush();
    store.add('Two');
    await store.close();
    const files = [...(await filesUnder(into('standby')))]
      .filter(([path]) => /\d{12}\.\d+/.test(path))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const [path, bytes] = files.at(-1)!;
    const { length } = bytes;
    for (const at of [40, Math.floor(length / 2), length - 40]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await writeFile(path, changed);
      expect(await errorOf(restoreFromStandby(places, into('broken'), {})), `${at}`).to.include({
        reason: 'COLD_OBJECT_DAMAGED',
      });
    }
    await writeFile(path, bytes);
    await rm(files.at(-2)![0]);
    expect(await errorOf(restoreFromStandby(places, into('broken'), {}))).to.include({ reason: 'COLD_OBJECT_DAMAGED' });
    await writeFile(...files.at(-2)!);
    await cp(into('keys'), into('old-keys'), { recursive: true });
    await rm(join(into('keys'), 'standby-keys'), { recursive: true });
    expect(await errorOf(restoreFromStandby(places, into('broken'), {}))).to.include({ reason: 'USER_KEY_MISSING' });
    expect(await readdir(into('broken'))).to.deep.equal([]);
  });

  it('begins anew if an older copy of the store was put back, or if changes were not noted', async () => {
    const places = placesIn(folder);
    const lost = into('lost');
    const add = async (text: string, to = places): Promise<void> => {
      const store = await openShippingStore(to, lost);
      store.add(text);
      await store.close();
    };
    await add('One');
    await cp(lost, into('copy'), { recursive: true });
    await add('Two');
    await rm(lost, { recursive: true });
    await cp(into('copy'), lost, { recursive: true });
    await add('Three');
    await restoreFromStandby(places, into('forked'), {});
    expect(textsOf(into('forked'))).to.deep.equal(['One', 'Three']);
    await add('Four', { ...places, standby: undefined });
    await add('Five');
    await restoreFromStandby(places, into('noted'), {});
    expectSame(into('noted'), rowsOf(lost));
    expect(textsOf(into('noted'))).to.deep.equal(['Five', 'Four', 'One', 'Three']);
  });

  it('lets writes continue while its storage is unavailable, reports how far behind it is, and catches up', async () => {
    const places = placesIn(folder);
    await writeFile(into('standby'), 'a file, not a folder');
    const store = await openShippingStore(places, into('lost'));
    store.add('While it is away');
    expect(await store.flush().catch(() => 'away')).to.equal('away');
    while (store.status().failure === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(store.status()).to.include({ hasBase: false });
    expect(store.status().lagMs).to.be.greaterThan(0);
    await rm(into('standby'));
    await store.flush();
    expect(store.status()).to.include({ hasBase: true });
    await store.close();
    await restoreFromStandby(places, into('second'), {});
    expectSame(into('second'), rowsOf(into('lost')));
  });
});
