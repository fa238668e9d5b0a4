/** Scenarios of retention, the archive and restoring, wherever the types live. */
import { expect } from 'chai';
import type { RecordaOptions } from '../../server/recorda.ts';
import { archivedOf, DAY_MS, lastOf, opening } from './lifecycle-doors.ts';
import { all, describeDoors, errorOf } from './doors.ts';

const SECOND_MS = 1000;

export function describeRetention(title: string, options: Partial<RecordaOptions>): void {
  describeDoors(
    title,
    (door) => {
      beforeEach(() => door().stopClock());
      const run = (force: boolean, type?: 'LONG_TERM' | 'EPISODIC' | 'STRUCTURED') =>
        all(door().recorda.admin.runRetention({ force, ...(type && { type: `MEMORY_TYPE_${type}` as const }) }));

      it('keeps a long-term memory until a second before its year ends, and archives it a second after', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide', namespace: 'trips' });
        const { memory } = await ana.add('Prefers the window seat', {
          metadata: { category: 'travel' },
          source: 'user',
        });
        advance(365 * DAY_MS - SECOND_MS);
        const before = await run(true, 'LONG_TERM');
        expect(before.at(-1)?.isDone).to.equal(true);
        expect((await ana.get(memory.id)).text).to.equal('Prefers the window seat');
        advance(2 * SECOND_MS);
        const [dry] = await run(false, 'LONG_TERM');
        expect(dry?.archivedCount).to.equal(0);
        expect(dry?.samples.find(({ id }) => id === memory.id)).to.deep.include({
          userId,
          agentId: 'guide',
          reason: 'ARCHIVE_REASON_RETENTION',
          sinceTime: memory.createTime,
        });
        expect((await ana.get(memory.id)).text).to.equal('Prefers the window seat');
        const last = (await run(true, 'LONG_TERM')).at(-1);
        expect(last?.archivedCount).to.equal(last?.dueCount).and.to.be.greaterThan(0);
        expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
        expect(await ana.retrieve('window seat')).to.deep.equal([]);
        const [archived, ...others] = await archivedOf(door(), userId);
        expect(others).to.deep.equal([]);
        expect(archived).to.deep.include({ id: memory.id, type: 'MEMORY_TYPE_LONG_TERM', source: 'SOURCE_USER' });
        expect(archived?.scope).to.deep.include({ userId, agentId: 'guide', namespace: 'trips' });
        expect(archived?.metadata).to.deep.equal({ category: 'travel' });
        expect(JSON.stringify(archived)).not.to.include('window');
      });

      it('counts a memory’s age from its last write', async () => {
        const { recorda, newUser, advance } = door();
        const ana = recorda.agent({ userId: newUser() });
        const { memory } = await ana.add('Lives in Lisbon');
        advance(200 * DAY_MS);
        await ana.update(memory.id, { metadata: { checked: true } });
        advance(200 * DAY_MS);
        await run(true, 'LONG_TERM');
        expect((await ana.get(memory.id)).id).to.equal(memory.id);
        advance(166 * DAY_MS);
        await run(true, 'LONG_TERM');
        expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
      });

      it('keeps an episode by the age of its newest step, and archives all of it 90 days later', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide' });
        const { memory: episode } = await ana.episodes.start('Book the flight');
        await ana.episodes.step(episode.id, { action: 'Searched' });
        advance(80 * DAY_MS);
        await ana.episodes.step(episode.id, { action: 'Paid' });
        advance(90 * DAY_MS - SECOND_MS);
        await run(true, 'EPISODIC');
        expect((await ana.get(episode.id)).id).to.equal(episode.id);
        advance(2 * SECOND_MS);
        await run(true, 'EPISODIC');
        expect((await errorOf(ana.get(episode.id))).reason).to.equal('MEMORY_NOT_FOUND');
        expect((await archivedOf(door(), userId)).map(({ id }) => id)).to.deep.equal([episode.id]);
        const restored = await recorda.admin.restoreArchived({ userId, ids: [episode.id] });
        expect(restored).to.deep.equal({ restoredIds: [episode.id], skippedIds: [] });
        const { memory: back } = await recorda.memory.getMemory({
          scope: { userId, agentId: 'guide' },
          id: episode.id,
        });
        const payload = back?.payload;
        if (payload?.$case !== 'episode') throw new Error('It is no episode.');
        expect(payload.value.steps.map(({ action }) => action)).to.deep.equal(['Searched', 'Paid']);
        // Its age starts again, so it is not archived at once.
        await run(true, 'EPISODIC');
        expect((await ana.get(episode.id)).id).to.equal(episode.id);
      });

      it('does not count archived episodes in quotas, and counts restored ones once', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide' });
        for (let n = 0; n < 3; n += 1) {
          const { memory } = await ana.episodes.start(`Task ${n}`);
          for (const action of ['One', 'Two', 'Three']) await ana.episodes.step(memory.id, { action });
        }
        const use = async (): Promise<readonly [number, number]> => {
          const { usages } = await recorda.admin.getUsage({ userId });
          const { count = 0, bytes = 0 } = usages.find(({ name }) => name === 'QUOTA_NAME_EPISODIC') ?? {};
          return [count, bytes];
        };
        const before = await use();
        expect(before[0]).to.equal(3);
        advance(91 * DAY_MS);
        await run(true, 'EPISODIC');
        expect(await use()).to.deep.equal([0, 0]);
        const ids = (await archivedOf(door(), userId)).map(({ id }) => id);
        expect(ids).to.have.length(3);
        for (let times = 0; times < 2; times += 1) await recorda.admin.restoreArchived({ userId, ids });
        expect(await use()).to.deep.equal(before);
        expect(await archivedOf(door(), userId)).to.deep.equal([]);
      });

      it('lists archived memories of all types in one order, page by page', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide' });
        const ids: string[] = [];
        for (let n = 0; n < 5; n += 1) {
          ids.push((await ana.add(`Note ${n}`)).memory.id, (await ana.episodes.start(`Task ${n}`)).memory.id);
          advance(400 * DAY_MS);
          await run(true);
        }
        const archived = await archivedOf(door(), userId);
        expect(archived.map(({ id }) => id).toSorted()).to.deep.equal(ids.toSorted());
        const times = archived.map(({ archiveTime }) => archiveTime!.getTime());
        expect(times).to.deep.equal(times.toSorted((one, other) => one - other));
        const { memories } = await recorda.admin.listArchive({ userId, type: 'MEMORY_TYPE_EPISODIC' });
        expect(memories).to.have.length(5);
      });

      it('does not archive a pinned episode, and erases archived ones with their user', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide' });
        const { memory: pinned } = await ana.episodes.start('Kept');
        await ana.pin(pinned.id);
        await ana.episodes.start('Let go');
        advance(91 * DAY_MS);
        await run(true, 'EPISODIC');
        expect((await ana.get(pinned.id)).id).to.equal(pinned.id);
        expect(await archivedOf(door(), userId)).to.have.length(1);
        await lastOf(recorda.admin.deleteUserData({ userId, force: true }));
        expect(await archivedOf(door(), userId)).to.deep.equal([]);
      });

      it('archives a document after 180 days, and finds it by its metadata', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const { documents } = recorda.agent({ userId });
        await documents.put({ collection: 'bookings', key: 'hotel' }, { price: 10 }, { metadata: { year: 2026 } });
        await documents.put({ collection: 'bookings', key: 'train' }, { price: 20 }, { metadata: { year: 2025 } });
        advance(180 * DAY_MS - SECOND_MS);
        await run(true, 'STRUCTURED');
        expect(await archivedOf(door(), userId)).to.deep.equal([]);
        advance(2 * SECOND_MS);
        await run(true, 'STRUCTURED');
        const found = await archivedOf(door(), userId, 'metadata.year == 2026 && collection == "bookings"');
        expect(found.map(({ key, collection }) => [key, collection])).to.deep.equal([['hotel', 'bookings']]);
        expect(await archivedOf(door(), userId)).to.have.length(2);
      });

      it('never archives persona, entities or facts', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide' });
        await ana.persona.set('diet', 'vegetarian');
        await ana.entities.upsert('Marta', 'person');
        advance(5000 * DAY_MS);
        await run(true);
        await lastOf(recorda.admin.runSleepCycle({ force: true }));
        expect((await ana.persona.get('diet'))?.value).to.equal('vegetarian');
        expect((await ana.entities.find('Marta')).length).to.equal(1);
        expect(await archivedOf(door(), userId)).to.deep.equal([]);
      });

      it('restores a memory byte for byte: id, times, version, importance, provenance, vector', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const ana = recorda.agent({ userId, agentId: 'guide', sessionId: 's1', namespace: 'n1' });
        const text = `Speaks Portuguese ${'and more '.repeat(300)}`;
        const { memory } = await ana.add(text, { metadata: { a: [1, { b: null }] }, source: 'tool', importance: 0.7 });
        await ana.update(memory.id, { importance: 0.9 });
        const before = await ana.get(memory.id);
        const [hit] = await ana.retrieve('which languages?');
        advance(366 * DAY_MS);
        await run(true, 'LONG_TERM');
        expect(await ana.retrieve('which languages?')).to.deep.equal([]);
        const { restoredIds } = await recorda.admin.restoreArchived({ userId, ids: [memory.id, memory.id] });
        expect(restoredIds).to.deep.equal([memory.id]);
        const { accessCount, lastAccessTime: ___, ...after } = await ana.get(memory.id);
        const { accessCount: _, lastAccessTime: __, ...was } = before;
        expect(after).to.deep.equal(was);
        expect(accessCount).to.be.at.least(1);
        const [again] = await ana.retrieve('which languages?');
        expect(again?.similarity).to.equal(hit?.similarity);
        expect(await archivedOf(door(), userId)).to.deep.equal([]);
        const twice = await recorda.admin.restoreArchived({ userId, ids: [memory.id] });
        expect(twice).to.deep.equal({ restoredIds: [], skippedIds: [memory.id] });
      });

      it('does not restore a document if another one has its key by now', async () => {
        const { recorda, newUser, advance } = door();
        const userId = newUser();
        const { documents } = recorda.agent({ userId });
        const { memory: old } = await documents.put({ collection: 'bookings', key: 'hotel' }, { price: 10 });
        advance(181 * DAY_MS);
        await run(true, 'STRUCTURED');
        await documents.put({ collection: 'bookings', key: 'hotel' }, { price: 11 });
        const { skippedIds } = await recorda.admin.restoreArchived({ userId, ids: [old.id] });
        expect(skippedIds).to.deep.equal([old.id]);
        expect(await archivedOf(door(), userId)).to.have.length(1);
      });

      it('neither lists nor restores other users’ memories', async () => {
        const { recorda, newUser, advance } = door();
        const [ana, ben] = [newUser(), newUser()];
        const { memory } = await recorda.agent({ userId: ana }).add('Of Ana');
        advance(366 * DAY_MS);
        await run(true, 'LONG_TERM');
        expect(await archivedOf(door(), ben)).to.deep.equal([]);
        const { skippedIds } = await recorda.admin.restoreArchived({ userId: ben, ids: [memory.id] });
        expect(skippedIds).to.deep.equal([memory.id]);
        expect(await archivedOf(door(), ana)).to.have.length(1);
      });

      it('follows the tenant’s settings, within bounds', async () => {
        const { recorda, newUser, advance } = door();
        const { admin } = recorda;
        const rules = (await admin.getRetention({})).rules.map(({ type, days, isSet }) => [type, days, isSet]);
        expect(rules).to.deep.equal([
          ['MEMORY_TYPE_LONG_TERM', 365, false],
          ['MEMORY_TYPE_EPISODIC', 90, false],
          ['MEMORY_TYPE_STRUCTURED', 180, false],
        ]);
        const ana = recorda.agent({ userId: newUser() });
        const { memory } = await ana.add('Short-lived');
        const { rule } = await admin.setRetention({ type: 'MEMORY_TYPE_LONG_TERM', days: 30 });
        expect(rule).to.deep.equal({
          type: 'MEMORY_TYPE_LONG_TERM',
          days: 30,
          leastDays: 30,
          mostDays: 3650,
          isSet: true,
        });
        advance(30 * DAY_MS - SECOND_MS);
        await run(true, 'LONG_TERM');
        expect((await ana.get(memory.id)).id).to.equal(memory.id);
        advance(2 * SECOND_MS);
        await run(true, 'LONG_TERM');
        expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
        expect((await admin.setRetention({ type: 'MEMORY_TYPE_LONG_TERM', days: 0 })).rule?.days).to.equal(365);
        for (const days of [29, 3651, -1]) {
          const error = await errorOf(admin.setRetention({ type: 'MEMORY_TYPE_LONG_TERM', days }));
          expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['days']);
        }
        const error = await errorOf(admin.setRetention({ type: 'MEMORY_TYPE_PERSONA', days: 100 }));
        expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['type']);
      });
    },
    opening(options),
  );
}
