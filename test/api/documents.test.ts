import { expect } from 'chai';
import { all, describeAllDoors, errorOf } from './doors.ts';

describeAllDoors('Documents', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'shop' });
  const fields = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.map(({ field }) => field);

  it('are put, read, patched and deleted by collection and key', async () => {
    const ana = agent();
    const which = { collection: 'invoices', key: '2026-1' };
    const { memory, operation } = await ana.documents.put(which, { total: 10, lines: [{ sku: 'a' }] });
    expect(operation).to.equal('ADD');
    expect(memory).to.deep.include({ type: 'structured', ...which, data: { total: 10, lines: [{ sku: 'a' }] } });
    expect(await ana.documents.get({ collection: 'invoices', key: '2026-1' })).to.deep.include({
      id: memory.id,
      etag: memory.etag,
    });
    const again = await ana.documents.put(which, { total: 12, paid: null });
    expect(again.operation).to.equal('MERGED');
    expect(again.memory).to.deep.include({ id: memory.id, data: { total: 12, paid: null } });
    const patched = await ana.documents.patch(which, { paid: { on: 'Monday', by: 'card' }, total: null });
    expect(patched.data).to.deep.equal({ paid: { on: 'Monday', by: 'card' } });
    const deeper = await ana.documents.patch(patched, { paid: { by: null, of: [1, null] }, new: { a: { b: null } } });
    expect(deeper.data).to.deep.equal({ paid: { on: 'Monday', of: [1, null] }, new: { a: {} } });
    expect((await errorOf(ana.documents.patch(patched, { a: 1 }))).reason).to.equal('ETAG_MISMATCH');
    await ana.documents.delete(which);
    expect(await ana.documents.get({ collection: 'invoices', key: '2026-1' })).to.equal(undefined);
    expect((await errorOf(ana.documents.delete(which))).reason).to.equal('MEMORY_NOT_FOUND');
  });

  it('have a key that is unique in their collection and namespace, or none', async () => {
    const ana = agent();
    const put = async (handle: typeof ana, collection: string, key: string) =>
      (await handle.documents.put({ collection, key }, { n: 1 })).memory.id;
    const trip = ana.with({ namespace: 'trip' });
    const ids = [
      await put(ana, 'a', 'k'),
      await put(ana, 'b', 'k'),
      await put(trip, 'a', 'k'),
      await put(ana, 'a', ''),
      await put(ana, 'a', ''),
    ];
    expect(new Set(ids).size).to.equal(5);
    expect((await trip.documents.get({ collection: 'a', key: 'k' }))?.id).to.equal(ids[2]);
    expect((await ana.documents.get({ collection: 'a', key: 'k' }))?.id).to.equal(ids[0]);
    expect((await all(ana.documents.find('a', {}))).map(({ id }) => id)).to.deep.equal([0, 2, 3, 4].map((n) => ids[n]));
    expect((await all(trip.documents.find('a', {}))).map(({ id }) => id)).to.deep.equal([ids[2]]);
  });

  it('are filtered by their fields, whether whole numbers or not', async () => {
    const ana = agent();
    const prices = { nine: 9, ten: 10, half: 10.5, big: 2 ** 53, none: null, text: '11' };
    for (const [key, price] of Object.entries(prices)) {
      await ana.documents.put({ collection: 'shop', key }, { price, tags: [key, 'any'], size: { w: 2 } });
    }
    const keys = async (filter: string) => (await all(ana.documents.find('shop', { filter }))).map(({ key }) => key);
    expect(await keys('data.price > 10')).to.deep.equal(['half', 'big']);
    expect(await keys('data.price > 10.0')).to.deep.equal(['half', 'big']);
    expect(await keys('data.price == 10')).to.deep.equal(['ten']);
    expect(await keys('data.price == 10.0')).to.deep.equal(['ten']);
    expect(await keys('data.price != 10')).to.include.members(['nine', 'half', 'big']);
    expect(await keys('data.price in [9, 10.5]')).to.deep.equal(['nine', 'half']);
    expect(await keys('data.price + 1 > 11.2')).to.deep.equal(['half', 'big']);
    expect(await keys('data.price * 2 == 20')).to.deep.equal(['ten']);
    expect(await keys('double(data.price) * 2.0 == 21.0')).to.deep.equal(['half']);
    expect(await keys('data.price == null')).to.deep.equal(['none']);
    expect(await keys('data.price == "11"')).to.deep.equal(['text']);
    expect(await keys('data.tags.exists(t, t == "ten")')).to.deep.equal(['ten']);
    expect(await keys('data.tags[0] == "ten" && data.size.w * 2 == 4')).to.deep.equal(['ten']);
    expect(await keys('has(data.colour)')).to.deep.equal([]);
    expect(await keys('key.startsWith("t") && collection == "shop"')).to.deep.equal(['ten', 'text']);
  });

  it('are listed in the order of a field, page by page', async () => {
    const ana = agent();
    const values = [3, 1, 2, 2, 10, -1, 0.5, 'b', 'a', 'B', true, false, null, undefined, [1], { a: 1 }];
    for (const [n, v] of values.entries()) {
      await ana.documents.put(
        { collection: 'things' },
        { n, ...(v !== undefined && { v }), deep: { n: values.length - n } },
      );
    }
    await ana.documents.put({ collection: 'others' }, { v: 0 });
    const order = async (orderBy: string, pageSize: number) =>
      (await all(ana.documents.find('things', { orderBy, pageSize }))).map(({ data }) => data['n']);
    const up = [5, 6, 1, 2, 3, 0, 4, 9, 8, 7, 11, 10, 14, 15, 12, 13];
    const down = [14, 15, 10, 11, 7, 8, 9, 4, 0, 2, 3, 1, 6, 5, 12, 13];
    for (const pageSize of [1, 3, 50]) {
      expect(await order('data.v', pageSize), `pages of ${pageSize}`).to.deep.equal(up);
      expect(await order('data.v desc', pageSize), `pages of ${pageSize}`).to.deep.equal(down);
      expect(await order('data.deep.n', pageSize)).to.deep.equal(values.map((_, n) => values.length - 1 - n));
      expect(await order('data.missing, data.v desc, create_time desc', pageSize)).to.have.members(down);
    }
    expect(await order('data.v desc, data.n desc', 2)).to.deep.equal([
      15, 14, 10, 11, 7, 8, 9, 4, 0, 3, 2, 1, 6, 5, 13, 12,
    ]);
    expect(await order('create_time desc', 7)).to.deep.equal(values.map((_, n) => values.length - 1 - n));
    const everywhere = door().recorda.memory.listMemories({
      scope: ana.scope,
      type: 'MEMORY_TYPE_STRUCTURED',
      orderBy: 'data.v',
      filter: 'data.v == 0 || data.v == 0.5',
    });
    expect((await everywhere).memories).to.have.length(2);
  });

  it('can be read by name, like the other types that have names', async () => {
    const ana = agent();
    const { memory: calls } = door().recorda;
    await ana.set('city', 'Paris');
    await ana.entities.upsert('José  Núñez', 'Person');
    const named = async (name: object, scope: object = ana.scope) =>
      (await calls.getMemory({ scope, name })).memory?.payload?.value;
    expect(await named({ type: 'MEMORY_TYPE_WORKING', key: 'city' })).to.deep.equal({ key: 'city', value: 'Paris' });
    const entity = { type: 'MEMORY_TYPE_ENTITY', kind: 'person', key: 'jose nunez' };
    expect(await named(entity)).to.include({ name: 'José  Núñez' });
    const missing = await errorOf(named({ ...entity, key: 'jose' }));
    expect(missing).to.include({ reason: 'MEMORY_NOT_FOUND' });
    expect(await fields(named({ ...entity, kind: '' }))).to.deep.equal(['name.kind']);
    expect(await fields(named({ type: 'MEMORY_TYPE_WORKING', kind: 'k', key: 'city' }))).to.deep.equal(['name.kind']);
  });

  it('are found by a question in plain words', async () => {
    const ana = agent();
    await ana.documents.put({ collection: 'bookings' }, { hotel: 'Bellevue', city: 'Geneva', nights: 3 });
    await ana.documents.put({ collection: 'bookings' }, { flight: 'IB3100', from: 'Madrid', seat: 'window' });
    await ana.documents.put({ collection: 'recipes' }, { name: 'lentil soup', minutes: 40 });
    const first = async (query: string) => (await ana.retrieve(query, { types: ['structured'], topK: 1 }))[0]?.text;
    expect(await first('which hotel did we book?')).to.match(/Bellevue/);
    expect(await first('¿qué vuelo tenemos desde Madrid?')).to.match(/IB3100/);
    expect(await first('how long does the soup take?')).to.match(/lentil/);
  });

  it('are refused if they are too large, too deeply nested or without a collection', async () => {
    const ana = agent();
    expect(await fields(ana.documents.put({ collection: '' }, {}))).to.deep.equal(['memory.document.collection']);
    expect(await fields(ana.documents.put({ collection: 'c' }, { a: 'x'.repeat(1024 * 1024) }))).to.deep.equal([
      'memory.document.data',
    ]);
    let deep: object = {};
    for (let level = 1; level < 17; level += 1) deep = { a: deep };
    expect(await fields(ana.documents.put({ collection: 'c' }, deep as never))).to.deep.equal(['memory.document.data']);
    const half = { a: 'x'.repeat(600 * 1024) };
    const { memory } = await ana.documents.put({ collection: 'c' }, half);
    expect(await fields(ana.documents.patch(memory, { b: half }))).to.deep.equal(['merge_patch']);
    const { memory: text } = await ana.add('a text');
    expect(await fields(ana.documents.patch(text.id, { b: 1 }))).to.deep.equal(['merge_patch']);
    const both = door().recorda.memory.updateMemory({
      memory: { id: memory.id, scope: ana.scope, payload: { $case: 'document', value: { data: { b: 1 } } } },
      mergePatch: { c: 1 },
    });
    expect(await fields(both)).to.deep.equal(['merge_patch']);
    expect(await ana.get(memory.id)).to.deep.include({ data: half });
  });

  it('refuse an invalid order', async () => {
    const ana = agent();
    for (const orderBy of ['data', 'data.', 'price', 'data.a up', 'data.a,', 'data.a,data.b,data.c,data.d,data.e'])
      expect(await fields(all(ana.documents.find('c', { orderBy }))), orderBy).to.deep.equal(['order_by']);
    const { memory } = door().recorda;
    const texts = { scope: ana.scope, type: 'MEMORY_TYPE_LONG_TERM' as const };
    expect(await fields(memory.listMemories({ ...texts, orderBy: 'data.a' }))).to.deep.equal(['order_by']);
    expect(await fields(memory.listMemories({ ...texts, collection: 'c' }))).to.deep.equal(['collection']);
  });
});
