import { expect } from 'chai';
import { ANA, call, sharedSubject, failure, patchText, textOf, type StoreKind, uncounted } from './subject.ts';

/** Describes the obligations of a retrieval other than good ranking, which test/retrieval judges. */
export function describeRetrieving(kind: StoreKind): void {
  const { type, ttlMs } = kind.traits;
  describe('retrieving', () => {
    const subject = sharedSubject(kind);
    const found = async (text: string, more = {}): Promise<readonly string[]> =>
      (await subject().retrieve(text, more)).map(({ record }) => textOf(record.payload));

    it('ranks the best match first, with at most topK hits, ordered by score', async () => {
      const { addAll, retrieve, get } = subject();
      await addAll(['User enjoys skiing', 'User likes coffee', 'The cat sleeps all day']);
      const hits = await retrieve('skiing', { topK: 2 });
      expect(hits.length).to.equal(2);
      const [first, second] = hits;
      if (first === undefined || second === undefined) throw new Error('two were asked for');
      expect(textOf(first.record.payload)).to.equal('User enjoys skiing');
      expect(first.score).to.be.at.least(second.score);
      for (const { similarity } of hits) expect(similarity).to.be.within(0, 1);
      expect(uncounted(await get(first.record.id))).to.deep.equal(first.record);
    });

    it('explains the score only if asked', async () => {
      const { add, retrieve } = subject();
      await add('User enjoys skiing');
      const [plain] = await retrieve('skiing');
      const [explained] = await retrieve('skiing', { explain: true });
      expect(plain?.signals).to.deep.equal([]);
      const sum = (explained?.signals ?? []).reduce((total, { share }) => total + share, 0);
      expect(sum).to.be.closeTo(explained?.score ?? Number.NaN, 1e-6);
    });

    it('returns no hits and no error for a user without memories', async () => {
      expect(await found('anything', { scope: { ...ANA, userId: 'nobody' } })).to.deep.equal([]);
    });

    it('sees each write acknowledged before it', async () => {
      const { add, store, opened } = subject();
      expect(await found('skiing')).to.deep.equal([]);
      const { record } = await add('User enjoys skiing');
      expect(await found('skiing')).to.deep.equal(['User enjoys skiing']);
      const text = 'User enjoys chess';
      const nowMs = opened.clock.now();
      await store.update(
        { scope: ANA, id: record.id, patch: patchText(type, text), vector: opened.embed(text), nowMs },
        call(),
      );
      expect(await found('chess')).to.deep.equal([text]);
      await store.remove({ scope: ANA, id: record.id, nowMs }, call());
      expect(await found('chess')).to.deep.equal([]);
    });

    it('sees its own writes under concurrent writes and reads', async () => {
      const { add } = subject();
      const rounds = Array.from({ length: 30 }, async (_, index) => {
        const text = `note ${index} about zebra${index}`;
        await add(text);
        expect(await found(text, { topK: 100 })).to.include(text);
      });
      await Promise.all(rounds);
    });

    it('finds only memories that match the filter and the namespace, also after they changed', async () => {
      const { add, store, opened } = subject();
      const { record } = await add('skis in winter', { metadata: { category: 'sports' } });
      await add('coffee in winter', { metadata: { category: 'food' } });
      await add('skates in winter', { scope: { ...ANA, namespace: 'ice' }, metadata: { category: 'sports' } });
      const sports = { filter: 'metadata.category == "sports"' };
      expect(await found('winter', sports)).to.have.members(['skis in winter', 'skates in winter']);
      expect(await found('winter', { scope: { ...ANA, namespace: 'ice' } })).to.deep.equal(['skates in winter']);
      expect(await found('winter', { ...sports, topK: 1 })).to.have.length(1);
      const patch = { metadata: { category: 'past' } };
      await store.update({ scope: ANA, id: record.id, patch, nowMs: opened.clock.now() }, call());
      expect(await found('winter', sports)).to.deep.equal(['skates in winter']);
    });

    it('leaves out hits below the requested similarity', async () => {
      const { add } = subject();
      await add('User enjoys skiing');
      expect(await found('skiing', { minSimilarity: 0 })).to.have.length(1);
      expect(await found('quarterly tax report', { minSimilarity: 0.99 })).to.deep.equal([]);
    });

    it('returns only relevant hits if asked, and none for an unrelated query', async () => {
      await subject().add('User enjoys skiing');
      expect(await found('Do I enjoy skiing?', { nearOnly: true })).to.have.length(1);
      for (const text of ['What is seventeen times twenty-three?', 'Thanks, good night!'])
        expect(await found(text, { nearOnly: true })).to.deep.equal([]);
    });

    it('refuses an invalid filter', async () => {
      await subject().add('text');
      expect((await failure(found('text', { filter: 'metadata.' }))).reason).to.equal('FILTER_INVALID');
      expect((await failure(subject().list({ filter: '1 + 1' }))).reason).to.equal('FILTER_INVALID');
    });

    if (ttlMs !== undefined) {
      it('uses the query’s time for words such as yesterday, not for expiry', async () => {
        await subject().add('User enjoys skiing');
        const nowMs = subject().opened.clock.now() + 10 * ttlMs;
        expect(await found('skiing', { nowMs })).to.have.length(1);
      });
    }
  });
}
