/** Gives a user a key, and seals the rows that the user has. */
import type { UserKey } from '../../domain/accounts.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { DataKey, RowKeys } from '../../ports/cold-storage.ts';
import type { Client, Pool } from './connect-postgres.ts';
import { isSealable, keyIdOf, rowKey, sealedRow, type RowKey, type RowTexts } from './row-seal.ts';
import { digestOf } from './schema.ts';

export type Taking = {
  readonly whose: UserKey;
  /** The place of the user's keys. */
  readonly place: string;
  /**
   * The id of a key that the user has, but that was destroyed: the database was put back as it was before an erasure. What that key sealed
   * is deleted. Empty if there is none.
   */
  readonly destroyedId: string;
};

/**
 * Resolves to the key that the user has then, which another server may have made. The key is durable before anything is sealed with it. If
 * the transaction fails, a key is left that nobody uses, since it is not always known whether rows were sealed with it.
 */
export async function takeKey(
  { pool, keys }: { readonly pool: Pool; readonly keys: RowKeys },
  { whose, place, destroyedId }: Taking,
): Promise<DataKey> {
  const made = await keys.make(place);
  const client = await pool.connect();
  let failed: unknown;
  let there: string | undefined;
  try {
    await client.query('BEGIN');
    there = await lockCell(client, whose);
    if (there !== undefined && there === destroyedId) {
      await deleteSealed(client, whose);
      there = undefined;
    }
    if (there === undefined) {
      await sealRows(client, whose, rowKey(made));
      await client.query('INSERT INTO recorda.keys (tenant, user_id, place, id) VALUES ($1, $2, $3, $4)', [
        whose.tenant,
        whose.userId,
        place,
        made.id,
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    client.release(failed !== undefined);
  }
  if (there === undefined) return made;
  await keys.destroy(place, made.id);
  const theirs = await keys.find(place, there);
  // An erasure has destroyed that key a moment ago, and this one is destroyed, too: no commit that seals with it stands.
  return theirs === 'DESTROYED' ? made : theirs;
}

/** Commits of the user wait until the transaction ends. Returns the id of the user's key. */
async function lockCell(client: Client, { tenant, userId }: UserKey): Promise<string | undefined> {
  const whose = [tenant, userId];
  await client.query(
    'INSERT INTO recorda.cells (tenant, user_id, number) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
    whose,
  );
  await client.query('SELECT 1 FROM recorda.cells WHERE tenant = $1 AND user_id = $2 FOR UPDATE', whose);
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM recorda.keys WHERE tenant = $1 AND user_id = $2',
    whose,
  );
  return rows[0]?.id;
}

type Stored = RowTexts & { readonly number: number; readonly n: number; readonly digest: Buffer };

async function deleteSealed(client: Client, { tenant, userId }: UserKey): Promise<void> {
  const isSealed = `tenant = $1 AND user_id = $2 AND (image LIKE '{"sealed":%' OR key LIKE '%{"sealed":%')`;
  for (const table of ['rows', 'changes'])
    await client.query(`DELETE FROM recorda.${table} WHERE ${isSealed}`, [tenant, userId]);
  await client.query('DELETE FROM recorda.keys WHERE tenant = $1 AND user_id = $2', [tenant, userId]);
}

/** Seals the readable rows of a user, also in the commits that are kept. Nothing changes for copies. */
async function sealRows(client: Client, { tenant, userId }: UserKey, key: RowKey): Promise<void> {
  const whose = [tenant, userId];
  const ofRows = 'SELECT tbl AS "table", digest, key, image FROM recorda.rows WHERE tenant = $1 AND user_id = $2';
  for (const some of inParts(readable(userId, await stored(client, ofRows, whose)))) {
    const sealed = some.map((row) => sealedRow(key, row));
    const asked = {
      text: `UPDATE recorda.rows r SET digest = w.digest, key = w.key, image = w.image
        FROM unnest($3::text[], $4::bytea[], $5::bytea[], $6::text[], $7::text[]) AS w(tbl, was, digest, key, image)
        WHERE r.tenant = $1 AND r.user_id = $2 AND r.tbl = w.tbl AND r.digest = w.was`,
      values: [
        ...whose,
        some.map(({ table }) => table),
        some.map(({ digest }) => digest),
        sealed.map((row) => digestOf(row.key)),
        sealed.map((row) => row.key),
        sealed.map(({ image }) => image),
      ],
      query_timeout: POSTGRES.loadMs,
    };
    await client.query(asked);
  }
  const ofChanges =
    'SELECT tbl AS "table", number, n, key, image FROM recorda.changes WHERE tenant = $1 AND user_id = $2';
  for (const some of inParts(readable(userId, await stored(client, ofChanges, whose)))) {
    const sealed = some.map((row) => sealedRow(key, row));
    const asked = {
      text: `UPDATE recorda.changes c SET key = w.key, image = w.image
        FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[]) AS w(number, n, key, image)
        WHERE c.number = w.number AND c.n = w.n`,
      values: [
        some.map(({ number }) => number),
        some.map(({ n }) => n),
        sealed.map((row) => row.key),
        sealed.map(({ image }) => image),
      ],
      query_timeout: POSTGRES.loadMs,
    };
    await client.query(asked);
  }
}

async function stored(client: Client, text: string, values: readonly string[]): Promise<readonly Stored[]> {
  const asked = { text, values: [...values], query_timeout: POSTGRES.loadMs };
  return (await client.query<Stored>(asked)).rows;
}

/** Returns the rows that are yet to be sealed. A key that was destroyed may have left sealed rows, too, which nobody can read. */
const readable = (userId: string, rows: readonly Stored[]): readonly Stored[] =>
  rows.filter((row) => isSealable(userId, row.table) && keyIdOf(row) === undefined);

function* inParts(rows: readonly Stored[]): Generator<readonly Stored[]> {
  for (let at = 0; at < rows.length; at += POSTGRES.movedRows) yield rows.slice(at, at + POSTGRES.movedRows);
}
