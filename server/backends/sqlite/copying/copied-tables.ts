/**
 * Makes SQL for the tables that are copied as images, from their schemas: whose a row is, its key, and its columns, in which the numbers
 * that only one copy knows are replaced by the keys of the rows that they mean.
 */
import type { Database } from 'better-sqlite3';
import type { Imaged, Table } from '../engine/table.ts';
import { TABLES } from '../schema.ts';

type ImagedTable = Table & { readonly copied: Imaged };

export type CopiedTable = {
  readonly table: string;
  readonly of: 'user' | 'tenant' | 'shared';
  readonly isGroup: boolean;
  readonly isUnique: boolean;
  /** The column of the number that each copy gives its rows itself. */
  readonly number: string | undefined;
  /** The columns of an image. */
  readonly columns: readonly string[];
  /** The columns that are written beside those of an image, and SQL for their values. */
  readonly own: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  /** The tables that refer to its rows, each with its column. Rows that a trigger of the schema deletes are left out. */
  readonly children: readonly (readonly [table: string, column: string])[];
  /** SQL for the tables and conditions by which the tenant and the user of a row `alias` are selected, as `tenant` and `user_id`. */
  whose(alias: string): string;
  /** SQL for the key of a row, as an array of JSON; one of its elements is NULL if the row that it refers to is gone. */
  keyOf(alias: string): string;
  /** SQL that is true unless that row is gone. */
  hasKey(alias: string): string;
  /** SQL for a column of a row, in the form that it has in an image. */
  read(column: string, alias: string): string;
  /** SQL for the value of a column of this copy, from that of an image. */
  written(column: string): string;
  /** A condition that selects the rows of a key, with the values @k0, @k1 …, @userNo, @tenant and @userId. */
  readonly matches: string;
};

const isImaged = (table: Table): table is ImagedTable => typeof table.copied === 'object';

/** Rows that others refer to are written before them. */
const REFERRED = ['users', 'owners', 'memories', 'sessions', 'facts', 'changes'];

/** Returns the tables that are copied as images, those that others refer to first. */
export function copiedTables(db: Database): readonly CopiedTable[] {
  const { first, all } = imagedTables();
  return all.map((table) => copiedTable(db, table, first));
}

/** Returns their names in that order. */
export function copiedTableNames(): readonly string[] {
  return imagedTables().all.map(({ table }) => table);
}

function imagedTables() {
  const imaged = TABLES.filter(isImaged);
  const first = REFERRED.flatMap((name) => imaged.filter(({ table }) => table === name));
  return { first, all: [...first, ...imaged.filter(({ table }) => !REFERRED.includes(table))] };
}

function copiedTable(db: Database, schema: ImagedTable, referred: readonly ImagedTable[]): CopiedTable {
  const { table, of, copied } = schema;
  if (of === 'local') throw new Error(`The rows of ${table} belong to one copy alone.`);
  const { key, isGroup = false, isUnique = false, number, refers = {}, computed = {} } = copied;
  const all = (db.pragma(`table_info(${table})`) as readonly { readonly name: string }[]).map(({ name }) => name);
  const named = nameColumns(schema, all);
  const target = (column: string): ImagedTable | undefined =>
    column === number || column === 'user_no'
      ? undefined
      : referred.find(
          (one) => one.table === refers[column] || (one.copied.number === column && column.endsWith('_no')),
        );
  const own = { ...ownColumns(named), ...computed };
  const columns = all.filter((column) => column !== number && !(column in own));
  const read = (column: string, alias: string): string => {
    const to = target(column);
    return to === undefined ? `${alias}.${column}` : referenceRead(to, `${alias}.${column}`, all, alias);
  };
  const numberOf = (column: string, value: string): string => {
    const to = target(column);
    return to === undefined ? value : referenceWritten(to, value);
  };
  const ofKey = key.map((column, index) => `${column} = ${numberOf(column, `@k${index}`)}`);
  const matches = [...named.map((column) => `${column} = ${NAMES[column]}`), ...ofKey].join(' AND ');
  return {
    table,
    of,
    isGroup,
    isUnique,
    number,
    columns,
    own,
    key,
    children: childrenOf(db, schema),
    whose: (alias) => whoseSql(schema, all, alias),
    keyOf: (alias) => `json_array(${key.map((column) => read(column, alias)).join(', ')})`,
    hasKey: (alias) =>
      ['1', ...key.filter((column) => target(column)).map((column) => `${read(column, alias)} IS NOT NULL`)].join(
        ' AND ',
      ),
    read,
    // A change that is no longer in the log came before all that are.
    written: (column) =>
      column in refers ? `coalesce(${numberOf(column, `@${column}`)}, 0)` : numberOf(column, `@${column}`),
    matches: matches === '' ? '1' : matches,
  };
}

