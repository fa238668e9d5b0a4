import { expect } from 'chai';
import { archivedOf, DAY_MS, lastOf, opening } from './lifecycle-doors.ts';
import { all, describeDoors, errorOf, type Door } from './doors.ts';

const CAP = 5;

/** Returns an agent that no other test has. */
const guideOf = (userId: string): string => `guide of ${userId}`;

/** Adds memories of these importances, the lowest first. */
async function addAll(
  door: Door,
  userId: string,
  importances: readonly number[],
  namespace = '',
  agentId = guideOf(userId),
): Promise<string[]> {
  const ids: string[] = [];
  for (const importance of importances) {
    const ana = door.recorda.agent({ userId, agentId, namespace });
    const { memory } = await ana.add(`Note ${importance} of ${userId} in ${namespace}`, { importance });
    ids.push(memory.id);
  }
  return ids;
}

async function kept(door: Door, userId: string): Promise<string[]> {
  return (await all(door.recorda.agent({ userId }).list())).map(({ id }) => id);
}

const sleep = (door: Door, userId: string, force = true) => lastOf(door.recorda.admin.runSleepCycle({ userId, force }));
/** Runs a cycle over all users. */
const sleepOf = (door: Door, agentId: string, force = true) =>
  lastOf(door.recorda.admin.runSleepCycle({ agentId, force }));

describeDoors(
  'The sleep cycle, with a cap',
  (door) => {
    it('archives nothing of an agent at or below the cap', async () => {
      for (const count of [CAP - 1, CAP]) {
        const userId = door().newUser();
        await addAll(
          door(),
          userId,
          Array.from({ length: count }, (_, index) => 0.4 + index / 100),
        );
        expect(await sleep(door(), userId)).to.deep.include({ capacityEvicted: 0, thresholdEvicted: 0 });
        expect(await kept(door(), userId)).to.have.length(count);
      }
    });

    it('archives the least important memories above the cap, not the oldest, with their namespace', async () => {
      const userId = door().newUser();
      const high = await addAll(door(), userId, [0.9, 0.8], 'first');
      const low = await addAll(door(), userId, [0.31, 0.32, 0.33], 'second');
      const rest = await addAll(door(), userId, [0.5, 0.6, 0.7], 'third');
      const dry = await sleep(door(), userId, false);
      expect(dry.capacityEvicted).to.equal(3);
      expect(dry.samples.map(({ id }) => id)).to.deep.equal(low);
      expect(await kept(door(), userId)).to.have.length(8);
      const done = await sleep(door(), userId);
      expect(done).to.deep.include({ capacityEvicted: 3, thresholdEvicted: 0, isDone: true });
      expect(done.samples.map(({ id, reason }) => [id, reason])).to.deep.equal(
        low.map((id) => [id, 'ARCHIVE_REASON_CAPACITY']),
      );
      expect(await kept(door(), userId)).to.have.members([...high, ...rest]);
      const archived = await archivedOf(door(), userId);
      expect(archived.map(({ id }) => id)).to.have.members(low);
      expect(archived.map(({ scope }) => scope?.namespace)).to.deep.equal(['second', 'second', 'second']);
      expect((await sleep(door(), userId)).capacityEvicted).to.equal(0);
    });

    it('applies the cap to each user of an agent separately', async () => {
      const [ana, ben] = [door().newUser(), door().newUser()];
      const agentId = `${guideOf(ana)} and ${ben}`;
      const ofAna = await addAll(door(), ana, [0.31, 0.32, 0.33], '', agentId);
      const ofBen = await addAll(door(), ben, [0.6, 0.7, 0.8, 0.9], '', agentId);
      expect(await sleepOf(door(), agentId)).to.deep.include({ capacityEvicted: 0, touchedUserCount: 0 });
      const more = await addAll(door(), ben, [0.5, 0.55, 0.65], 'second', agentId);
      const dry = await sleepOf(door(), agentId, false);
      expect(dry.samples.map(({ id }) => id)).to.deep.equal(more.slice(0, 2));
      expect(dry.touchedUsers).to.deep.equal([{ userId: ben, count: 2 }]);
      expect((await sleepOf(door(), agentId)).capacityEvicted).to.equal(2);
      expect(await kept(door(), ana)).to.have.members(ofAna);
      expect(await kept(door(), ben)).to.have.members([...ofBen, more[2]]);
    });

    it('applies the cap to each agent separately, and to each user’s memories without an agent', async () => {
      const [ana, ben] = [door().newUser(), door().newUser()];
      for (const userId of [ana, ben]) {
        await addAll(door(), userId, [0.4, 0.5, 0.6]);
        await addAll(door(), userId, [0.4, 0.5, 0.6, 0.7, 0.8], '', '');
      }
      for (const userId of [ana, ben]) expect((await sleep(door(), userId)).capacityEvicted).to.equal(0);
      const [first] = await addAll(door(), ana, [0.3], '', '');
      const done = await sleepOf(door(), '');
      expect(done.samples.map(({ id }) => id)).to.deep.equal([first]);
    });

    it('archives even a graduate if it is the least important', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: guideOf(userId) });
      const { memory } = await ana.add('Allergic to penicillin', { importance: 1 });
      for (let day = 0; day < 4; day += 1) {
        for (let use = 0; use < 10; use += 1) await ana.get(memory.id);
        // Requests for counts write them to disk.
        await recorda.admin.explainImportance({ userId, id: memory.id });
        advance(DAY_MS);
      }
      const [before] = await ana.retrieve('allergic');
      await sleep(door(), userId);
      const [hit] = await ana.retrieve('allergic', { explain: true });
      expect(await recorda.admin.explainImportance({ userId, id: memory.id })).to.deep.include({ hasGraduated: true });
      expect(hit!.score).to.be.closeTo(1.1 * before!.score, 1e-6);
      const shares = hit!.signals.reduce((sum, { share }) => sum + share, 0);
      expect(shares).to.be.closeTo(hit!.score, 1e-5);
      expect(hit!.similarity).to.equal(before!.similarity);
      await ana.update(memory.id, { importance: 0 });
      advance(300 * DAY_MS);
      const others = await addAll(door(), userId, [0.5, 0.6, 0.7, 0.8, 0.9]);
      const done = await sleep(door(), userId);
      expect(done.samples.map(({ id }) => id)).to.deep.equal([memory.id]);
      expect(await kept(door(), userId)).to.have.members(others);
    });
  },
  opening({ warmTierMaxPerAgent: CAP }),
);

