import { expect } from 'chai';
import { DAY_MS, lastOf, opening } from './lifecycle-doors.ts';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors(
  'Past runs',
  (door) => {
    const runs = async () => (await door().recorda.admin.listLifecycleRuns({})).runs;

    it('are listed newest first with their times, counts and outcomes, without dry runs', async () => {
      const { recorda, newUser, advance } = door();
      const { admin } = recorda;
      const userId = newUser();
      // Doors of one server share its runs.
      const before = await runs();
      const newestMs = before[0]?.startTime?.getTime() ?? 0;
      await recorda.agent({ userId }).add('Parks the car in the garage');
      advance(366 * DAY_MS);
      await all(admin.runRetention({ force: false }));
      await all(admin.runSleepCycle({ force: false }));
      expect(await runs()).to.deep.equal(before);
      await all(admin.runRetention({ force: true }));
      advance(DAY_MS);
      await all(admin.runSleepCycle({ force: true }));
      advance(DAY_MS);
      const { backup } = await lastOf(admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
      advance(DAY_MS);
      const { id, userCount: users, lineCount: lines, sizeBytes: bytes } = backup!;
      await all(admin.verifyBackup({ id }));
      advance(DAY_MS);
      expect((await errorOf(all(admin.verifyBackup({ id: `${id}x` })))).reason).to.be.a('string');
      const kept = (await runs()).filter(({ startTime }) => startTime!.getTime() > newestMs);
      const known = { users, lines };
      expect(
        kept.map(({ kind, counts, error }) => [kind.replace('LIFECYCLE_RUN_KIND_', ''), counts, error]),
      ).to.deep.equal([
        ['VERIFICATION', {}, kept[0]!.error],
        ['VERIFICATION', { ...known, faults: 0 }, ''],
        ['BACKUP', { ...known, bytes }, ''],
        ['SLEEP_CYCLE', { weighed: 0, graduated: 0, archived: 0, merged: 0 }, ''],
        ['RETENTION', { due: 1, archived: 1 }, ''],
      ]);
      expect(kept[0]!.error).to.match(/^[A-Z_]+$/);
      for (const { trigger, credential } of kept)
        expect([trigger, credential]).to.deep.equal(['LIFECYCLE_RUN_TRIGGER_CALL', '']);
      const times = kept.map(({ startTime }) => startTime!.getTime());
      for (const [at, time] of times.slice(1).entries()) expect(times[at]! - time).to.be.at.least(DAY_MS);
      for (const { duration } of kept) expect(duration!.seconds + duration!.nanos).to.be.greaterThan(0);
    });

    it('are kept, up to 50 of each kind', async () => {
      const { admin } = door().recorda;
      const before = (await runs()).filter(({ kind }) => kind !== 'LIFECYCLE_RUN_KIND_SLEEP_CYCLE');
      for (let count = 0; count < 52; count += 1) {
        door().advance(1000);
        await all(admin.runSleepCycle({ force: true }));
      }
      const kept = await runs();
      const cycles = kept.filter(({ kind }) => kind === 'LIFECYCLE_RUN_KIND_SLEEP_CYCLE');
      expect(cycles).to.have.length(50);
      expect(kept).to.have.length(50 + before.length);
      const [newest, oldest] = [cycles[0]!, cycles.at(-1)!].map(({ startTime }) => startTime!.getTime());
      expect(newest! - oldest!).to.be.at.least(49_000);
    });
  },
  opening({}),
);
