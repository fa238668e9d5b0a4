/**
 * Moves a whole store from a data folder to PostgreSQL or back, while no server has either open. The source stays as it is, and the
 * target is compared with it before it counts.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RowKeys } from '../../ports/cold-storage.ts';
import type { EmbedderIdentity } from '../../ports/stores.ts';
import { GLOBAL_LIMITS, QUOTAS } from '../../policy/limits.ts';
import { becomeStore } from '../sqlite/copying/become-store.ts';
import type { Copy } from '../sqlite/copying/holder.ts';
import { SPOKEN } from '../sqlite/copying/row-forms.ts';
import { readStore } from '../sqlite/copying/read-images.ts';
import { AUDIT_HEAD_FILE } from '../sqlite/engine/file/audit-head.ts';
import { LOCK_FILE, lockFolder } from '../sqlite/engine/file/lock-folder.ts';
import { makeFolder } from '../sqlite/engine/file/make-folder.ts';
import { STORE_FILE } from '../sqlite/migrations/migrations.ts';
import { NEWEST } from '../sqlite/migrations/newest.ts';
import { openStoreWriter, type StoreWriter } from '../sqlite/writes.ts';
import { newPool, type Pool, type PostgresAddress } from './connect-postgres.ts';
import { fillDatabase } from './fill-database.ts';
import { loadCopy } from './load-copy.ts';
import { DatabaseOpenError } from './postgres-errors.ts';
import { prepareDatabase } from './prepare-database.ts';
import { rowOpening } from './row-sealing.ts';
import { contentsOfDatabase, contentsOfFolder, difference, readContents, type Contents } from './store-contents.ts';

export type MoveOptions = {
  readonly address: PostgresAddress;
  readonly dataDir: string;
  /** Is told how many rows are done, each of which is counted twice: when it is copied, and when it is compared. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** The keys of rows of the database; needed if they are sealed. */
  readonly rowKeys: RowKeys;
};

export type Moved = {
  /** The number of users, and of tenants with settings of their own. */
  readonly cells: number;
  readonly rows: number;
  readonly auditPages: number;
};

/**
 * Moves the store of a folder into a database that has nothing. Rejects with what to do; the database then has nothing of it, unless the
 * error says that this is unknown.
 */
export async function moveToPostgres({
  address,
  dataDir,
  onProgress,
  rowKeys,
  isSealed,
}: MoveOptions & {
  /** Whether the rows of users are sealed there; if absent, they are not. */
  readonly isSealed?: boolean | undefined;
}): Promise<Moved> {
  if (!existsSync(join(dataDir, STORE_FILE)))
    throw new Error(`${dataDir} has no store. Name its folder in --data-dir.`);
  const unlock = lockFolder(dataDir);
  try {
    const store = readStore(dataDir);
    const pool = newPool(address);
    try {
      store.refuseDamaged();
      await prepareDatabase(pool, { tables: NEWEST.version, embedder: store.embedder });
      const total = 2 * store.countRows();
      const source = contentsOfFolder(store);
      let copied = 0;
      await fillDatabase(pool, store, {
        rowKeys: isSealed === true ? rowKeys : undefined,
        onRows: (done) => onProgress?.((copied = done), total),
        async check(client) {
          const found = await readContents(client, (done) => onProgress?.(copied + done, total), rowOpening(rowKeys));
          const differs = difference(source, found);
          if (differs !== undefined)
            throw new Error(`What PostgreSQL took is not what ${dataDir} has: ${differs}. It was undone.`);
        },
      });
      onProgress?.(total, total);
      return movedOf(source);
    } finally {
      store.close();
      await pool.end();
    }
  } finally {
    unlock();
  }
}

