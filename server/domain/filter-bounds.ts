/**
 * Derives from a filter a condition for engines that do not support CEL: every memory that matches the filter fulfils it. Engines
 * fetch by the condition, and the filter itself then decides; the closer the condition, the fewer memories are fetched in vain.
 *
 * CEL knows true, false and error, and an error may still make a whole true (`error || true`). So each part gets two conditions, one
 * for its being true and one for its being false; `!` swaps them, and if nothing is known, both are ANY.
 */
import { closedValue, filterTree, type FilterNode } from './filter.ts';
import {
  FIELDS,
  type Comparison,
  type Condition,
  type FieldName,
  type MetadataPath,
  type Scalar,
} from './filter-condition.ts';

/** The bounds of a part of a filter: what holds whenever it is true, and what holds whenever it is false. */
type Bounds = { readonly whenTrue: Condition; readonly whenFalse: Condition };

const ANY: Condition = { of: 'ANY' };
const NONE: Condition = { of: 'NONE' };
const UNKNOWN: Bounds = { whenTrue: ANY, whenFalse: ANY };

/** Returns a condition that every matching memory fulfils. Throws FILTER_INVALID if the filter is invalid. */
export function filterBound(source: string): Condition {
  return boundsOf(filterTree(source)).whenTrue;
}

function boundsOf(node: FilterNode): Bounds {
  const constant = closedValue(node);
  if (constant !== undefined) return truth(constant.value === true, constant.value === false);
  const [left, right] = operands(node);
  switch (node.op) {
    case '!_':
      return swapped(boundsOf(node.args as FilterNode));
    case '&&':
      return conjunction(boundsOf(left), boundsOf(right));
    case '||':
      return swapped(conjunction(swapped(boundsOf(left)), swapped(boundsOf(right))));
    case '?:':
      return choice(node.args as readonly FilterNode[]);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(node.op, left, right);
    case 'in':
      return membership(left, right);
    case 'call':
      return presence(node.args as readonly [string, readonly FilterNode[]]);
    case 'rcall':
      return textTest(node.args as readonly [string, FilterNode, readonly FilterNode[]]);
    default:
      return flag(node);
  }
}

function operands(node: FilterNode): readonly [FilterNode, FilterNode] {
  return Array.isArray(node.args) ? (node.args as unknown as readonly [FilterNode, FilterNode]) : [node, node];
}

function truth(isTrue: boolean, isFalse: boolean): Bounds {
  return { whenTrue: isTrue ? ANY : NONE, whenFalse: isFalse ? ANY : NONE };
}

function swapped({ whenTrue, whenFalse }: Bounds): Bounds {
  return { whenTrue: whenFalse, whenFalse: whenTrue };
}

function conjunction(left: Bounds, right: Bounds): Bounds {
  return {
    whenTrue: both(left.whenTrue, right.whenTrue),
    whenFalse: either(left.whenFalse, right.whenFalse),
  };
}

function choice([asked, then, otherwise]: readonly FilterNode[]): Bounds {
  if (asked === undefined || then === undefined || otherwise === undefined) return UNKNOWN;
  const [condition, yes, no] = [boundsOf(asked), boundsOf(then), boundsOf(otherwise)];
  const of = (side: keyof Bounds): Condition =>
    either(both(condition.whenTrue, yes[side]), both(condition.whenFalse, no[side]));
  return { whenTrue: of('whenTrue'), whenFalse: of('whenFalse') };
}

function both(...parts: readonly Condition[]): Condition {
  const telling = parts.filter(({ of }) => of !== 'ANY');
  if (telling.some(({ of }) => of === 'NONE')) return NONE;
  return telling.length > 1 ? { of: 'AND', parts: telling } : (telling[0] ?? ANY);
}

