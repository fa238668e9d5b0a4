/**
 * Tests whether the stand-in behaves like the service: requests and answers follow the specification's own examples
 * (Azure/azure-rest-api-specs, specification/search/data-plane: SearchServiceCreateIndex, SearchIndexIndexDocuments,
 * SearchIndexGetDocument, SearchIndexCountDocuments, SearchIndexSearchDocumentsPost of 2020-06-30 to 2026-04-01), filters its manual,
 * and limits its published ones.
 */
import { expect } from 'chai';
import { DEFINITION, DOCS, DOCUMENTS, openExample, type ExampleIndex, type Json } from './example-index.ts';

describe('The stand-in for Azure AI Search', () => {
  let opened: ExampleIndex;
  let standIn: ExampleIndex['standIn'];
  let ask: ExampleIndex['ask'];
  let post: ExampleIndex['post'];
  let write: ExampleIndex['write'];
  let found: ExampleIndex['found'];
  let idsOf: ExampleIndex['idsOf'];

  before(async () => {
    opened = await openExample();
    ({ standIn, ask, post, write, found, idsOf } = opened);
    expect(opened.wrote.status).to.equal(200);
    expect(found(opened.wrote)).to.deep.equal(
      DOCUMENTS.map(({ id }) => ({ key: id, status: true, errorMessage: null, statusCode: 201 })),
    );
  });
  after(() => standIn.close());

  it('completes an index by what the example is answered', async () => {
    const { body, status } = await ask('GET', "/indexes('test-index')");
    expect(status).to.equal(200);
    expect(body['@odata.etag']).to.match(/^"0x[0-9A-F]+"$/);
    const fields = new Map((body['fields'] as Json[]).map((field) => [field['name'], field]));
    const said = (name: string) => {
      const { searchable, filterable, retrievable, stored, sortable, facetable, key } = fields.get(name) as Json;
      return { searchable, filterable, retrievable, stored, sortable, facetable, key };
    };
    const all = {
      searchable: true,
      filterable: true,
      retrievable: true,
      stored: true,
      sortable: true,
      facetable: true,
    };
    expect(said('id')).to.deep.equal({ ...all, key: true });
    expect(said('name')).to.deep.equal({ ...all, key: false });
    expect(said('price')).to.deep.equal({ ...all, searchable: false, key: false });
    expect(said('tags')).to.deep.equal({ ...all, sortable: false, key: false });
    expect(said('vector2')).to.deep.equal({ ...all, filterable: false, sortable: false, facetable: false, key: false });
  });

  it('takes new fields, refuses changed ones, and minds etags', async () => {
    const put = (body: Json, headers = {}) =>
      ask('PUT', "/indexes('test-index')", body, { prefer: 'return=representation', ...headers });
    const { body: current } = await ask('GET', "/indexes('test-index')");
    const etag = current['@odata.etag'] as string;
    const fields = current['fields'] as readonly Json[];
    const more = { ...current, fields: [...fields, { name: 'added', type: 'Edm.String' }] };
    expect((await put(more, { 'if-match': '"0xF00"' })).status).to.equal(412);
    expect((await put(more, { 'if-match': etag })).status).to.equal(200);
    expect((await put({ ...more, fields: fields.slice(1) })).status).to.equal(400);
    const changed = fields.map((field) => (field['name'] === 'price' ? { ...field, type: 'Edm.Int32' } : field));
    expect((await put({ ...more, fields: changed })).status).to.equal(400);
    expect((await ask('POST', '/indexes', DEFINITION)).status).to.equal(409);
    expect((await ask('GET', "/indexes('no-index')")).status).to.equal(404);
  });

  it('answers each document of a batch like the manual’s examples: 200 if all succeeded, 207 if not', async () => {
    const first = await write([
      { '@search.action': 'upload', id: 'u1', name: 'Fancy Stay' },
      { '@search.action': 'merge', id: '2', name: 'Roach Motel' },
      { '@search.action': 'mergeOrUpload', id: '3', name: 'Econo Motel' },
      { '@search.action': 'delete', id: 'nothing' },
    ]);
    expect(first.status).to.equal(200);
    expect(found(first).map(({ statusCode }) => statusCode)).to.deep.equal([201, 200, 200, 200]);
    const second = await write([
      { '@search.action': 'upload', id: 'u1', name: 'Fancy Stay' },
      { '@search.action': 'merge', id: 'unknown', name: 'Roach Motel' },
      { '@search.action': 'delete', id: 'u1' },
    ]);
    expect(second.status).to.equal(207);
    const failed = { key: 'unknown', status: false, errorMessage: 'Document not found.', statusCode: 404 };
    expect(found(second)[1]).to.deep.equal(failed);
    // A merge keeps fields that it does not name; an upload does not.
    const { body } = await ask('GET', `${DOCS}('2')?$select=name,description`);
    expect(body).to.deep.equal({ name: 'Roach Motel', description: 'test2 hello' });
  });

  it('looks documents up and counts them', async () => {
    const { body } = await ask('GET', `${DOCS}('1')?$select=id,description,name,category,ownerId`);
    expect(body).to.deep.equal({
      id: '1',
      name: 'test',
      description: 'test1 hello',
      category: 'purple',
      ownerId: 'sam',
    });
    const missing = await ask('GET', `${DOCS}('unknown')`);
    expect(missing).to.include({ status: 404, text: '' });
    const count = await ask('GET', `${DOCS}/$count`);
    expect(Number(count.text)).to.equal(DOCUMENTS.length);
  });

  it('ranks hybrid queries by the scores of the example: 1 / (60 + rank), as single floats', async () => {
    const published = [
      0.015625, 0.012820512987673283, 0.011627906933426857, 0.011904762126505375, 0.012345679104328156,
      0.0117647061124444, 0.01666666753590107, 0.013698630034923553, 0.013888888992369175, 0.012658228166401386,
    ];
    const scores = new Set(Array.from({ length: 50 }, (_, rank) => Math.fround(1 / (60 + rank))));
    for (const score of published) expect(scores.has(score), `${score}`).to.equal(true);
    const answer = await post({
      count: true,
      filter: "category eq 'purple' or category eq 'pink'",
      search: 'purple',
      searchFields: 'name,description,category,ownerId',
      searchMode: 'any',
      select: 'id,ownerId',
      top: 4,
      vectorQueries: [{ kind: 'vector', vector: [9, 10, 11, 12, 13], k: 3, fields: 'vector2' }],
      vectorFilterMode: 'preFilter',
    });
    expect(answer.status).to.equal(200);
    expect(answer.body['@odata.count']).to.equal(DOCUMENTS.length);
    for (const one of found(answer)) expect(one).to.have.all.keys('@search.score', 'id', 'ownerId');
    // The nearest document also contains the word.
    expect(found(answer)[0]).to.include({ id: '9' });
  });

  it('returns 1 / (2 - cosine) as the score of the k nearest', async () => {
    const vectorQueries = [{ kind: 'vector', vector: [0, 1, 2, 3, 4], k: 2, fields: 'vector2' }];
    const answer = await post({ vectorQueries, select: 'id' });
    expect(idsOf(answer)).to.deep.equal(['0', '1']);
    expect(found(answer)[0]?.['@search.score']).to.equal(1);
    const cosine = (2 + 6 + 12 + 20) / Math.sqrt(55 * 30);
    expect(found(answer)[1]?.['@search.score']).to.equal(Math.fround(1 / (2 - cosine)));
  });

  it('orders and pages, and returns how to continue if a page is incomplete', async () => {
    const orderby = 'ownerId desc,price';
    const all = idsOf(await post({ orderby, top: 1000, select: 'id' }));
    expect(all).to.deep.equal(['1', '2', '4', '5', '7', '8', '11', '3', '6', '9', '0', '10']);
    expect(idsOf(await post({ orderby, top: 3, skip: 2, select: 'id' }))).to.deep.equal(all.slice(2, 5));
    standIn.setPageLimit(5);
    const first = await post({ orderby, top: 12, select: 'id' });
    standIn.setPageLimit(1000);
    expect(idsOf(first)).to.deep.equal(all.slice(0, 5));
    expect(first.body['@odata.nextLink']).to.include('/docs/search.post.search');
    const next = first.body['@search.nextPageParameters'] as Json;
    expect(next).to.include({ skip: 5, top: 7 });
    expect(idsOf(await post(next))).to.deep.equal(all.slice(5));
  });

  it('keeps to the published limits', async () => {
    expect((await post({ top: 1001 })).status).to.equal(400);
    expect((await post({ skip: 100_001 })).status).to.equal(400);
    const many = Array.from({ length: 1001 }, (_, at) => ({ '@search.action': 'delete', id: `${at}` }));
    expect((await write(many)).status).to.equal(400);
    const large = await write([{ '@search.action': 'upload', id: 'large', name: 'x'.repeat(17 * 1024 * 1024) }]);
    expect(large.status).to.equal(413);
    const [term] = found(await write([{ '@search.action': 'upload', id: 'term', name: 'x'.repeat(32_767) }]));
    expect(term).to.include({ status: false, statusCode: 400 });
    for (const id of ['_a', 'a.b', 'a b', 'á', '']) {
      expect((await write([{ '@search.action': 'upload', id }])).status, id).to.equal(400);
    }
    expect((await write([{ '@search.action': 'upload', id: 'a', unknown: 1 }])).status).to.equal(400);
    const [vector] = found(await write([{ '@search.action': 'upload', id: 'v', vector2: [1, 2] }]));
    expect(vector).to.include({ status: false, statusCode: 400 });
  });

  it('refuses who has no key, and versions that it does not speak', async () => {
    expect((await ask('GET', `${DOCS}/$count`, undefined, { 'api-key': 'wrong' })).status).to.equal(403);
    const url = `${standIn.endpoint}${DOCS}/$count?api-version=2010-01-01`;
    expect((await fetch(url, { headers: { 'api-key': standIn.key } })).status).to.equal(400);
  });
});
