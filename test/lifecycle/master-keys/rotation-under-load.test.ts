import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Recorda } from '../../../client/recorda.ts';
import { readMasterKeys } from '../../../server/lifecycle/master-keys/key-text.ts';
import { all } from '../../api/doors.ts';
import { lastOf } from '../../api/lifecycle-doors.ts';
import { scaled } from '../../scale.ts';
import { expectWhole, fillSealed, openSealed } from './sealed-folder.ts';

const ROTATIONS = scaled(1, 40);
const USERS = Array.from({ length: scaled(4, 12) }, (_, index) => `user-${index}`);

/** Calls that each need keys of users, or of the server, in some way. */
function work({ agent, admin }: Recorda): readonly (() => Promise<unknown>)[] {
  let turn = 0;
  const user = (): string => USERS[(turn += 1) % USERS.length] as string;
  return [
    async () => {
      const userId = user();
      for (let count = 0; count < 3; count += 1) await agent({ userId }).add(`Note ${turn} ${count}`);
      return lastOf(admin.runSleepCycle({ userId, force: true }));
    },
    () => lastOf(admin.createBackup({ set: 'BACKUP_SET_DAILY' })),
    async () => {
      const { backups } = await admin.listBackups({});
      expect(await lastOf(admin.verifyBackup({ id: backups[0]!.id }))).to.include({ faultCount: 0 });
    },
    () => agent({ userId: user() }).retrieve('Note', { includeArchived: true }),
    async () => {
      const userId = user();
      const { memories } = await admin.listArchive({ userId, pageSize: 1 });
      if (memories.length > 0) await admin.restoreArchived({ userId, ids: memories.map(({ id }) => id) });
    },
    async () => {
      const userId = `passing-${(turn += 1)}`;
      await agent({ userId }).add('Only passing through');
      const parts = await all(admin.exportUserData({ userId }));
      await lastOf(admin.deleteUserData({ userId, force: true }));
      await admin.importUserData({ userId, lines: Buffer.concat(parts.map(({ lines }) => lines)) });
      await lastOf(admin.deleteUserData({ userId, force: true }));
    },
  ];
}

describe('a rotation of the master key under load', () => {
  it(`fails no call (rotations: ${ROTATIONS}) @torture`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-rotation-load-'));
    // Without a cache, each call opens keys of users.
    const recorda = await openSealed(folder, { isBrief: false, keysCachedMs: 0 });
    await fillSealed(recorda, USERS);
    const over = new AbortController();
    const calls = work(recorda).map(() => 0);
    const faults: unknown[] = [];
    const running = work(recorda).map(async (call, index) => {
      while (!over.signal.aborted) {
        await call().catch((error: unknown) => faults.push(error));
        calls[index]! += 1;
      }
    });
    for (let rotation = 0; rotation < ROTATIONS; rotation += 1) {
      const before = [...calls];
      const { needs, isNewKey } = await lastOf(recorda.admin.rotateMasterKey({ force: true }));
      expect(isNewKey, `rotation ${rotation}`).to.equal(true);
      expect(needs.filter(({ place }) => place !== 'SEALED_PLACE_STANDBY_SEGMENTS')).to.deep.equal([]);
      // The next rotation comes after each kind of call has come to an end.
      while (faults.length === 0 && calls.some((count, index) => count === before[index])) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    over.abort();
    await Promise.all(running);
    expect(faults).to.deep.equal([]);
    await recorda.close();
    expect(readMasterKeys(await readFile(join(folder, 'data', 'master.key'), 'utf8'))).to.have.length(ROTATIONS + 1);
    const again = await openSealed(folder);
    await expectWhole(again, USERS.slice(0, 0));
    await again.close();
    await rm(folder, { recursive: true });
  }).timeout(7_200_000);
});