function either(...parts: readonly Condition[]): Condition {
  const telling = parts.filter(({ of }) => of !== 'NONE');
  if (telling.some(({ of }) => of === 'ANY')) return ANY;
  return telling.length > 1 ? { of: 'OR', parts: telling } : (telling[0] ?? NONE);
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

function comparison(operator: Comparison, left: FilterNode, right: FilterNode): Bounds {
  const [constant, mirrored] = [closedValue(right), closedValue(left)];
  if (constant !== undefined) return compared(left, operator, constant.value);
  if (mirrored !== undefined) return compared(right, MIRRORED[operator], mirrored.value);
  return UNKNOWN;
}

function compared(node: FilterNode, operator: Comparison, constant: unknown): Bounds {
  const path = metadataPath(node);
  if (path !== undefined) return metadataCompared(path, operator, constant);
  const field = fieldOf(node);
  const value = fieldConstant(constant);
  if (field === undefined || value === undefined) return UNKNOWN;
  // Texts and null are compared for equality only, not by order.
  const isOrdered = typeof value === 'number' || value instanceof Date;
  if (operator !== '==' && operator !== '!=' && !isOrdered) return UNKNOWN;
  const side = (is: Comparison): Condition => ({ of: 'FIELD', field, is, value });
  return { whenTrue: side(operator), whenFalse: side(OPPOSITE[operator]) };
}

function metadataCompared(path: MetadataPath, operator: Comparison, constant: unknown): Bounds {
  const has: Condition = { of: 'HAS', path };
  const value = scalar(constant);
  if (value === undefined) return { whenTrue: has, whenFalse: has };
  if (operator === '==') return isOneOf(path, [value]);
  if (operator === '!=') return swapped(isOneOf(path, [value]));
  if (typeof value !== 'number') return { whenTrue: has, whenFalse: has };
  const side = (is: Comparison): Condition => ({ of: 'NUMBER', path, is, value }) as Condition;
  return { whenTrue: side(operator), whenFalse: side(OPPOSITE[operator]) };
}

function isOneOf(path: MetadataPath, values: readonly Scalar[]): Bounds {
  const is = values.map((value) => ({ of: 'IS', path, value }) as const);
  return {
    whenTrue: either(...is),
    whenFalse: both({ of: 'HAS', path }, ...is.map((part) => ({ of: 'NOT', part }) as const)),
  };
}

function membership(element: FilterNode, within: FilterNode): Bounds {
  const [list, value] = [closedValue(within)?.value, closedValue(element)];
  const path = metadataPath(element);
  if (path !== undefined && Array.isArray(list)) {
    const values = list.map(scalar);
    if (!values.includes(undefined)) return isOneOf(path, values as readonly Scalar[]);
    return { whenTrue: { of: 'HAS', path }, whenFalse: { of: 'HAS', path } };
  }
  if (path === undefined && Array.isArray(list)) {
    const sides = list.map((one: unknown) => compared(element, '==', one));
    if (fieldOf(element) === undefined) return UNKNOWN;
    return {
      whenTrue: either(...sides.map(({ whenTrue }) => whenTrue)),
      whenFalse: both(...sides.map(({ whenFalse }) => whenFalse)),
    };
  }
  const inside = metadataPath(within, true);
  const wanted = value === undefined ? undefined : scalar(value.value);
  if (inside === undefined || wanted === undefined) return UNKNOWN;
  const key = typeof wanted === 'string' ? ({ of: 'HAS', path: [...inside, wanted] } as const) : undefined;
  if (inside.length === 0) return key ? { whenTrue: key, whenFalse: { of: 'NOT', part: key } } : UNKNOWN;
  const holds: Condition = { of: 'HOLDS', path: inside, value: wanted };
  return { whenTrue: either(key ?? NONE, holds), whenFalse: { of: 'HAS', path: inside } };
}

function presence([called, [asked]]: readonly [string, readonly FilterNode[]]): Bounds {
  const path = called === 'has' && asked !== undefined ? metadataPath(asked) : undefined;
  if (path === undefined) return UNKNOWN;
  const has = { of: 'HAS', path } as const;
  return { whenTrue: has, whenFalse: { of: 'NOT', part: has } };
}

const TEXT_TESTS = new Set(['startsWith', 'endsWith', 'contains']);

function textTest([called, of]: readonly [string, FilterNode, readonly FilterNode[]]): Bounds {
  const path = TEXT_TESTS.has(called) ? metadataPath(of) : undefined;
  return path === undefined ? UNKNOWN : { whenTrue: { of: 'HAS', path }, whenFalse: { of: 'HAS', path } };
}

/** Returns the bounds of `metadata.done` by itself. */
function flag(node: FilterNode): Bounds {
  const path = metadataPath(node);
  if (path === undefined) return UNKNOWN;
  return { whenTrue: { of: 'IS', path, value: true }, whenFalse: { of: 'IS', path, value: false } };
}

/** Returns a, b for `metadata.a["b"]`, and undefined if the node is no such path. With `withRoot`, `metadata` itself is the empty path. */
function metadataPath(node: FilterNode, withRoot = false): MetadataPath | undefined {
  if (node.op === 'id') return withRoot && node.args === 'metadata' ? [] : undefined;
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [owner, name] = node.args as readonly [FilterNode, unknown];
  const path = metadataPath(owner, true);
  const key = node.op === '.' ? name : closedValue(name as FilterNode)?.value;
  return path === undefined || typeof key !== 'string' ? undefined : [...path, key];
}

function fieldOf(node: FilterNode): FieldName | undefined {
  return node.op === 'id' ? FIELDS.find((name) => name === node.args) : undefined;
}

function scalar(value: unknown): Scalar | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // A whole number that a double cannot represent compares differently from its nearest double.
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function fieldConstant(value: unknown): Scalar | Date | undefined {
  return value instanceof Date ? value : scalar(value);
}
