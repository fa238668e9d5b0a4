/** Makes a store of segments, applied in order: each brings its rows to their state at its moment. */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement } from 'better-sqlite3';
import type { AppliedSegment, RestoredStore, SegmentSaid, ShipState } from '../../../ports/standby.ts';
import { makeFolder } from '../engine/file/make-folder.ts';
import { Sqlite } from '../engine/sqlite.ts';
import { applyMigration } from '../migrations/migrate.ts';
import { APPLICATION_ID, MIGRATIONS, STORE_FILE } from '../migrations/migrations.ts';
import { lastAuditPage, makeShipLog } from './ship-log.ts';
import { openSegment, type PartRows, type SegmentHead } from './segment.ts';
import { keyValues, NOBODY, SHIPPED_TABLES, whereKey, type ShippedTable } from './shipped-tables.ts';

/** The mode that a server gives its store. */
const OWNER_ONLY = 0o600;

/** Begins a store in this folder, which is made if it is missing. Throws if the folder has a store already. */
export function restoredStore(dataDir: string): RestoredStore {
  makeFolder(dataDir);
  const file = join(dataDir, STORE_FILE);
  if (existsSync(file)) {
    throw new Error(`${file} already exists: a store is restored into a separate folder and replaces nothing.`);
  }
  const db = new Sqlite(file);
  chmodSync(file, OWNER_ONLY);
  // The store is of no use until it is finished, so it need not survive a crash before that.
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const schema = schemaOf(db);
  let replace = rowWriter(db);
  let sequences: SegmentHead['sequences'] = [];
  return {
    apply(name, bytes, headKey, keyOf) {
      const segment = openSegment(name, bytes, headKey);
      const { head } = segment;
      if (schema.bringTo(head.schema)) replace = rowWriter(db);
      const { parts, ...counts } = openParts(head.parts, keyOf, (index, key) => segment.part(index, key ?? headKey));
      sequences = head.sequences;
      db.exec('BEGIN');
      for (const { keys } of parts) replace.remove(keys);
      let rows = 0;
      for (const part of parts) rows += replace.put(head.columns, part.rows);
      db.exec('COMMIT');
      return { rows, ...counts };
    },

    finish(state) {
      schema.bringTo(MIGRATIONS.at(-1)?.version ?? 0);
      schema.restoreTriggers();
      db.transaction(() => complete(db, sequences, state)).immediate();
      db.close();
      syncFile(file);
      syncFile(dataDir);
    },

    close: () => void db.close(),
  };
}

/** Reads the head. Throws COLD_OBJECT_DAMAGED. */
export function readSegmentHead(name: string, bytes: Uint8Array, headKey: Uint8Array): SegmentSaid {
  const { address, parent, ancestors, atMs, parts } = openSegment(name, bytes, headKey).head;
  return { address, parent, ancestors, atMs, owners: parts.filter(({ partition }) => partition !== '') };
}

type Opened = Omit<AppliedSegment, 'rows'> & { readonly parts: readonly PartRows[] };

function openParts(
  parts: SegmentHead['parts'],
  keyOf: Parameters<RestoredStore['apply']>[3],
  open: (index: number, key: Uint8Array | undefined) => PartRows,
): Opened {
  const opened: PartRows[] = [];
  let [erasedParts, missingParts] = [0, 0];
  for (const [index, { partition, shippedClass, keyId, madeMs }] of parts.entries()) {
    if (partition === '') {
      opened.push(open(index, undefined));
      continue;
    }
    const found = keyOf({ partition, shippedClass }, keyId, madeMs);
    if (found.kind === 'KEY') opened.push(open(index, found.key.bytes));
    else if (found.kind === 'ERASED') erasedParts += 1;
    else missingParts += 1;
  }
  return { parts: opened, erasedParts, missingParts };
}

