import { expect } from 'chai';
import { REQUEST_ID_TTL_MS } from '../../server/policy/lifecycle.ts';
import { ANA, call, sharedSubject, failure, patchText, textOf, type StoreKind } from './subject.ts';

/** Describes request ids. */
export function describeRepeats(kind: StoreKind): void {
  const { type, ttlMs } = kind.traits;
  describe('repeated requests', () => {
    const subject = sharedSubject(kind);
    const requestId = { id: 'r1', bodyHash: 'h1' };

    it('adds once and returns the first answer again', async () => {
      const { add, list, opened } = subject();
      const first = await add('text', { requestId, metadata: { a: 1 } });
      await add('between');
      opened.clock.advance(1000);
      const again = await add('text', { requestId, metadata: { a: 1 } });
      expect(again).to.deep.equal({ ...first, isRepeated: true });
      expect((await list()).records.length).to.equal(2);
    });

    it('applies concurrent repeats once', async () => {
      const { add, list } = subject();
      const answers = await Promise.all(Array.from({ length: 50 }, () => add('text', { requestId })));
      expect(new Set(answers.map(({ record }) => record.id)).size).to.equal(1);
      expect(answers.filter(({ isRepeated }) => isRepeated !== true)).to.have.length(1);
      expect((await list()).records.length).to.equal(1);
    });

    it('applies repeats within one call once', async () => {
      const { store, intent, list } = subject();
      const outcomes = await store.add([intent('text', { requestId }), intent('text', { requestId })], call());
      expect(outcomes.map((outcome) => outcome.ok && outcome.value.record.id)).to.have.length(2);
      expect((await list()).records.length).to.equal(1);
    });

    it('refuses the id with another body, and applies nothing', async () => {
      const { add, list } = subject();
      await add('text', { requestId });
      const error = await failure(add('another', { requestId: { id: 'r1', bodyHash: 'h2' } }));
      expect(error.reason).to.equal('REQUEST_ID_REUSED');
      expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['request_id']);
      expect((await list()).records.length).to.equal(1);
    });

    it('updates once and returns the first answer again', async () => {
      const { add, get, store, opened } = subject();
      const { record } = await add('before', { metadata: { a: 1 } });
      for (const patch of [patchText(type, 'after'), { metadata: { b: 2 } }]) {
        const id = { id: `u ${Object.keys(patch).join()}`, bodyHash: 'h' };
        const repeat = () =>
          store.update({ scope: ANA, id: record.id, patch, nowMs: opened.clock.now(), requestId: id }, call());
        const first = await repeat();
        opened.clock.advance(1000);
        expect(await repeat()).to.deep.equal(first);
        expect(await get(record.id)).to.deep.equal(first.record);
      }
      expect((await get(record.id))?.version).to.equal(3);
    });

    it('repeats the first answer to an update, even after a later update', async () => {
      const { add, store, opened } = subject();
      const { record } = await add('before');
      const first = { scope: ANA, id: record.id, patch: { metadata: { b: 2 } }, nowMs: opened.clock.now(), requestId };
      const answer = await store.update(first, call());
      await store.update({ ...first, patch: patchText(type, 'later'), requestId: undefined }, call());
      const again = await store.update(first, call());
      expect(again).to.deep.equal(answer);
      expect(textOf(again.record.payload)).to.equal('before');
    });

    it('repeats the first answers to an add and an update, even after the memory was deleted', async () => {
      const { add, store, list, opened } = subject();
      const added = await add('before', { requestId, metadata: { a: 1 } });
      const { id } = added.record;
      const update = {
        scope: ANA,
        id,
        patch: patchText(type, 'after'),
        nowMs: opened.clock.now(),
        requestId: { id: 'r2', bodyHash: 'h2' },
      };
      const updated = await store.update(update, call());
      await store.remove({ scope: ANA, id, nowMs: opened.clock.now() }, call());
      opened.clock.advance(1000);
      expect(await add('before', { requestId, metadata: { a: 1 } })).to.deep.equal({ ...added, isRepeated: true });
      expect(await store.update({ ...update, nowMs: opened.clock.now() }, call())).to.deep.equal(updated);
      expect((await list()).records).to.deep.equal([]);
    });

    it('removes once and returns the first answer again', async () => {
      const { add, store, opened } = subject();
      const { record } = await add('text');
      const repeat = () => store.remove({ scope: ANA, id: record.id, nowMs: opened.clock.now(), requestId }, call());
      const first = await repeat();
      expect(first).not.to.have.property('isRepeated');
      expect(await repeat()).to.deep.equal({ ...first, isRepeated: true });
    });

    it('forgets request ids after a day', async () => {
      const { add } = subject();
      const first = await add('text', { requestId });
      subject().opened.clock.advance(REQUEST_ID_TTL_MS + 1);
      expect((await add('another', { requestId: { id: 'r1', bodyHash: 'h2' } })).record.id).to.not.equal(
        first.record.id,
      );
    });

    it('applies a refused request when it is repeated', async () => {
      const { store, opened, add } = subject();
      const { record } = await add('text');
      const patch = patchText(type, 'after');
      const stale = { scope: ANA, id: record.id, patch, nowMs: opened.clock.now(), requestId };
      expect((await failure(store.update({ ...stale, version: 9 }, call()))).reason).to.equal('ETAG_MISMATCH');
      expect((await store.update({ ...stale, version: 1 }, call())).record.version).to.equal(2);
    });

    if (ttlMs !== undefined && ttlMs < REQUEST_ID_TTL_MS) {
      it('repeats the first answer even after the memory has expired', async () => {
        const { add, list, opened } = subject();
        const first = await add('text', { requestId });
        opened.clock.advance(ttlMs + 1);
        expect(await add('text', { requestId })).to.deep.equal({ ...first, isRepeated: true });
        expect((await list()).records).to.deep.equal([]);
      });
    }
  });
}
