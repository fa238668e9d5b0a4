import { expect } from 'chai';
import type { MemoryType } from '../../server/domain/memory.ts';
import { TYPE_SPECS } from '../../server/domain/types/specs.ts';
import { ANA, call, payloadOf, sharedSubject, textOf, uncounted, type StoreKind } from './subject.ts';

const TEXTS = ['', 'plain', 'á ñ 漢字 🎿 \u0000 \n', 'x'.repeat(5 * 1024), `${'long word '.repeat(100_000)}end`];

/** Types whose memories have names. */
const NAMED: readonly MemoryType[] = ['WORKING', 'PERSONA', 'STRUCTURED', 'ENTITY'];

/** Describes add, get and list. */
export function describeReading(kind: StoreKind): void {
  const { type } = kind.traits;
  describe('adding, getting and listing', () => {
    const subject = sharedSubject(kind);

    it('returns what was added, with the store’s own fields', async () => {
      const { add, get, opened } = subject();
      const { record, operation, prunedCount, evictedCount, removedIds } = await add('likes skiing', {
        metadata: { category: 'sports', deep: [{ list: [1, 2.5, null, true, 'ñ'] }] },
        scope: { ...ANA, namespace: 'trips', taskId: 't' },
      });
      expect({ operation, prunedCount, evictedCount, removedIds }).to.deep.equal({
        operation: 'ADD',
        prunedCount: 0,
        evictedCount: 0,
        removedIds: [],
      });
      expect(record.version).to.equal(1);
      expect(record.createTimeMs).to.equal(opened.clock.now());
      expect(record.updateTimeMs).to.equal(record.createTimeMs);
      expect(record.scope).to.deep.equal({ ...ANA, namespace: 'trips', taskId: 't' });
      expect(await get(record.id)).to.deep.equal(record);
    });

    it('counts reads and hits and keeps the time of the last, also across updates', async () => {
      const { add, get, retrieve, store, opened } = subject();
      const { record } = await add('likes skiing');
      expect(record).to.not.have.any.keys('accessCount', 'lastAccessTimeMs');
      await add('likes coffee');
      await get(record.id);
      opened.clock.advance(1000);
      const lastMs = opened.clock.now();
      expect((await retrieve('skiing', { topK: 1 })).map((hit) => hit.record.id)).to.deep.equal([record.id]);
      await opened.flush();
      const patch = { metadata: { seen: true } };
      const { record: updated } = await store.update({ scope: ANA, id: record.id, patch, nowMs: lastMs }, call());
      expect(updated).to.include({ accessCount: 2, lastAccessTimeMs: lastMs });
      expect(await get(record.id)).to.include({ accessCount: 2, lastAccessTimeMs: lastMs, version: 2 });
    });

    it('keeps the importance, which an update changes and clears', async () => {
      const { intent, store, get, opened } = subject();
      const [outcome] = await store.add([intent('likes skiing', { importance: 0.9 })], call());
      if (outcome?.ok !== true) throw new Error('not added');
      const { id } = outcome.value.record;
      expect((await get(id))?.importance).to.equal(0.9);
      const update = (importance: number | undefined) =>
        store.update({ scope: ANA, id, patch: { importance }, nowMs: opened.clock.now() }, call());
      expect((await update(0)).record.importance).to.equal(0);
      expect((await get(id))?.importance).to.equal(0);
      expect((await update(undefined)).record).to.not.have.property('importance');
    });

    for (const text of type === 'WORKING' ? TEXTS.slice(0, 4) : TEXTS) {
      it(`keeps a text of ${text.length} characters unchanged`, async () => {
        const { add, get, texts } = subject();
        const { record } = await add(text);
        const found = await get(record.id);
        expect(textOf((found ?? record).payload) === text, 'same text').to.equal(true);
        expect((await texts())[0] === text, 'same text in the list').to.equal(true);
        expect(found).to.include({ sizeBytes: record.sizeBytes, storedBytes: record.storedBytes });
        expect(record.storedBytes).to.be.at.most(Math.max(record.sizeBytes, 1));
      });
    }

    it('returns nothing for an unknown id and an unknown user', async () => {
      const { add, get, list } = subject();
      const { record } = await add('one');
      expect(await get(record.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).to.equal(undefined);
      expect(await list({ scope: { ...ANA, userId: 'nobody' } })).to.deep.equal({ records: [] });
    });

    it('finds a memory by id only if the scope fields that its type is kept by match', async () => {
      const { add, get } = subject();
      const scope = { ...ANA, namespace: 'n', taskId: 't' };
      const { record } = await add('one', { scope });
      const open = { ...scope, agentId: '', sessionId: '', namespace: '', taskId: '' };
      expect(await get(record.id, scope)).to.deep.equal(record);
      if (type !== 'WORKING') expect(await get(record.id, open)).to.deep.equal(record);
      const keptBy: readonly string[] = ['tenant', 'userId', 'namespace', ...TYPE_SPECS[type].keptBy];
      for (const field of ['tenant', 'userId', 'agentId', 'sessionId', 'namespace', 'taskId'] as const) {
        const found = keptBy.includes(field) ? undefined : record;
        expect(uncounted(await get(record.id, { ...scope, [field]: 'other' })), field).to.deep.equal(found);
      }
    });

    it('lists in order of create time, then id, in both directions', async () => {
      const { addAll, add, texts, list } = subject();
      await addAll(['a', 'b', 'c']);
      // This memory has the same millisecond as 'c'.
      await add('d');
      await add('e');
      const { records } = await list();
      const places = records.map(({ createTimeMs, id }) => `${createTimeMs} ${id}`);
      expect(places).to.deep.equal(places.toSorted());
      const up = await texts();
      expect(up.slice(0, 2)).to.deep.equal(['a', 'b']);
      expect(await texts({ descending: true })).to.deep.equal(up.toReversed());
    });

    it('pages without skipping or repeating memories that stay, while others are added and removed', async () => {
      const { addAll, add, list, store, opened } = subject();
      const added = await addAll(Array.from({ length: 25 }, (_, index) => `text ${index}`));
      const seen: string[] = [];
      let after: { createTimeMs: number; id: string } | undefined;
      for (let page = 0; page === 0 || after !== undefined; page += 1) {
        const { records, next } = await list({ pageSize: 4, after });
        expect(records.length).to.be.at.most(4);
        seen.push(...records.map(({ id }) => id));
        after = next;
        if (page === 1) {
          // This removes a memory that was read and one that was not, and adds a new one at the end.
          for (const rank of [2, 20]) {
            const id = added[rank]?.record.id ?? '';
            await store.remove({ scope: ANA, id, nowMs: opened.clock.now() }, call());
          }
          opened.clock.advance(1);
          await add('newcomer');
        }
      }
      const ids = added.map(({ record }) => record.id);
      expect(seen.slice(0, -1)).to.deep.equal(ids.filter((_, index) => index !== 20));
      expect(new Set(seen).size).to.equal(seen.length);
    });

    it('returns a next page only if there is one', async () => {
      const { addAll, list } = subject();
      await addAll(['a', 'b', 'c', 'd']);
      expect((await list({ pageSize: 4 })).next).to.equal(undefined);
      expect((await list({ pageSize: 3 })).next).to.not.equal(undefined);
    });

    it('lists only memories that match the filter and the namespace', async () => {
      const { add, texts } = subject();
      const sports = { metadata: { category: 'sports' } };
      await add('skis', sports);
      await add('coffee', { metadata: { category: 'food' } });
      await add('nothing said');
      await add('swims', { ...sports, scope: { ...ANA, namespace: 'water' } });
      expect(await texts({ filter: 'metadata.category == "sports"' })).to.have.members(['skis', 'swims']);
      expect(await texts({ filter: 'metadata.category != "sports"' })).to.deep.equal(['coffee']);
      expect(await texts({ scope: { ...ANA, namespace: 'water' } })).to.deep.equal(['swims']);
    });

    if (NAMED.includes(type)) {
      it('lists only memories with a given name', async () => {
        const { add, list, opened } = subject();
        const ids = [];
        for (const text of ['one', 'two', 'three']) {
          opened.clock.advance(1);
          const payload = payloadOf(type, text, opened.clock.now());
          ids.push(
            (await add(text, { payload: payload.type === 'STRUCTURED' ? { ...payload, key: text } : payload })).record
              .id,
          );
        }
        const of = async (named: { kind: string; key?: string }, more = {}) =>
          (await list({ named, ...more })).records.map(({ id }) => id);
        const second = payloadOf(type, 'two', 0);
        if (second.type === 'WORKING' || second.type === 'PERSONA') {
          expect(await of({ kind: '', key: second.key })).to.deep.equal([ids[1]]);
          expect(await of({ kind: '', key: second.key }, { scope: { ...ANA, agentId: 'other' } })).to.deep.equal([]);
        } else if (second.type === 'STRUCTURED') {
          expect(await of({ kind: 'notes', key: 'two' })).to.deep.equal([ids[1]]);
          expect(await of({ kind: 'notes' }, { descending: true })).to.deep.equal(ids.toReversed());
          expect(await of({ kind: 'others' })).to.deep.equal([]);
          const order = [{ path: ['data', 'text'], descending: false }];
          expect(await of({ kind: 'notes' }, { order })).to.deep.equal([ids[0], ids[2], ids[1]]);
          const first = await list({ order, pageSize: 2 });
          expect((await list({ order, pageSize: 2, after: first.next })).records.map(({ id }) => id)).to.deep.equal([
            ids[1],
          ]);
        } else if (second.type === 'ENTITY') {
          expect(await of({ kind: 'note', key: 'two' })).to.deep.equal([ids[1]]);
        }
      });
    }

    it('applies the adds of one call in order, with an outcome for each', async () => {
      const { store, intent, texts } = subject();
      const intents = ['a', 'b', 'c'].map((text, index) => {
        const later = intent(text);
        return { ...later, nowMs: later.nowMs + index };
      });
      const outcomes = await store.add(intents, call());
      expect(outcomes.map((outcome) => outcome.ok && outcome.value.record.id)).to.deep.equal(
        intents.map(({ id }) => id),
      );
      expect(await texts()).to.deep.equal(['a', 'b', 'c']);
    });

    it('loses none of many concurrent adds, and counts them correctly', async () => {
      const { add, list } = subject();
      const count = 60;
      const added = await Promise.all(Array.from({ length: count }, (_, index) => add(`text ${index}`)));
      expect((await list()).records.length).to.equal(count);
      const rooms = added.map(({ remaining }) => remaining.count);
      expect(new Set(rooms).size).to.equal(count);
    });
  });
}
