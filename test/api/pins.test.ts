import { expect } from 'chai';
import { all, describeDoors, errorOf, type Door } from './doors.ts';
import { archivedOf, DAY_MS, lastOf, opening } from './lifecycle-doors.ts';

const CAP = 2;

async function kept(door: Door, userId: string): Promise<string[]> {
  return (await all(door.recorda.agent({ userId }).list())).map(({ id }) => id);
}

describeDoors(
  'Pins',
  (door) => {
    it('are set by an add, by pin and unpin, and by update_mask', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide' });
      const { memory } = await ana.add('Allergic to penicillin', { pinned: true });
      expect(memory.pinned).to.equal(true);
      expect((await ana.get(memory.id)).pinned).to.equal(true);
      expect(await ana.unpin(memory)).to.deep.include({ id: memory.id, pinned: false });
      expect((await errorOf(ana.pin(memory))).reason).to.equal('ETAG_MISMATCH');
      expect((await ana.pin(memory.id)).pinned).to.equal(true);
      // A mask that does not name the pin leaves it as it is, even if the message does not set it.
      expect((await ana.update(memory.id, { importance: 0.9 })).pinned).to.equal(true);
      const cleared = await recorda.memory.updateMemory({
        memory: { id: memory.id, scope: { userId } },
        updateMask: ['pinned'],
      });
      expect(cleared.memory?.pinned).to.equal(false);
      const all = await recorda.memory.updateMemory({ memory: { id: memory.id, scope: { userId }, pinned: true } });
      expect(all.memory?.pinned).to.equal(true);
    });

    it('are allowed only for memories that outlive task and session', async () => {
      const { recorda, newUser } = door();
      const ana = recorda.agent({ userId: newUser(), agentId: 'guide', sessionId: 's' });
      for (const type of ['working', 'short_term'] as const) {
        const options = { type, pinned: true, ...(type === 'working' && { key: 'k' }) };
        const error = await errorOf(ana.add('x', options as { type: 'short_term'; pinned: true }));
        expect(error.reason, type).to.equal('FIELD_INVALID');
        expect(error.detail.fields?.[0]?.field).to.equal('memory.pinned');
        expect(error.message).to.include('add what is to stay as');
        const { memory } = await ana.add('x', { type, ...(type === 'working' && { key: 'k' }) } as {
          type: 'short_term';
        });
        expect((await errorOf(ana.pin(memory.id))).reason).to.equal('FIELD_INVALID');
      }
      const trait = await ana.persona.set('tone', 'formal', { pinned: true });
      expect(trait.memory.pinned).to.equal(true);
      // Adding to it again does not unpin it.
      expect((await ana.persona.set('tone', 'plain')).memory.pinned).to.equal(true);
      const { memory: marta } = await ana.entities.upsert('Marta', 'person');
      expect((await ana.entities.upsert('Marta', 'person', { pinned: true })).memory).to.include({
        id: marta.id,
        pinned: true,
      });
    });

    it('are counted, for a user, an agent and the tenant', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const agentId = `guide of ${userId}`;
      const pins = async (asked: object): Promise<Record<string, number>> => {
        const { usages } = await recorda.admin.getUsage(asked);
        const pinned = usages.filter(({ pinnedCount }) => pinnedCount > 0);
        return Object.fromEntries(
          pinned.map(({ name, pinnedCount }) => [name.slice('QUOTA_NAME_'.length), pinnedCount]),
        );
      };
      const before = await pins({});
      const ana = recorda.agent({ userId, agentId });
      await ana.add('one', { pinned: true });
      await recorda.agent({ userId, agentId: 'other' }).add('two', { pinned: true });
      const { memory } = await ana.add('three');
      await ana.persona.set('tone', 'formal', { pinned: true });
      expect(await pins({ userId })).to.deep.equal({ LONG_TERM: 2, PERSONA: 1 });
      expect(await pins({ userId, agentId })).to.deep.equal({ LONG_TERM: 1, PERSONA: 1 });
      expect(await pins({ agentId })).to.deep.equal({ LONG_TERM: 1, PERSONA: 1 });
      expect((await pins({}))['LONG_TERM']).to.equal((before['LONG_TERM'] ?? 0) + 2);
      await ana.pin(memory.id);
      await ana.delete(memory.id);
      expect(await pins({ userId })).to.deep.equal({ LONG_TERM: 2, PERSONA: 1 });
    });

    it('protect from retention, threshold, cap and consolidation', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: `guide of ${userId}` });
      const add = async (text: string, options: object = {}) => (await ana.add(text, options)).memory.id;
      const old = await add('Allergic to penicillin', { importance: 0, pinned: true });
      const twin = await add('Allergic to penicillin', { importance: 0, pinned: true });
      const episode = (await ana.episodes.start('book a flight', { pinned: true })).memory.id;
      advance(400 * DAY_MS);
      const double = await add('Allergic to penicillin', { importance: 1 });
      const others = [await add('Plays chess', { importance: 0.6 }), await add('Has a dog', { importance: 0.5 })];
      await lastOf(recorda.admin.runRetention({ force: true }));
      const done = await lastOf(recorda.admin.runSleepCycle({ userId, force: true }));
      const gone = (await archivedOf(door(), userId)).map(({ id }) => id);
      // The pinned ones count towards the cap, and stay; the rest of the cap is left to the others.
      expect(done.thresholdEvicted).to.equal(0);
      expect(gone).to.have.members([double, ...others]);
      expect(await kept(door(), userId)).to.have.members([old, twin]);
      expect((await ana.get(episode)).pinned).to.equal(true);
      await ana.unpin(old);
      advance(366 * DAY_MS);
      await lastOf(recorda.admin.runRetention({ type: 'MEMORY_TYPE_LONG_TERM', force: true }));
      expect(await kept(door(), userId)).to.deep.equal([twin]);
    });

    it('survive export and import, archive and backup', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId });
      const { memory } = await ana.add('Allergic to penicillin', { pinned: true });
      await lastOf(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
      const parts = await all(recorda.admin.exportUserData({ userId }));
      await ana.unpin(memory.id);
      const { backups } = await recorda.admin.listBackups({});
      const id = backups
        .map((backup) => backup.id)
        .toSorted()
        .at(-1)!;
      await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect((await ana.get(memory.id)).pinned).to.equal(true);
      await lastOf(recorda.admin.deleteUserData({ userId, force: true }));
      await recorda.admin.importUserData({ userId, lines: Buffer.concat(parts.map(({ lines }) => lines)) });
      expect((await ana.get(memory.id)).pinned).to.equal(true);
    });
  },
  opening({ warmTierMaxPerAgent: CAP, sleepThreshold: 0.15, sleepThresholdAge: 'any' }),
);
