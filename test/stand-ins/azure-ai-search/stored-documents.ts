/** The documents of one index: what was accepted, and what searches show, which may lag behind. */
import { isVector, type Definition, type Field } from './index-definition.ts';
import type { StoredDocument } from './filter-documents.ts';
import { ServiceError } from './service-error.ts';

export type IndexAction = Readonly<Record<string, unknown>>;
export type IndexingResult = {
  readonly key: string;
  readonly status: boolean;
  readonly errorMessage: string | null;
  readonly statusCode: number;
};

export type StoredDocuments = ReturnType<typeof storedDocuments>;

const KEY = /^[A-Za-z0-9_\-=]{1,1024}$/;
const LONGEST_TERM = 32_766;

/** `lagMs` is the time from accepting a change until it is visible, measured by `now`. */
export function storedDocuments(definition: () => Definition, lagMs: () => number, now: () => number) {
  const accepted = new Map<string, StoredDocument>();
  const shown = new Map<string, StoredDocument>();
  const coming: { readonly atMs: number; readonly key: string; readonly document: StoredDocument | undefined }[] = [];

  function settle(): void {
    while ((coming[0]?.atMs ?? Infinity) <= now()) {
      const { key, document } = coming.shift()!;
      if (document === undefined) shown.delete(key);
      else shown.set(key, document);
    }
  }

  function change(key: string, document: StoredDocument | undefined): void {
    if (document === undefined) accepted.delete(key);
    else accepted.set(key, document);
    coming.push({ atMs: now() + lagMs(), key, document });
    coming.sort((one, other) => one.atMs - other.atMs);
    settle();
  }

  function apply(action: IndexAction): IndexingResult {
    const { '@search.action': called = 'upload', ...fields } = action;
    const keyField = definition().fields.find(({ key }) => key)!.name;
    const key = fields[keyField];
    if (typeof key !== 'string' || key === '') throw new ServiceError(400, 'MissingKey', 'A document has no key');
    if (!KEY.test(key) || key.startsWith('_')) {
      throw new ServiceError(400, 'InvalidDocumentKey', `Invalid document key: '${key}'`);
    }
    const known = accepted.get(key);
    if (called === 'delete') {
      change(key, undefined);
      return ok(key, 200);
    }
    const isMerge = known !== undefined && (called === 'merge' || called === 'mergeOrUpload');
    if (called === 'merge' && known === undefined) return failed(key, 404, 'Document not found.');
    const fault = faultOf(fields, definition().fields);
    if (fault !== undefined) return failed(key, 400, fault);
    const stored = Object.fromEntries(
      definition().fields.map(({ name, type }) => {
        if (isMerge && fields[name] === undefined) return [name, known[name]];
        return [name, storedValue(fields[name], type)];
      }),
    );
    change(key, stored);
    return ok(key, known === undefined ? 201 : 200);
  }

  return {
    apply,
    /** Throws if the action is not a document of this index at all; the whole batch is refused then. */
    checkKnown(action: IndexAction): void {
      const names = new Set(['@search.action', ...definition().fields.map(({ name }) => name)]);
      const unknown = Object.keys(action).find((name) => !names.has(name));
      if (unknown === undefined) return;
      const why = `The property '${unknown}' does not exist on type 'search.documentFields'`;
      throw new ServiceError(400, 'InvalidRequestParameter', `The request is invalid. Details: ${why}`);
    },
    get(key: string): StoredDocument | undefined {
      settle();
      return shown.get(key);
    },
    all(): readonly StoredDocument[] {
      settle();
      return [...shown.values()];
    },
  };
}

function ok(key: string, statusCode: number): IndexingResult {
  return { key, status: true, errorMessage: null, statusCode };
}

function failed(key: string, statusCode: number, errorMessage: string): IndexingResult {
  return { key, status: false, errorMessage, statusCode };
}

const isInteger = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  'Edm.String': (value) => typeof value === 'string',
  'Edm.Boolean': (value) => typeof value === 'boolean',
  'Edm.Double': (value) => typeof value === 'number' || ['NaN', 'INF', '-INF'].includes(value as string),
  'Edm.Single': (value) => typeof value === 'number',
  'Edm.Int32': (value) => isInteger(value, -(2 ** 31), 2 ** 31 - 1),
  'Edm.Int64': (value) => isInteger(value, -(2 ** 63), 2 ** 63 - 1),
  'Edm.DateTimeOffset': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** Returns what is wrong with a document, or undefined. */
function faultOf(values: Readonly<Record<string, unknown>>, fields: readonly Field[]): string | undefined {
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || value === null) continue;
    const fault = fieldFault(value, field);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function fieldFault(value: unknown, field: Field): string | undefined {
  const { name, type } = field;
  const inner = /^Collection\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) {
    if (!Array.isArray(value)) return `'${name}' is not a list`;
    if (isVector(field) && value.length !== field.dimensions) return `'${name}' has not ${field.dimensions} dimensions`;
    for (const element of value as unknown[]) {
      const fault = element === null ? `'${name}' holds null` : fieldFault(element, { ...field, type: inner });
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  if (type === 'Edm.ComplexType') return faultOf(value as Readonly<Record<string, unknown>>, field.fields ?? []);
  if (FITS[type]?.(value) !== true) return `Cannot convert the value of '${name}' to the type '${type}'`;
  const isTerm = field.filterable === true || field.sortable === true || field.facetable === true;
  if (isTerm && typeof value === 'string' && Buffer.byteLength(value) > LONGEST_TERM) return `'${name}' is too long`;
  return undefined;
}

function storedValue(value: unknown, type: string): unknown {
  if (value === undefined || value === null) return type.startsWith('Collection') ? [] : null;
  if (type === 'Edm.DateTimeOffset') return new Date(value as string);
  // Vectors have single precision.
  if (type === 'Collection(Edm.Single)') return Float32Array.from(value as number[]);
  return value;
}
