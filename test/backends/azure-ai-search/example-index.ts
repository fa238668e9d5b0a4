/** An index modelled on the specification's examples, in a stand-in of the service, and raw requests to it. */
import { expect } from 'chai';
import { startSearchStandIn, type SearchStandIn } from '../../stand-ins/azure-ai-search/serve-search.ts';

export type Json = Record<string, unknown>;
type Answer = { readonly status: number; readonly text: string; readonly body: Json };

const VERSION = '2025-09-01';
export const DOCS = "/indexes('test-index')/docs";

const text = { retrievable: true, searchable: true, filterable: true, sortable: true, facetable: true };
export const DEFINITION = {
  name: 'test-index',
  fields: [
    { name: 'id', type: 'Edm.String', key: true, sortable: true },
    {
      name: 'vector2',
      type: 'Collection(Edm.Single)',
      searchable: true,
      dimensions: 5,
      vectorSearchProfile: 'config1',
    },
    { name: 'name', type: 'Edm.String', ...text, analyzer: 'standard.lucene' },
    { name: 'description', type: 'Edm.String', ...text, analyzer: 'standard.lucene' },
    { name: 'category', type: 'Edm.String', ...text },
    { name: 'ownerId', type: 'Edm.String', ...text },
    { name: 'price', type: 'Edm.Double', retrievable: true, filterable: true, sortable: true, facetable: true },
    { name: 'tags', type: 'Collection(Edm.String)', filterable: true, sortable: false },
    { name: 'Rating', type: 'Edm.Int32', filterable: true },
    { name: 'ParkingIncluded', type: 'Edm.Boolean' },
    { name: 'LastRenovationDate', type: 'Edm.DateTimeOffset', filterable: true, sortable: true },
    {
      name: 'Rooms',
      type: 'Collection(Edm.ComplexType)',
      fields: [
        { name: 'Type', type: 'Edm.String' },
        { name: 'BaseRate', type: 'Edm.Double' },
      ],
    },
  ],
  vectorSearch: {
    algorithms: [
      { name: 'cosine', kind: 'hnsw', hnswParameters: { metric: 'cosine' } },
      { name: 'all', kind: 'exhaustiveKnn', exhaustiveKnnParameters: { metric: 'cosine' } },
    ],
    profiles: [
      { name: 'config1', algorithm: 'cosine' },
      { name: 'config2', algorithm: 'all' },
    ],
  },
};

const OWNERS = ['benny', 'sam', 'sam', 'ryan', 'sam', 'sam', 'ryan', 'sam', 'sam', 'ryan', 'benny', 'sam'];
export const DOCUMENTS = OWNERS.map((ownerId, at) => ({
  id: `${at}`,
  name: 'test',
  description: `test${at} hello`,
  vector2: [0, 1, 2, 3, 4].map((more) => at + more),
  ownerId,
  category: 'purple',
  price: at,
}));

export type ExampleIndex = Awaited<ReturnType<typeof openExample>>;

export async function openExample() {
  const standIn: SearchStandIn = await startSearchStandIn();

  async function ask(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<Answer> {
    const url = `${standIn.endpoint}${path}${path.includes('?') ? '&' : '?'}api-version=${VERSION}`;
    const response = await fetch(url, {
      method,
      headers: { 'api-key': standIn.key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = await response.text();
    return {
      status: response.status,
      text: answered,
      body: answered.startsWith('{') ? (JSON.parse(answered) as Json) : {},
    };
  }

  const post = (body: Json): Promise<Answer> => ask('POST', `${DOCS}/search.post.search`, body);
  const write = (value: readonly Json[]): Promise<Answer> => ask('POST', `${DOCS}/search.index`, { value });
  const found = ({ body }: Answer): readonly Json[] => body['value'] as readonly Json[];
  const idsOf = (answer: Answer): readonly unknown[] => found(answer).map(({ id }) => id);

  const created = await ask('POST', '/indexes', DEFINITION);
  expect(created.status).to.equal(201);
  const wrote = await write(DOCUMENTS.map((document) => ({ '@search.action': 'mergeOrUpload', ...document })));
  return { standIn, ask, post, write, found, idsOf, wrote };
}
