/** Fills a new database with the whole of a store, in one transaction, so that it has all of it or nothing. */
import { randomUUID } from 'node:crypto';
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { RowKeys } from '../../ports/cold-storage.ts';
import type { AlertNote } from '../sqlite/engine/store-change.ts';
import type { FoundImage, StoreContent } from '../sqlite/copying/read-images.ts';
import { alertText, imageText } from './commits.ts';
import type { Client, Pool } from './connect-postgres.ts';
import { DatabaseOpenError } from './postgres-errors.ts';
import { isSealable, rowKey, sealedRow, type RowKey } from './row-seal.ts';
import type { UserRow } from './row-sealing.ts';
import { ALERT_NOTE, becomeSealable, digestOf } from './schema.ts';
import { isSealableIn } from './sealable.ts';
import type { OnRows } from './store-contents.ts';

type Filling = {
  readonly onRows: OnRows;
  /** Is called with the client of the transaction before it ends. If it rejects, nothing is written. */
  readonly check: (client: Client) => Promise<void>;
  /** Makes the keys with which rows of users are sealed; if absent, they are readable. */
  readonly rowKeys?: Pick<RowKeys, 'make' | 'destroy'> | undefined;
};

/**
 * Writes all of it as of one commit. Rejects with a DatabaseOpenError if the database has anything, or if it is unknown whether it has taken
 * the store: the keys that were made are then kept.
 */
export async function fillDatabase(
  pool: Pool,
  store: StoreContent,
  { onRows, check, rowKeys }: Filling,
): Promise<void> {
  const client = await pool.connect();
  const seals = rowKeys && newSeals(rowKeys);
  let failed: unknown;
  let isCommitting = false;
  try {
    await client.query('BEGIN');
    await refuseUsed(client);
    const wasSealable = await isSealableIn(client);
    // A server whose first commits failed may have left keys of users who have no rows.
    if (wasSealable) await client.query('DELETE FROM recorda.keys');
    await writeRows(client, store.images(), onRows, seals?.sealed);
    if (seals !== undefined) {
      if (!wasSealable) await client.query(becomeSealable());
      await writeKeys(client, seals.made());
    }
    const notes = await writeNotes(client, store);
    const number = notes + 1;
    // There are no commits that a copy could follow: each is loaded.
    await client.query(
      'UPDATE recorda.head SET number = $1::bigint, token = $2, logged = $3, kept_from = $1::bigint + 1',
      [number, randomUUID(), store.lastChange()],
    );
    await check(client);
    isCommitting = true;
    await client.query('COMMIT');
  } catch (error) {
    failed = error;
    // The commit may stand, and without their keys its rows would be lost.
    if (isCommitting) throw unconfirmed(error as Error, seals !== undefined);
    await client.query('ROLLBACK').catch(() => undefined);
    for (const { place, id } of seals?.made() ?? []) await rowKeys?.destroy(place, id).catch(() => undefined);
    throw error;
  } finally {
    client.release(failed !== undefined);
  }
}

function unconfirmed(error: Error, isSealed: boolean): DatabaseOpenError {
  const keys = isSealed
    ? ' The keys of its rows were kept: delete nothing from the place of RECORDA_USER_KEYS meanwhile.'
    : '';
  return new DatabaseOpenError(
    'DATABASE_AWAY',
    `PostgreSQL was told to commit the store and did not confirm it (${error.message}), so it is unknown whether it has all of it or nothing. Start no server, and run the command again: if that is refused since the schema recorda has data, all of it is there and was compared.${keys}`,
    error,
  );
}

/** A server that starts now waits at the row of the newest commit. */
async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean; running: boolean }>(
    `SELECT number > 0 OR EXISTS (SELECT 1 FROM recorda.rows) AS used,
       EXISTS (SELECT 1 FROM recorda.servers WHERE until > clock_timestamp()) AS running
     FROM recorda.head FOR UPDATE OF head`,
  );
  const { used, running } = rows[0]!;
  if (used || running)
    throw new DatabaseOpenError(
      'DATABASE_UNSUITABLE',
      `PostgreSQL cannot be used: ${used ? 'its schema recorda has data' : 'a server runs over it, or ran a moment ago'}. Name an empty database in --to.`,
    );
}

type MadeKey = UserKey & { readonly place: string; readonly id: string };

