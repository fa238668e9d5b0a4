import { expect } from 'chai';
import { QUOTAS } from '../../server/policy/limits.ts';
import { all, describeDoors, errorOf } from './doors.ts';

describeDoors('Ordered collections', (door) => {
  const ana = () => door().recorda.agent({ userId: door().newUser(), agentId: 'shop' }).documents;

  it('are created by the first append, listed in both directions, popped, and changed by etag', async () => {
    const documents = ana();
    const thread = documents.ordered('thread');
    const results = await thread.append([{ said: 'one' }, { said: 'two' }, { said: 'three' }]);
    expect(results.map(({ etag }) => etag)).to.deep.equal(['1', '1', '1']);
    const said = async (newestFirst = false) =>
      (await all(thread.list({ newestFirst, pageSize: 2 }))).map(({ data }) => data['said']);
    expect(await said()).to.deep.equal(['one', 'two', 'three']);
    expect(await said(true)).to.deep.equal(['three', 'two', 'one']);
    const popped = await thread.pop();
    expect(popped).to.deep.include({ sequence: results[2]!.sequence, data: { said: 'three' }, etag: '1' });
    expect(popped?.createTime).to.be.instanceOf(Date);
    const [one, two] = results.map(({ sequence }) => sequence);
    const written = await thread.write([
      { replace: one!, data: { said: 'ONE' }, etag: '1' },
      { remove: two! },
      { append: { said: 'four' } },
    ]);
    expect(written.map(({ etag }) => etag)).to.deep.equal(['2', '', '1']);
    expect(await said()).to.deep.equal(['ONE', 'four']);
    const stale = await errorOf(thread.write([{ append: {} }, { replace: one!, data: {}, etag: '1' }]));
    expect([stale.reason, stale.code]).to.deep.equal(['ETAG_MISMATCH', 'ABORTED']);
    const gone = await errorOf(thread.write([{ append: {} }, { remove: two! }]));
    expect([gone.reason, gone.detail.resource?.name]).to.deep.equal(['MEMORY_NOT_FOUND', `thread/${two}`]);
    expect(await said()).to.deep.equal(['ONE', 'four']);
    expect(await documents.collections.get('thread')).to.include({ ordered: true, documentCount: 2 });
    while ((await thread.pop()) !== undefined) continue;
    expect((await errorOf(documents.collections.get('thread'))).reason).to.equal('COLLECTION_NOT_FOUND');
    expect(await said()).to.deep.equal([]);
  });

  it('cannot share a name with plain collections', async () => {
    const documents = ana();
    await documents.put({ collection: 'plain' }, { a: 1 });
    await documents.ordered('ordered').append({ a: 1 });
    const mismatched = [
      () => documents.put({ collection: 'ordered' }, { a: 2 }),
      () => documents.ordered('plain').append({ a: 2 }),
      () => documents.ordered('plain').pop(),
      () => all(documents.ordered('plain').list()),
      () => documents.collections.put('plain', { ordered: true }),
    ];
    for (const call of mismatched) {
      // oxlint-disable-next-line no-await-in-loop
      const { reason, code } = await errorOf(call());
      expect([reason, code]).to.deep.equal(['COLLECTION_KIND_MISMATCH', 'FAILED_PRECONDITION']);
    }
    // What is there stays what it is.
    const { collection } = await documents.collections.put('ordered');
    expect(collection).to.include({ ordered: true, documentCount: 1 });
    await documents.collections.put('declared', { ordered: true });
    expect((await errorOf(documents.put({ collection: 'declared' }, {}))).reason).to.equal('COLLECTION_KIND_MISMATCH');
    const listed = await all(documents.collections.list());
    expect(listed.map(({ name, ordered }) => [name, ordered])).to.deep.equal([
      ['declared', true],
      ['ordered', true],
      ['plain', false],
    ]);
  });

  it('are not imported under the name of a plain collection, and nothing is lost', async () => {
    const { recorda } = door();
    const [from, to] = [door().newUser(), door().newUser()];
    const told = recorda.agent({ userId: from, agentId: 'shop' }).documents.ordered('thread');
    await told.append([{ said: 'one' }, { said: 'two' }]);
    const parts = await all(recorda.admin.exportUserData({ userId: from }));
    const { documents } = recorda.agent({ userId: to, agentId: 'shop' });
    await documents.put({ collection: 'thread', key: 'plain' }, { a: 1 });
    const imported = () =>
      recorda.admin.importUserData({
        userId: to,
        lines: Buffer.concat(parts.map(({ lines }) => lines)),
        asNewIds: true,
        copyKey: 'once',
      });
    const error = await errorOf(imported());
    expect([error.reason, error.code]).to.deep.equal(['COLLECTION_KIND_MISMATCH', 'FAILED_PRECONDITION']);
    expect(error.message).to.include('thread');
    expect(await documents.get({ collection: 'thread', key: 'plain' })).to.deep.include({ data: { a: 1 } });
    await documents.collections.delete('thread', { force: true });
    await imported();
    expect((await all(documents.ordered('thread').list())).map(({ data }) => data['said'])).to.deep.equal([
      'one',
      'two',
    ]);
  });

  it('check documents against a schema, and name the write at fault', async () => {
    const documents = ana();
    const schema = { type: 'object', required: ['said'], properties: { said: { type: 'string' } } };
    await documents.collections.put('thread', { ordered: true, schema });
    const thread = documents.ordered('thread');
    await thread.append({ said: 'fits' });
    const error = await errorOf(thread.append([{ said: 'fits' }, { said: 1 }]));
    expect(error.reason).to.equal('SCHEMA_MISMATCH');
    expect(error.detail.fields?.map(({ field }) => field)).to.deep.equal(['writes[1].append.data.said']);
    expect(await all(thread.list())).to.have.length(1);
    const stricter = { ...schema, required: ['said', 'by'] };
    const conflict = await errorOf(documents.collections.put('thread', { schema: stricter }));
    expect(conflict.reason).to.equal('SCHEMA_CONFLICT');
    const { unfitCount } = await documents.collections.put('thread', { schema: stricter, allowUnfit: true });
    expect(unfitCount).to.equal(1);
  });

  it('are not searchable and last for years; they count in an account, and their deletion has a dry run', async () => {
    const userId = door().newUser();
    const { documents, retrieve } = door().recorda.agent({ userId, agentId: 'shop' });
    const thread = documents.ordered('thread');
    for (let page = 0; page < 3; page += 1)
      // oxlint-disable-next-line no-await-in-loop
      await thread.append(Array.from({ length: 100 }, (_, at) => ({ said: `the lighthouse ${page} ${at}` })));
    expect(await retrieve('lighthouse', { types: ['structured', 'long_term'] })).to.deep.equal([]);
    const use = async () => {
      const { usages } = await door().recorda.admin.getUsage({ userId });
      return usages.find(({ name }) => name === 'QUOTA_NAME_ORDERED_DOCUMENT');
    };
    const bytes = (await all(thread.list())).reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    expect(await use()).to.deep.include({ count: 300, bytes, maxCount: QUOTAS.ORDERED_DOCUMENT.count });
    expect(await documents.collections.delete('thread')).to.deep.equal({ documentCount: 300, deletedCount: 0 });
    expect(await documents.collections.delete('thread', { force: true })).to.deep.equal({
      documentCount: 300,
      deletedCount: 300,
    });
    expect(await use()).to.deep.include({ count: 0, bytes: 0 });
  });

  it('are exported, erased and imported with their user', async () => {
    const userId = door().newUser();
    const { documents } = door().recorda.agent({ userId, agentId: 'shop' });
    const { admin } = door().recorda;
    const thread = documents.ordered('thread');
    await documents.collections.put('thread', { ordered: true, schema: { type: 'object' } });
    await thread.append([{ said: 'one' }, { said: 'two' }, { said: 'popped' }]);
    const popped = await thread.pop();
    const before = await all(thread.list());
    const exported = async () =>
      Buffer.concat((await all(admin.exportUserData({ userId }))).map(({ lines }) => lines)).toString();
    const lines = await exported();
    const [receipt] = (await all(admin.deleteUserData({ userId, force: true }))).slice(-1);
    expect(JSON.stringify(receipt)).to.include('ordered_documents');
    expect(await all(thread.list())).to.deep.equal([]);
    await admin.importUserData({ userId, lines: Buffer.from(lines) });
    expect(await all(thread.list())).to.deep.equal(before);
    expect(await documents.collections.get('thread')).to.include({ ordered: true, documentCount: 2 });
    expect(await exported()).to.equal(lines);
    const [after] = await thread.append({ said: 'three' });
    expect(after?.sequence).to.be.greaterThan(popped!.sequence);
  });

  it('refuse invalid batches', async () => {
    const documents = ana();
    const thread = documents.ordered('thread');
    const [{ sequence } = { sequence: 0 }] = await thread.append({ a: 1 });
    const fields = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.map(({ field }) => field);
    expect(await fields(thread.write([]))).to.deep.equal(['writes']);
    const many = Array.from({ length: 101 }, () => ({ a: 1 }));
    expect(await fields(thread.append(many))).to.deep.equal(['writes']);
    expect(await fields(documents.ordered('').append({ a: 1 }))).to.deep.equal(['collection']);
    expect(await fields(thread.write([{ remove: 0 }]))).to.deep.equal(['writes[0].remove.sequence']);
    expect(await fields(thread.write([{ remove: sequence }, { replace: sequence, data: {} }]))).to.deep.equal([
      'writes[1].replace.sequence',
    ]);
    const { memory } = door().recorda;
    const scope = { userId: 'somebody' };
    const orderBy = 'create_time';
    expect(await fields(memory.listDocuments({ scope, collection: 'thread', orderBy }))).to.deep.equal(['order_by']);
    expect(await fields(memory.batchWriteDocuments({ scope, collection: 'thread', writes: [{}] }))).to.deep.equal([
      'writes[0].write',
    ]);
  });
});
