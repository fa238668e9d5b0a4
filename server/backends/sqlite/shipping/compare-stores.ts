/** Compares a restored store with the one that was shipped, while that one is written to. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ShipState } from '../../../ports/standby.ts';
import { openForReading } from '../engine/file/open-file.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import { readShipState } from './ship-log.ts';
import { keyColumns, keySql, NOBODY, SHIPPED_TABLES, type ShippedTable } from './shipped-tables.ts';

export type Comparison = {
  readonly rows: number;
  readonly users: number;
  /** The numbers of users whose rows differ, and the names of tables whose other rows do. */
  readonly different: readonly string[];
};

/** A store that is in use, read as of one moment. */
export type LiveStore = {
  readonly state: ShipState;
  /** The number of rows that have changed since the last segment; these are not compared. */
  readonly waiting: number;
  compare(restoredDir: string): Comparison;
  close(): void;
};

/** Returns undefined if the store has never been shipped. */
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

/** Computes a digest of each user's rows, and of the rows of each table that are no user's, leaving out those with the keys `skipped`. */
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

function selectOf(shipped: ShippedTable): string {
  const { table, whose } = shipped;
  const owner = whose.by === 'number' ? whose.userNo : 'NULL';
  const ofThere = whose.by === 'number' ? `WHERE ${owner} = ${NOBODY} OR ${owner} IN (SELECT user_no FROM users)` : '';
  const order = keyColumns(shipped).map((column) => `t.${column}`);
  return `SELECT ${owner}, ${keySql(shipped, 't.')}, t.* FROM ${table} t ${ofThere} ORDER BY ${order.join(', ')}`;
}
