/** Tests whether a record under an index fulfils every obligation of LocalRecord. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { memoryId, type MemoryRecord, type Scope } from '../../server/domain/memory.ts';
import type { FoundRevision, Known } from '../../server/ports/outbox.ts';
import type { SearchDocument } from '../../server/ports/search.ts';
import type { ListCursor, ListQuery, RetrieveQuery } from '../../server/ports/stores.ts';
import { mirrored } from './outbox.ts';
import { ANA, call, failure, textOf, uncounted } from './subject.ts';
import { atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

export function describeLocalRecord(name: string, open: OpenWholeStore): void {
  describe(`LocalRecord: ${name}`, () => {
    const store = sharedStore(open, { mirror: 'an index' });
    const { due, settle, update, remove, add, drain } = mirrored(store);
    afterEach(drain);

    const find = (id: string, more: Partial<Scope> = {}) =>
      store().local.find({ id, scope: { ...ANA, ...more } }, store().clock.now(), call());
    /** The index shows all changes of this server, and they have left the outbox. */
    const settleAll = async () => settle(await due(), { as: 'DONE' });
    const unseen = (
      query: Partial<ListQuery> = {},
      page: { found?: readonly FoundRevision[]; upTo?: ListCursor } = {},
    ) =>
      store().local.unseenPage(
        { scope: ANA, pageSize: 100, descending: false, nowMs: store().clock.now(), ...query },
        { found: [], ...page },
        call(),
      );
    const rank = async (text: string, candidates: readonly SearchDocument[], more: Partial<RetrieveQuery> = {}) =>
      store().local.rank(
        { scope: ANA, text, topK: 10, explain: false, nowMs: store().clock.now(), ...more },
        candidates,
        call(),
      );
    /** Returns a change of this server as the index has it. */
    const documentOf = async ({ id }: Pick<MemoryRecord, 'id'>): Promise<SearchDocument> => {
      const change = (await due()).find((one) => one.id === id);
      if (change?.document === undefined) throw new Error('not in the outbox');
      return change.document;
    };
    /** Returns a document as another server changed it afterwards. */
    const changedThere = ({ record, revision, embedder }: SearchDocument, content: string): SearchDocument => ({
      record: {
        ...record,
        payload: { type: 'LONG_TERM', content, speaker: '' },
        version: record.version + 1,
        updateTimeMs: record.updateTimeMs + 5,
        sizeBytes: Buffer.byteLength(content),
        storedBytes: Buffer.byteLength(content),
      },
      revision: revision + 1_000_000,
      embedder,
      vector: store().embed(content),
    });
    /** Makes a document of another server. */
    const madeThere = async (content: string): Promise<SearchDocument> => {
      const local = await add('only to have a form');
      const document = await documentOf(local);
      await remove(local);
      await settleAll();
      const record = { ...document.record, id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')) };
      return changedThere({ ...document, record }, content);
    };
    const change = (id: string, content: string, known: Known, more: { version?: number; scope?: Scope } = {}) => {
      store().clock.advance(1);
      const intent = { scope: ANA, id, patch: { content }, nowMs: store().clock.now(), ...more };
      return store().local.update(intent, known, call());
    };
    const removeKnown = (id: string, known: Known, more: { version?: number; scope?: Scope } = {}) =>
      store().local.remove({ scope: ANA, id, nowMs: store().clock.now(), ...more }, known, call());
    const reason = async (work: Promise<unknown>) => (await failure(work)).reason;
    const idsOf = (records: readonly Pick<MemoryRecord, 'id'>[]) => records.map(({ id }) => id);

    it('has the whole store if there is no index, and its writes go through the outbox', async () => {
      const record = await add('one');
      await settleAll();
      const { store: plain } = store().local;
      const nowMs = store().clock.now();
      expect(uncounted(await plain.get({ scope: ANA, id: record.id }, nowMs, call()))).to.deep.equal(record);
      const intent = { scope: ANA, id: record.id, patch: { content: 'uno' }, nowMs };
      expect((await plain.update(intent, call())).record.version).to.equal(2);
      const query = { scope: ANA, text: 'uno', topK: 5, explain: false, nowMs };
      expect(idsOf((await plain.retrieve(query, call())).map((hit) => hit.record))).to.deep.equal([record.id]);
      expect(idsOf(await due())).to.deep.equal([record.id]);
    });

    it('finds a memory with its last change while the index does not show it', async () => {
      const record = await add('one');
      const { revision } = await documentOf(record);
      const found = await find(record.id);
      expect(found).to.deep.equal({ record, unseen: { revision, isShown: false } });
      await settle(await due(), { as: 'SEEN', atMs: 1 });
      expect((await find(record.id)).unseen).to.deep.equal({ revision, isShown: true });
      await update(record, 'uno');
      const later = await find(record.id);
      expect(later.unseen?.isShown).to.equal(false);
      expect(later.unseen?.revision).to.be.greaterThan(revision);
      await settleAll();
      expect(await find(record.id)).to.deep.equal({ record: later.record, unseen: undefined });
      await remove(record);
      const removed = await find(record.id);
      expect(removed).to.not.have.property('record');
      expect(removed.unseen?.isShown).to.equal(false);
      await settleAll();
      expect((await find(record.id)).unseen).to.equal(undefined);
    });

    it('shows no memory of another tenant, user, agent or namespace', async () => {
      const { id } = await add('one', { ...ANA, namespace: 'n' });
      expect((await find(id, { namespace: 'n' })).record?.id).to.equal(id);
      for (const more of [
        { tenant: `${ANA.tenant}!`, namespace: 'n' },
        { userId: 'Ana', namespace: 'n' },
        { namespace: 'm' },
      ]) {
        expect(await find(id, more), JSON.stringify(more)).to.not.have.property('record');
      }
      expect((await unseen({ scope: { ...ANA, userId: 'Ana' } })).records).to.deep.equal([]);
      expect((await unseen({ scope: { ...ANA, tenant: `${ANA.tenant}!` } })).records).to.deep.equal([]);
      expect(await rank('one', [], { scope: { ...ANA, userId: 'Ana' } })).to.deep.equal([]);
    });

    it('adds unindexed memories to a page of the index, in order and within its bounds', async () => {
      const records = [];
      for (const text of ['one', 'two', 'three', 'four']) records.push(await add(text));
      const ids = idsOf(records);
      expect(idsOf((await unseen()).records)).to.deep.equal(ids);
      expect(idsOf((await unseen({ descending: true })).records)).to.deep.equal(ids.toReversed());
      // One more than a page tells that there is more.
      expect(idsOf((await unseen({ pageSize: 2 })).records)).to.deep.equal(ids.slice(0, 3));
      expect(idsOf((await unseen({ after: records[0]! })).records)).to.deep.equal(ids.slice(1));
      expect(idsOf((await unseen({}, { upTo: records[2]! })).records)).to.deep.equal(ids.slice(0, 3));
      const both = await unseen({ after: records[2]!, descending: true }, { upTo: records[1]! });
      expect(idsOf(both.records)).to.deep.equal([ids[1]]);
      await settle((await due()).slice(1, 3), { as: 'DONE' });
      expect(idsOf((await unseen()).records)).to.deep.equal([ids[0], ids[3]]);
      const [first] = await due();
      await settle([first!], { as: 'SEEN', atMs: 1 });
      expect(idsOf((await unseen()).records), 'shown, but not for long').to.deep.equal([ids[0], ids[3]]);
    });

    it('adds only memories that match the query', async () => {
      const inRoom = await add('one', { ...ANA, namespace: 'room' });
      await add('two');
      const scope = { ...ANA, namespace: 'room' };
      expect(idsOf((await unseen({ scope })).records)).to.deep.equal([inRoom.id]);
      const filter = `id == "${inRoom.id}"`;
      expect(idsOf((await unseen({ filter })).records)).to.deep.equal([inRoom.id]);
      expect((await unseen({ filter: 'pinned' })).records).to.deep.equal([]);
    });

    it('removes from a page what this server changed since, but not what another server changed later', async () => {
      const [kept, gone] = [await add('one'), await add('two')];
      const found = (await due()).map(({ id, revision }) => ({ id, revision }));
      await settleAll();
      expect((await unseen({}, { found })).unseenIds).to.deep.equal([]);
      await remove(gone);
      const changed = await update(kept, 'uno');
      const page = await unseen({}, { found: [...found, { id: 'lt_of_another_server', revision: 1 }] });
      expect(page.unseenIds).to.deep.equal([kept.id, gone.id]);
      expect(page.records.map(uncounted)).to.deep.equal([changed.record]);
      const later = found.map(({ id }) => ({ id, revision: Number.MAX_SAFE_INTEGER }));
      const there = await unseen({}, { found: later });
      expect([there.unseenIds, there.records]).to.deep.equal([[], []]);
    });

    it('returns how often this server read the memories of a page', async () => {
      const [one, two] = [await add('one'), await add('two')];
      const found = (await due()).map(({ id, revision }) => ({ id, revision }));
      await settleAll();
      const atMs = store().clock.now();
      store().local.noteAccess([one.id, one.id], atMs);
      store().local.noteAccess([one.id, 'lt_of_another_server'], atMs + 1);
      await store().lifecycle.settle('LONG_TERM', call());
      const { accesses } = await unseen({}, { found });
      expect(accesses).to.deep.equal([{ id: one.id, accessCount: 3, lastAccessTimeMs: atMs + 1 }]);
      expect((await find(two.id)).record?.accessCount ?? 0).to.equal(0);
    });

    it('ranks the candidates of the index together with unindexed memories', async () => {
      const [cat, dog, gone] = [await add('the cat sleeps'), await add('the dog barks'), await add('the cat is gone')];
      const candidates = await Promise.all([cat, dog, gone].map(documentOf));
      await settleAll();
      const texts = async (...asked: Parameters<typeof rank>) =>
        (await rank(...asked)).map(({ record }) => textOf(record.payload));
      expect((await texts('cat', candidates)).slice(0, 2)).to.have.members(['the cat sleeps', 'the cat is gone']);
      expect(await texts('cat', [])).to.deep.equal([]);
      await remove(gone);
      await update(dog, 'the cat hunts');
      await add('another cat plays');
      const found = await texts('cat', candidates);
      expect(found.slice(0, 3)).to.have.members(['the cat sleeps', 'the cat hunts', 'another cat plays']);
      expect(found).to.not.include('the dog barks');
      expect(found).to.not.include('the cat is gone');
      expect(await texts('cat', candidates, { topK: 1 })).to.have.length(1);
      expect(await texts('cat', candidates, { filter: `id == "${dog.id}"` })).to.deep.equal(['the cat hunts']);
      // What another server changed later stands.
      const later = changedThere(await documentOf(dog), 'the cat returns');
      const [first, ...others] = candidates;
      expect(await texts('cat returns', [first!, later, ...others.slice(1)], { topK: 1 })).to.deep.equal([
        'the cat returns',
      ]);
      await store().lifecycle.settle('LONG_TERM', call());
      expect((await find(cat.id)).record?.accessCount ?? 0).to.be.greaterThan(0);
    });

    it('ranks like the store itself if the index is complete', async () => {
      const names = ['red sofa', 'blue lamp', 'green chair', 'a red lamp', 'the chair by the sofa'];
      for (const text of names) await add(text);
      const candidates = (await due()).flatMap(({ document }) => document ?? []);
      await settleAll();
      const query = { scope: ANA, text: 'red sofa', topK: 3, explain: true, nowMs: store().clock.now() };
      const own = await store().local.store.retrieve(query, call());
      const ranked = await rank('red sofa', candidates.toReversed(), { topK: 3, explain: true });
      const form = (hits: typeof own) => hits.map(({ record, score }) => [record.id, score.toFixed(9)]);
      expect(form(ranked)).to.deep.equal(form(own));
    });

    it('decides an update on the version that another server wrote', async () => {
      const record = await add('one');
      const there = changedThere(await documentOf(record), 'by another');
      await settleAll();
      expect(await reason(change(record.id, 'x', there, { version: 1 }))).to.equal('ETAG_MISMATCH');
      expect(await reason(removeKnown(record.id, there, { version: 1 }))).to.equal('ETAG_MISMATCH');
      expect(await due()).to.deep.equal([]);
      const updated = await change(record.id, 'mine', there, { version: 2 });
      expect(updated.record).to.include({ version: 3, createTimeMs: record.createTimeMs });
      const [sent] = await due();
      expect(sent?.revision).to.be.greaterThan(there.revision);
      expect(sent?.document?.record.payload).to.deep.include({ content: 'mine' });
    });

    it('updates and removes memories that it never stored', async () => {
      const [one, two] = [await madeThere('one'), await madeThere('two')];
      const updated = await change(one.record.id, 'uno', one, { version: one.record.version });
      expect(updated.record).to.include({ version: one.record.version + 1, createTimeMs: one.record.createTimeMs });
      await removeKnown(two.record.id, two);
      const changes = await due();
      expect(changes.map(({ id, isRemoved }) => [id, isRemoved])).to.deep.equal([
        [one.record.id, false],
        [two.record.id, true],
      ]);
      expect(changes[0]?.revision).to.be.greaterThan(one.revision);
      expect(changes[1]?.revision).to.be.greaterThan(two.revision);
      expect(textOf((await find(one.record.id)).record!.payload)).to.equal('uno');
    });

    it('cannot update a memory that the index lacks, unless its own change is not indexed yet', async () => {
      const record = await add('one');
      // Between the question and the change the memory may have become unseen.
      expect((await change(record.id, 'uno', 'GONE')).record.version).to.equal(2);
      await settleAll();
      expect(await reason(change(record.id, 'dos', 'GONE'))).to.equal('MEMORY_NOT_FOUND');
      expect(await reason(removeKnown(record.id, 'GONE'))).to.equal('MEMORY_NOT_FOUND');
      expect((await change(record.id, 'dos', 'RECORD')).record.version).to.equal(3);
      expect(await reason(change('lt_unknown', 'x', 'RECORD'))).to.equal('MEMORY_NOT_FOUND');
      await settleAll();
      await removeKnown(record.id, 'RECORD');
      expect(await reason(removeKnown(record.id, 'RECORD'))).to.equal('MEMORY_NOT_FOUND');
      expect((await due()).map(({ id, isRemoved }) => [id, isRemoved])).to.deep.equal([[record.id, true]]);
    });

    it('decides on its own unindexed change, whatever older state the index shows', async () => {
      const record = await add('one');
      const old = await documentOf(record);
      await update(record, 'uno');
      expect((await change(record.id, 'dos', old, { version: 2 })).record.version).to.equal(3);
      await remove(record);
      expect(await reason(change(record.id, 'tres', old))).to.equal('MEMORY_NOT_FOUND');
    });

    it('applies concurrent changes one after another, from the same state of the index', async () => {
      const record = await add('one');
      const known = await documentOf(record);
      await settleAll();
      const changed = await atOnce((caller) => change(record.id, `text ${caller}`, known));
      const versions = changed.map((one) => (one.status === 'fulfilled' ? one.value.record.version : 0));
      expect(versions.toSorted((a, b) => a - b)).to.deep.equal(Array.from({ length: CALLERS }, (_, n) => n + 2));
      const present = await documentOf(record);
      const guarded = await atOnce((caller) =>
        change(record.id, `guarded ${caller}`, present, { version: present.record.version }),
      );
      expect(guarded.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      const removed = await atOnce(() => removeKnown(record.id, present));
      expect(removed.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('does nothing for an aborted call', async () => {
      const record = await add('one');
      const given = { signal: AbortSignal.abort() };
      const { local } = store();
      const intent = { scope: ANA, id: record.id, nowMs: 1 };
      const query = { scope: ANA, text: 'one', topK: 1, explain: false, nowMs: 1 };
      for (const work of [
        () => local.find({ scope: ANA, id: record.id }, 1, given),
        () => local.update({ ...intent, patch: { content: 'x' } }, 'RECORD', given),
        () => local.remove(intent, 'RECORD', given),
        () => local.rank(query, [], given),
      ]) {
        expect((await failure(work())).reason).to.equal('CANCELLED');
      }
      expect((await find(record.id)).record).to.deep.equal(record);
    });
  });
}