const NAMES: Readonly<Record<string, string>> = { user_no: '@userNo', tenant: '@tenant', user_id: '@userId' };

function ownColumns(named: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(named.map((column) => [column, NAMES[column] ?? '']));
}

/** Returns the columns that name the user or the tenant. */
function nameColumns({ of, copied: { number } }: ImagedTable, all: readonly string[]): readonly string[] {
  if (of === 'shared') return [];
  if (of === 'tenant') return ['tenant'];
  if (all.includes('tenant')) return ['tenant', 'user_id'];
  return all.includes('user_no') && number !== 'user_no' ? ['user_no'] : [];
}

/** Returns SQL for the number of the user of a row. */
function userNoSql(all: readonly string[], alias: string): string {
  const ofOwner = (ownerNo: string): string => `(SELECT user_no FROM owners WHERE owner_no = ${ownerNo})`;
  if (all.includes('user_no')) return `${alias}.user_no`;
  if (all.includes('owner_no')) return ofOwner(`${alias}.owner_no`);
  if (all.includes('session_no')) return `(SELECT user_no FROM sessions WHERE session_no = ${alias}.session_no)`;
  if (all.includes('fact_no')) return `(SELECT user_no FROM facts WHERE fact_no = ${alias}.fact_no)`;
  return ofOwner(`(SELECT owner_no FROM memories WHERE memory_no = ${alias}.memory_no)`);
}

function whoseSql({ of }: Table, all: readonly string[], alias: string): string {
  if (of === 'shared') return `(SELECT '' AS tenant, '' AS user_id)`;
  if (of === 'tenant') return `(SELECT ${alias}.tenant AS tenant, '' AS user_id)`;
  if (all.includes('tenant')) return `(SELECT ${alias}.tenant AS tenant, ${alias}.user_id AS user_id)`;
  return `(SELECT tenant, user_id FROM users WHERE user_no = ${userNoSql(all, alias)})`;
}

/** Returns SQL for the key of the row that a number means: its one column, or an array of JSON. */
function referenceRead({ table, copied }: ImagedTable, number: string, all: readonly string[], alias: string): string {
  const key = copied.key.length === 1 ? copied.key.join() : `json_array(${copied.key.join(', ')})`;
  const ofUser = table === 'changes' && all.includes('user_no') ? ` AND user_no = ${alias}.user_no` : '';
  return `(SELECT ${key} FROM ${table} WHERE ${copied.number} = ${number}${ofUser})`;
}

/** Returns SQL for the number of the row that a key means. */
function referenceWritten({ table, copied: { key, isUnique, number } }: ImagedTable, value: string): string {
  const values = key.length === 1 ? [value] : key.map((_, index) => `json_extract(${value}, '$[${index}]')`);
  const conditions = key.map((column, index) => `${column} = ${values[index]}`);
  const whose = isUnique ? [] : ['user_no = @userNo'];
  return `(SELECT ${number} FROM ${table} WHERE ${[...whose, ...conditions].join(' AND ')})`;
}

function childrenOf(db: Database, { table, copied: { number } }: ImagedTable): CopiedTable['children'] {
  // A user's rows are deleted by the steps of the erasure, an owner's by the write itself.
  if (number === undefined || !['sessions', 'facts'].includes(table)) return [];
  const having = db
    .prepare<[string, string], string>(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = ? AND t.name <> ?`,
    )
    .pluck();
  return having.all(number, table).map((name) => [name, number]);
}
