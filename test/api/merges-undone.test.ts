import { expect } from 'chai';
import { all, describeDoors, type Door } from './doors.ts';
import { archivedOf, lastOf, opening } from './lifecycle-doors.ts';

const sleep = (door: Door, userId: string) => lastOf(door.recorda.admin.runSleepCycle({ userId, force: true }));
const agentOf = ({ recorda }: Door, userId: string) => recorda.agent({ userId, agentId: 'guide' });
const kept = async (door: Door, userId: string) => (await all(agentOf(door, userId).list())).map(({ id }) => id);

/** Adds two memories that say the same. */
async function addTwins(door: Door, userId: string): Promise<readonly [first: string, same: string]> {
  const ana = agentOf(door, userId);
  const { memory: first } = await ana.add('The user plays the cello', { importance: 0.9 });
  const { memory: same } = await ana.add('User plays the cello.', { importance: 0.5 });
  return [first.id, same.id];
}

async function merged(door: Door, userId: string): Promise<readonly [first: string, same: string]> {
  const twins = await addTwins(door, userId);
  expect((await sleep(door, userId)).consolidatedCount).to.equal(1);
  return twins;
}

async function undone(door: Door, userId: string): Promise<readonly [first: string, same: string]> {
  const twins = await merged(door, userId);
  await door.recorda.admin.restoreArchived({ userId, ids: [twins[1]] });
  return twins;
}

async function backedUp({ recorda }: Door): Promise<string> {
  const { backup } = await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
  const { faults } = await lastOf(recorda.admin.verifyBackup({ id: backup!.id }));
  expect(faults).to.deep.equal([]);
  return backup!.id;
}

async function exported({ recorda }: Door, userId: string): Promise<Buffer> {
  return Buffer.concat((await all(recorda.admin.exportUserData({ userId }))).map(({ lines }) => lines));
}

describeDoors(
  'A merge',
  (door) => {
    /** Checks that both stay, however many nights pass, until one is written again. */
    async function staysUndone(userId: string, [first, same]: readonly [string, string]): Promise<void> {
      for (let night = 0; night < 2; night += 1) expect((await sleep(door(), userId)).consolidatedCount).to.equal(0);
      expect(await kept(door(), userId)).to.have.members([first, same]);
      await agentOf(door(), userId).update(same, { text: 'User plays the cello' });
      expect((await sleep(door(), userId)).samples.map(({ id, duplicateOf }) => [id, duplicateOf])).to.deep.equal([
        [same, first],
      ]);
    }

    it('can be undone after the user was restored from a backup', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const [first, same] = await merged(door(), userId);
      const id = await backedUp(door());
      // The memory is no longer in the archive, and then is again.
      await recorda.admin.restoreArchived({ userId, ids: [same] });
      for (const one of [first, same]) await agentOf(door(), userId).delete(one);
      await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect(await kept(door(), userId)).to.deep.equal([first]);
      const [archived, ...others] = await archivedOf(door(), userId);
      expect(others).to.deep.equal([]);
      expect(archived).to.deep.include({ id: same, mergedInto: first, reason: 'ARCHIVE_REASON_DUPLICATE' });
      expect((await recorda.admin.restoreArchived({ userId, ids: [same] })).restoredIds).to.deep.equal([same]);
      await staysUndone(userId, [first, same]);
    });

    it('stays undone after the user was restored from a backup', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const twins = await undone(door(), userId);
      const id = await backedUp(door());
      for (const one of twins) await agentOf(door(), userId).delete(one);
      await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      await staysUndone(userId, twins);
    });

    it('stays undone after export, erasure and import', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const twins = await undone(door(), userId);
      const lines = await exported(door(), userId);
      await lastOf(recorda.admin.deleteUserData({ userId, force: true }));
      await recorda.admin.importUserData({ userId, lines });
      expect((await exported(door(), userId)).equals(lines)).to.equal(true);
      await staysUndone(userId, twins);
    });

    it('is undone by importing an export made before it', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const twins = await addTwins(door(), userId);
      const lines = await exported(door(), userId);
      expect((await sleep(door(), userId)).consolidatedCount).to.equal(1);
      expect(await recorda.admin.importUserData({ userId, lines })).to.include({ takenCount: 1, skippedCount: 1 });
      expect(await archivedOf(door(), userId)).to.deep.equal([]);
      await staysUndone(userId, twins);
    });
  },
  opening({}),
);
