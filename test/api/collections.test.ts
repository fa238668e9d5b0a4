import { expect } from 'chai';
import type { JsonObject } from '../../client/index.ts';
import { all, describeDoors, errorOf } from './doors.ts';

const PRODUCT = {
  type: 'object',
  required: ['name', 'price'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[A-Z]' },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { enum: ['new', 'used'] }, uniqueItems: true },
    maker: { $ref: '#/$defs/maker' },
  },
  $defs: { maker: { type: 'object', required: ['city'], properties: { parent: { $ref: '#/$defs/maker' } } } },
};

describeDoors('Collections', (door) => {
  const agent = () => door().recorda.agent({ userId: door().newUser(), agentId: 'shop' });
  const fields = async (call: Promise<unknown>) => (await errorOf(call)).detail.fields?.map(({ field }) => field);

  it('check every write against their schema, and name each fault', async () => {
    const { documents } = agent();
    const { collection } = await documents.collections.put('products', { schema: PRODUCT });
    expect(collection).to.deep.include({ name: 'products', schema: PRODUCT, documentCount: 0 });
    const { memory } = await documents.put(
      { collection: 'products', key: 'lamp' },
      { name: 'Lamp', price: 9.5, tags: ['new'] },
    );
    const bad = { name: 'lamp', price: -1, tags: ['new', 'old', 'new'], colour: 'red', maker: { parent: {} } };
    const error = await errorOf(documents.put({ collection: 'products' }, bad));
    expect(error).to.include({ reason: 'SCHEMA_MISMATCH', code: 'INVALID_ARGUMENT' });
    expect(error.detail.fields?.map(({ field }) => field)).to.have.members([
      'memory.document.data.name',
      'memory.document.data.price',
      'memory.document.data.tags[1]',
      'memory.document.data.tags',
      'memory.document.data.colour',
      'memory.document.data.maker.city',
      'memory.document.data.maker.parent.city',
    ]);
    expect(await fields(documents.put({ collection: 'products', key: 'lamp' }, { price: 1 }))).to.deep.equal([
      'memory.document.data.name',
    ]);
    expect(await fields(documents.patch(memory, { price: null }))).to.deep.equal(['memory.document.data.price']);
    expect((await documents.patch(memory, { price: 8 })).data).to.include({ price: 8 });
    expect(await all(documents.find('products', {}))).to.have.length(1);
    await documents.put({ collection: 'elsewhere' }, bad);
  });

  it('report how many documents do not fit a new schema, and refuse it unless forced', async () => {
    const { documents } = agent();
    const ids = [];
    for (const data of [{ name: 'Lamp', price: 1 }, { name: 'chair' }, { price: 2 }] as readonly JsonObject[]) {
      ids.push((await documents.put({ collection: 'products' }, data)).memory.id);
    }
    const error = await errorOf(documents.collections.put('products', { schema: PRODUCT }));
    expect(error).to.include({ reason: 'SCHEMA_CONFLICT', code: 'FAILED_PRECONDITION' });
    expect(error.message).to.match(new RegExp(`^2 of 3 documents of products do not fit.*${ids[1]}`));
    expect((await documents.collections.get('products')).schema).to.equal(undefined);
    const { unfitCount } = await documents.collections.put('products', { schema: PRODUCT, allowUnfit: true });
    expect(unfitCount).to.equal(2);
    expect((await errorOf(documents.patch(ids[2]!, { price: 3 }))).reason).to.equal('SCHEMA_MISMATCH');
    expect((await documents.patch(ids[2]!, { name: 'Sofa' })).data).to.deep.equal({ name: 'Sofa', price: 2 });
    expect((await documents.collections.put('products')).collection.schema).to.equal(undefined);
    await documents.put({ collection: 'products' }, { anything: true });
  });

  it('are read, listed in pages, and deleted together with their documents', async () => {
    const ana = agent();
    const { collections } = ana.documents;
    expect((await errorOf(collections.get('none'))).reason).to.equal('COLLECTION_NOT_FOUND');
    expect((await errorOf(collections.delete('none'))).reason).to.equal('COLLECTION_NOT_FOUND');
    const { collection: empty } = await collections.put('empty');
    for (let n = 0; n < 3; n += 1) await ana.documents.put({ collection: 'full' }, { n });
    await ana.with({ namespace: 'trip' }).documents.put({ collection: 'full' }, { n: 3 });
    const listed = await all(collections.list({}));
    expect(listed.map(({ name, documentCount }) => [name, documentCount])).to.deep.equal([
      ['empty', 0],
      ['full', 4],
    ]);
    expect(listed[0]).to.deep.equal(empty);
    expect(listed[1]).to.deep.include({ schema: undefined, etag: '', createTime: undefined });
    const { memory } = door().recorda;
    const first = await memory.listCollections({ scope: ana.scope, pageSize: 1 });
    const next = { scope: ana.scope, pageSize: 1, pageToken: first.nextPageToken };
    expect((await memory.listCollections(next)).collections.map(({ name }) => name)).to.deep.equal(['full']);
    expect(await fields(memory.listCollections({ ...next, scope: { userId: 'ben' } }))).to.deep.equal(['page_token']);
    expect(await collections.delete('full')).to.deep.equal({ documentCount: 4, deletedCount: 0 });
    expect(await collections.delete('full', { force: true })).to.deep.equal({ documentCount: 4, deletedCount: 4 });
    expect(await all(ana.documents.find('full', {}))).to.deep.equal([]);
    await collections.delete('empty', { force: true });
    expect(await all(collections.list({}))).to.deep.equal([]);
  });

  it('are not changed if the etag is stale', async () => {
    const { collections } = agent().documents;
    const { collection } = await collections.put('c', { schema: { minProperties: 1 } });
    await collections.put('c', { schema: { minProperties: 2 }, etag: collection.etag });
    expect((await errorOf(collections.put('c', { etag: collection.etag }))).reason).to.equal('ETAG_MISMATCH');
    expect((await errorOf(collections.put('d', { etag: '1' }))).reason).to.equal('ETAG_MISMATCH');
    expect((await collections.get('c')).schema).to.deep.equal({ minProperties: 2 });
  });

  it('belong to one user', async () => {
    const ana = agent();
    await ana.documents.collections.put('c', { schema: { required: ['a'] } });
    const ben = agent();
    await ben.documents.put({ collection: 'c' }, { b: 1 });
    expect((await ben.documents.collections.get('c')).schema).to.equal(undefined);
  });

  it('refuse invalid schemas, external references and schemas that are too large', async () => {
    const { collections } = agent().documents;
    const refusals: readonly (readonly [object, string])[] = [
      [{ type: 'objekt' }, 'collection.json_schema.type'],
      [{ properties: { a: { minimum: 'x' } } }, 'collection.json_schema.properties.a.minimum'],
      [{ properties: { a: { minimun: 1 } } }, 'collection.json_schema.properties.a.minimun'],
      [{ $ref: 'https://example.com/schema.json' }, 'collection.json_schema.$ref'],
      [{ $ref: '#/$defs/nothing' }, 'collection.json_schema.$ref'],
      [{ properties: { a: { $dynamicRef: '#a' } } }, 'collection.json_schema.properties.a.$dynamicRef'],
      [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'collection.json_schema.$schema'],
      [{ properties: { a: { pattern: '(?=a)' } } }, 'collection.json_schema'],
      [{ properties: { a: { pattern: 'a{1000}' } } }, 'collection.json_schema'],
      [{ allOf: Array.from({ length: 201 }, () => ({ minProperties: 1 })) }, 'collection.json_schema'],
      [
        { allOf: Array.from({ length: 101 }, () => ({ $ref: '#/$defs/a' })), $defs: { a: {} } },
        'collection.json_schema',
      ],
      [{ description: 'x'.repeat(33 * 1024) }, 'collection.json_schema'],
    ];
    for (const [schema, field] of refusals) {
      const found = await fields(collections.put('c', { schema: schema as never }));
      expect(found, JSON.stringify(schema).slice(0, 100)).to.deep.equal([field]);
    }
    expect(await fields(collections.put('', {}))).to.deep.equal(['collection.name']);
    expect((await errorOf(collections.get('c'))).reason).to.equal('COLLECTION_NOT_FOUND');
  });

  it('do not hang on malicious patterns, references or data', async () => {
    const { documents } = agent();
    const hostile: readonly (readonly [object, object])[] = [
      [{ properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(100_000)}!` }],
      [{ properties: { a: { pattern: '(a|b)*a(a|b){100}[cd]$' } } }, { a: 'ab'.repeat(100_000) }],
      [{ properties: { a: { anyOf: Array.from({ length: 40 }, () => ({ $ref: '#' })) } } }, nested(14)],
      [{ properties: { a: { uniqueItems: true } } }, { a: Array.from({ length: 20_000 }, (_, n) => [n]) }],
      [{ properties: { a: { items: { not: { enum: range(3000) } } } } }, { a: range(30_000).map((n) => -1 - n) }],
      [doubling(30), { a: 1 }],
      [{ $ref: '#' }, { a: 1 }],
      [{ allOf: [{ not: { $ref: '#' } }] }, { a: 1 }],
      [{ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } }, { a: 1 }],
    ];
    for (const [index, [schema, data]] of hostile.entries()) {
      const name = `hostile-${index}`;
      await documents.collections.put(name, { schema: schema as never });
      const error = await documents.put({ collection: name }, data as never).then(
        () => undefined,
        (thrown: { reason?: string }) => thrown,
      );
      expect([undefined, 'SCHEMA_MISMATCH'], name).to.include(error?.reason);
    }
    // Without the bounds these take minutes or far longer.
  }).timeout(60_000);

  it('are limited to two hundred per user, counting only those that were put', async () => {
    const { documents } = agent();
    for (let n = 0; n < 200; n += 1) await documents.collections.put(`c${n}`);
    const error = await errorOf(documents.collections.put('one more'));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    expect(error.detail.quota).to.include({ limit: 200, current: 200 });
    await documents.collections.put('c7', { schema: { required: ['a'] } });
    await documents.put({ collection: 'one more' }, {});
  });
});

const range = (length: number): number[] => Array.from({ length }, (_, n) => n);

function nested(levels: number): object {
  let value: object = { b: 1 };
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

/** Each definition tries the one before it twice. */
function doubling(levels: number): object {
  const $defs: Record<string, object> = { d0: { type: 'number' } };
  for (let level = 1; level <= levels; level += 1) {
    const before = { $ref: `#/$defs/d${level - 1}` };
    $defs[`d${level}`] = { allOf: [before, before] };
  }
  return { $defs, properties: { a: { $ref: `#/$defs/d${levels}` } } };
}
