/** Checks a PostgreSQL for `recorda doctor`: each row says what to do if something is wrong. */
import { POSTGRES } from '../../policy/postgres.ts';
import type { RowKeys } from '../../ports/cold-storage.ts';
import { SECOND_MS } from '../../policy/units.ts';
import { newPool, type Pool, type RowsMode, type RowsSetting, type StoreAddress } from './connect-postgres.ts';
import {
  databaseFacts,
  DURABILITY,
  foreignFault,
  quoted,
  rightsFault,
  suitabilityFault,
  type DatabaseFacts,
} from './database-facts.ts';
import { damagedRowsIn } from './refused-users.ts';
import { isSealableIn, NO_ROWS, rowsFound, rowsMode, withoutKeys, type RowsPlan } from './sealable.ts';

export type PostgresCheckName =
  | 'version'
  | 'fsync'
  | 'full_page_writes'
  | 'synchronous_commit'
  | 'standby'
  | 'rights'
  | 'clock'
  | 'transactions'
  | 'connections'
  | 'servers'
  | 'rows'
  | 'read';

export type Verdict = { readonly isGood: boolean; readonly said: string };

type State = DatabaseFacts & {
  /** The standbys for which PostgreSQL waits before it confirms a commit; empty if it waits for none. */
  readonly standbyNames: string;
  readonly synchronousStandbys: number;
  /** The number of connected standbys whose kind this user may not see. */
  readonly hiddenStandbys: number;
  readonly nowMs: number;
  /** The age of the oldest transaction that others have open; null if there is none that this user may see. */
  readonly oldestMs: number | null;
  /** The number of connections whose transactions this user may not see. */
  readonly hiddenConnections: number;
  readonly freeConnections: number;
  /** How far its clock is ahead of this machine's. */
  readonly aheadMs: number;
  /** The names of the servers that run; undefined if the tables cannot be read. */
  readonly servers: readonly string[] | undefined;
  /** How many users have sealed rows, and whether anybody has readable ones; undefined if the tables cannot be read. */
  readonly sealed: { readonly users: number; readonly isAnyReadable: boolean } | undefined;
  /** Whether a server would seal rows. */
  readonly mode: RowsMode;
};

/**
 * A user without the rights of pg_read_all_stats sees that others are connected, but neither as what, nor their transactions. Workers of PostgreSQL
 * count as connections here, so that it has at least as many free ones.
 */
const STATE = `
SELECT current_setting('synchronous_standby_names') AS "standbyNames",
  (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS "synchronousStandbys",
  (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IS NULL) AS "hiddenStandbys",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
  (SELECT (extract(epoch FROM clock_timestamp() - min(xact_start)) * 1000)::float8 FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS "oldestMs",
  (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL AND backend_type IS NULL) AS "hiddenConnections",
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0)
    - (SELECT sum(numbackends)::int FROM pg_stat_database) AS "freeConnections"`;

export type CheckOptions = {
  /** Opens the keys of rows; if absent, nobody looks whether one is missing. */
  readonly openKeys?: (() => Promise<RowKeys>) | undefined;
  readonly hasKeyService?: boolean | undefined;
  /** The data folder of the server; if absent, nobody looks whether it refuses users. */
  readonly dataDir?: string | undefined;
};

/** Rejects if PostgreSQL does not answer or refuses the login. */
export async function checkPostgres(
  address: StoreAddress,
  { openKeys, hasKeyService = false, dataDir }: CheckOptions = {},
): Promise<Readonly<Record<PostgresCheckName, Verdict>>> {
  const pool = newPool(address);
  try {
    const state = await stateOf(pool, { rows: address.rows, hasKeyService });
    return {
      version: version(state),
      fsync: durable(state, 'fsync'),
      full_page_writes: durable(state, 'fullPageWrites'),
      synchronous_commit: durable(state, 'synchronousCommit'),
      standby: standby(state),
      rights: verdict(foreignFault(state) ?? rightsFault(state), `${state.user} has all rights that are needed`),
      clock: clock(state),
      transactions: transactions(state),
      connections: connections(state),
      servers: servers(state),
      rows:
        (await missingIn(pool, state, openKeys)) ?? damagedIn(dataDir) ?? rowsOf(state, address.rows, hasKeyService),
      read: await readStandby(address.read, pool, state),
    };
  } finally {
    await pool.end();
  }
}

async function stateOf(pool: Pool, plan: RowsPlan): Promise<State> {
  const facts = await databaseFacts(pool);
  const beginMs = Date.now();
  const { rows } =
    await pool.query<Omit<State, keyof DatabaseFacts | 'aheadMs' | 'servers' | 'sealed' | 'mode'>>(STATE);
  const state = rows[0]!;
  const aheadMs = state.nowMs - (beginMs + Date.now()) / 2;
  const names = await pool
    .query<{ name: string }>('SELECT name FROM recorda.servers WHERE until >= clock_timestamp() ORDER BY name')
    .then(({ rows: found }) => found.map(({ name }) => name))
    .catch(() => undefined);
  const sealed = await sealedUsers(pool).catch(() => undefined);
  const found = facts.isNew ? NO_ROWS : await rowsFound(pool).catch(() => ({ isSealable: false, hasData: true }));
  return { ...facts, ...state, aheadMs, servers: names, sealed, mode: rowsMode(plan, found) };
}