describeDoors(
  'The sleep cycle, without a cap',
  (door) => {
    it('reports no cap, and keeps any number of memories', async () => {
      const userId = door().newUser();
      await addAll(door(), userId, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
      const done = await sleep(door(), userId);
      expect(done.capacityEvicted).to.equal(undefined);
      expect(await kept(door(), userId)).to.have.length(7);
    });

    it('archives nothing before its type’s retention age, however unimportant', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const { memory } = await recorda.agent({ userId }).add('Allergic to penicillin', { importance: 0 });
      advance(364 * DAY_MS);
      const why = await recorda.admin.explainImportance({ userId, id: memory.id });
      expect(why.importance).to.be.lessThan(0.15);
      expect(why.threshold).to.equal(0);
      expect(await sleep(door(), userId)).to.deep.include({ thresholdEvicted: 0, touchedUserCount: 0 });
      await lastOf(recorda.admin.runRetention({ force: true }));
      expect(await kept(door(), userId)).to.deep.equal([memory.id]);
      advance(2 * DAY_MS);
      await lastOf(recorda.admin.runRetention({ type: 'MEMORY_TYPE_LONG_TERM', force: true }));
      expect((await archivedOf(door(), userId)).map(({ reason }) => reason)).to.deep.equal([
        'ARCHIVE_REASON_RETENTION',
      ]);
    });

    it('counts references to a memory in its importance', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId });
      const { memory } = await ana.add('Marta runs the hotel');
      const centrality = async (): Promise<number> =>
        (await recorda.admin.explainImportance({ userId, id: memory.id })).factors.find(
          ({ name }) => name === 'centrality',
        )!.value;
      expect(await centrality()).to.equal(0);
      const { memory: marta } = await ana.entities.upsert('Marta', 'person', { evidence: [memory.id] });
      const once = await centrality();
      expect(once).to.be.greaterThan(0);
      await ana.entities.upsert('Miradouro', 'hotel');
      await ana.entities.relate({ name: 'Marta', type: 'person' }, 'runs', { name: 'Miradouro', type: 'hotel' });
      expect(await centrality()).to.be.greaterThan(once);
      // The statements of another user do not count.
      await recorda.agent({ userId: newUser() }).entities.upsert('Spy', 'person', { evidence: [memory.id] });
      await ana.entities.delete(marta.id);
      expect(await centrality()).to.equal(0);
    });

    it('lets a merge be undone: both memories return, and are not merged again until one is written', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide' });
      const { memory: first } = await ana.add('The user plays the cello', { importance: 0.9 });
      const { memory: same } = await ana.add('User plays the cello.', { importance: 0.5 });
      expect((await sleep(door(), userId)).consolidatedCount).to.equal(1);
      const [archived] = await archivedOf(door(), userId);
      expect(archived).to.deep.include({ id: same.id, mergedInto: first.id, reason: 'ARCHIVE_REASON_DUPLICATE' });
      // A month passes, and the nights archive other memories.
      for (let night = 0; night < 30; night += 1) advance(DAY_MS);
      const { restoredIds } = await recorda.admin.restoreArchived({ userId, ids: [same.id] });
      expect(restoredIds).to.deep.equal([same.id]);
      expect(await ana.get(same.id)).to.deep.equal(same);
      expect(await ana.get(first.id)).to.deep.equal(first);
      expect(await archivedOf(door(), userId)).to.deep.equal([]);
      for (let night = 0; night < 2; night += 1) expect((await sleep(door(), userId)).consolidatedCount).to.equal(0);
      expect(await kept(door(), userId)).to.have.members([first.id, same.id]);
      // A third memory that says the same is merged into the first, not with the one that was kept apart.
      const { memory: third } = await ana.add('The user plays the cello.', { importance: 0.4 });
      expect((await sleep(door(), userId)).samples.map(({ id, duplicateOf }) => [id, duplicateOf])).to.deep.equal([
        [third.id, first.id],
      ]);
      await ana.update(same.id, { text: 'User plays the cello' });
      expect((await sleep(door(), userId)).samples.map(({ id, duplicateOf }) => [id, duplicateOf])).to.deep.equal([
        [same.id, first.id],
      ]);
    });

    it('merges two memories that say the same, and keeps both if any detail differs', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide' });
      const add = async (text: string, more = {}) => (await ana.add(text, more)).memory.id;
      const first = await add('The user prefers window seats on flights', { importance: 0.9 });
      const same = await add('On flights the user prefers window seats', { importance: 0.5 });
      const other = await add('The user does not prefer window seats on flights');
      const noted = await add('The user prefers window seats on flights', { metadata: { from: 'form' } });
      const elsewhere = (
        await recorda
          .agent({ userId, agentId: 'guide', namespace: 'work' })
          .add('The user prefers window seats on flights')
      ).memory.id;
      const dry = await sleep(door(), userId, false);
      expect(dry.samples).to.have.length(1);
      expect(dry.samples[0]).to.deep.include({
        id: same,
        reason: 'ARCHIVE_REASON_DUPLICATE',
        duplicateOf: first,
      });
      const done = await sleep(door(), userId);
      expect(done.consolidatedCount).to.equal(1);
      expect(await kept(door(), userId)).to.have.members([first, other, noted, elsewhere]);
      expect((await archivedOf(door(), userId)).map(({ id }) => id)).to.deep.equal([same]);
      expect((await sleep(door(), userId)).consolidatedCount).to.equal(0);
    });

    it('merges two memories of two languages that say the same, but not if debtor and creditor differ', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide' });
      const add = async (text: string, importance: number) => (await ana.add(text, { importance })).memory.id;
      const name = await add('User has a dog called Rex', 0.9);
      const sameName = await add('El perro del usuario se llama Rex', 0.5);
      const owes = await add('El usuario le debe plata a Nico', 0.9);
      const isOwed = await add('Nico le debe plata al usuario', 0.5);
      const done = await sleep(door(), userId);
      expect(done.samples.map(({ id, duplicateOf }) => [id, duplicateOf])).to.deep.equal([[sameName, name]]);
      expect(await kept(door(), userId)).to.have.members([name, owes, isOwed]);
    });

    it('reports its phases in order, and archives only memories of the requested agent', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const pair = ['The user prefers window seats on flights', 'On flights the user prefers window seats'];
      for (const agentId of ['one', 'two']) {
        for (const text of pair) await recorda.agent({ userId, agentId, namespace: agentId }).add(text);
      }
      const messages = await all(recorda.admin.runSleepCycle({ userId, agentId: 'one', force: true }));
      const phases = [...new Set(messages.map(({ phase }) => phase))];
      expect(phases).to.deep.equal(['SLEEP_PHASE_IMPORTANCE', 'SLEEP_PHASE_CONSOLIDATION']);
      expect(messages.filter(({ isDone }) => isDone)).to.have.length(1);
      const agents = (await all(recorda.agent({ userId }).list())).map(({ scope }) => scope.agentId);
      expect(agents).to.have.members(['one', 'two', 'two']);
    });
  },
  opening({}),
);

