/** A store whose every write is tried out, undone and then applied, there and in a second store, which must have the same in the end. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import type { Copy } from '../../../../server/backends/sqlite/copying/holder.ts';
import { copiedTables } from '../../../../server/backends/sqlite/copying/copied-tables.ts';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { openStoreWriter, type StoreWriter } from '../../../../server/backends/sqlite/writes.ts';
import { GLOBAL_LIMITS, QUOTAS } from '../../../../server/policy/limits.ts';
import { wrongCounters } from '../recount.ts';
import { openTemporary, table, temporaryFolder, type TemporaryStore } from '../temporary-store.ts';

type Options = NonNullable<Parameters<typeof openTemporary>[0]>;

export type MirroredStore = TemporaryStore & {
  /** The number of changes that were applied. */
  appliedCount(): number;
  /** Opens the store again over the same data. */
  reopened(): Promise<MirroredStore>;
  /** Goes on with the second store as the first. */
  swapped(): Promise<MirroredStore>;
  /** Closes both stores and deletes them; throws unless they have the same, and what a plain store has, if that is given. */
  compareAndDelete(plain?: ReturnType<typeof contentOf>): Promise<void>;
};

export async function openMirrored(options: Options = {}): Promise<MirroredStore> {
  return open(options, options.dataDir ?? (await temporaryFolder()), await temporaryFolder());
}

async function open(options: Options, dataDir: string, other: string): Promise<MirroredStore> {
  const { mirror, limits = GLOBAL_LIMITS } = options;
  // Quotas are checked where a write is tried out, so any will do in the other.
  const data = { dataDir: other, embedder: table.identity, quotas: QUOTAS, limits, mirror, isCopy: true };
  const second = openStoreWriter(data);
  let changes = 0;
  let copy: Copy | undefined;
  const holder: NonNullable<Options['holder']> = {
    isShared: false,
    async open(opened) {
      copy = opened;
    },
    catchUp: async () => undefined,
    catchUpForRead: async () => undefined,
    async commit(change) {
      changes += 1;
      // What passes between two servers is copied.
      second.controls.apply({ changes: [{ change: structuredClone(change) }] });
      await copy?.apply([{ change }]);
      return true;
    },
  };
  const first = await openTemporary({ ...options, dataDir, holder });
  const closeBoth = async (): Promise<void> => {
    await first.users.finish();
    await first.close();
    finishErasures(second);
    second.controls.close();
  };
  const again = { ...options, clock: first.clock };
  return {
    ...first,
    appliedCount: () => changes,
    async reopened() {
      await closeBoth();
      return open(again, dataDir, other);
    },
    async swapped() {
      await closeBoth();
      return open(again, other, dataDir);
    },
    async compareAndDelete(plain) {
      await closeBoth();
      const [one, two] = [contentOf(dataDir), contentOf(other)];
      for (const folder of [dataDir, other]) await rm(folder, { recursive: true, force: true });
      compareContents(two, one, () => true);
      if (plain !== undefined) compareContents(one, plain, (name) => !RANDOM.has(name));
    },
  };
}

/** Deletes what is left of erased users, which each store does by itself. */
function finishErasures(store: StoreWriter): void {
  const step = { number: 1, method: 'eraseStep', argument: { nowMs: 0 } } as const;
  for (let rows = 1; rows > 0;) {
    const [reply] = store.commit([step]);
    if (reply === undefined || 'error' in reply) throw new Error('the step failed');
    rows = reply.result as number;
  }
}

/** Returns the rows of each table, with keys in place of the numbers that only one store knows, for each user in the order of these. */
export function contentOf(dataDir: string): Readonly<Record<string, readonly unknown[]>> {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    expect(wrongCounters(db)).to.deep.equal([]);
    const copied = copiedTables(db).map((one) => {
      const whose = (name: string): string => `(SELECT w.${name} FROM ${one.whose('t')} w)`;
      const read = one.columns.map((column) => `${one.read(column, 't')} AS ${column}`);
      const columns = [`${whose('tenant')} AS of_tenant`, `${whose('user_id')} AS of_user`, ...read];
      const sql = `SELECT ${columns.join(', ')} FROM ${one.table} t WHERE of_tenant IS NOT NULL`;
      const group = one.isGroup ? one.key.map((column) => `${one.read(column, 't')}, `).join('') : '';
      const inOrder = `ORDER BY 1, 2, ${group} t.${one.number}`;
      const sorted = one.number === undefined ? texts(db, sql).toSorted() : texts(db, `${sql} ${inOrder}`);
      return [one.table, sorted] as const;
    });
    return Object.fromEntries([
      ...copied,
      ...Object.entries(SHARED).map(([name, sql]) => [name, texts(db, sql)] as const),
    ]);
  } finally {
    db.close();
  }
}

/** Keys of users' pseudonyms are random, and so are the pseudonyms and the nonces of sealed answers. */
const RANDOM: ReadonlySet<string> = new Set(['audit_keys', 'audit', 'requests']);

export type Content = ReturnType<typeof contentOf>;

/** Throws with the first row in which they differ. */
export function compareContents(one: Content, other: Content, isCompared: (table: string) => boolean): void {
  for (const [name, rows] of Object.entries(other).filter(([table]) => isCompared(table))) {
    const found = one[name] ?? [];
    const at = rows.findIndex((row, index) => found[index] !== row);
    expect({ row: found[at], count: found.length }, name).to.deep.equal({ row: rows[at], count: rows.length });
  }
}

const SHARED: Readonly<Record<string, string>> = {
  totals: 'SELECT * FROM totals WHERE count <> 0 OR bytes <> 0 ORDER BY tenant, type',
  pools: `SELECT p.tenant, p.agent_id, u.user_id, p.count FROM pools p LEFT JOIN users u USING (user_no) ORDER BY 1, 2, 3`,
  pooled: `SELECT m.id, p.tenant, p.agent_id, p.user_no = 0 FROM lives l JOIN memories m USING (memory_no)
    JOIN owners o ON o.owner_no = m.owner_no JOIN users u USING (user_no) LEFT JOIN pools p USING (pool_no) ORDER BY m.id`,
  alerts: 'SELECT * FROM alerts ORDER BY sequence',
  audit: 'SELECT records FROM audit_pages ORDER BY page_no',
};

function texts(db: Database, sql: string): readonly string[] {
  return db
    .prepare(sql)
    .raw()
    .all()
    .map((row) => JSON.stringify(row));
}
