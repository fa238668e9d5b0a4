import { expect } from 'chai';
import { ARCHIVE_TARGET_MS } from '../../server/policy/serving.ts';
import { archivedOf, DAY_MS, lastOf, opening } from './lifecycle-doors.ts';
import { all, describeDoors, errorOf, type Door } from './doors.ts';

const TYPES = ['long_term', 'episodic', 'structured'] as const;
const QUESTION = 'Where is the cabin?';

/** Archives everything that is there. */
async function archiveAll({ recorda, advance }: Door): Promise<void> {
  advance(366 * DAY_MS);
  await all(recorda.admin.runRetention({ force: true }));
}

describeDoors(
  'A search that includes the archive',
  (door) => {
    beforeEach(() => door().stopClock());

    it('finds archived memories, marks them as archived, and leaves the hits of the store unchanged', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const ana = recorda.agent({ userId, agentId: 'guide', namespace: 'trips' });
      const options = { metadata: { category: 'travel' }, speaker: 'Ana', source: 'user' } as const;
      const { memory: old } = await ana.add('The cabin is in Zermatt', options);
      const { memory: episode } = await ana.episodes.start('Find the cabin');
      await ana.documents.put({ collection: 'places', key: 'cabin' }, { name: 'the cabin', price: 40 });
      await archiveAll(door());
      const { memory: young } = await ana.add('The cabin was sold');

      const plain = await ana.retrieve(QUESTION, { types: TYPES });
      expect(plain.map(({ memory, archive }) => [memory.id, archive])).to.deep.equal([[young.id, undefined]]);
      expect(plain.types.map(({ archived }) => archived)).to.deep.equal([false, false, false]);

      const found = await ana.retrieve(QUESTION, { types: TYPES, includeArchived: true });
      expect({ ...found[0], memory: found[0]?.memory.id }).to.deep.equal({ ...plain[0], memory: young.id });
      expect(
        found
          .slice(1)
          .map(({ type }) => type)
          .toSorted(),
      ).to.deep.equal([...TYPES].toSorted());
      const ofStore = found.types.filter(({ archived }) => !archived);
      expect(ofStore.map(({ type, count, targetMs }) => ({ type, count, targetMs }))).to.deep.equal(
        plain.types.map(({ type, count, targetMs }) => ({ type, count, targetMs })),
      );
      const ofArchive = found.types.slice(TYPES.length);
      expect(
        ofArchive.map(({ count, archived, truncated, error }) => ({ count, archived, truncated, error })),
      ).to.deep.equal(TYPES.map(() => ({ count: 1, archived: true, truncated: false, error: undefined })));
      expect(ofArchive.every(({ targetMs }) => targetMs === ARCHIVE_TARGET_MS.LONG_TERM)).to.equal(true);
      expect(found.targetMs).to.equal(ARCHIVE_TARGET_MS.LONG_TERM);

      const [known] = (await archivedOf(door(), userId)).filter(({ id }) => id === old.id);
      const hit = found.find(({ memory }) => memory.id === old.id)!;
      expect(hit.text).to.equal('The cabin is in Zermatt');
      expect(hit.archive).to.deep.equal({ time: known?.archiveTime, reason: 'retention', mergedInto: undefined });
      const { lastAccessTime: _, ...rest } = hit.memory as typeof hit.memory & { lastAccessTime?: unknown };
      expect(rest).to.deep.include({ id: old.id, createTime: old.createTime, metadata: old.metadata, etag: old.etag });
      expect(hit.similarity).to.be.greaterThan(0.14);
      // It is still in the archive.
      expect((await errorOf(ana.get(old.id))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await errorOf(ana.get(episode.id))).reason).to.equal('MEMORY_NOT_FOUND');

      await recorda.admin.restoreArchived({ userId, ids: [old.id] });
      const after = await ana.retrieve(QUESTION, { includeArchived: true });
      expect(after.filter(({ memory }) => memory.id === old.id).map(({ archive }) => archive)).to.deep.equal([
        undefined,
      ]);
      expect(after.filter(({ archive }) => archive !== undefined)).to.deep.equal([]);
    });

    it('streams the hits of the store first, and those of the archive when they arrive', async () => {
      const { recorda, newUser } = door();
      const ana = recorda.agent({ userId: newUser(), agentId: 'guide' });
      await ana.add('The cabin is in Zermatt');
      await archiveAll(door());
      await ana.add('The cabin was sold');
      const stream = ana.stream(QUESTION, { includeArchived: true });
      const hits = await all(stream);
      expect(hits.map(({ text, archive }) => [text, archive?.reason])).to.deep.equal([
        ['The cabin was sold', undefined],
        ['The cabin is in Zermatt', 'retention'],
      ]);
      expect(stream.types.map(({ type, archived, count }) => [type, archived, count])).to.deep.equal([
        ['long_term', false, 1],
        ['long_term', true, 1],
      ]);
      expect(stream.targetMs).to.equal(ARCHIVE_TARGET_MS.LONG_TERM);
    });

    it('orders hits of store and archive together by similarity if the request asks for it', async () => {
      const { recorda, newUser } = door();
      const ana = recorda.agent({ userId: newUser(), agentId: 'guide' });
      await ana.add('The cabin is in Zermatt');
      await archiveAll(door());
      await ana.add('Plays the cello on Sundays');
      const hits = await ana.retrieve(QUESTION, { includeArchived: true, orderBy: 'score', topK: 2 });
      expect(hits.map(({ text }) => text)).to.deep.equal(['The cabin is in Zermatt', 'Plays the cello on Sundays']);
    });

    it('respects top_k, filter, min_similarity, namespace and the agent of episodes', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const agent = (namespace: string, agentId = 'guide') => recorda.agent({ userId, agentId, namespace });
      for (const [i, text] of ['The cabin is in Zermatt', 'The cabin has a stove', 'Plays the cello'].entries())
        await agent('trips').add(text, { metadata: { place: i } });
      await agent('home').add('The cabin at home is a doll’s house');
      await agent('trips').episodes.start('Find the cabin');
      await agent('trips', 'porter').episodes.start('Clean the cabin');
      await agent('trips').documents.put({ collection: 'places', key: 'cheap' }, { cabin: true, price: 40 });
      await agent('trips').documents.put({ collection: 'places', key: 'dear' }, { cabin: true, price: 90 });
      await archiveAll(door());
      const find = async (options: Parameters<ReturnType<typeof agent>['retrieve']>[1], namespace = 'trips') =>
        (await agent(namespace).retrieve(QUESTION, { topK: 10, includeArchived: true, ...options })).map(
          ({ text }) => text,
        );
      expect(await find({})).to.have.length(3);
      expect(await find({}, '')).to.have.length(4);
      expect(await find({}, 'home')).to.deep.equal(['The cabin at home is a doll’s house']);
      expect(await find({ topK: 1 })).to.deep.equal(['The cabin is in Zermatt']);
      expect(await find({ filter: 'metadata.place == 1' })).to.deep.equal(['The cabin has a stove']);
      expect(await find({ minSimilarity: 0.22 })).not.to.include('Plays the cello');
      expect(await find({ types: ['episodic'] })).to.have.length(1);
      expect(await find({ types: ['structured'], filter: 'data.price > 50.0' })).to.have.length(1);
      expect(await find({ types: ['structured'], filter: 'key == "none"' })).to.deep.equal([]);
    });

    it('never returns another user’s memories', async () => {
      const { recorda, newUser } = door();
      const [ana, ben] = [newUser(), newUser()];
      await recorda.agent({ userId: ana }).add('The cabin is in Zermatt');
      await archiveAll(door());
      expect(await recorda.agent({ userId: ben }).retrieve(QUESTION, { includeArchived: true })).to.deep.equal([]);
      expect(await recorda.agent({ userId: ana }).retrieve(QUESTION, { includeArchived: true })).to.have.length(1);
    });

    it('never returns an erased user’s memories, neither during the erasure nor afterwards', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      for (let i = 0; i < 40; i += 1) await recorda.agent({ userId }).add(`Cabin ${i} is in Zermatt`);
      await archiveAll(door());
      const find = () => recorda.agent({ userId }).retrieve(QUESTION, { includeArchived: true, topK: 50 });
      expect(await find()).to.have.length(40);
      const erasure = { isOver: false };
      const erased = lastOf(recorda.admin.deleteUserData({ userId, force: true })).finally(
        () => (erasure.isOver = true),
      );
      while (!erasure.isOver) for (const { error } of (await find()).types) expect(error).to.equal(undefined);
      await erased;
      const after = await find();
      expect(after).to.deep.equal([]);
      expect(after.types.map(({ error, truncated }) => [error, truncated])).to.deep.equal([
        [undefined, false],
        [undefined, false],
      ]);
    });

    it('ends at its deadline, and does not block the next search', async () => {
      const { recorda, newUser } = door();
      const ana = recorda.agent({ userId: newUser(), agentId: 'guide' });
      await ana.add('The cabin is in Zermatt');
      await archiveAll(door());
      // The time is so short that the deadline is now, and there are more calls than may wait for their turn.
      const asked = Array.from({ length: 100 }, () =>
        errorOf(ana.retrieve(QUESTION, { includeArchived: true, timeoutMs: Number.MIN_VALUE })),
      );
      const reasons = (await Promise.all(asked)).map(({ reason }) => reason);
      expect(new Set(reasons)).to.deep.equal(new Set(['DEADLINE_EXCEEDED']));
      expect(await ana.retrieve(QUESTION, { includeArchived: true })).to.have.length(1);
    });

    it('is refused for types that are never archived', async () => {
      const { recorda, newUser } = door();
      const ana = recorda.agent({ userId: newUser(), agentId: 'guide' });
      const error = await errorOf(ana.retrieve(QUESTION, { types: ['persona'], includeArchived: true }));
      expect(error.reason).to.equal('FIELD_INVALID');
      expect(error.message).to.include('include_archived');
    });
  },
  opening({}),
);
