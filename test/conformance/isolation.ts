import { expect } from 'chai';
import { ANA, call, sharedSubject, failure, type StoreKind } from './subject.ts';

/** Pairs of names that a careless comparison would confuse. */
const NEARLY_ALIKE: readonly (readonly [string, string])[] = [
  ['ana', 'Ana'],
  ['josé', 'jose\u0301'],
  ['straße', 'strasse'],
  ['a', 'a '],
  ['1', '01'],
  ['a\u200bb', 'ab'],
  ['i', 'ı'],
  ["x' OR '1'='1", 'x'],
  ['%', 'ana'],
];

/** Tests that no user sees the memories of another. */
export function describeIsolation(kind: StoreKind): void {
  describe('isolation', () => {
    const subject = sharedSubject(kind);
    const owned =
      kind.traits.type === 'SHORT_TERM'
        ? (['tenant', 'userId', 'sessionId'] as const)
        : (['tenant', 'userId'] as const);

    for (const field of owned) {
      it(`compares ${field} byte by byte`, async () => {
        const { add, get, list, retrieve } = subject();
        for (const [one, other] of NEARLY_ALIKE) {
          const { record } = await add('the same words', { scope: { ...ANA, [field]: one } });
          const scope = { ...ANA, [field]: other };
          expect(await get(record.id, scope)).to.equal(undefined);
          const mine = (await list({ scope })).records.map(({ id }) => id);
          expect(mine).to.not.include(record.id);
          const hits = await retrieve('the same words', { scope, topK: 100 });
          expect(hits.map((hit) => hit.record.id)).to.not.include(record.id);
        }
      });
    }

    it('distinguishes pairs of tenant and user whose concatenations are equal', async () => {
      const { add, list } = subject();
      await add('one', { scope: { ...ANA, tenant: 'a', userId: 'bc' } });
      expect((await list({ scope: { ...ANA, tenant: 'ab', userId: 'c' } })).records).to.deep.equal([]);
    });

    it('changes nothing of other users', async () => {
      const { add, get, store } = subject();
      const { record } = await add('mine');
      const stranger = { scope: { ...ANA, userId: 'eve' }, id: record.id, nowMs: record.createTimeMs };
      expect((await failure(store.remove(stranger, call()))).reason).to.equal('MEMORY_NOT_FOUND');
      const patch = { metadata: { taken: true } };
      expect((await failure(store.update({ ...stranger, patch }, call()))).reason).to.equal('MEMORY_NOT_FOUND');
      expect(await get(record.id)).to.deep.equal(record);
    });

    it('counts each owner separately', async () => {
      const { add } = subject();
      const first = await add('one');
      const other = await add('one', { scope: { ...ANA, userId: 'bob' } });
      expect(other.remaining).to.deep.equal(first.remaining);
    });

    it('separates request ids of users', async () => {
      const { add } = subject();
      const requestId = { id: 'r', bodyHash: 'h1' };
      const { record } = await add('one', { requestId });
      const other = await add('one', { scope: { ...ANA, userId: 'bob' }, requestId: { id: 'r', bodyHash: 'h2' } });
      expect(other.record.id).to.not.equal(record.id);
    });
  });
}
