/**
 * Notes for a standby which rows change, in the transaction of the change. Temporary triggers of the writer's connection write the notes,
 * so that a store that is not shipped has none. A store that is opened without them drops its notes, since these are incomplete from
 * then on.
 */
import type { Database } from 'better-sqlite3';
import type { ShipState } from '../../../ports/standby.ts';
import type { CallTraits } from '../audit/writes.ts';
import { keyColumns, keySql, namesUsers, SHIPPED_TABLES, type ShippedTable } from './shipped-tables.ts';

/** `t` is a table, `k` the key of rows of it (shipped-tables.ts). `n` only grows: the newest note stays, blank. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS ship_log (n INTEGER PRIMARY KEY, t TEXT NOT NULL, k ANY) STRICT;
  CREATE TABLE IF NOT EXISTS ship_state (state TEXT NOT NULL) STRICT;
`;

/** Must be called when the store is opened for writing, before anything is written. */
export function prepareShipLog(db: Database, isShipping: boolean): void {
  if (!isShipping) {
    db.exec('DROP TABLE IF EXISTS ship_log; DROP TABLE IF EXISTS ship_state');
    return;
  }
  db.transaction(() => {
    db.exec(TABLES);
    const state = readShipState(db);
    if (state === undefined) return;
    if (lastAuditPage(db) > Math.max(state.auditPage, lastNotedPage(db))) {
      // Another version wrote to the store, without notes.
      db.exec('DELETE FROM ship_state');
      return;
    }
    writeShipState(db, { ...state, openedTo: lastNote(db) });
  }).immediate();
  // Without this pragma the triggers do not see the rows that INSERT OR REPLACE removes.
  db.pragma('recursive_triggers = ON');
  for (const table of SHIPPED_TABLES) db.exec(triggersOf(table));
}

export function readShipState(db: Database): ShipState | undefined {
  const text = db.prepare<[], string>('SELECT state FROM ship_state').pluck().get();
  return text === undefined ? undefined : (JSON.parse(text) as ShipState);
}

export function lastNote(db: Database): number {
  return db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM ship_log').pluck().get() ?? 0;
}

export function lastAuditPage(db: Database): number {
  return db.prepare<[], number>('SELECT coalesce(max(page_no), 0) FROM audit_pages').pluck().get() ?? 0;
}

function lastNotedPage(db: Database): number {
  return db.prepare<[], number>(`SELECT coalesce(max(k), 0) FROM ship_log WHERE t = 'audit_pages'`).pluck().get() ?? 0;
}

function writeShipState(db: Database, state: ShipState): void {
  db.exec('DELETE FROM ship_state');
  db.prepare('INSERT INTO ship_state (state) VALUES (?)').run(JSON.stringify(state));
}

/** Makes the tables in a store that was restored from a standby. */
export function makeShipLog(db: Database, state: ShipState): void {
  db.exec(TABLES);
  writeShipState(db, state);
}

/** The deletions of an erasure are not noted: notes of these tables would name the user, and a restore leaves the user out anyway. */
const UNLESS_ERASED = `WHEN NOT EXISTS (SELECT 1 FROM begun_erasures b WHERE b.tenant = old.tenant AND b.user_id = old.user_id)`;

function triggersOf(shipped: ShippedTable): string {
  const { table } = shipped;
  const note = (row: 'new' | 'old', more = ''): string =>
    `INSERT INTO ship_log (t, k) SELECT '${table}', ${keySql(shipped, `${row}.`)}${more};`;
  const moved = keyColumns(shipped)
    .map((column) => `new.${column} IS NOT old.${column}`)
    .join(' OR ');
  const left = shipped.key === undefined ? '' : note('old', ` WHERE ${moved}`);
  const guard = namesUsers(shipped) ? UNLESS_ERASED : '';
  return `
    CREATE TEMP TRIGGER shipped_${table}_added AFTER INSERT ON main.${table} BEGIN ${note('new')} END;
    CREATE TEMP TRIGGER shipped_${table}_changed AFTER UPDATE ON main.${table} BEGIN ${note('new')} ${left} END;
    CREATE TEMP TRIGGER shipped_${table}_gone AFTER DELETE ON main.${table} ${guard} BEGIN ${note('old')} END;
  `;
}

/** The writer's calls about shipping. */
export type ShipWrites = {
  /** Stores the state, and deletes the notes of changes that are in segments. */
  noteShipped(argument: { readonly state: ShipState }): void;
  /** Blanks the notes that name this user. */
  forgetUnshipped(argument: { readonly tenant: string; readonly userId: string }): void;
};

export const SHIP_TRAITS: CallTraits<ShipWrites> = {
  noteShipped: { deletes: true },
  forgetUnshipped: { deletes: true },
};

export function shipWrites(db: Database, isShipping: boolean, noteTextRemoved: () => void): ShipWrites {
  if (!isShipping) return { noteShipped: () => undefined, forgetUnshipped: () => undefined };
  const blankLast = db.prepare(`UPDATE ship_log SET t = '', k = NULL WHERE n = @to`);
  const removeBefore = db.prepare('DELETE FROM ship_log WHERE n < @to');
  const named = SHIPPED_TABLES.filter(namesUsers).map(({ table }) => `'${table}'`);
  const removeNamed = db.prepare(
    `UPDATE ship_log SET t = '', k = NULL
     WHERE t IN (${named.join(', ')}) AND json_extract(k, '$[0]') = @tenant AND json_extract(k, '$[1]') = @userId`,
  );
  return {
    noteShipped({ state }) {
      blankLast.run({ to: state.to });
      removeBefore.run({ to: state.to });
      writeShipState(db, state);
    },
    forgetUnshipped({ tenant, userId }) {
      removeNamed.run({ tenant, userId });
      noteTextRemoved();
    },
  };
}
