/** Describes the contract in OpenAPI 3.1, from its descriptors: each rpc as Connect takes it in JSON. */
import { type DescField, type DescMessage, type DescMethod, ScalarType } from '@bufbuild/protobuf';
import { callNamed } from '../methods/calls.ts';
import type { Contract } from './contract.ts';

type Json = Readonly<Record<string, unknown>>;

const NUMBER = { oneOf: [{ type: 'number' }, { type: 'string', enum: ['NaN', 'Infinity', '-Infinity'] }] };
const INT32 = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 };
const UINT32 = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
/** Is written as a text, since JavaScript's numbers are too small for it; it may also be read as a number. */
const INT64 = { type: ['string', 'integer'], pattern: '^-?[0-9]+$' };
const UINT64 = { type: ['string', 'integer'], pattern: '^[0-9]+$' };

const SCALARS: Readonly<Record<ScalarType, Json>> = {
  [ScalarType.DOUBLE]: NUMBER,
  [ScalarType.FLOAT]: NUMBER,
  [ScalarType.INT64]: INT64,
  [ScalarType.UINT64]: UINT64,
  [ScalarType.INT32]: INT32,
  [ScalarType.FIXED64]: UINT64,
  [ScalarType.FIXED32]: UINT32,
  [ScalarType.BOOL]: { type: 'boolean' },
  [ScalarType.STRING]: { type: 'string' },
  [ScalarType.BYTES]: { type: 'string', contentEncoding: 'base64' },
  [ScalarType.UINT32]: UINT32,
  [ScalarType.SFIXED32]: INT32,
  [ScalarType.SFIXED64]: INT64,
  [ScalarType.SINT32]: INT32,
  [ScalarType.SINT64]: INT64,
};

/** Messages that have a JSON form of their own. */
const WELL_KNOWN: Readonly<Record<string, Json>> = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]{1,9})?s$' },
  'google.protobuf.FieldMask': { type: 'string' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Value': {},
  'google.protobuf.ListValue': { type: 'array' },
  'google.protobuf.Any': { type: 'object' },
};

const ERROR: Json = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The canonical code of gRPC, in lower case.' },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: {
            type: 'string',
            description: 'google.rpc.ErrorInfo, BadRequest, QuotaFailure, RetryInfo and others.',
          },
          value: { type: 'string', contentEncoding: 'base64' },
        },
        required: ['type', 'value'],
      },
    },
  },
  required: ['code'],
};

export function openApi({ services }: Contract, version: string): Json {
  const schemas = new Map<string, Json>();
  const paths = Object.fromEntries(
    services.flatMap((service) =>
      service.methods.map((method) => [`/${service.typeName}/${method.name}`, pathOf(method, schemas)]),
    ),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Recorda', version, description: 'Connect over HTTP; see the protos of recorda.v1 for each field.' },
    paths,
    components: {
      schemas: { ...Object.fromEntries(schemas), 'connect.error': ERROR },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
    security: [{}, { key: [] }],
  };
}

function pathOf(method: DescMethod, schemas: Map<string, Json>): Json {
  const isStream = method.methodKind === 'server_streaming';
  const mediaType = isStream ? 'application/connect+json' : 'application/json';
  const content = (message: DescMessage): Json => ({ [mediaType]: { schema: refOf(message, schemas) } });
  const answers = {
    '200': {
      description: isStream ? 'Enveloped messages, one after another' : 'The answer',
      content: content(method.output),
    },
    default: {
      description: 'An error, with its details',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/connect.error' } } },
    },
  };
  const { parent, name } = method;
  const common = { operationId: `${parent.name}.${name}`, tags: [parent.name], responses: answers };
  const post = { ...common, requestBody: { required: true, content: content(method.input) } };
  if (isStream || callNamed(`${parent.typeName}/${name}`)?.isSafeToRepeat !== true) return { post };
  const message = { name: 'message', in: 'query', required: true, content: content(method.input) };
  const encoding = { name: 'encoding', in: 'query', required: true, schema: { const: 'json' } };
  return { post, get: { ...common, operationId: `${common.operationId}.get`, parameters: [encoding, message] } };
}

function refOf(message: DescMessage, schemas: Map<string, Json>): Json {
  const known = WELL_KNOWN[message.typeName];
  if (known !== undefined) return known;
  if (!schemas.has(message.typeName)) {
    // The schema is entered before its fields, since they may refer back to it.
    schemas.set(message.typeName, {});
    const names = (field: DescField): readonly string[] =>
      field.name === field.jsonName ? [field.jsonName] : [field.jsonName, field.name];
    const properties = message.fields.flatMap((field) => names(field).map((name) => [name, fieldOf(field, schemas)]));
    // Both spellings are accepted; answers have that of JSON.
    schemas.set(message.typeName, {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: false,
    });
  }
  return { $ref: `#/components/schemas/${message.typeName}` };
}

function fieldOf(field: DescField, schemas: Map<string, Json>): Json {
  switch (field.fieldKind) {
    case 'scalar':
      return SCALARS[field.scalar];
    case 'enum':
      return { oneOf: [{ type: 'string', enum: field.enum.values.map(({ name }) => name) }, INT32] };
    case 'message':
      return refOf(field.message, schemas);
    case 'list':
      return { type: 'array', items: partOf(field, schemas) };
    case 'map':
      return { type: 'object', additionalProperties: partOf(field, schemas) };
  }
}

function partOf(field: DescField & { fieldKind: 'list' | 'map' }, schemas: Map<string, Json>): Json {
  const kind = field.fieldKind === 'list' ? field.listKind : field.mapKind;
  if (kind === 'scalar') return SCALARS[field.scalar!];
  if (kind === 'message') return refOf(field.message!, schemas);
  return { oneOf: [{ type: 'string', enum: field.enum!.values.map(({ name }) => name) }, INT32] };
}