async function sealedUsers(pool: Pool): Promise<State['sealed']> {
  const count = async (sql: string): Promise<number> => (await pool.query<{ count: number }>(sql)).rows[0]!.count;
  const users = (await isSealableIn(pool)) ? await count('SELECT count(*)::int AS count FROM recorda.keys') : 0;
  const isKeyed =
    users === 0 ? 'false' : 'EXISTS (SELECT 1 FROM recorda.keys k WHERE k.tenant = c.tenant AND k.user_id = c.user_id)';
  const readable = await count(`SELECT count(*)::int AS count FROM (
    SELECT 1 FROM recorda.cells c WHERE c.user_id <> '' AND NOT ${isKeyed}
      AND EXISTS (SELECT 1 FROM recorda.rows r WHERE r.tenant = c.tenant AND r.user_id = c.user_id AND r.tbl = 'users') LIMIT 1
  ) AS one`);
  return { users, isAnyReadable: readable > 0 };
}

function rowsOf({ sealed, isNew, mode }: State, set: RowsSetting = 'auto', hasKeyService = false): Verdict {
  const why = set === 'auto' ? AUTO_SAID[mode] : '';
  const plan =
    mode === 'sealed'
      ? `RECORDA_STORE_ROWS${why} has the rows of each user sealed with a key`
      : `RECORDA_STORE_ROWS${why} leaves rows readable with SQL, also those of erased users in WAL and base backups from before${set === 'auto' && hasKeyService ? '; to have them sealed with the keys of RECORDA_KEY_SERVICE, set it to sealed' : ''}`;
  if (sealed === undefined) return { isGood: isNew, said: isNew ? plan : 'whether rows are sealed cannot be read' };
  const { users, isAnyReadable } = sealed;
  const found = `those of ${users} users are sealed, and ${isAnyReadable ? 'some are readable' : 'none are readable'}`;
  if (mode === 'sealed')
    return { isGood: true, said: `${plan}; ${found}${isAnyReadable ? ', which a server that runs seals' : ''}` };
  const stay =
    users === 0 ? '' : '; what is sealed stays so until the store is moved to a folder and into a new database';
  return { isGood: true, said: `${plan}; ${found}${stay}` };
}

/** Names the missing keys by their objects, which say nothing about the users. */
async function missingIn(
  pool: Pool,
  { sealed }: State,
  openKeys: (() => Promise<RowKeys>) | undefined,
): Promise<Verdict | undefined> {
  if (openKeys === undefined || sealed === undefined || sealed.users === 0) return undefined;
  const missing = await openKeys()
    .then((keys) => withoutKeys(pool, keys))
    .catch((error: Error) => error);
  if (missing instanceof Error)
    return { isGood: false, said: `whether keys are missing cannot be seen: ${missing.message}` };
  if (missing.length === 0) return undefined;
  // Whether the place is empty cannot be asked: another check writes there at the same time.
  if (missing.length >= sealed.users)
    return {
      isGood: false,
      said: `the place of RECORDA_USER_KEYS has no key of any of ${sealed.users} users: it is empty or not mounted, or the setting names another one; mount it, set it to the place of the keys, or put the keys back from a backup, and restart the servers`,
    };
  const shown = missing.slice(0, POSTGRES.shownKeys).map(({ place, id }) => `row-keys/${place}/${id}`);
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  const whose = missing.length === 1 ? 'the key of 1 user is' : `the keys of ${missing.length} users are`;
  return {
    isGood: false,
    said: `${whose} missing: ${shown.join(', ')}${more}; put them back from a backup of the place of RECORDA_USER_KEYS and restart the servers, or erase the users, whom recorda.keys names`,
  };
}

const AUTO_SAID: Readonly<Record<RowsMode, string>> = {
  sealed: ' (auto, and the database has sealed rows, or is new with a key service)',
  readable: ' (auto, and the database is readable, or is new without a key service)',
};

/** Tells of damaged rows that a server has met; the doctor itself reads none. */
function damagedIn(dataDir: string | undefined): Verdict | undefined {
  const rows = dataDir === undefined ? [] : damagedRowsIn(dataDir);
  if (rows.length === 0) return undefined;
  const more = rows.length > POSTGRES.shownKeys ? ` and ${rows.length - POSTGRES.shownKeys} more` : '';
  return {
    isGood: false,
    said: `this server refuses ${rows.length === 1 ? '1 user' : `${rows.length} users`} with damaged rows: ${rows.slice(0, POSTGRES.shownKeys).join(', ')}${more}, the columns tbl and digest of recorda.rows; restart it, which reads them anew; if they stay damaged, put them back as a backup of the database has them and restart, or erase the users`,
  };
}

function verdict(fault: string | undefined, otherwise: string): Verdict {
  return { isGood: fault === undefined, said: fault ?? otherwise };
}

function version(state: State): Verdict {
  return verdict(suitabilityFault({ ...state, ...DURABILITY }), `PostgreSQL ${state.shownVersion}, ${state.encoding}`);
}

