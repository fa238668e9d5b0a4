/**
 * Erases a user from the copies of the file that migrations left. They have schemas of their own time, so the owner of a row is found
 * from the columns: a row is the user's if it names the user, or has the number of a row that is the user's.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../engine/sqlite.ts';
import type { UserKey } from '../../../domain/accounts.ts';
import type { MemoryType } from '../../../domain/memory.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import { accountTypes } from '../records/stored-types.ts';

export type CopiesCommand = {
  readonly dataDir: string;
  readonly whose: UserKey;
  readonly types?: readonly MemoryType[] | undefined;
};

/** Which tables depend on which, by the column that both have. Missing tables are skipped. */
const HANGS: readonly (readonly [column: string, of: string])[] = [
  ['pack_no', 'packs'],
  ['memory_no', 'memories'],
  ['fact_no', 'facts'],
  ['session_no', 'sessions'],
  ['owner_no', 'owners'],
];

/** Returns the number of the user's rows in the copies; `erases` deletes them, and rewrites the files. */
export function searchCopies({ dataDir, whose, types }: CopiesCommand, erases: boolean): number {
  const copies = readdirSync(dataDir).filter((name) => name.startsWith(`${STORE_FILE}.`) && name.endsWith('.backup'));
  return copies.reduce((sum, name) => sum + searchCopy(join(dataDir, name), whose, types, erases), 0);
}

function searchCopy(
  file: string,
  { tenant, userId }: UserKey,
  types: readonly MemoryType[] | undefined,
  erases: boolean,
): number {
  const db = new Sqlite(file, { readonly: !erases });
  try {
    const userNo = db.prepare('SELECT user_no FROM users WHERE tenant = ? AND user_id = ?').pluck().get(tenant, userId);
    const rows = rowsOf(db, types).map(({ table, where }) => ({
      table,
      where,
      count: db
        .prepare<[object], number>(`SELECT count(*) FROM ${table} WHERE ${where}`)
        .pluck()
        .get({ tenant, userId, userNo: userNo ?? null }),
    }));
    const count = rows.reduce((sum, row) => sum + (row.count ?? 0), 0);
    if (!erases || count === 0) return count;
    db.pragma('secure_delete = ON');
    db.transaction(() => {
      for (const { table, where } of rows) {
        db.prepare(`DELETE FROM ${table} WHERE ${where}`).run({ tenant, userId, userNo: userNo ?? null });
      }
    }).immediate();
    db.exec('VACUUM');
    db.pragma('journal_mode = DELETE');
    return count;
  } finally {
    db.close();
  }
}

/** Returns the tables' rows, children first. */
function rowsOf(
  db: Database,
  types: readonly MemoryType[] | undefined,
): readonly { readonly table: string; readonly where: string }[] {
  const tables = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .pluck()
    .all();
  const columnsOf = new Map(
    tables.map((table) => [
      table,
      new Set(db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)),
    ]),
  );
  const has = (table: string, ...columns: readonly string[]): boolean =>
    columns.every((column) => columnsOf.get(table)?.has(column) === true);
  const ofTypes = types
    ?.flatMap(accountTypes)
    .map((type) => `'${type}'`)
    .join(', ');
  const owners = `user_no = @userNo${ofTypes === undefined ? '' : ` AND type IN (${ofTypes})`}`;

  const whereOf = (table: string): string | undefined => {
    if (table === 'owners') return owners;
    if (has(table, 'user_no') && ofTypes === undefined) return 'user_no = @userNo';
    if (has(table, 'tenant', 'user_id') && ofTypes === undefined) return 'tenant = @tenant AND user_id = @userId';
    for (const [column, of] of HANGS) {
      if (table === of || !has(table, column) || !has(of, column)) continue;
      const parent = whereOf(of);
      if (parent !== undefined) return `${column} IN (SELECT ${column} FROM ${of} WHERE ${parent})`;
    }
    return undefined;
  };
  const depth = (where: string): number => where.split('SELECT').length;
  return tables
    .flatMap((table) => {
      const where = whereOf(table);
      return where === undefined ? [] : [{ table, where }];
    })
    .toSorted((one, other) => depth(other.where) - depth(one.where) || rank(other.table) - rank(one.table));
}

/** Orders tables that name the user alike: those by which others are found come last, the user at the very end. */
function rank(table: string): number {
  const last = ['users', 'sessions', 'facts', 'owners'].indexOf(table);
  return last < 0 ? Infinity : last;
}