describeDoors(
  'The sleep cycle, with a cap over all users of an agent',
  (door) => {
    it('counts all memories of an agent together, over all its users and namespaces', async () => {
      const [ana, ben] = [door().newUser(), door().newUser()];
      const agentId = `${guideOf(ana)} and ${ben}`;
      const low = [
        ...(await addAll(door(), ana, [0.31], 'first', agentId)),
        ...(await addAll(door(), ben, [0.32, 0.33], 'second', agentId)),
        ...(await addAll(door(), ana, [0.34], '', agentId)),
      ];
      const high = await addAll(door(), ana, [0.7, 0.9], 'second', agentId);
      const others = await addAll(door(), ben, [0.6, 0.8, 1], '', agentId);
      await door().recorda.agent({ userId: ben, agentId }).persona.set('tone', 'formal');
      const dry = await sleepOf(door(), agentId, false);
      expect(dry.capacityEvicted).to.equal(4);
      expect(dry.samples.map(({ id }) => id)).to.deep.equal(low);
      expect(dry).to.deep.include({ touchedUserCount: 2 });
      expect(dry.touchedUsers).to.have.deep.members([ana, ben].map((userId) => ({ userId, count: 2 })));
      // A run for one user reports which of her memories would be archived if all users were cut.
      const ofBen = await sleep(door(), ben, false);
      expect(ofBen.samples.map(({ id }) => id)).to.deep.equal(low.slice(1, 3));
      expect((await sleepOf(door(), agentId)).capacityEvicted).to.equal(4);
      expect([...(await kept(door(), ana)), ...(await kept(door(), ben))]).to.have.members([...high, ...others]);
      const archived = [...(await archivedOf(door(), ana)), ...(await archivedOf(door(), ben))];
      expect(new Map(archived.map(({ id, scope }) => [id, scope?.namespace]))).to.deep.equal(
        new Map(low.map((id, index) => [id, ['first', 'second', 'second', ''][index]])),
      );
      const traits = await all(door().recorda.agent({ userId: ben, agentId }).persona.all());
      expect(traits).to.have.length(1);
      expect((await sleepOf(door(), agentId)).capacityEvicted).to.equal(0);
    });
  },
  opening({ warmTierMaxPerAgent: CAP, warmTierScope: 'agent' }),
);

