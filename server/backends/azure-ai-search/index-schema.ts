/** The fields of the index, and how nearest vectors are found in it. */
import type { SearchField, SearchIndex, VectorSearch } from '@azure/search-documents';
import { AZURE_SEARCH } from '../../policy/backends.ts';

/** The ways to find vectors: by a graph, fast and nearly exact, or by comparing all that pass the filter. */
export const VECTOR_PROFILES = ['hnsw', 'exhaustive'] as const;
export type VectorProfile = (typeof VECTOR_PROFILES)[number];

const KEPT = { searchable: false, filterable: false, sortable: false, facetable: false } as const;
const FILTERED = { ...KEPT, filterable: true } as const;
const ORDERED = { ...FILTERED, sortable: true } as const;

const filtered = (...names: readonly string[]): SearchField[] =>
  names.map((name) => ({ name, type: 'Edm.String', ...FILTERED }));

const times = (...names: readonly string[]): SearchField[] =>
  names.map((name) => ({ name, type: 'Edm.DateTimeOffset', ...FILTERED }));

const FIELDS: readonly SearchField[] = [
  { name: 'key', type: 'Edm.String', key: true, ...FILTERED },
  // The owner, and fields for filters.
  ...filtered('owner', 'namespace', 'id', 'agentId', 'sessionId', 'taskId', 'source', 'speaker'),
  ...times('updateTime', 'eventTime', 'expireTime'),
  { name: 'turn', type: 'Edm.Double', ...FILTERED },
  { name: 'importance', type: 'Edm.Double', ...FILTERED },
  { name: 'sizeBytes', type: 'Edm.Int64', ...FILTERED },
  { name: 'facts', type: 'Collection(Edm.String)', ...FILTERED },
  {
    name: 'numbers',
    type: 'Collection(Edm.ComplexType)',
    fields: [
      { name: 'path', type: 'Edm.String', ...FILTERED },
      { name: 'value', type: 'Edm.Double', ...FILTERED },
    ],
  },
  { name: 'isPartial', type: 'Edm.Boolean', ...FILTERED },
  // The fields by which lists are ordered.
  { name: 'createTime', type: 'Edm.DateTimeOffset', ...ORDERED },
  ...['idHead', 'idMiddle', 'idTail'].map((name): SearchField => ({ name, type: 'Edm.Int64', ...ORDERED })),
  // The stems of the text's words, matched as they are: Recorda reads both languages better than one analyzer would.
  { name: 'words', type: 'Edm.String', ...KEPT, searchable: true, analyzerName: 'whitespace', hidden: true },
  // The memory as it is served.
  { name: 'memory', type: 'Edm.String', ...KEPT },
  { name: 'revision', type: 'Edm.Int64', ...FILTERED },
  { name: 'embedder', type: 'Edm.String', ...FILTERED },
  { name: 'embedding', type: 'Edm.String', ...KEPT },
];

/** The fields from which a document is restored. */
export const WHOLE = ['memory', 'revision', 'embedder', 'embedding'] as const;

const VECTOR_SEARCH: VectorSearch = {
  algorithms: [
    { name: 'hnsw', kind: 'hnsw', parameters: { metric: 'cosine', ...AZURE_SEARCH.hnsw } },
    { name: 'exhaustive', kind: 'exhaustiveKnn', parameters: { metric: 'cosine' } },
  ],
  profiles: VECTOR_PROFILES.map((name) => ({ name, algorithmConfigurationName: name })),
};

export function newIndex(name: string): SearchIndex {
  return { name, fields: [...FIELDS], vectorSearch: VECTOR_SEARCH };
}

/** Returns the field for the vectors of one embedder. They are not retrieved: `embedding` has them exactly, and smaller. */
export function vectorColumn(name: string, dimensions: number, profile: VectorProfile): SearchField {
  return {
    name,
    type: 'Collection(Edm.Single)',
    searchable: true,
    hidden: true,
    stored: false,
    vectorSearchDimensions: dimensions,
    vectorSearchProfileName: profile,
  };
}

/** Returns the fields that an existing index lacks; throws if it has a field of the same name and another type, and so is not Recorda's. */
export function lackingFields({ name: index, fields }: Pick<SearchIndex, 'name' | 'fields'>, wanted = FIELDS) {
  const known = new Map(fields.map((field) => [field.name, field.type]));
  for (const { name, type } of wanted) {
    const found = known.get(name) ?? type;
    if (found === type) continue;
    throw new Error(
      `The index ${index} was not created by Recorda: its field ${name} is ${found}, not ${type}. Name another index.`,
    );
  }
  return wanted.filter(({ name }) => !known.has(name));
}
