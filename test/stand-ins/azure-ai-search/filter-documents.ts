/** Checks a filter against an index, by the service's rules, and applies it to documents. */
import type { Definition, Field } from './index-definition.ts';
import { isVector } from './index-definition.ts';
import { invalid, parseFilter, type Constant, type Expression, type Operator, type Path } from './odata-syntax.ts';

export type StoredDocument = Readonly<Record<string, unknown>>;
type Predicate = (document: StoredDocument) => boolean;

type Range = { readonly variable: string; readonly field: Field };

/** Throws if the service would answer 400. */
export function compileODataFilter(filter: string, definition: Definition): Predicate {
  return compile(parseFilter(filter), definition.fields, undefined);
}

function compile(expression: Expression, fields: readonly Field[], range: Range | undefined): Predicate {
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'not': {
      const inner = compile(expression.inner, fields, range);
      return (document) => !inner(document);
    }
    case 'and':
    case 'or': {
      const [left, right] = [compile(expression.left, fields, range), compile(expression.right, fields, range)];
      return expression.kind === 'and'
        ? (document) => left(document) && right(document)
        : (document) => left(document) || right(document);
    }
    case 'flag': {
      if (fieldAt(expression.path, fields, range).type !== 'Edm.Boolean') throw invalid('not a Boolean field');
      return (document) => valueAt(document, expression.path, range) === true;
    }
    case 'compare': {
      const { path, operator, constant } = expression;
      checkComparable(fieldAt(path, fields, range), operator, constant);
      return (document) => compares(valueAt(document, path, range), operator, constant);
    }
    case 'in': {
      if (elementType(fieldAt(expression.path, fields, range)) !== 'Edm.String') throw invalid('search.in is of texts');
      const values = new Set(expression.values);
      return (document) => values.has(valueAt(document, expression.path, range) as string);
    }
    case 'some': {
      fieldAt(expression.path, fields, range);
      return (document) => listAt(document, expression.path, range).length > 0;
    }
    case 'any':
    case 'all':
      return quantified(expression, fields, range);
  }
}

function quantified(
  { kind, path, variable, inner }: Extract<Expression, { kind: 'any' | 'all' }>,
  fields: readonly Field[],
  outer: Range | undefined,
): Predicate {
  const field = fieldAt(path, fields, outer);
  if (!field.type.startsWith('Collection')) throw invalid(`${field.name} is not a collection`);
  const range: Range = { variable, field };
  if (field.type === 'Collection(Edm.String)') checkTextLambda(inner, kind);
  // The service has special rules for these.
  else if (field.fields === undefined) throw invalid(`the stand-in does not offer lambdas over ${field.type}`);
  const accepts = compile(inner, field.fields ?? [], range);
  const bound = (element: unknown): StoredDocument => ({ [variable]: element });
  return kind === 'any'
    ? (document) => listAt(document, path, outer).some((element) => accepts(bound(element)))
    : (document) => listAt(document, path, outer).every((element) => accepts(bound(element)));
}

/** Lambdas over texts may be equalities joined by `or` in any, and inequalities joined by `and` in all. */
function checkTextLambda(inner: Expression, kind: 'any' | 'all'): void {
  const refuse = (): never => {
    throw invalid('Invalid lambda expression over a field of type Collection(Edm.String)');
  };
  const [joined, operator] = kind === 'any' ? (['or', 'eq'] as const) : (['and', 'ne'] as const);
  if (inner.kind === joined) {
    checkTextLambda(inner.left, kind);
    checkTextLambda(inner.right, kind);
  } else if (inner.kind === 'not' && kind === 'all') {
    const { inner: within } = inner;
    if (!(within.kind === 'in' || (within.kind === 'compare' && within.operator === 'eq'))) refuse();
  } else if (inner.kind === 'compare') {
    if (inner.operator !== operator) refuse();
  } else if (inner.kind !== 'in' || kind === 'all') refuse();
}

function fieldAt(path: Path, fields: readonly Field[], range: Range | undefined): Field {
  const [first, ...rest] = path;
  if (range !== undefined) {
    if (first !== range.variable) throw invalid(`${first} is not bound to the range variable`);
    if (rest.length === 0) return range.field;
    return namedField(rest, range.field.fields ?? []);
  }
  return namedField(path, fields);
}

function namedField([name, ...rest]: Path, fields: readonly Field[]): Field {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw invalid(`Could not find a property named '${name}'`);
  if (rest.length > 0) return namedField(rest, field.fields ?? []);
  if (field.fields === undefined && field.filterable !== true) throw invalid(`'${name}' is not a filterable field`);
  if (isVector(field)) throw invalid(`'${name}' is a vector`);
  return field;
}

function elementType({ type }: Field): string {
  return /^Collection\((.*)\)$/.exec(type)?.[1] ?? type;
}

const KIND: Readonly<Record<string, (constant: Constant) => boolean>> = {
  'Edm.String': (constant) => typeof constant === 'string',
  'Edm.Boolean': (constant) => typeof constant === 'boolean',
  'Edm.DateTimeOffset': (constant) => constant instanceof Date,
  'Edm.Double': (constant) => typeof constant === 'number',
  'Edm.Int32': (constant) => typeof constant === 'number' && Number.isFinite(constant),
  'Edm.Int64': (constant) => typeof constant === 'number' && Number.isFinite(constant),
};

function checkComparable(field: Field, operator: Operator, constant: Constant): void {
  const type = elementType(field);
  const isEquality = operator === 'eq' || operator === 'ne';
  if (constant === null ? !isEquality : KIND[type]?.(constant) !== true) {
    throw invalid(`A ${type} cannot be compared so by '${operator}'`);
  }
  if (!isEquality && (type === 'Edm.String' || type === 'Edm.Boolean')) {
    throw invalid(`'${operator}' is not supported for ${type}`);
  }
}

function valueAt(document: unknown, path: Path, _range: Range | undefined): unknown {
  let value = document;
  for (const name of path) value = (value as StoredDocument | null | undefined)?.[name];
  return value ?? null;
}

function listAt(document: StoredDocument, path: Path, range: Range | undefined): readonly unknown[] {
  const value = valueAt(document, path, range);
  return Array.isArray(value) ? value : [];
}

/** Null equals only itself, and is neither greater nor less than anything. */
function compares(value: unknown, operator: Operator, constant: Constant): boolean {
  const [left, right] = [comparable(value), comparable(constant)];
  if (operator === 'eq') return left === right;
  if (operator === 'ne') return left !== right;
  if (left === null || right === null) return false;
  if (operator === 'gt') return left > right;
  if (operator === 'lt') return left < right;
  return operator === 'ge' ? left >= right : left <= right;
}

function comparable(value: unknown): string | number | boolean | null {
  if (value instanceof Date) return value.getTime();
  return value as string | number | boolean | null;
}
