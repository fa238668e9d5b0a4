/**
 * The bodies of requests and answers, as the service's published specification has them: a reduced copy of the schemas in
 * https://github.com/Azure/azure-rest-api-specs, specification/search/data-plane/Azure.Search/stable/2025-09-01, without
 * descriptions and without what is not spoken here.
 *
 * The MIT License (MIT). Copyright (c) 2015 Microsoft Corporation. Permission is hereby granted, free of charge, to any person
 * obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without
 * restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
 * OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
 * CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
import { Ajv } from 'ajv';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const whole = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 };
const nullable = (schema: { readonly type: string }) => ({ ...schema, type: [schema.type, 'null'] });

const dataType = {
  enum: [
    'Edm.String',
    'Edm.Int32',
    'Edm.Int64',
    'Edm.Double',
    'Edm.Boolean',
    'Edm.DateTimeOffset',
    'Edm.GeographyPoint',
    'Edm.ComplexType',
    'Edm.Single',
    'Edm.Half',
    'Edm.Int16',
    'Edm.SByte',
    'Edm.Byte',
    ...['String', 'Int32', 'Int64', 'Double', 'Boolean', 'DateTimeOffset', 'ComplexType', 'Single'].map(
      (inner) => `Collection(Edm.${inner})`,
    ),
  ],
};

const field = {
  $id: 'SearchField',
  type: 'object',
  required: ['name', 'type'],
  additionalProperties: false,
  properties: {
    name: text,
    type: dataType,
    key: flag,
    retrievable: flag,
    stored: flag,
    searchable: flag,
    filterable: flag,
    sortable: flag,
    facetable: flag,
    analyzer: nullable(text),
    searchAnalyzer: nullable(text),
    indexAnalyzer: nullable(text),
    normalizer: nullable(text),
    dimensions: { type: ['integer', 'null'], minimum: 2, maximum: 4096 },
    vectorSearchProfile: nullable(text),
    vectorEncoding: nullable(text),
    synonymMaps: { type: 'array', items: text },
    fields: { type: 'array', items: { $ref: 'SearchField' } },
  },
};

const metric = { enum: ['cosine', 'euclidean', 'dotProduct', 'hamming', null] };

const index = {
  $id: 'SearchIndex',
  type: 'object',
  required: ['name', 'fields'],
  additionalProperties: false,
  properties: {
    name: text,
    description: nullable(text),
    fields: { type: 'array', items: { $ref: 'SearchField' } },
    vectorSearch: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: {
        algorithms: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'kind'],
            additionalProperties: false,
            properties: {
              name: text,
              kind: { enum: ['hnsw', 'exhaustiveKnn'] },
              hnswParameters: {
                type: ['object', 'null'],
                additionalProperties: false,
                properties: {
                  m: { type: ['integer', 'null'], minimum: 4, maximum: 10 },
                  efConstruction: { type: ['integer', 'null'], minimum: 100, maximum: 1000 },
                  efSearch: { type: ['integer', 'null'], minimum: 100, maximum: 1000 },
                  metric,
                },
              },
              exhaustiveKnnParameters: {
                type: ['object', 'null'],
                additionalProperties: false,
                properties: { metric },
              },
            },
          },
        },
        profiles: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'algorithm'],
            additionalProperties: false,
            properties: { name: text, algorithm: text, vectorizer: text, compression: text },
          },
        },
        vectorizers: { type: 'array' },
        compressions: { type: 'array' },
      },
    },
    ...Object.fromEntries(
      ['scoringProfiles', 'suggesters', 'analyzers', 'tokenizers', 'tokenFilters', 'charFilters', 'normalizers'].map(
        (name) => [name, { type: 'array' }],
      ),
    ),
    defaultScoringProfile: nullable(text),
    corsOptions: { type: ['object', 'null'] },
    encryptionKey: { type: ['object', 'null'] },
    similarity: { type: ['object', 'null'] },
    semantic: { type: ['object', 'null'] },
    '@odata.etag': text,
    '@odata.context': text,
  },
};

const searchRequest = {
  $id: 'SearchRequest',
  type: 'object',
  additionalProperties: false,
  properties: {
    count: flag,
    facets: { type: 'array', items: text },
    filter: nullable(text),
    highlight: text,
    highlightPostTag: text,
    highlightPreTag: text,
    minimumCoverage: { type: 'number' },
    orderby: nullable(text),
    queryType: { enum: ['simple', 'full', 'semantic'] },
    scoringStatistics: { enum: ['local', 'global'] },
    sessionId: text,
    scoringParameters: { type: 'array', items: text },
    scoringProfile: text,
    debug: text,
    search: nullable(text),
    searchFields: nullable(text),
    searchMode: { enum: ['any', 'all'] },
    select: nullable(text),
    skip: whole,
    top: whole,
    semanticConfiguration: text,
    semanticErrorHandling: { enum: ['partial', 'fail'] },
    semanticMaxWaitInMilliseconds: { ...whole, minimum: 700 },
    semanticQuery: text,
    answers: text,
    captions: text,
    vectorQueries: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind'],
        additionalProperties: false,
        properties: {
          kind: { enum: ['vector', 'text'] },
          k: whole,
          fields: text,
          exhaustive: flag,
          oversampling: { type: 'number' },
          weight: { type: 'number' },
          vector: { type: 'array', items: { type: 'number' } },
          text,
        },
      },
    },
    vectorFilterMode: { enum: ['postFilter', 'preFilter'] },
  },
};

const searchResult = {
  $id: 'SearchDocumentsResult',
  type: 'object',
  required: ['value'],
  additionalProperties: false,
  properties: {
    '@odata.context': text,
    '@odata.count': { type: 'integer' },
    '@odata.nextLink': text,
    '@search.coverage': { type: 'number' },
    '@search.facets': { type: 'object' },
    '@search.nextPageParameters': { $ref: 'SearchRequest' },
    value: {
      type: 'array',
      items: {
        type: 'object',
        required: ['@search.score'],
        properties: { '@search.score': { type: 'number' } },
      },
    },
  },
};

const indexBatch = {
  $id: 'IndexBatch',
  type: 'object',
  required: ['value'],
  additionalProperties: false,
  properties: {
    value: {
      type: 'array',
      items: {
        type: 'object',
        properties: { '@search.action': { enum: ['upload', 'merge', 'mergeOrUpload', 'delete'] } },
      },
    },
  },
};

const indexResult = {
  $id: 'IndexDocumentsResult',
  type: 'object',
  required: ['value'],
  additionalProperties: false,
  properties: {
    '@odata.context': text,
    value: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'status', 'statusCode'],
        additionalProperties: false,
        properties: { key: text, errorMessage: nullable(text), status: flag, statusCode: whole },
      },
    },
  },
};

const errorResponse = {
  $id: 'ErrorResponse',
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: text, message: text, target: text, details: { type: 'array' } },
    },
  },
};

const SCHEMAS = [field, index, searchRequest, searchResult, indexBatch, indexResult, errorResponse] as const;
export type BodyName = (typeof SCHEMAS)[number]['$id'];

const ajv = new Ajv({ schemas: [...SCHEMAS], allowUnionTypes: true, allErrors: true });

/** Returns what in a body the specification does not allow; undefined if the body conforms. */
export function contractFault(name: BodyName, body: unknown): string | undefined {
  return ajv.validate(name, body) ? undefined : `${name}: ${ajv.errorsText(ajv.errors)}`;
}
