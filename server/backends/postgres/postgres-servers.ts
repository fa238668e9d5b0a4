/** Keeps a list of the servers that run, and refuses one whose settings would break what the others promise. */
import { randomUUID } from 'node:crypto';
import { POSTGRES } from '../../policy/postgres.ts';
import { SECOND_MS } from '../../policy/units.ts';
import type { AgreedSettings } from '../../ports/other-servers.ts';
import type { Client, Pool } from './connect-postgres.ts';
import { DatabaseOpenError } from './postgres-errors.ts';
import { raiseForm, SPEAKS, type RowForm } from './row-form.ts';
import { OPENS_SEALED } from './sealable.ts';

export type ServerEntry = {
  /** The operator's name for it; empty if it has none. */
  readonly name: string;
  /** Returns them as they are now: master keys change while a server runs. */
  readonly settings: () => AgreedSettings;
  readonly form: RowForm;
  /** Rejects if the rows in the database cannot be read, given the settings of those that run. No other server joins meanwhile. */
  readonly check: (client: Client, running: readonly AgreedSettings[]) => Promise<unknown>;
};

/** The place of a server among those that run. */
export type Membership = { leave(): Promise<void> };

type Found = { readonly name: string; readonly settings: AgreedSettings };

const RENEW = `
INSERT INTO recorda.servers AS s (id, name, settings, until)
VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, until = excluded.until`;

/** Resolves once this server is on the list. Rejects with SETTINGS_DIFFER if one that runs has other settings. */
export async function joinServers(pool: Pool, { name, settings, form, check }: ServerEntry): Promise<Membership> {
  const id = randomUUID();
  const speaks = { [SPEAKS]: form.spoken.map(String), ...OPENS_SEALED };
  const entry = (own: AgreedSettings) => [
    id,
    name,
    JSON.stringify({ ...own, ...speaks }),
    POSTGRES.leaseMs / SECOND_MS,
  ];
  await alone(pool, async (client, others) => {
    await check(
      client,
      others.map((other) => other.settings),
    );
    const own = settings();
    for (const other of others) refuseOther(own, other);
    await client.query(RENEW, entry(own));
    await raiseForm(client, form, [...others.map((other) => other.settings), speaks]);
  });
  const renew = async (): Promise<void> => {
    await pool.query(RENEW, entry(settings()));
    if (form.written < form.newest)
      await alone(pool, (client, running) =>
        raiseForm(
          client,
          form,
          running.map((one) => one.settings),
        ),
      );
  };
  const timer = setInterval(() => void renew().catch(() => undefined), POSTGRES.leaseMs / 3).unref();
  return {
    async leave() {
      clearInterval(timer);
      await pool.query('DELETE FROM recorda.servers WHERE id = $1', [id]).catch(() => undefined);
    },
  };
}

/** Runs a transaction in which no server joins or leaves, with those that run. */
async function alone(pool: Pool, work: (client: Client, running: readonly Found[]) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    await client.query('BEGIN');
    // The lock makes the second of two servers that start at once see the first.
    await client.query('LOCK TABLE recorda.servers IN SHARE ROW EXCLUSIVE MODE');
    await client.query('DELETE FROM recorda.servers WHERE until < clock_timestamp()');
    const sql = 'SELECT name, settings FROM recorda.servers ORDER BY until';
    const { rows } = await client.query<{ readonly name: string; readonly settings: string }>(sql);
    await work(
      client,
      rows.map(({ name, settings }) => ({ name, settings: JSON.parse(settings) as AgreedSettings })),
    );
    await client.query('COMMIT');
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // A connection that is closed rolls back.
    client.release(failed !== undefined);
  }
}

function refuseOther(own: AgreedSettings, { name, settings: theirs }: Found): void {
  const differences = settingDifferences(own, theirs);
  if (differences.length === 0) return;
  throw new DatabaseOpenError(
    'SETTINGS_DIFFER',
    `${name === '' ? 'Another server' : `The server ${name}`} over this database runs with other settings, and both would break what the other promises: ${differences.join('; ')}. Give all servers the same. To change a setting, stop all of them first; one that was killed counts as running for ${POSTGRES.leaseMs / SECOND_MS} s.`,
  );
}

/**
 * Returns what two servers have not in common, in words. Settings that only one of their versions knows are left out. Of a list of keys, each
 * server uses the first, so the other must have that one: then keys can be rotated server by server.
 */
export function settingDifferences(own: AgreedSettings, theirs: AgreedSettings): readonly string[] {
  return Object.entries(own).flatMap(([env, here]) => {
    const there = theirs[env];
    if (there === undefined || (here.length === 0 && there.length === 0)) return [];
    if (hasFirst(here, there) && hasFirst(there, here)) return [];
    const rule = here.length > 1 || there.length > 1 ? ', and each needs the first key of the other' : '';
    return [`${env} is ${inWords(here)} here and ${inWords(there)} there${rule}`];
  });
}

function hasFirst(values: readonly string[], [first]: readonly string[]): boolean {
  return first !== undefined && values.includes(first);
}

function inWords(values: readonly string[]): string {
  return values.length === 0 ? 'not set' : values.join(', ');
}