/** Makes a key for each user whose rows come. */
function newSeals(rowKeys: Pick<RowKeys, 'make'>) {
  const keys = new Map<string, RowKey>();
  const made: MadeKey[] = [];
  return {
    made: (): readonly MadeKey[] => made,
    async sealed(row: UserRow): Promise<UserRow> {
      if (!isSealable(row.userId, row.table)) return row;
      const name = userKeyText(row);
      let key = keys.get(name);
      if (key === undefined) {
        const place = coldPartition(row);
        key = rowKey(await rowKeys.make(place));
        keys.set(name, key);
        made.push({ tenant: row.tenant, userId: row.userId, place, id: key.id });
      }
      return sealedRow(key, row);
    },
  };
}

async function writeKeys(client: Client, keys: readonly MadeKey[]): Promise<void> {
  for (let at = 0; at < keys.length; at += POSTGRES.movedRows) {
    const some = keys.slice(at, at + POSTGRES.movedRows);
    await client.query(
      'INSERT INTO recorda.keys (tenant, user_id, place, id) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])',
      [
        some.map(({ tenant }) => tenant),
        some.map(({ userId }) => userId),
        some.map(({ place }) => place),
        some.map(({ id }) => id),
      ],
    );
  }
}

async function writeRows(
  client: Client,
  images: Iterable<FoundImage>,
  onRows: OnRows,
  seal: (row: UserRow) => Promise<UserRow> = async (row) => row,
): Promise<void> {
  let part: (readonly [FoundImage, UserRow])[] = [];
  let bytes = 0;
  let n = 0;
  let done = 0;
  const write = async (): Promise<void> => {
    const values = [
      n,
      part.map(([{ tenant }]) => tenant),
      part.map(([{ userId }]) => userId),
      part.map(([{ image }]) => image.table),
      part.map(([, row]) => digestOf(row.key)),
      part.map(([, row]) => row.key),
      part.map(([{ image }]) => image.number ?? null),
      part.map(([, row]) => row.image),
    ];
    const asked = { text: INSERT_ROWS, values, query_timeout: POSTGRES.loadMs };
    await client.query(asked);
    n += part.length;
    part = [];
    bytes = 0;
    onRows(done);
  };
  for (const found of images) {
    const { tenant, userId, image } = found;
    const row = await seal({ tenant, userId, table: image.table, key: image.key, image: imageText(image.rows) });
    part.push([found, row]);
    bytes += row.image?.length ?? 0;
    done += 1;
    if (part.length >= POSTGRES.movedRows || bytes >= POSTGRES.movedBytes) await write();
  }
  if (part.length > 0) await write();
}

const INSERT_ROWS = `INSERT INTO recorda.rows (tenant, user_id, tbl, digest, key, number, n, sequence, image)
  SELECT t, u, tbl, digest, key, 1, $1::int + n, sequence, image
  FROM unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::bigint[], $8::text[])
    WITH ORDINALITY AS w(t, u, tbl, digest, key, sequence, image, n)`;

/** Writes alerts and pages of the audit log, each under a number of its own, and returns the last number. */
async function writeNotes(client: Client, store: StoreContent): Promise<number> {
  let number = 0;
  let part: { readonly number: number; readonly kind: string; readonly image: string; readonly of?: AlertNote }[] = [];
  const write = async (): Promise<void> => {
    const names = part.map(({ of }) => (of === undefined || of.does === 'EXPIRE' ? NOBODY : of));
    const values = [
      part.map((note) => note.number),
      names.map(({ tenant }) => tenant),
      names.map(({ userId }) => userId),
      part.map(({ kind }) => kind),
      part.map(({ image }) => image),
    ];
    const asked = { text: INSERT_NOTES, values, query_timeout: POSTGRES.loadMs };
    await client.query(asked);
    part = [];
  };
  const add = async (kind: string, image: string, of?: AlertNote): Promise<void> => {
    number += 1;
    part.push({ number, kind, image, ...(of !== undefined && { of }) });
    if (part.length >= POSTGRES.movedRows) await write();
  };
  for (const note of store.alerts()) await add(ALERT_NOTE, alertText(note), note);
  for (const records of store.auditPages()) await add('audit', records);
  if (part.length > 0) await write();
  return number;
}

const NOBODY = { tenant: '', userId: '' };

const INSERT_NOTES = `INSERT INTO recorda.notes (number, n, tenant, user_id, kind, image)
  SELECT number, 0, t, u, kind, image
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) AS w(number, t, u, kind, image)`;
