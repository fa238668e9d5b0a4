/**
 * The form in which servers write rows to a database: that of a version of the tables which each server that runs reads and writes. Once all
 * that run know a newer one, it takes its place.
 */
import { SPOKEN } from '../sqlite/copying/row-forms.ts';
import { NEWEST } from '../sqlite/migrations/newest.ts';
import type { Client, Pool } from './connect-postgres.ts';

/** The form of a database, as a server knows it. */
export type RowForm = {
  readonly newest: number;
  /** The versions that this server reads and writes. */
  readonly spoken: readonly number[];
  /** The version in whose form rows are written, as of the last look. */
  written: number;
};

/** Returns what this server knows, for a database that was just found to be of a version. */
export function rowForm(written: number): RowForm {
  return { newest: NEWEST.version, spoken: SPOKEN, written };
}

/** The entry among the settings of a server that names the versions which it reads and writes. Servers before 36 have none. */
export const SPEAKS = 'tables';

export async function readForm(client: Pick<Client | Pool, 'query'>): Promise<StoredForm> {
  const { rows } = await client.query<{ version: number; form: string }>('SELECT version, form FROM recorda.head');
  const { version, form } = rows[0]!;
  return { version, form: JSON.parse(form) as StoredForm['form'] };
}

export type StoredForm = {
  /** The version of PostgreSQL's own tables. */
  readonly version: number;
  readonly form: { readonly tables: number; readonly embedder: string };
};

/**
 * Raises the form if all servers that run know the newest one. The caller has locked the list of servers, so that none joins meanwhile. A
 * commit under way in the earlier form changes no row that was written in the newer one, since that would be a conflict.
 */
export async function raiseForm(client: Client, form: RowForm, running: readonly Settings[]): Promise<boolean> {
  const { form: found } = await readForm(client);
  const isKnown = running.every((settings) => settings[SPEAKS]?.includes(`${form.newest}`) === true);
  if (found.tables >= form.newest || !isKnown) return false;
  const raised = JSON.stringify({ ...found, tables: form.newest });
  await client.query('UPDATE recorda.head SET form = $1', [raised]);
  return true;
}

type Settings = Readonly<Record<string, readonly string[]>>;
