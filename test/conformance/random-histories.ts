import { expect } from 'chai';
import fc from 'fast-check';
import { sizeBytes } from '../../server/domain/memory.ts';
import { ANA, call, patchText, payloadOf, sharedSubject, startEmpty, type StoreKind, type Subject } from './subject.ts';
import { scaled } from '../scale.ts';

const QUOTA = { count: 6, bytes: 120 };

type Step =
  | { readonly kind: 'add'; readonly length: number; readonly prune: 'OFF' | 'TO_FIT' | 'FRACTION' }
  | { readonly kind: 'update'; readonly which: number; readonly length: number }
  | { readonly kind: 'remove'; readonly which: number }
  | { readonly kind: 'find' };

const length = fc.integer({ min: 1, max: 60 });
const which = fc.nat({ max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('add'), length, prune: fc.constantFrom('OFF', 'TO_FIT', 'FRACTION') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update'), which, length }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find') }) },
);

/** Describes that after any history the answers match a recount, and quotas are never exceeded. */
export function describeRandomHistories(kind: StoreKind): void {
  const { type } = kind.traits;
  describe('random histories', () => {
    const subject = sharedSubject(kind, QUOTA);
    it('keep counters equal to a recount, within the quota, with every id accounted for', async () => {
      const runs = scaled(8, 1000);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          startEmpty();
          const alive = new Set<string>();
          for (const [index, one] of steps.entries()) await play(subject(), one, index, alive);
        }),
        { numRuns: runs },
      );
    });

    async function play(subject: Subject, one: Step, index: number, alive: Set<string>): Promise<void> {
      const { opened, store, intent, list, retrieve } = subject;
      opened.clock.advance(1);
      const nowMs = opened.clock.now();
      const id = one.kind === 'update' || one.kind === 'remove' ? ([...alive][one.which % alive.size] ?? '') : '';
      let remaining: { count: number; bytes: number } | undefined;
      if (one.kind === 'add') {
        const text = String(index).padEnd(one.length, 'x');
        const autoPrune = kind.traits.whenFull === 'REFUSE' ? one.prune : 'OFF';
        const [outcome] = await store.add([intent(text, { autoPrune, payload: payloadOf(type, text, nowMs) })], call());
        if (outcome?.ok) {
          const { record, removedIds, prunedCount, evictedCount } = outcome.value;
          expect(removedIds.length).to.equal(prunedCount + evictedCount);
          for (const removed of removedIds) expect(alive.delete(removed), 'it was there').to.equal(true);
          alive.add(record.id);
          remaining = outcome.value.remaining;
        } else expect(outcome?.error.reason).to.equal('QUOTA_EXCEEDED');
      }
      if (one.kind === 'update' && id !== '') {
        const text = String(index).padEnd(one.length, 'y');
        const wish = { scope: ANA, id, patch: patchText(type, text), nowMs, vector: opened.embed(text) };
        const updated = await store.update(wish, call()).catch((error: unknown) => error as Error);
        if ('remaining' in updated) remaining = updated.remaining;
        else expect(updated).to.include({ reason: 'QUOTA_EXCEEDED' });
      }
      if (one.kind === 'remove' && id !== '') {
        remaining = (await store.remove({ scope: ANA, id, nowMs }, call())).remaining;
        alive.delete(id);
      }
      const { records } = await list();
      expect(new Set(records.map((record) => record.id))).to.deep.equal(alive);
      const bytes = records.reduce((sum, { payload, metadata }) => sum + sizeBytes(payload, metadata), 0);
      expect(bytes).to.be.at.most(QUOTA.bytes);
      expect(records.length).to.be.at.most(QUOTA.count);
      const left = { count: QUOTA.count - records.length, bytes: QUOTA.bytes - bytes };
      if (remaining !== undefined) expect(remaining).to.deep.equal(left);
      if (one.kind === 'find') {
        const hits = await retrieve('x', { topK: 100 });
        expect(new Set(hits.map(({ record }) => record.id))).to.deep.equal(alive);
      }
    }
  });
}
