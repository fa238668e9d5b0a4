/** The order of a listing by fields of documents. */
import { LIMITS, SORTED_TEXT } from '../policy/limits.ts';
import type { Filterable } from './filter.ts';
import type { ListCursor } from './intents.ts';

/** A field to sort by: `data.address.city desc` has the path data, address, city. */
export type SortField = { readonly path: readonly string[]; readonly descending: boolean };

/** The sort key of a value: its kind, then the value itself. Kinds are ordered as in KINDS. */
export type SortKey = readonly [kind: number, value: number | string];

const KINDS = ['number', 'text', 'boolean', 'composite', 'absent'] as const;
const ABSENT: SortKey = [KINDS.indexOf('absent'), 0];

/** Parses an order_by: names with dots, each optionally followed by `asc` or `desc`. Returns undefined if it is invalid. */
export function parseOrder(orderBy: string): readonly SortField[] | undefined {
  const parts = orderBy.split(',').map((part) => /^\s*([^\s,]+)(?:\s+(asc|desc))?\s*$/.exec(part));
  if (parts.length > LIMITS.sortFields) return undefined;
  const fields = parts.map((part) => ({ path: part?.[1]?.split('.') ?? [], descending: part?.[2] === 'desc' }));
  return fields.every(({ path }) => isSortable(path)) ? fields : undefined;
}

function isSortable(path: readonly string[]): boolean {
  if (path.length === 1) return path[0] === 'create_time';
  return path[0] === 'data' && path.every((name) => name !== '');
}

/** Tells whether the order is by create time alone, which needs no sorting. */
export function isByCreateTime(fields: readonly SortField[]): boolean {
  return fields.length === 1 && fields[0]?.path[0] === 'create_time';
}

/** Returns a memory's position in this order. */
export function cursorOf(fields: readonly SortField[], memory: Filterable): Required<ListCursor> {
  const { createTimeMs, id } = memory;
  return { createTimeMs, id, keys: fields.map(({ path }) => keyOf(path, memory)) };
}

function keyOf([root, ...names]: readonly string[], { payload, createTimeMs }: Filterable): SortKey {
  if (root === 'create_time') return [0, createTimeMs];
  let value: unknown = payload.data;
  for (const name of names) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value[name as never] : undefined;
  }
  if (value === undefined || value === null) return ABSENT;
  if (typeof value === 'number') return [KINDS.indexOf('number'), value];
  if (typeof value === 'string') return [KINDS.indexOf('text'), value.slice(0, SORTED_TEXT)];
  if (typeof value === 'boolean') return [KINDS.indexOf('boolean'), Number(value)];
  return [KINDS.indexOf('composite'), 0];
}

/** Returns a comparison of positions in this order, which all have keys. Equal positions are ordered by create time, then id. */
export function byOrder(fields: readonly SortField[]): (one: ListCursor, other: ListCursor) => number {
  return (one, other) => {
    for (let index = 0; index < fields.length; index += 1) {
      const descending = fields[index]?.descending;
      const a = one.keys?.[index] ?? ABSENT;
      const b = other.keys?.[index] ?? ABSENT;
      const order = compare(a[0], b[0]) || compare(a[1], b[1]);
      // Absent values are last in either direction.
      if (order !== 0) return descending && a[0] !== ABSENT[0] && b[0] !== ABSENT[0] ? -order : order;
    }
    return compare(one.createTimeMs, other.createTimeMs) || compare(one.id, other.id);
  };
}

function compare<T extends number | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Tells whether a value has the form of the keys in a page token. */
export function areSortKeys(value: unknown): value is readonly SortKey[] {
  return (
    Array.isArray(value) &&
    value.every(
      (key) =>
        Array.isArray(key) &&
        key.length === ABSENT.length &&
        typeof key[0] === 'number' &&
        (typeof key[1] === 'number' || typeof key[1] === 'string'),
    )
  );
}
