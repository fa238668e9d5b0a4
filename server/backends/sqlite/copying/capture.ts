/**
 * Notes which rows a write touches, in temporary triggers of the writer's connection: a store that is not copied has none. The notes are
 * undone with the write.
 */
import type { Database } from 'better-sqlite3';
import type { CellChange, RowImage } from '../engine/store-change.ts';
import type { CopiedTable } from './copied-tables.ts';
import { keyValues, selectRows } from './row-statements.ts';

type TouchedRow = {
  readonly tenant: string;
  readonly userId: string;
  readonly t: string;
  readonly k: string;
  readonly addedAt: number;
};

export function captureOf(db: Database, tables: readonly CopiedTable[]) {
  let isOn = 0;
  db.function('is_capturing', () => isOn);
  db.exec('CREATE TEMP TABLE touched (tenant TEXT, user_id TEXT, t TEXT, k TEXT, is_added INTEGER) STRICT');
  for (const table of tables) db.exec(triggersOf(table));
  const selectTouched = db.prepare<[], TouchedRow>(
    `SELECT tenant, user_id AS userId, t, k, max(iif(is_added, rowid, 0)) AS addedAt FROM touched
     GROUP BY tenant, user_id, t, k ORDER BY addedAt`,
  );
  const selects = new Map(tables.map((table) => [table.table, selectRows(db, table)]));
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();

  return {
    begin: (): void => void (isOn = 1),
    end: (): void => void (isOn = 0),

    /** Returns images of the rows that were touched since `begin`; to be called before these are undone. */
    take(): readonly CellChange[] {
      const cells = new Map<string, CellChange & { readonly rows: RowImage[]; readonly userNo: number | null }>();
      for (const { tenant, userId, t: table, k: key, addedAt } of selectTouched.all()) {
        const name = JSON.stringify([tenant, userId]);
        let cell = cells.get(name);
        if (cell === undefined) {
          cell = { tenant, userId, rows: [], userNo: selectUser.get({ tenant, userId }) ?? null };
          cells.set(name, cell);
        }
        const { userNo } = cell;
        const rows = selects.get(table)!.all({ tenant, userId, userNo, ...keyValues(key) });
        cell.rows.push({ table, key, isNew: addedAt > 0 && rows.length > 0, rows });
      }
      return [...cells.values()].map(({ tenant, userId, rows }) => ({ tenant, userId, rows }));
    },
  };
}

function triggersOf(copied: CopiedTable): string {
  const { table, key } = copied;
  const note = (row: 'new' | 'old', isAdded: 0 | 1, more = ''): string =>
    `INSERT INTO touched (tenant, user_id, t, k, is_added) SELECT w.tenant, w.user_id, '${table}', ${copied.keyOf(row)}, ${isAdded}
     FROM ${copied.whose(row)} w WHERE ${copied.hasKey(row)}${more};`;
  const moved = [...key, ...Object.keys(copied.own), ...OWNING]
    .filter((column) => copied.columns.includes(column) || column in copied.own)
    .map((column) => `new.${column} IS NOT old.${column}`);
  const left = moved.length === 0 ? '' : note('old', 0, ` AND (${moved.join(' OR ')})`);
  return `
    CREATE TEMP TRIGGER touched_${table}_added AFTER INSERT ON main.${table} WHEN is_capturing() BEGIN ${note('new', 1)} END;
    CREATE TEMP TRIGGER touched_${table}_changed AFTER UPDATE ON main.${table} WHEN is_capturing() BEGIN ${left} ${note('new', 0)} END;
    CREATE TEMP TRIGGER touched_${table}_gone AFTER DELETE ON main.${table} WHEN is_capturing() BEGIN ${note('old', 0)} END;
  `;
}

/** A row that passes to another owner passes to another user, unless both are of one. */
const OWNING = ['owner_no'];
