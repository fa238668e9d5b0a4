import { expect } from 'chai';
import { deadlineExceeded } from '../../server/domain/abort.ts';
import { ANA, sharedSubject, failure, type StoreKind } from './subject.ts';

/** Describes aborted calls. */
export function describeGivingUp(kind: StoreKind): void {
  describe('aborted calls', () => {
    const subject = sharedSubject(kind);

    const calls = (signal: AbortSignal): readonly Promise<unknown>[] => {
      const { store, intent, opened } = subject();
      const call = { signal };
      const nowMs = opened.clock.now();
      const { id } = intent('x');
      return [
        store.add([intent('never')], call),
        store.get({ scope: ANA, id }, nowMs, call),
        store.list({ scope: ANA, pageSize: 1, descending: false, nowMs }, call),
        store.update({ scope: ANA, id, patch: { metadata: {} }, nowMs }, call),
        store.remove({ scope: ANA, id, nowMs }, call),
        store.retrieve({ scope: ANA, text: 'x', topK: 1, explain: false, nowMs }, call),
      ];
    };

    it('change nothing if they were aborted before they began', async () => {
      const errors = await Promise.all(calls(AbortSignal.abort()).map(failure));
      expect(errors.map(({ reason }) => reason)).to.deep.equal(errors.map(() => 'CANCELLED'));
      expect(await subject().texts()).to.deep.equal([]);
    });

    it('fail with DEADLINE_EXCEEDED if that was the reason', async () => {
      const errors = await Promise.all(calls(AbortSignal.abort(deadlineExceeded())).map(failure));
      expect(new Set(errors.map(({ reason }) => reason))).to.deep.equal(new Set(['DEADLINE_EXCEEDED']));
    });

    it('do not affect other calls', async () => {
      const { add, texts } = subject();
      const given: Promise<unknown>[] = [];
      const kept: Promise<unknown>[] = [];
      for (let round = 0; round < 20; round += 1) {
        const controller = new AbortController();
        given.push(Promise.allSettled(calls(controller.signal)));
        kept.push(add(`kept ${round}`));
        if (round % 2 === 0) await new Promise(setImmediate);
        controller.abort();
      }
      await Promise.all(kept);
      await Promise.all(given);
      const stored = await texts();
      for (let round = 0; round < 20; round += 1) expect(stored).to.include(`kept ${round}`);
    });
  });
}
