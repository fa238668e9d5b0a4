import { expect } from 'chai';
import { ANA, call, sharedSubject, failure, subjectOf, type StoreKind } from './subject.ts';

/** Describes that a session ends this long after the last add. */
export function describeExpiry(kind: StoreKind, ttl: number): void {
  describe('expiry', () => {
    const subject = sharedSubject(kind);

    it('ends all of a session after its lifetime since the last add, and not before', async () => {
      const { add, get, texts, retrieve, opened, store } = subject();
      const first = await add('first');
      expect(first.record.expireTimeMs).to.equal(opened.clock.now() + ttl);
      opened.clock.advance(ttl - 1);
      const { record } = await add('second');
      opened.clock.advance(ttl - 1);
      expect(await texts()).to.deep.equal(['first', 'second']);
      expect((await get(first.record.id))?.expireTimeMs).to.equal(record.expireTimeMs);
      opened.clock.advance(1);
      expect(await get(record.id)).to.equal(undefined);
      expect(await texts()).to.deep.equal([]);
      expect(await retrieve('second')).to.deep.equal([]);
      const nowMs = opened.clock.now();
      expect((await failure(store.remove({ scope: ANA, id: record.id, nowMs }, call()))).reason).to.equal(
        'MEMORY_NOT_FOUND',
      );
    });

    it('starts an expired session empty', async () => {
      const { addAll, add, texts, retrieve, opened } = subject();
      await addAll(['old one', 'old two']);
      expect((await retrieve('old')).length).to.equal(2);
      opened.clock.advance(ttl);
      const { remaining, operation } = await add('new');
      expect(operation).to.equal('ADD');
      expect(await texts()).to.deep.equal(['new']);
      expect((await retrieve('old')).length).to.equal(1);
      expect(remaining.count).to.equal((await add('newer')).remaining.count + 1);
    });

    it('keeps an emptied session alive, also for memories that are put back', async () => {
      const { add, get, opened, store } = subject();
      const { record: first } = await add('first');
      const { memories } = await store.ofUser.page(ANA, undefined, call());
      opened.clock.advance(1000);
      const { record: second } = await add('second');
      for (const { id } of [first, second]) {
        await store.remove({ scope: ANA, id, nowMs: opened.clock.now() }, call());
      }
      expect(await store.ofUser.putBack(ANA, memories, call())).to.deep.equal({ taken: 1, skipped: 0 });
      expect((await get(first.id))?.expireTimeMs).to.equal(second.expireTimeMs);
    });

    it('does not expire other sessions', async () => {
      const { add, texts, opened } = subject();
      await add('here');
      opened.clock.advance(ttl - 1);
      const scope = { ...ANA, sessionId: 's2' };
      await add('there', { scope });
      opened.clock.advance(1);
      expect(await texts()).to.deep.equal([]);
      expect(await texts({ scope })).to.deep.equal(['there']);
    });
  });
}

/** Describes what is there again once the store was closed and opened: it closes the store that it is given. */
export function describeReopening(kind: StoreKind): void {
  describe('reopening', () => {
    const subject = sharedSubject(kind);

    it('keeps memories, counters and request ids', async () => {
      const { add, list, opened } = subject();
      const requestId = { id: 'r', bodyHash: 'h' };
      await add('first', { metadata: { a: 1 } });
      const answer = await add('second text '.repeat(200), { requestId });
      const before = await list();
      const again = subjectOf(await opened.reopen(), kind.traits.type);
      try {
        expect(await again.list()).to.deep.equal(before);
        expect(await again.add('second text '.repeat(200), { requestId })).to.deep.equal({
          ...answer,
          isRepeated: true,
        });
        expect((await again.retrieve('second')).length).to.equal(2);
        expect((await again.add('third')).remaining.count).to.equal(answer.remaining.count - 1);
      } finally {
        await again.opened.close();
      }
    });
  });
}
