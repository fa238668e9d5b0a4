/** The fields of the index, and how near vectors are found in it. */
import type { SearchField, SearchIndex, VectorSearch } from '@azure/search-documents';
import { AZURE_SEARCH } from '../../policy/backends.ts';

/** How vectors are found: by a graph, fast and nearly exact, or by comparing all that pass the filter. */
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
  // Whose it is, and what filters ask for.
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
  // What lists are ordered by.
  { name: 'createTime', type: 'Edm.DateTimeOffset', ...ORDERED },
  ...['idHead', 'idMiddle', 'idTail'].map((name): SearchField => ({ name, type: 'Edm.Int64', ...ORDERED })),
  // The stems of the text's words, found as they are: Recorda reads both languages better than one analyzer would.
  { name: 'words', type: 'Edm.String', ...KEPT, searchable: true, analyzerName: 'whitespace', hidden: true },
  // What it is, as it is served.
  { name: 'memory', type: 'Edm.String', ...KEPT },
  { name: 'revision', type: 'Edm.Int64', ...FILTERED },
  { name: 'embedder', type: 'Edm.String', ...FILTERED },
  { name: 'embedding', type: 'Edm.String', ...KEPT },
];

/** What a document is made whole of. */
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

/** The field for the vectors of one embedder. They are not given back: `embedding` has them exactly, and smaller. */
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

/** What an index that is there lacks, to be added; throws where it is another's, which has a field of this name and another kind. */
export function lackingFields({ name: index, fields }: Pick<SearchIndex, 'name' | 'fields'>, wanted = FIELDS) {
  const known = new Map(fields.map((field) => [field.name, field.type]));
  for (const { name, type } of wanted) {
    const found = known.get(name) ?? type;
    if (found === type) continue;
    throw new Error(
      `The index ${index} is not one of Recorda: its field ${name} is ${found}, not ${type}. Name another.`,
    );
  }
  return wanted.filter(({ name }) => !known.has(name));
}
