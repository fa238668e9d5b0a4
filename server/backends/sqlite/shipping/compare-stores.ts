/** Compares a store that was restored with the one that it was made of, while that one is written to. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ShipState } from '../../../ports/standby.ts';
import { openForReading } from '../engine/file/open-file.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import { readShipState } from './ship-log.ts';
import { SHIPPED_TABLES, type ShippedTable } from './shipped-tables.ts';

export type Comparison = {
  readonly rows: number;
  readonly users: number;
  /** Users of whom rows are others, by their numbers, and tables of no user, by their names. */
  readonly different: readonly string[];
};

/** A store as of one moment, and what of it is not shipped yet. */
export type LiveStore = {
  readonly state: ShipState;
  /** Rows that changed since the last segment: they may be others there. */
  readonly waiting: number;
  compare(restoredDir: string): Comparison;
  close(): void;
};

/** Undefined where the store has never been shipped. */
export function openLiveStore(dataDir: string): LiveStore | undefined {
  const db = openForReading(join(dataDir, STORE_FILE));
  db.exec('BEGIN');
  const isShipped = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'ship_state'`).get() !== undefined;
  const state = isShipped ? readShipState(db) : undefined;
  if (state === undefined) {
    db.close();
    return undefined;
  }
  const notes = db
    .prepare<[number], string>(`SELECT DISTINCT t || ' ' || k FROM ship_log WHERE n > ? AND k IS NOT NULL`)
    .pluck()
    .all(state.to);
  const skipped = new Set(notes);
  return {
    state,
    waiting: skipped.size,
    compare(restoredDir) {
      const restored = openForReading(join(restoredDir, STORE_FILE));
      try {
        const [one, other] = [digests(db, skipped), digests(restored, skipped)];
        const names = new Set([...one.byOwner.keys(), ...other.byOwner.keys()]);
        const different = [...names].filter((name) => one.byOwner.get(name) !== other.byOwner.get(name));
        const users = [...names].filter((name) => name.startsWith('user ')).length;
        return { rows: one.rows, users, different };
      } finally {
        restored.close();
      }
    },
    close: () => void db.close(),
  };
}

/** A digest of the rows of each user, and of each table of no user; without these keys. */
function digests(db: Database, skipped: ReadonlySet<string>) {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  let rows = 0;
  for (const shipped of SHIPPED_TABLES) {
    for (const [owner, key, ...values] of db.prepare(selectOf(shipped)).raw().iterate() as Iterable<unknown[]>) {
      if (skipped.has(`${shipped.table} ${String(key)}`)) continue;
      rows += 1;
      const name = typeof owner === 'number' && owner > 0 ? `user ${owner}` : shipped.table;
      const hash = hashes.get(name) ?? createHash('sha256');
      hashes.set(name, hash);
      hash.update(JSON.stringify([shipped.table, ...values]));
    }
  }
  return { rows, byOwner: new Map([...hashes].map(([name, hash]) => [name, hash.digest('hex')])) };
}

function selectOf({ table, key = ['rowid'], whose }: ShippedTable): string {
  const owner = whose.by === 'number' ? whose.userNo : 'NULL';
  const columns = key.map((column) => `t.${column}`);
  const keyed = columns.length === 1 ? columns[0] : `json_array(${columns.join(', ')})`;
  const gone = whose.by === 'number' ? `WHERE ${owner} = -1 OR ${owner} IN (SELECT user_no FROM users)` : '';
  return `SELECT ${owner}, ${keyed}, t.* FROM ${table} t ${gone} ORDER BY ${columns.join(', ')}`;
}
