/** Makes a database one whose rows may be sealed, and destroys the keys of users who were erased. */
import type { UserKey } from '../../domain/accounts.ts';
import type { AgreedSettings } from '../../ports/other-servers.ts';
import type { RowKeys } from '../../ports/cold-storage.ts';
import type { Client, Pool, RowsMode, RowsSetting } from './connect-postgres.ts';
import { DatabaseOpenError, refusalOf } from './postgres-errors.ts';
import { readForm } from './row-form.ts';
import { becomeSealable, SEALABLE_VERSION } from './schema.ts';

/** The entry among the settings of a server that says that it can read sealed rows. Earlier versions have none. */
export const OPENS_SEALED: AgreedSettings = { rows: ['sealed'] };

/** The setting that says whether rows are sealed, among those that servers have in common. */
export const ROWS_SETTING = 'RECORDA_STORE_ROWS';

/** The part of a database on which `auto` depends. */
export type RowsFound = { readonly isSealable: boolean; readonly hasData: boolean };

export const NO_ROWS: RowsFound = { isSealable: false, hasData: false };

/** Decides whether rows are sealed. Those of a database that has data stay as they are, unless the setting says otherwise. */
export function rowsMode({ rows = 'auto', hasKeyService }: RowsPlan, { isSealable, hasData }: RowsFound): RowsMode {
  if (rows !== 'auto') return rows;
  return isSealable || (hasKeyService && !hasData) ? 'sealed' : 'readable';
}

export type RowsPlan = { readonly rows?: RowsSetting | undefined; readonly hasKeyService: boolean };

export async function rowsFound(client: Pick<Client | Pool, 'query'>): Promise<RowsFound> {
  const sql = 'SELECT number > 0 OR EXISTS (SELECT 1 FROM recorda.rows) AS "hasData" FROM recorda.head';
  const { rows } = await client.query<{ hasData: boolean }>(sql);
  return { isSealable: await isSealableIn(client), hasData: rows[0]!.hasData };
}

/** Makes the rows of a database sealable. No server may join meanwhile. Rejects if one runs that cannot read such rows. */
export async function makeSealable(client: Client, running: readonly AgreedSettings[]): Promise<void> {
  if (await isSealableIn(client)) return;
  if (running.some((settings) => Object.keys(OPENS_SEALED).some((name) => settings[name] === undefined)))
    throw new DatabaseOpenError(
      'SETTINGS_DIFFER',
      `${ROWS_SETTING}=sealed cannot be used yet: a server of an earlier version runs over this database, which cannot read sealed rows. Upgrade all servers first, then stop them and start them with this setting.`,
    );
  await client.query(becomeSealable()).catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
}

export async function isSealableIn(client: Pick<Client | Pool, 'query'>): Promise<boolean> {
  return (await readForm(client)).version === SEALABLE_VERSION;
}

type Key = readonly [place: string, id: string];

/** Destroys the keys whose users were erased, and returns them. */
export async function destroyDeadKeys(pool: Pool, keys: RowKeys): Promise<readonly DeadKey[]> {
  const { rows } = await pool.query<DeadKey>('SELECT place, id FROM recorda.dead_keys WHERE NOT is_destroyed');
  for (const { place, id } of rows) {
    await keys.destroy(place, id);
    await pool.query('UPDATE recorda.dead_keys SET is_destroyed = true WHERE place = $1 AND id = $2', [place, id]);
  }
  return rows;
}

/** Destroys those of these keys that were to be destroyed before. */
export async function destroyAgain(pool: Pool, keys: RowKeys, some: readonly Key[]): Promise<void> {
  const sql = 'SELECT place, id FROM recorda.dead_keys WHERE place = ANY ($1) AND id = ANY ($2)';
  const { rows } = await pool.query<DeadKey>(sql, [some.map(([place]) => place), some.map(([, id]) => id)]);
  for (const { place, id } of rows) await keys.destroy(place, id);
}

/** Destroys all keys that an older copy of their storage brought back. */
export async function destroyBroughtBack(pool: Pool, keys: RowKeys): Promise<void> {
  const { rows } = await pool.query<DeadKey>('SELECT place, id FROM recorda.dead_keys');
  if (rows.length === 0) return;
  const dead = new Set(rows.map(({ id }) => id));
  for await (const { place, id } of keys.all()) if (dead.has(id)) await keys.destroy(place, id);
}

/** Tells whether the rows of a user are sealed. */
export async function hasKey(pool: Pool, { tenant, userId }: UserKey): Promise<boolean> {
  const sql = 'SELECT 1 FROM recorda.keys WHERE tenant = $1 AND user_id = $2';
  return (await pool.query(sql, [tenant, userId])).rows.length > 0;
}

/** Returns the users whose keys are missing, with the names of these. */
export async function withoutKeys(pool: Pool, keys: RowKeys): Promise<readonly UsedKey[]> {
  const sql = 'SELECT tenant, user_id AS "userId", place, id FROM recorda.keys';
  return keys.missingOf((await pool.query<UsedKey>(sql)).rows);
}

type UsedKey = UserKey & DeadKey;
type DeadKey = { readonly place: string; readonly id: string };
