import { expect } from 'chai';
import type { WorkingStore } from '../../server/ports/stores.ts';
import { ANA, call, failure, sharedSubject, type StoreKind } from './subject.ts';

const TEN = { count: 10, bytes: 1000 };

/** Describes the special obligations of working memory: keys, room for bytes by last use, tasks that end. */
export function describeWorking(kind: StoreKind): void {
  describe('keys, uses and tasks', () => {
    const subject = sharedSubject(kind, TEN);
    const store = (): WorkingStore => subject().store as WorkingStore;
    const set = (key: string, value: string, more = {}) =>
      subject().add(key, { payload: { type: 'WORKING', key, value }, ...more });
    const keys = async (scope = ANA): Promise<readonly string[]> => {
      const { records } = await subject().list({ scope });
      return records.map(({ payload }) => (payload.type === 'WORKING' ? payload.key : '')).toSorted();
    };

    it('replaces the value of an existing key, which keeps its place in the order', async () => {
      const first = await set('city', 'Paris', { importance: 0.5 });
      subject().opened.clock.advance(5);
      const again = await set('city', 'Lyon');
      expect(again).to.include({ operation: 'MERGED', evictedCount: 0 });
      expect(again.record).to.include({ id: first.record.id, version: 2, importance: 0.5 });
      expect(again.record.createTimeMs).to.equal(first.record.createTimeMs);
      expect(again.remaining).to.deep.equal({ count: 9, bytes: 1000 - again.record.sizeBytes });
      const elsewhere = await set('city', 'Rome', { scope: { ...ANA, taskId: 't' } });
      expect(elsewhere.operation).to.equal('ADD');
    });

    it('refuses one key too many, and evicts nothing', async () => {
      for (let n = 0; n < 10; n += 1) await set(`k${n}`, 'x');
      expect((await failure(set('k10', 'x'))).reason).to.equal('QUOTA_EXCEEDED');
      expect((await set('k3', 'y')).operation).to.equal('MERGED');
      expect(await keys()).to.have.length(10);
    });

    it('evicts the least recently used: sets, reads and hits count as uses', async () => {
      const added = [];
      for (const key of ['a', 'b', 'c', 'd']) added.push((await set(key, `${key} `.repeat(100))).record);
      const [a, b, c, d] = added;
      await subject().get(a!.id);
      expect((await subject().retrieve('c', { filter: `key == "c"` })).map(({ record }) => record.id)).to.deep.equal([
        c!.id,
      ]);
      await set('b', 'b '.repeat(100));
      // The order by last use is now: d, a, c, b.
      const answer = await set('e', 'e '.repeat(200));
      expect(answer).to.include({ operation: 'ADD_WITH_EVICTION', evictedCount: 2, prunedCount: 0 });
      expect(answer.removedIds).to.deep.equal([d!.id, a!.id]);
      expect(await keys()).to.deep.equal(['b', 'c', 'e']);
      expect(await subject().get(b!.id)).to.not.equal(undefined);
    });

    it('counts a read by key as a use, but not a listing', async () => {
      const added = [];
      for (const key of ['a', 'b', 'c', 'd']) added.push((await set(key, `${key} `.repeat(100))).record);
      const [a, b] = added;
      const { records } = await subject().list({ named: { kind: '', key: 'a' } });
      expect(records.map(({ id }) => id)).to.deep.equal([a!.id]);
      await subject().list({ descending: true });
      const { removedIds } = await set('e', 'e '.repeat(100));
      expect(removedIds).to.deep.equal([b!.id]);
      expect(await keys()).to.deep.equal(['a', 'c', 'd', 'e']);
      expect(await subject().get(a!.id)).to.deep.include({ accessCount: 1 });
    });

    it('ends one task, in all namespaces or in one, and frees its room', async () => {
      const task = { ...ANA, taskId: 'trip' };
      await set('a', 'x');
      await set('a', 'x', { scope: task });
      await set('b', 'x', { scope: { ...task, namespace: 'n' } });
      await set('c', 'x', { scope: { ...task, agentId: 'other' } });
      expect(await store().clearTask({ ...task, namespace: 'n' }, call())).to.equal(1);
      expect(await store().clearTask(task, call())).to.equal(1);
      expect(await store().clearTask(task, call())).to.equal(0);
      expect(await keys()).to.deep.equal(['a']);
      expect(await keys({ ...task, agentId: 'other' })).to.deep.equal(['c']);
      expect((await set('d', 'x')).remaining.count).to.equal(8);
      expect(await store().clearTask(ANA, call())).to.equal(2);
      expect(await subject().retrieve('x')).to.deep.equal([]);
    });

    it('ends nothing for an aborted call', async () => {
      await set('a', 'x');
      expect((await failure(store().clearTask(ANA, { signal: AbortSignal.abort() }))).reason).to.equal('CANCELLED');
      expect(await keys()).to.deep.equal(['a']);
    });

    it('loses none of many keys set concurrently, and evicts exactly as needed', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => set(`k${n % 8}`, `${n} `.repeat(60))));
      const gone = answers.flatMap(({ removedIds }) => removedIds);
      expect(new Set(gone).size).to.equal(gone.length);
      const { records } = await subject().list();
      const bytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      expect(bytes).to.be.at.most(TEN.bytes);
      const next = await set('last', '');
      expect(next.remaining.bytes).to.equal(
        TEN.bytes - bytes - next.record.sizeBytes + evictedBytes(records, next.removedIds),
      );
    });
  });
}

function evictedBytes(records: readonly { id: string; sizeBytes: number }[], ids: readonly string[]): number {
  return records.filter(({ id }) => ids.includes(id)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
