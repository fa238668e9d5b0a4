/** Tests whether a store of collections fulfils every obligation of its port. */
import { expect } from 'chai';
import type { Collection, PutCollectionIntent } from '../../server/domain/collections.ts';
import type { JsonObject } from '../../server/domain/memory.ts';
import { SCHEMA_LIMITS } from '../../server/policy/limits.ts';
import { ANA, call, failure } from './subject.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

const SCHEMA = { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] };
/** Names in the order of their bytes, which is not the order of UTF-16. */
const NAMES = ['A', 'Z', 'a', 'a b', 'aa', 'é', '\uffe6', '😀'];

export function describeCollections(name: string, open: OpenWholeStore): void {
  describe(`CollectionStore: ${name}`, () => {
    const store = sharedStore(open);

    const put = (collection: string, more: Partial<PutCollectionIntent> = {}) =>
      store().collections.put(
        { scope: ANA, name: collection, allowUnfit: false, isOrdered: false, nowMs: store().clock.now(), ...more },
        call(),
      );
    const get = (collection: string, scope = ANA) => store().collections.get(scope, collection, call());
    const list = async (pageSize = 100, scope = ANA): Promise<readonly Collection[]> => {
      const found: Collection[] = [];
      let after: string | undefined;
      do {
        const page = await store().collections.list({ scope, pageSize, after }, call());
        expect(page.collections.length).to.be.at.most(pageSize);
        found.push(...page.collections);
        after = page.next;
        if (after !== undefined) expect(after).to.equal(page.collections.at(-1)?.name);
      } while (after !== undefined);
      return found;
    };
    const add = async (collection: string, data: JsonObject, scope = ANA): Promise<string> => {
      const payload = { type: 'STRUCTURED', collection, key: '', data } as const;
      return (await addMemory(store(), 'STRUCTURED', '', { scope, payload })).record.id;
    };
    const append = async (collection: string, ...documents: readonly JsonObject[]) => {
      const writes = documents.map((data) => ({ kind: 'APPEND', data }) as const);
      return store().ordered.write({ scope: ANA, collection, writes, nowMs: store().clock.now() }, call());
    };
    const reason = async (work: Promise<unknown>) => (await failure(work)).reason;

    it('keeps a schema, its version and its times', async () => {
      expect(await get('rooms')).to.equal(undefined);
      const firstMs = store().clock.now();
      const first = await put('rooms', { schema: SCHEMA });
      expect(first).to.deep.equal({
        collection: {
          name: 'rooms',
          schema: SCHEMA,
          documentCount: 0,
          isOrdered: false,
          createTimeMs: firstMs,
          updateTimeMs: firstMs,
          version: 1,
        },
        unfitCount: 0,
        unfitIds: [],
      });
      expect(await get('rooms')).to.deep.equal(first.collection);
      store().clock.advance(5);
      const { collection } = await put('rooms');
      expect(collection).to.deep.equal({
        name: 'rooms',
        documentCount: 0,
        isOrdered: false,
        createTimeMs: firstMs,
        updateTimeMs: firstMs + 5,
        version: 2,
      });
      // A clock that is set back does not make the time of an update earlier.
      const earlier = await put('rooms', { nowMs: firstMs });
      expect(earlier.collection).to.include({ updateTimeMs: firstMs + 5, version: 3 });
      expect(await get('rooms')).to.deep.equal(earlier.collection);
    });

    it('returns no version of a collection that was never put, and counts all its documents', async () => {
      await add('rooms', { size: 1 });
      await add('rooms', { size: 2 }, { ...ANA, agentId: 'other', namespace: 'n' });
      expect(await get('rooms')).to.deep.equal({ name: 'rooms', documentCount: 2, isOrdered: false });
      await append('history', { text: 'a' }, { text: 'b' }, { text: 'c' });
      expect(await get('history')).to.deep.equal({ name: 'history', documentCount: 3, isOrdered: true });
      const { collection } = await put('rooms');
      expect(collection).to.include({ documentCount: 2, version: 1, isOrdered: false });
      expect((await list()).map(({ name: each, documentCount }) => [each, documentCount])).to.deep.equal([
        ['history', 3],
        ['rooms', 2],
      ]);
    });

    it('lists by name in byte order, each once, with pages of any size', async () => {
      expect(await store().collections.list({ scope: ANA, pageSize: 10 }, call())).to.deep.equal({ collections: [] });
      for (const each of NAMES.toReversed()) await (each === 'Z' ? add(each, {}) : put(each, { schema: SCHEMA }));
      for (const pageSize of [1, 3, NAMES.length, 100]) {
        expect((await list(pageSize)).map((found) => found.name)).to.deep.equal(NAMES);
      }
      for (const found of await list()) expect(await get(found.name)).to.deep.equal(found);
      const after = await store().collections.list({ scope: ANA, pageSize: 2, after: 'a a' }, call());
      expect(after).to.deep.include({ next: 'aa' });
      expect(after.collections.map((found) => found.name)).to.deep.equal(['a b', 'aa']);
    });

    it('refuses an invalid schema, a stale version and the wrong kind, and changes nothing', async () => {
      const fits = await add('rooms', { size: 1 });
      const unfit = [await add('rooms', { size: 'big' }), await add('rooms', {})];
      await append('history', { text: 'a' });
      const before = await list();
      expect(await reason(put('rooms', { schema: { type: 'nonsense' } }))).to.equal('FIELD_INVALID');
      const conflict = await failure(put('rooms', { schema: SCHEMA }));
      expect(conflict.reason).to.equal('SCHEMA_CONFLICT');
      expect(conflict.message).to.include('2 of 3 documents').and.include(unfit[0]).and.not.include(fits);
      expect(await reason(put('history', { schema: SCHEMA }))).to.equal('SCHEMA_CONFLICT');
      // A collection that was never put has no version.
      for (const each of ['rooms', 'history', 'new']) {
        expect(await reason(put(each, { version: 1 }))).to.equal('ETAG_MISMATCH');
      }
      expect(await reason(put('rooms', { isOrdered: true }))).to.equal('COLLECTION_KIND_MISMATCH');
      expect(await list()).to.deep.equal(before);
      await put('rooms', { schema: { type: 'object' } });
      const stored = await list();
      expect(await reason(put('rooms', { version: 2 }))).to.equal('ETAG_MISMATCH');
      expect(await reason(put('rooms', { schema: SCHEMA, version: 1 }))).to.equal('SCHEMA_CONFLICT');
      expect(await list()).to.deep.equal(stored);
      expect((await put('rooms', { version: 1 })).collection.version).to.equal(2);
    });

    it('keeps documents that do not fit, names the oldest, and checks every later write', async () => {
      const fits = await add('rooms', { size: 1 });
      const unfit: string[] = [];
      for (let n = 0; n < 3; n += 1) unfit.push(await add('rooms', { size: `${n}` }));
      const { unfitCount, unfitIds, collection } = await put('rooms', { schema: SCHEMA, allowUnfit: true });
      expect([unfitCount, unfitIds]).to.deep.equal([3, unfit]);
      expect(collection).to.include({ documentCount: 4, version: 1 });
      expect(await reason(add('rooms', { size: 'big' }))).to.equal('SCHEMA_MISMATCH');
      const update = (id: string, data: JsonObject) =>
        store().stores.STRUCTURED.update({ scope: ANA, id, patch: { data }, nowMs: store().clock.now() }, call());
      expect(await reason(update(fits, { size: 'big' }))).to.equal('SCHEMA_MISMATCH');
      await update(unfit[0]!, { size: 5 });
      expect((await put('rooms', { schema: SCHEMA, allowUnfit: true })).unfitIds).to.deep.equal(unfit.slice(1));
      expect(await get('rooms')).to.include({ documentCount: 4 });
    });

    it('names a limited number of documents that do not fit, and counts all of them', async () => {
      const many = Array.from({ length: SCHEMA_LIMITS.unfitIds + 1 }, () => ({}));
      const { results } = await append('history', ...many);
      const { unfitCount, unfitIds } = await put('history', { schema: SCHEMA, allowUnfit: true });
      expect(unfitCount).to.equal(many.length);
      expect(unfitIds).to.deep.equal(results.slice(0, SCHEMA_LIMITS.unfitIds).map(({ sequence }) => `${sequence}`));
    });

    it('gives a new collection its kind, which never changes', async () => {
      expect((await put('history', { isOrdered: true, schema: SCHEMA })).collection.isOrdered).to.equal(true);
      expect((await put('history', { schema: SCHEMA })).collection).to.include({ isOrdered: true, version: 2 });
      expect(await reason(add('history', { size: 1 }))).to.equal('COLLECTION_KIND_MISMATCH');
      expect(await reason(append('history', { size: 1 }, { size: 'big' }))).to.equal('SCHEMA_MISMATCH');
      await append('history', { size: 1 });
      expect(await get('history')).to.include({ documentCount: 1, isOrdered: true });
      await put('rooms');
      expect(await reason(append('rooms', { size: 1 }))).to.equal('COLLECTION_KIND_MISMATCH');
      await append('only documents', { size: 1 });
      expect((await put('only documents')).collection).to.include({ isOrdered: true, documentCount: 1 });
    });

    it('removes a schema but no document; a collection without documents is removed', async () => {
      await put('rooms', { schema: SCHEMA });
      await put('empty', { schema: SCHEMA });
      await add('rooms', { size: 1 });
      const remove = (each: string) => store().collections.remove(ANA, each, call());
      await Promise.all(['rooms', 'empty', 'unknown', 'rooms'].map(remove));
      expect(await list()).to.deep.equal([{ name: 'rooms', documentCount: 1, isOrdered: false }]);
      await add('rooms', { size: 'anything' });
      // The versions of the collection begin again.
      expect((await put('rooms')).collection).to.include({ version: 1, documentCount: 2 });
      await store().collections.remove({ ...ANA, userId: 'nobody' }, 'rooms', call());
      expect(await list(100, { ...ANA, userId: 'nobody' })).to.deep.equal([]);
    });

    it('separates users and tenants', async () => {
      await put('rooms', { schema: SCHEMA });
      const others = [
        { ...ANA, userId: 'ben' },
        { ...ANA, userId: 'Ana' },
        { ...ANA, tenant: `${ANA.tenant}!` },
      ];
      for (const scope of others) {
        expect(await get('rooms', scope)).to.equal(undefined);
        expect(await list(10, scope)).to.deep.equal([]);
        await add('rooms', { size: 'anything' }, scope);
        await store().collections.remove(scope, 'rooms', call());
      }
      expect((await list()).map(({ schema, documentCount }) => [schema, documentCount])).to.deep.equal([[SCHEMA, 0]]);
      // Agent, session and namespace do not matter: a collection is its user's.
      const elsewhere = { ...ANA, agentId: 'other', sessionId: 's9', namespace: 'n' };
      expect(await get('rooms', elsewhere)).to.deep.equal(await get('rooms'));
    });

    it('enforces its quota exactly under concurrency, and refuses no existing collection', async () => {
      const most = SCHEMA_LIMITS.collections;
      await add('documents', { size: 1 });
      for (let n = 0; n < most - 3; n += 1) await put(`collection ${n}`);
      const puts = await atOnce((caller) => put(`new ${caller}`));
      const refused = puts.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refused).to.have.length(CALLERS - 3);
      for (const error of refused) expect(error).to.include({ reason: 'QUOTA_EXCEEDED' });
      expect(await list()).to.have.length(most + 1);
      expect((await put('collection 0', { schema: SCHEMA })).collection.version).to.equal(2);
      expect(await reason(put('documents'))).to.equal('QUOTA_EXCEEDED');
      await store().collections.remove(ANA, 'collection 1', call());
      expect((await put('documents')).collection).to.include({ version: 1, documentCount: 1 });
    });

    it('lets one of several concurrent callers with the same version win', async () => {
      await put('rooms');
      const puts = await atOnce((caller) => put('rooms', { version: 1, schema: { title: `${caller}` } }));
      const won = puts.flatMap((each, caller) => (each.status === 'fulfilled' ? [caller] : []));
      expect(won).to.have.length(1);
      for (const each of puts) {
        if (each.status === 'rejected') expect(each.reason).to.include({ reason: 'ETAG_MISMATCH' });
      }
      expect(await get('rooms')).to.deep.include({ version: 2, schema: { title: `${won[0]}` } });
    });

    it('counts every change of concurrent callers', async () => {
      await atOnce(() => put('rooms'));
      expect(await get('rooms')).to.include({ version: CALLERS });
    });

    it('keeps everything acknowledged across reopening', async () => {
      await put('rooms', { schema: SCHEMA });
      await put('gone');
      await put('history', { isOrdered: true });
      await add('rooms', { size: 1 });
      await store().collections.remove(ANA, 'gone', call());
      const before = await list();
      expect(before).to.have.length(2);
      await store.reopen();
      expect(await list()).to.deep.equal(before);
      expect(await reason(add('rooms', {}))).to.equal('SCHEMA_MISMATCH');
    });

    it('does nothing for an aborted call', async () => {
      const { collections, clock } = store();
      const given = { signal: AbortSignal.abort() };
      const intent = { scope: ANA, name: 'rooms', allowUnfit: false, isOrdered: false, nowMs: clock.now() };
      await put('kept');
      const before = await list();
      for (const work of [
        collections.put(intent, given),
        collections.get(ANA, 'kept', given),
        collections.list({ scope: ANA, pageSize: 1 }, given),
        collections.remove(ANA, 'kept', given),
      ]) {
        expect(await reason(work)).to.equal('CANCELLED');
      }
      expect(await list()).to.deep.equal(before);
    });
  });
}