/** Shipped rows include those that triggers wrote, so there are no triggers while they are put. */
function schemaOf(db: Database) {
  let version = 0;
  let triggers: readonly string[] = [];
  const dropTriggers = (): void => {
    const found = db
      .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
      .all();
    triggers = found.map(({ sql }) => sql);
    for (const { name } of found) db.exec(`DROP TRIGGER ${name}`);
  };
  const restoreTriggers = (): void => {
    for (const sql of triggers) db.exec(sql);
    triggers = [];
  };
  db.pragma(`application_id = ${APPLICATION_ID}`);
  return {
    restoreTriggers,

    /** Migrates as the server did when it was upgraded. Returns whether tables may have changed. */
    bringTo(wanted: number): boolean {
      if (wanted <= version) return false;
      if (wanted > (MIGRATIONS.at(-1)?.version ?? 0)) {
        throw new Error('The standby was written by a newer version of Recorda: restore with that one.');
      }
      restoreTriggers();
      for (const migration of MIGRATIONS) {
        if (migration.version > version && migration.version <= wanted) applyMigration(db, migration);
      }
      version = wanted;
      dropTriggers();
      return true;
    },
  };
}

/** Makes statements by table, when they are needed. */
function rowWriter(db: Database) {
  const tables = new Map(SHIPPED_TABLES.map((table) => [table.table, table]));
  const removals = new Map<string, Statement>();
  const inserts = new Map<string, Statement>();
  const removalOf = (table: ShippedTable): Statement => {
    const made = removals.get(table.table) ?? db.prepare(`DELETE FROM ${table.table} WHERE ${whereKey(table)}`);
    removals.set(table.table, made);
    return made;
  };
  const insertOf = (table: string, columns: readonly string[]): Statement => {
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    const made = inserts.get(sql) ?? db.prepare(sql);
    inserts.set(sql, made);
    return made;
  };
  return {
    remove(keys: PartRows['keys']): void {
      for (const [name, values] of Object.entries(keys)) {
        const table = tables.get(name);
        // The table existed in the version that shipped it.
        if (table === undefined) continue;
        const removal = removalOf(table);
        for (const value of values) removal.run(...keyValues(table, value));
      }
    },

    put(columns: SegmentHead['columns'], rows: PartRows['rows']): number {
      let count = 0;
      for (const [name, values] of Object.entries(rows)) {
        const insert = insertOf(name, columns[name] ?? []);
        for (const row of values) insert.run(...row.map(read));
        count += values.length;
      }
      return count;
    },
  };
}

function read(value: unknown): unknown {
  return Array.isArray(value) ? Buffer.from(String(value[0]), 'base64') : value;
}

/** Recomputes counts over several users, of whom some may be left out, and deletes rows whose user is not there. */
function complete(db: Database, sequences: SegmentHead['sequences'], state: ShipState): void {
  for (const { table, whose } of SHIPPED_TABLES) {
    if (whose.by !== 'number') continue;
    db.exec(
      `DELETE FROM ${table} AS t WHERE ${whose.userNo} <> ${NOBODY} AND ${whose.userNo} NOT IN (SELECT user_no FROM users)
         OR ${whose.userNo} IS NULL`,
    );
  }
  db.exec(`
    DELETE FROM totals;
    INSERT INTO totals (tenant, type, count, bytes)
      SELECT u.tenant, a.type, sum(a.count), sum(a.bytes) FROM agent_totals a JOIN users u USING (user_no)
      GROUP BY u.tenant, a.type;
    INSERT INTO totals (tenant, type, count, bytes) SELECT tenant, 'USER', count(*), 0 FROM users GROUP BY tenant;
    UPDATE pools SET count =
      (SELECT count(*) FROM lives l WHERE l.pool_no = pools.pool_no AND l.type = 'LONG_TERM');
    DELETE FROM pools WHERE count = 0;
    DELETE FROM sqlite_sequence;
  `);
  const insert = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
  for (const [table, last] of sequences) insert.run(table, last);
  makeShipLog(db, { ...state, auditPage: lastAuditPage(db) });
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