/** Moves the store of a database into a folder that is empty or not there. If it rejects, the folder has no store. */
export async function moveToFolder({ address, dataDir, onProgress, rowKeys }: MoveOptions): Promise<Moved> {
  const pool = newPool(address);
  try {
    const embedder = await embedderOf(pool);
    makeFolder(dataDir);
    if (readdirSync(dataDir).length > 0)
      throw new Error(
        `${dataDir} is not empty. Name a folder in --to that is empty, or that is not there; delete it first if an earlier move was ended before it was done.`,
      );
    // Nothing is written but what was decided before, so any quotas will do. It locks the folder.
    const writer = openStoreWriter({ dataDir, embedder, quotas: QUOTAS, limits: GLOBAL_LIMITS, isCopy: true });
    try {
      return await fillFolder(pool, writer, { dataDir, onProgress, rowKeys });
    } catch (error) {
      for (const name of [STORE_FILE, `${STORE_FILE}-wal`, `${STORE_FILE}-shm`, AUDIT_HEAD_FILE, LOCK_FILE])
        rmSync(join(dataDir, name), { force: true });
      throw error;
    }
  } finally {
    await pool.end();
  }
}

/** Fills the store of a writer, closes it, and makes it one of its own if it is the same. */
async function fillFolder(
  pool: Pool,
  writer: StoreWriter,
  { dataDir, onProgress, rowKeys }: Pick<MoveOptions, 'dataDir' | 'onProgress' | 'rowKeys'>,
): Promise<Moved> {
  const opening = rowOpening(rowKeys);
  let total = 0;
  let copied = 0;
  try {
    const { rows } = await pool.query<{ count: number }>('SELECT count(*) AS count FROM recorda.rows');
    total = 2 * (rows[0]?.count ?? 0);
    const copy: Copy = {
      position: async () => undefined,
      apply: async (changes) => {
        writer.controls.apply({ changes });
        for (const { change } of changes)
          copied += change.cells.reduce((sum, { rows: ofCell }) => sum + ofCell.length, 0);
        onProgress?.(copied, total);
      },
      fail: () => undefined,
    };
    await loadCopy(pool, copy, { opening });
  } finally {
    writer.controls.close();
  }
  const source = await contentsOfDatabase(pool, (done) => onProgress?.(copied + done, total), opening);
  const store = readStore(dataDir, { isCopy: true });
  let found: Contents;
  try {
    found = contentsOfFolder(store);
  } finally {
    store.close();
  }
  onProgress?.(total, total);
  const differs = difference(source, found);
  if (differs !== undefined)
    throw new Error(`What was copied into ${dataDir} is not what PostgreSQL has: ${differs}. It was deleted again.`);
  becomeStore(dataDir, found.auditHead());
  return movedOf(found);
}

const movedOf = (contents: Contents): Moved => {
  return { cells: contents.cells(), rows: contents.rows(), auditPages: contents.auditHead().pageNo };
};

/** Returns the embedder of the vectors in a database that can be read, and over which no server runs. */
async function embedderOf(pool: Pool): Promise<EmbedderIdentity> {
  const { rows: there } = await pool.query<{ is: boolean }>("SELECT to_regclass('recorda.head') IS NOT NULL AS is");
  if (there[0]?.is !== true)
    throw new DatabaseOpenError('DATABASE_UNSUITABLE', 'The database of RECORDA_STORE has no store of Recorda.');
  const { rows } = await pool.query<{ form: string; running: boolean }>(
    'SELECT form, EXISTS (SELECT 1 FROM recorda.servers WHERE until > clock_timestamp()) AS running FROM recorda.head',
  );
  const { form, running } = rows[0]!;
  if (running)
    throw new DatabaseOpenError(
      'DATABASE_UNSUITABLE',
      'A server runs over the database of RECORDA_STORE, or was killed a moment ago. Stop all of them, since what they take from now on would be missing.',
    );
  const { embedder } = JSON.parse(form) as { readonly embedder: string };
  await prepareDatabase(pool, { tables: NEWEST.version, embedder, spoken: SPOKEN });
  const [name, version, dimensions] = JSON.parse(embedder) as [string, string, number];
  return { name, version, dimensions };
}
