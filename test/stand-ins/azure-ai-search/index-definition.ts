/** Definitions of indexes: what is valid, which defaults the service adds, and which changes it allows. */
import { ServiceError } from './service-error.ts';

export type Field = {
  readonly name: string;
  readonly type: string;
  readonly key?: boolean;
  readonly searchable?: boolean;
  readonly filterable?: boolean;
  readonly sortable?: boolean;
  readonly facetable?: boolean;
  readonly retrievable?: boolean;
  readonly stored?: boolean;
  readonly analyzer?: string | null;
  readonly dimensions?: number | null;
  readonly vectorSearchProfile?: string | null;
  readonly fields?: readonly Field[];
  readonly synonymMaps?: readonly string[];
};

export type Definition = {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly vectorSearch?: {
    readonly algorithms?: readonly { readonly name: string; readonly kind: string }[];
    readonly profiles?: readonly { readonly name: string; readonly algorithm: string }[];
  } | null;
  readonly [more: string]: unknown;
};

const TYPES = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTimeOffset',
  'Edm.ComplexType',
  'Collection(Edm.String)',
  'Collection(Edm.Int32)',
  'Collection(Edm.Int64)',
  'Collection(Edm.Double)',
  'Collection(Edm.Boolean)',
  'Collection(Edm.DateTimeOffset)',
  'Collection(Edm.ComplexType)',
  'Collection(Edm.Single)',
];
const MOST_DIMENSIONS = 4096;

function refuse(why: string): never {
  throw new ServiceError(400, 'InvalidRequestParameter', `The request is invalid. Details: ${why}`);
}

export const isVector = ({ type }: Field): boolean => type === 'Collection(Edm.Single)';
const isComplex = ({ type }: Field): boolean => type.includes('Edm.ComplexType');

/** Returns the definition with the service's defaults. Throws if the service would refuse it. */
export function completed(definition: Definition): Definition {
  if (!/^[a-z0-9]([a-z0-9-]{0,126}[a-z0-9])?$/.test(definition.name) || definition.name.includes('--')) {
    refuse(`Index name '${definition.name}' is not allowed`);
  }
  const keys = definition.fields.filter(({ key }) => key === true);
  if (keys.length !== 1 || keys[0]?.type !== 'Edm.String') refuse('an index has one key, of type Edm.String');
  const names = definition.fields.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) refuse('two fields of one name');
  return { ...definition, fields: definition.fields.map((field) => completedField(field, definition)) };
}

function completedField(field: Field, definition: Definition): Field {
  const { name, type } = field;
  if (!TYPES.includes(type)) refuse(`unknown type ${type} of field ${name}`);
  if (!/^[a-zA-Z][a-zA-Z0-9_]{0,127}$/.test(name) || name.startsWith('azureSearch')) refuse(`field name ${name}`);
  if (isComplex(field)) {
    if (field.fields === undefined || field.fields.length === 0) refuse(`complex field ${name} without fields`);
    for (const flag of ['searchable', 'filterable', 'sortable', 'facetable', 'retrievable'] as const) {
      if ((field[flag] ?? undefined) !== undefined) refuse(`complex field ${name} must not say ${flag}`);
    }
    return { name, type, fields: field.fields.map((inner) => completedField(inner, definition)) };
  }
  const isText = type.includes('Edm.String');
  const isList = type.startsWith('Collection');
  const vector = isVector(field);
  if (field.searchable === true && !isText && !vector) refuse(`field ${name} of type ${type} is not searchable`);
  if (field.sortable === true && isList) refuse(`collection ${name} is not sortable`);
  if (vector) checkVector(field, definition);
  if (field.stored === false && (!vector || field.retrievable === true)) refuse(`field ${name} must be stored`);
  return {
    ...field,
    key: field.key ?? false,
    searchable: field.searchable ?? (isText || vector),
    filterable: field.filterable ?? !vector,
    retrievable: field.retrievable ?? true,
    stored: field.stored ?? true,
    sortable: field.sortable ?? (!isList && !vector),
    facetable: field.facetable ?? !vector,
    analyzer: field.analyzer ?? null,
    synonymMaps: [],
  };
}

function checkVector(
  { name, dimensions, vectorSearchProfile, filterable, sortable }: Field,
  { vectorSearch }: Definition,
) {
  const profile = vectorSearch?.profiles?.find((one) => one.name === vectorSearchProfile);
  if (profile === undefined) refuse(`vector field ${name} names no profile of the index`);
  const algorithm = vectorSearch?.algorithms?.find((one) => one.name === profile.algorithm);
  if (algorithm === undefined || !['hnsw', 'exhaustiveKnn'].includes(algorithm.kind)) refuse('no such algorithm');
  if ((dimensions ?? 0) < 2 || (dimensions ?? 0) > MOST_DIMENSIONS) refuse(`dimensions of ${name}`);
  if (filterable === true || sortable === true) refuse(`vector field ${name} is neither filterable nor sortable`);
}

/** Fields may be added, but not removed or changed. */
export function updated(from: Definition, to: Definition): Definition {
  const next = completed(to);
  for (const field of from.fields) {
    const same = next.fields.find(({ name }) => name === field.name);
    if (same === undefined) refuse(`Existing field '${field.name}' cannot be deleted`);
    if (JSON.stringify(sorted(same)) !== JSON.stringify(sorted(field))) {
      refuse(`Existing field '${field.name}' cannot be changed`);
    }
  }
  return next;
}

function sorted(field: Field): object {
  const entries = Object.entries(field).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, name === 'fields' ? (value as Field[]).map(sorted) : value]),
  );
}
