import { expect } from 'chai';
import type { Added, MemoryPatch } from '../../server/ports/stores.ts';
import { ANA, call, failure, patchText, sharedSubject, type StoreKind } from './subject.ts';

const TEN = { count: 10, bytes: 10_000 };
const ALIKE = Array.from({ length: 10 }, (_, index) => `text ${index}`);

/** Describes types whose memories may be pinned. */
export function describePins(kind: StoreKind): void {
  describe('pins', () => {
    const subject = sharedSubject(kind, TEN);
    const patched = async (id: string, patch: MemoryPatch) => {
      const { store, opened } = subject();
      const vector = 'content' in patch ? opened.embed('x') : undefined;
      return (await store.update({ scope: ANA, id, patch, nowMs: opened.clock.now(), vector }, call())).record;
    };

    it('are set by an add and by an update, and returned wherever the memory is', async () => {
      const { add, get, list, retrieve, opened } = subject();
      const { record } = await add('green tea', { isPinned: true });
      opened.clock.advance(1);
      expect(record.isPinned).to.equal(true);
      const { record: other } = await add('black coffee');
      expect(other).not.to.have.property('isPinned');
      for (const isPinned of [true, undefined, true] as const) {
        if ((await get(record.id))?.isPinned !== isPinned) await patched(record.id, { isPinned: isPinned ?? false });
        expect((await get(record.id))?.isPinned, 'get').to.equal(isPinned);
        expect((await list()).records.map(({ isPinned: is }) => is)).to.deep.equal([isPinned, undefined]);
        const found = (await retrieve('green tea')).find((hit) => hit.record.id === record.id);
        expect(found?.record.isPinned, 'retrieve').to.equal(isPinned);
      }
      // An update of another field does not change the pin.
      await patched(record.id, patchText(kind.traits.type, 'green tea again'));
      expect((await get(record.id))?.isPinned).to.equal(true);
    });

    it('can be filtered by', async () => {
      const { add, addAll, texts, opened } = subject();
      await addAll(['one', 'two']);
      opened.clock.advance(1);
      await add('three', { isPinned: true });
      expect(await texts({ filter: 'pinned' })).to.deep.equal(['three']);
      expect(await texts({ filter: '!pinned' })).to.deep.equal(['one', 'two']);
    });

    it('count toward the quota like other memories, and changing a pin takes no room', async () => {
      const { add } = subject();
      const { record, remaining } = await add('one', { isPinned: true });
      expect(remaining.count).to.equal(TEN.count - 1);
      const size = record.sizeBytes;
      expect((await patched(record.id, { isPinned: false })).sizeBytes).to.equal(size);
    });

    it('are exported and imported with the memory', async () => {
      const { add, get, store } = subject();
      const { record } = await add('one', { isPinned: true });
      const { memories } = await store.ofUser.page(ANA, undefined, call());
      expect(memories.map(({ isPinned }) => isPinned)).to.deep.equal([true]);
      await store.ofUser.erase(ANA, call());
      await store.ofUser.putBack(ANA, memories, call());
      expect((await get(record.id))?.isPinned).to.equal(true);
    });

    it('protect from pruning, which removes the oldest of the others', async () => {
      const { add, addAll, opened, texts } = subject();
      const [first, second] = (await addAll(ALIKE)) as [Added, Added];
      await patched(first.record.id, { isPinned: true });
      opened.clock.advance(1);
      const answer = await add('one more', { autoPrune: 'TO_FIT' });
      expect(answer.removedIds).to.deep.equal([second.record.id]);
      for (const text of ALIKE) {
        opened.clock.advance(1);
        expect((await add(`${text} again`, { autoPrune: 'FRACTION' })).prunedCount).to.equal(1);
      }
      expect((await texts()).filter((text) => ALIKE.includes(text))).to.deep.equal([ALIKE[0]]);
    });

    it('refuse an add that only pinned memories could make room for, and say what to do', async () => {
      const { add, addAll, texts } = subject();
      await addAll(ALIKE.slice(0, 9), { isPinned: true });
      await add('loose');
      const { record, prunedCount } = await add('in its place', { autoPrune: 'TO_FIT' });
      expect(prunedCount).to.equal(1);
      await patched(record.id, { isPinned: true });
      for (const autoPrune of ['TO_FIT', 'FRACTION'] as const) {
        const full = await failure(add('one more', { autoPrune }));
        expect(full.reason).to.equal('QUOTA_EXCEEDED');
        expect(full.message).to.include('and 10 are pinned: unpin some');
        expect(full.detail.quota).to.include({ limit: 10, current: 10 });
      }
      expect(await texts()).to.have.members([...ALIKE.slice(0, 9), 'in its place']);
    });

    it('do not prevent the owner from deleting', async () => {
      const { add, get, store, opened } = subject();
      const { record } = await add('one', { isPinned: true });
      await store.remove({ scope: ANA, id: record.id, nowMs: opened.clock.now() }, call());
      expect(await get(record.id)).to.equal(undefined);
    });
  });
}
