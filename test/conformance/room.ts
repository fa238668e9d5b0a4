import { expect } from 'chai';
import { TYPE_SPECS } from '../../server/domain/types/specs.ts';
import type { Added } from '../../server/ports/stores.ts';
import { ANA, call, sharedSubject, failure, patchText, textOf, type StoreKind } from './subject.ts';

/** Room for ten short memories, whose overhead is small compared with it. */
const TEN = { count: 10, bytes: 10_000 };
const ALIKE = Array.from({ length: 10 }, (_, index) => `text ${index}`);

/** Describes quotas: refusing, pruning, evicting. */
export function describeRoom(kind: StoreKind): void {
  const { traits } = kind;
  describe('quotas', () => {
    const subject = sharedSubject(kind, TEN);

    it('returns exactly the room that is left', async () => {
      const { add } = subject();
      const { record, remaining } = await add('one', { metadata: { a: 'ñ' } });
      expect(remaining).to.deep.equal({ count: 9, bytes: TEN.bytes - record.sizeBytes });
    });

    it('refuses a memory that alone exceeds the quota, and removes nothing for it', async () => {
      const { addAll, add, texts } = subject();
      await addAll(ALIKE);
      const error = await failure(
        add('x'.repeat(10_001), { autoPrune: traits.whenFull === 'REFUSE' ? 'TO_FIT' : 'OFF' }),
      );
      expect(error.reason).to.equal('QUOTA_EXCEEDED');
      expect(error.detail.quota).to.include({ limit: TEN.bytes });
      expect(await texts()).to.deep.equal(ALIKE);
    });

    it('refuses an update that exceeds the quota, and changes nothing', async () => {
      const { add, get, store, opened } = subject();
      await add('x'.repeat(4000));
      const { record } = await add('y'.repeat(500));
      const patch = patchText(traits.type, 'z'.repeat(9000));
      const intent = { scope: ANA, id: record.id, patch, nowMs: opened.clock.now(), vector: opened.embed('z') };
      expect((await failure(store.update(intent, call()))).reason).to.equal('QUOTA_EXCEEDED');
      expect(await get(record.id)).to.deep.equal(record);
    });

    /** Returns the owner of a quota as errors name it. */
    const owner = (): string => {
      const agent = TYPE_SPECS[traits.type].keptBy.includes('agentId') ? `/agent:${ANA.agentId}` : '';
      return `user:${ANA.userId}${agent}/${traits.type.toLowerCase()}`;
    };

    if (traits.whenFull === 'REFUSE') describeRefusing();
    if (traits.whenFull === 'EVICT_OLDEST') describeEvicting();

    function describeRefusing(): void {
      it('refuses a memory beyond the count, naming the quota and what to do', async () => {
        const { addAll, add, texts } = subject();
        await addAll(ALIKE);
        const error = await failure(add('one more'));
        expect(error.reason).to.equal('QUOTA_EXCEEDED');
        expect(error.message).to.include('max: 10').and.include('Delete old memories or upgrade');
        expect(error.detail.quota).to.deep.equal({ subject: `${owner()}.count`, limit: 10, current: 10 });
        expect(await texts()).to.deep.equal(ALIKE);
      });

      it('refuses bytes beyond the quota', async () => {
        const { add } = subject();
        const { record } = await add('x'.repeat(6000));
        const error = await failure(add('y'.repeat(6000)));
        const { sizeBytes } = record;
        const quota = { subject: `${owner()}.bytes`, limit: TEN.bytes, current: sizeBytes, addedBytes: sizeBytes };
        expect(error.detail.quota).to.deep.equal(quota);
      });

      it('prunes just enough of the oldest by count', async () => {
        const { addAll, add, texts, opened } = subject();
        const added = await addAll(ALIKE);
        opened.clock.advance(1);
        const answer = await add('one more', { autoPrune: 'TO_FIT' });
        expect(answer).to.include({ operation: 'ADD_WITH_PRUNE', prunedCount: 1, evictedCount: 0 });
        expect(answer.removedIds).to.deep.equal([added[0]?.record.id]);
        expect(answer.remaining.count).to.equal(0);
        expect(await texts()).to.deep.equal([...ALIKE.slice(1), 'one more']);
      });

      it('prunes just enough of the oldest by bytes', async () => {
        const { addAll, add, texts, opened } = subject();
        const long = ['a', 'b', 'c'].map((letter) => letter.repeat(3000));
        await addAll(long);
        opened.clock.advance(1);
        const answer = await add('d'.repeat(5000), { autoPrune: 'TO_FIT' });
        expect(answer.prunedCount).to.equal(2);
        expect(await texts()).to.deep.equal([long[2], 'd'.repeat(5000)]);
      });

      it('prunes the oldest tenth, at least one, until the add fits', async () => {
        const { addAll, add, opened } = subject();
        const [{ record }] = (await addAll(ALIKE)) as [Added];
        opened.clock.advance(1);
        expect((await add('one more', { autoPrune: 'FRACTION' })).prunedCount).to.equal(1);
        opened.clock.advance(1);
        const all = TEN.bytes - (record.sizeBytes - textOf(record.payload).length);
        expect((await add('x'.repeat(all), { autoPrune: 'FRACTION' })).prunedCount).to.equal(10);
      });

      it('keeps failures within one call independent', async () => {
        const { addAll, store, intent, texts } = subject();
        await addAll(ALIKE.slice(0, 8));
        const intents = ['a', 'b', 'c', 'd'].map((text) => intent(text));
        const outcomes = await store.add([...intents, intent('e', { autoPrune: 'TO_FIT' })], call());
        expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true, true, false, false, true]);
        expect((await texts()).length).to.equal(10);
      });

      it('has room again once a memory is removed', async () => {
        const { addAll, add, store, opened } = subject();
        const [first] = await addAll(ALIKE);
        await failure(add('one more'));
        await store.remove({ scope: ANA, id: first?.record.id ?? '', nowMs: opened.clock.now() }, call());
        expect((await add('one more')).remaining.count).to.equal(0);
      });
    }

    if (traits.whenFull !== 'EVICT_LEAST_RECENT') {
      it('prunes memories that were put back by their original age', async () => {
        const { addAll, add, store, opened } = subject();
        const ids = (await addAll(ALIKE)).map(({ record }) => record.id);
        const { memories } = await store.ofUser.page(ANA, undefined, call());
        const oldest = memories.filter(({ id }) => id === ids[0]);
        await store.remove({ scope: ANA, id: ids[0]!, nowMs: opened.clock.now() }, call());
        await addAll(['one more']);
        expect(await store.ofUser.putBack(ANA, oldest, call())).to.deep.equal({ taken: 1, skipped: 0 });
        opened.clock.advance(1);
        const { removedIds } = await add('another', { autoPrune: traits.whenFull === 'REFUSE' ? 'TO_FIT' : 'OFF' });
        expect(removedIds).to.deep.equal(ids.slice(0, 2));
      });
    }

    function describeEvicting(): void {
      it('evicts the oldest beyond the count, and returns their ids', async () => {
        const { addAll, add, texts, opened } = subject();
        const added = await addAll(ALIKE);
        opened.clock.advance(1);
        const answer = await add('one more');
        expect(answer).to.include({ operation: 'ADD_WITH_EVICTION', evictedCount: 1, prunedCount: 0 });
        expect(answer.removedIds).to.deep.equal([added[0]?.record.id]);
        expect(await texts()).to.deep.equal([...ALIKE.slice(1), 'one more']);
      });

      it('evicts as many of the oldest as the bytes require', async () => {
        const { addAll, add, texts, opened } = subject();
        const long = ['a', 'b', 'c'].map((letter) => letter.repeat(3000));
        await addAll(long);
        opened.clock.advance(1);
        expect((await add('d'.repeat(5000))).evictedCount).to.equal(2);
        expect(await texts()).to.deep.equal([long[2], 'd'.repeat(5000)]);
      });
    }
  });
}
