/** Decides whether the copy in a data folder can go on from where it is, and deletes one that cannot. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_HEAD_FILE } from '../sqlite/engine/file/audit-head.ts';
import { hasNoTables, positionIn } from '../sqlite/copying/copy-position.ts';
import type { Position } from '../sqlite/engine/store-change.ts';
import { damaged, orDamaged } from '../sqlite/engine/file/damage.ts';
import { lockFolder } from '../sqlite/engine/file/lock-folder.ts';
import { makeFolder } from '../sqlite/engine/file/make-folder.ts';
import { openForReading } from '../sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../sqlite/migrations/migrations.ts';
import type { RowKeys } from '../../ports/cold-storage.ts';
import type { RefusedUsers } from './refused-users.ts';
import type { Pool, PostgresLog } from './connect-postgres.ts';

/**
 * Deletes a copy that was not loaded to its end, lacks users whose keys are back or whose rows are read again, or does not lie on the way to
 * the newest commit. Throws STORE_DAMAGED if the file cannot be read, which may be a store of its own, and an error if it is no copy.
 */
export async function prepareFolder(
  dataDir: string,
  pool: Pool,
  {
    log,
    refused,
    keys,
  }: { readonly log: PostgresLog; readonly refused: RefusedUsers; readonly keys?: RowKeys | undefined },
): Promise<void> {
  makeFolder(dataDir);
  const file = join(dataDir, STORE_FILE);
  if (!existsSync(file)) return refused.clear();
  const unlock = lockFolder(dataDir);
  try {
    const position = positionOf(file, join(dataDir, AUDIT_HEAD_FILE));
    if (position === 'NOT_A_COPY')
      throw new Error(
        `${dataDir} holds a store of its own, which PostgreSQL does not have. Give the server another data folder. To take the store along, move it into an empty database: \`recorda move --to postgres://…\`.`,
      );
    if (position !== undefined && (await isOnTheWay(pool, position)) && (await refused.resume(keys, areUsed(pool))))
      return;
    log.warn(
      { dataDir },
      'the copy in the data folder cannot go on from where it is, and is loaded anew from PostgreSQL',
    );
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`, `${STORE_FILE}-shm`, AUDIT_HEAD_FILE])
      rmSync(join(dataDir, name), { force: true });
    refused.clear();
  } finally {
    unlock();
  }
}

function positionOf(file: string, headFile: string): ReturnType<typeof positionIn> {
  return orDamaged(file, headFile, () => {
    const db = openForReading(file);
    try {
      if (hasNoTables(db)) throw damaged(file, headFile, 'it has no tables');
      return positionIn(db);
    } finally {
      db.close();
    }
  });
}

/** Tells whether all of these keys are those of users: a user who was erased has none. */
const areUsed =
  (pool: Pool) =>
  async (ids: readonly string[]): Promise<boolean> => {
    const sql = 'SELECT count(*)::int AS count FROM recorda.keys WHERE id = ANY ($1::text[])';
    return (await pool.query<{ count: number }>(sql, [ids])).rows[0]!.count === ids.length;
  };

/** The commit after the position must follow the one that the copy has: the database may have lost that one and used its number again. */
async function isOnTheWay(pool: Pool, { number, token }: Position): Promise<boolean> {
  const { rows } = await pool.query<{ ok: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM recorda.head WHERE number = $1 AND token = $2::uuid)
       OR EXISTS (SELECT 1 FROM recorda.commits WHERE number = $1 + 1 AND before = $2::uuid) AS ok`,
    [number, token],
  );
  return rows[0]?.ok ?? false;
}