/** Checks one of the settings on which it depends whether it loses what it confirmed. */
function durable(state: State, name: keyof typeof DURABILITY): Verdict {
  const found = state[name];
  return verdict(suitabilityFault({ ...state, ...SUITABLE, ...DURABILITY, [name]: found }), found);
}

/** Stands in for what another row checks. */
const SUITABLE = { version: Infinity, encoding: 'UTF8', isStandby: false, isReadOnly: false } as const;

function standby(state: State): Verdict {
  const { standbyNames, synchronousStandbys, hiddenStandbys, synchronousCommit } = state;
  if (standbyNames === '')
    return {
      isGood: true,
      said: 'no synchronous standby: what was confirmed last is lost with the machine of PostgreSQL; set synchronous_standby_names to keep it',
    };
  if (synchronousCommit === 'local')
    return {
      isGood: false,
      said: `synchronous_commit is local, so it waits for no standby although ${standbyNames} is set; set it to on`,
    };
  if (synchronousStandbys === 0 && hiddenStandbys > 0)
    return { isGood: true, said: `whether one of ${standbyNames} is connected cannot be seen; ${grantToSee(state)}` };
  return verdict(
    synchronousStandbys === 0 ? `none of ${standbyNames} is connected, so commits wait; start one` : undefined,
    `${synchronousStandbys} of ${standbyNames}`,
  );
}

function clock({ aheadMs }: State): Verdict {
  const said = `its clock differs by ${Math.abs(aheadMs).toFixed(0)} ms from that of this machine`;
  const isOff = Math.abs(aheadMs) > POSTGRES.mostClockMs;
  return { isGood: !isOff, said: isOff ? `${said}; synchronize both by NTP` : said };
}

function transactions(state: State): Verdict {
  const { oldestMs, hiddenConnections } = state;
  const hidden =
    hiddenConnections === 0
      ? ''
      : `; those of ${hiddenConnections} connections of other users cannot be seen; ${grantToSee(state)}`;
  const seen = hidden === '' ? '' : ' of this user';
  if (oldestMs === null) return { isGood: true, said: `no other transaction${seen} is open${hidden}` };
  const said = `the oldest one${seen} is ${(oldestMs / SECOND_MS).toFixed(0)} s old`;
  const isOld = oldestMs > POSTGRES.oldTransactionMs;
  return {
    isGood: !isOld,
    said: isOld
      ? `${said}, and keeps VACUUM from removing what was deleted; find it in pg_stat_activity and end it${hidden}`
      : `${said}${hidden}`,
  };
}

function grantToSee({ user }: State): string {
  return `to see it, run GRANT pg_read_all_stats TO ${quoted(user)} as a superuser`;
}

function connections({ freeConnections }: State): Verdict {
  const needed = POSTGRES.connections + 1;
  const said = `at least ${Math.max(0, freeConnections)} are free, a server uses up to ${needed}`;
  const isShort = freeConnections < needed;
  return { isGood: !isShort, said: isShort ? `${said}; raise max_connections, or put PgBouncer before it` : said };
}

function servers({ servers: names, isNew }: State): Verdict {
  if (names === undefined)
    return {
      isGood: isNew,
      said: isNew ? 'no server has used this database yet' : 'the list of servers cannot be read',
    };
  const shown = names.map((name) => (name === '' ? 'one without a name' : name)).join(', ');
  return { isGood: true, said: names.length === 0 ? 'none runs' : `${names.length} run: ${shown}` };
}

type Line = { readonly isStandby: boolean; readonly number: number; readonly token: string };

/** Checks that the standby has the commits of the primary. */
async function readStandby(address: StoreAddress['read'], primary: Pool, { isNew }: State): Promise<Verdict> {
  if (address === undefined) return { isGood: true, said: 'all is read from the primary' };
  if (isNew) return { isGood: true, said: 'no server has used this database yet' };
  const pool = newPool(address);
  try {
    const newest = 'SELECT pg_is_in_recovery() AS "isStandby", number, token FROM recorda.head';
    const { isStandby, number, token } = (await pool.query<Line>(newest)).rows[0]!;
    if (!isStandby) return { isGood: false, said: 'it is no standby; name one, or leave RECORDA_STORE_READ out' };
    const { rows } = await primary.query<{ behind: number; token: string | null }>(
      `SELECT h.number - $1::int8 AS behind, CASE WHEN h.number = $1 THEN h.token ELSE c.token END AS token
       FROM recorda.head h LEFT JOIN recorda.commits c ON c.number = $1`,
      [number],
    );
    const found = rows[0];
    // Whether commits that are no longer kept are the same cannot be told.
    const isOther = (found?.token ?? token) !== token;
    return verdict(
      isOther ? 'it has other commits than RECORDA_STORE; name a standby of that one' : undefined,
      `a standby, ${Math.max(0, found?.behind ?? 0)} commits behind`,
    );
  } catch (error) {
    return { isGood: false, said: `it cannot be read: ${(error as Error).message}; reads come from the primary` };
  } finally {
    await pool.end();
  }
}