describeDoors(
  'The sleep cycle, with a threshold for memories of any age',
  (door) => {
    it('combines with the threshold: memories archived by it count toward the cap', async () => {
      const { newUser, advance } = door();
      const userId = newUser();
      const weak = await addAll(door(), userId, [0.01, 0.02]);
      const low = await addAll(door(), userId, [0.3, 0.35]);
      const high = await addAll(door(), userId, [0.5, 0.6, 0.7, 0.8, 0.9]);
      advance(90 * DAY_MS);
      const dry = await sleep(door(), userId, false);
      expect(dry).to.deep.include({ thresholdEvicted: 2, capacityEvicted: 2 });
      const done = await sleep(door(), userId);
      expect(done).to.deep.include({ thresholdEvicted: 2, capacityEvicted: 2 });
      expect(done.samples.map(({ id, reason }) => [id, reason])).to.deep.equal([
        ...weak.map((id) => [id, 'ARCHIVE_REASON_THRESHOLD']),
        ...low.map((id) => [id, 'ARCHIVE_REASON_CAPACITY']),
      ]);
      expect(await kept(door(), userId)).to.have.members(high);
      expect(done.phaseDurations).to.have.length(4);
    });

    it('archives unimportant memories that nobody used for months, and states the reason', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide' });
      const { memory: forgotten } = await ana.add('It rained on the second day');
      const { memory: stated } = await ana.add('The passport is in the blue box', { importance: 0.6 });
      advance(100 * DAY_MS);
      expect((await sleep(door(), userId)).thresholdEvicted).to.equal(0);
      advance(100 * DAY_MS);
      const why = await recorda.admin.explainImportance({ userId, id: forgotten.id });
      expect(why.importance).to.be.lessThan(why.threshold);
      const sum = why.factors.reduce((total, { value, weight }) => total + value * weight, 0);
      expect(why.importance).to.be.closeTo(sum, 1e-9);
      expect(why.factors.map(({ name }) => name)).to.deep.equal([
        'recency',
        'frequency',
        'centrality',
        'reflection',
        'stability',
      ]);
      const done = await sleep(door(), userId);
      expect(done.thresholdEvicted).to.equal(1);
      expect(done.samples[0]).to.deep.include({ id: forgotten.id, reason: 'ARCHIVE_REASON_THRESHOLD' });
      expect(done.samples[0]?.importance).to.be.closeTo(why.importance, 1e-9);
      expect(await kept(door(), userId)).to.deep.equal([stated.id]);
      expect((await errorOf(recorda.admin.explainImportance({ userId, id: forgotten.id }))).reason).to.equal(
        'MEMORY_NOT_FOUND',
      );
    });
  },
  opening({ warmTierMaxPerAgent: CAP, sleepThreshold: 0.15, sleepThresholdAge: 'any' }),
);

describeDoors(
  'The sleep cycle, with a threshold',
  (door) => {
    it('archives unimportant memories once they reach the tenant’s retention age', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const [weak] = await addAll(door(), userId, [0, 1]);
      const type = 'MEMORY_TYPE_LONG_TERM';
      await recorda.admin.setRetention({ type, days: 300 });
      advance(299 * DAY_MS);
      expect((await recorda.admin.explainImportance({ userId, id: weak! })).importance).to.be.lessThan(0.15);
      expect((await sleep(door(), userId)).thresholdEvicted).to.equal(0);
      advance(2 * DAY_MS);
      const done = await sleep(door(), userId);
      expect(done.samples.map(({ id, reason }) => [id, reason])).to.deep.equal([[weak, 'ARCHIVE_REASON_THRESHOLD']]);
      expect(done.touchedUsers).to.deep.equal([{ userId, count: 1 }]);
      await recorda.admin.setRetention({ type, days: 0 });
    });
  },
  opening({ sleepThreshold: 0.15 }),
);
