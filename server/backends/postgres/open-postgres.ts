/**
 * The store of several servers: PostgreSQL holds the data, and each server reads and tries out its writes in a copy, the embedded store in
 * its data folder. While the server is stopped, the copy may be deleted.
 */
import { RecordaError } from '../../domain/errors.ts';
import { OUTAGE } from '../../policy/backends.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import type { TargetCount } from '../../ports/users.ts';
import type { EmbeddedStore } from '../../ports/embedded-store.ts';
import type { RowKeys } from '../../ports/cold-storage.ts';
import { embedderKey } from '../../embedders/embedder-key.ts';
import { breaker } from '../breaker.ts';
import { SPOKEN } from '../sqlite/copying/row-forms.ts';
import { NEWEST } from '../sqlite/migrations/newest.ts';
import { adviseOn, isStoreDamaged } from '../sqlite/engine/store-failure.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import type { SqliteOptions } from '../sqlite/sqlite-options.ts';
import { cellRevisions } from './cell-revisions.ts';
import { newPool, type Pool, type PostgresLog, type RowsMode, type StoreAddress } from './connect-postgres.ts';
import { prepareFolder } from './copy-folder.ts';
import type { StoreTelemetry } from './copy-follower.ts';
import { isAway } from './postgres-errors.ts';
import { openHints, type Hints } from './hints.ts';
import { findNoting, refusedUsers, type RefusedUsers } from './refused-users.ts';
import { otherServers } from './other-servers.ts';
import { createViews } from './views.ts';
import { postgresHolder } from './postgres-holder.ts';
import { postgresLeases } from './postgres-leases.ts';
import { joinServers } from './postgres-servers.ts';
import { prepareDatabase, usableForm } from './prepare-database.ts';
import { openReadStandby } from './read-standby.ts';
import { rowForm, type RowForm } from './row-form.ts';
import { rowOpening, rowSealing, type RowSealing } from './row-sealing.ts';
import { FORGET_CELLS } from './schema.ts';
import {
  destroyAgain,
  destroyBroughtBack,
  destroyDeadKeys,
  hasKey,
  isSealableIn,
  makeSealable,
  ROWS_SETTING,
  rowsFound,
  rowsMode,
  withoutKeys,
} from './sealable.ts';

export type PostgresOptions = Omit<SqliteOptions, 'holder' | 'mirror' | 'isShipping' | 'onApplied' | 'log'> & {
  readonly address: StoreAddress;
  /** The operator's name for this server; if absent, it has none. */
  readonly identity?: { readonly name: string } | undefined;
  readonly log: PostgresLog;
  readonly telemetry: StoreTelemetry;
  /** The keys with which rows are sealed; needed if rows may be sealed. */
  readonly rowKeys?: RowKeys | undefined;
  /** Whether a key service keeps the master key; if absent, none does. */
  readonly hasKeyService?: boolean | undefined;
};

/** The name of the backend in answers, spans and reports. */
const BACKEND = 'postgres';

/** Rejects with what to do if the database or the data folder cannot be used, or if servers with other settings run. */
export async function openPostgres({ address, identity, ...options }: PostgresOptions): Promise<EmbeddedStore> {
  const { dataDir, log, embedderIdentity } = options;
  const pool = newPool(address);
  try {
    const store = { tables: NEWEST.version, embedder: embedderKey(embedderIdentity), spoken: SPOKEN };
    const form = rowForm(await prepareDatabase(pool, store));
    const { hasKeyService = false } = options;
    let rows: RowsMode = 'readable';
    const membership = await joinServers(pool, {
      name: identity?.name ?? '',
      // What counts is what the setting means for this database.
      settings: () => (address.agreed === undefined ? {} : { ...address.agreed(), [ROWS_SETTING]: [rows] }),
      form,
      async check(client, running) {
        // An upgrade of the others may have ended since this was asked before.
        await usableForm(client, store);
        rows = rowsMode({ rows: address.rows, hasKeyService }, await rowsFound(client));
        if (rows === 'sealed') await makeSealable(client, running);
      },
    });
    try {
      const refused = refusedUsers(dataDir, log);
      const sealed = await sealedParts(pool, rows, { keys: options.rowKeys, refused });
      log.info({ rows }, ROWS_SAID[rows]);
      await prepareFolder(dataDir, pool, { log, refused, keys: sealed?.keys }).catch(async (error: unknown) => {
        throw isStoreDamaged(error) ? await adviseOn(error, options.restoreAdvice) : error;
      });
      await createViews(pool).catch((error: Error) =>
        log.warn({ error: error.message }, 'the views of PostgreSQL cannot be created; nothing else needs them'),
      );
      return await openOver({ pool, form, refused, sealed }, address, options, membership.leave);
    } catch (error) {
      await membership.leave();
      throw error;
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const ROWS_SAID: Readonly<Record<RowsMode, string>> = {
  sealed: 'rows of users in PostgreSQL are sealed with their keys',
  readable: 'rows of users in PostgreSQL are readable with SQL, except of users whose rows are sealed already',
};

/** The parts with which a database is opened whose rows may be sealed. */
type Sealed = { readonly keys: RowKeys; readonly refused: RefusedUsers; readonly sealing: RowSealing };

async function sealedParts(
  pool: Pool,
  rows: RowsMode,
  { keys, refused }: { readonly keys: RowKeys | undefined; readonly refused: RefusedUsers },
): Promise<Sealed | undefined> {
  if (!(await isSealableIn(pool))) return undefined;
  if (keys === undefined) throw new Error('The rows of this database may be sealed, so their keys are needed.');
  return { keys, refused, sealing: rowSealing({ pool, keys, refused, isOn: rows === 'sealed' }) };
}

type Over = {
  readonly pool: Pool;
  readonly form: RowForm;
  readonly refused: RefusedUsers;
  readonly sealed: Sealed | undefined;
};

async function openOver(
  { pool, form, refused, sealed }: Over,
  address: StoreAddress,
  options: Omit<PostgresOptions, 'address' | 'identity'>,
  leave: () => Promise<void>,
): Promise<EmbeddedStore> {
  const { log, telemetry } = options;
  const outage = breaker({
    name: 'PostgreSQL',
    holds: 'the data of this server',
    ping: () => pool.query('SELECT 1'),
    isUnavailable: isAway,
    log,
    policy: { ...OUTAGE, attempts: POSTGRES.attempts },
  });
  const leases = postgresLeases(pool, outage);
  const standby = address.read && openReadStandby(address.read, log, { opening: sealed?.sealing, refused });
  const revisions = cellRevisions();
  let hints: Hints | undefined;
  const pruning = pruneNowAndThen(pool, log);
  const care = sealed && careForKeys(pool, sealed, log);
  const end = async (): Promise<void> => {
    clearInterval(pruning);
    await care?.end();
    outage.close();
    await hints?.close();
    await standby?.close();
    await leases.close();
    await leave();
    await pool.end();
  };
  try {
    const holder = postgresHolder({
      pool,
      outage,
      revisions,
      standby,
      form,
      sealing: sealed?.sealing,
      newOpening: sealed && (() => rowOpening(sealed.keys, refused)),
      refused,
      telemetry,
      onCommit: () => hints?.notify(),
    });
    const others = otherServers(pool, leases);
    const store = await openSqlite({ ...options, holder, onApplied: others.applied });
    care?.begin(() => holder.catchUp());
    hints = openHints(pool, address, () => holder.catchUp());
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      try {
        await store.close();
      } finally {
        await end();
      }
    };
    return {
      ...store,
      users: refusing(sealed === undefined ? store.users : usersWithKeys(store.users, pool, sealed), refused),
      backups: countingRefused(store.backups, refused),
      refusalOf: refused.refusalOf,
      ...(sealed && { destroyDeadRowKeys: (some) => destroyAgain(pool, sealed.keys, some) }),
      stores: namedStores(store.stores),
      leases,
      others,
      revisionOf: revisions.of,
      failure: () => store.failure() ?? (outage.isThere() ? undefined : away()),
      // Each copy has vectors of its own, and all must change at once.
      reembed: () => Promise.reject(notOverPostgres()),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    clearInterval(pruning);
    await care?.end();
    outage.close();
    await standby?.close();
    await leases.close();
    throw error;
  }
}

/** A backup tells how many users it lacks, so that older ones that have them are kept. */
function countingRefused(backups: EmbeddedStore['backups'], refused: RefusedUsers): EmbeddedStore['backups'] {
  return {
    ...backups,
    async snapshot(call) {
      const snapshot = await backups.snapshot(call);
      // Whoever was taken out of the copy before the snapshot is counted by now.
      return { ...snapshot, refusedUsers: refused.count() };
    },
  };
}

function pruneNowAndThen(pool: Pool, log: PostgresLog): NodeJS.Timeout {
  const pruneOnce = (): void =>
    void prune(pool).catch((error: Error) =>
      log.warn({ error: error.message }, 'old commits in PostgreSQL could not be deleted; the next round tries again'),
    );
  return setInterval(pruneOnce, POSTGRES.pruneIntervalMs).unref();
}

/** An erasure of all of a user ends when the key is destroyed with which the rows of the user were sealed. */
function usersWithKeys(users: EmbeddedStore['users'], pool: Pool, { keys }: Sealed): EmbeddedStore['users'] {
  const withKeys = (counts: readonly TargetCount[], count: number): readonly TargetCount[] =>
    count === 0 ? counts : [...counts, { place: `${users.name}/row_key`, count }];
  return {
    ...users,
    async count(whose, types, call) {
      const counts = await users.count(whose, types, call);
      return withKeys(counts, types === undefined && (await hasKey(pool, whose)) ? 1 : 0);
    },
    async erase(whose, types, id, call) {
      const counts = await users.erase(whose, types, id, call);
      const destroyed = await destroyDeadKeys(pool, keys);
      return withKeys(counts, destroyed.filter(({ place }) => place === coldPartition(whose)).length);
    },
  };
}

/** Refuses to erase some types of users whose rows cannot be read, since these types cannot be told from others. */
function refusing(users: EmbeddedStore['users'], { refusalOf }: RefusedUsers): EmbeddedStore['users'] {
  return {
    ...users,
    async erase(whose, types, id, call) {
      const refusal = types === undefined ? undefined : refusalOf(whose);
      if (refusal !== undefined) throw refusal;
      return users.erase(whose, types, id, call);
    },
  };
}

/**
 * Looks for missing keys and seals readable rows, once. Destroys keys that the erasures of servers that ended have left, at first and again
 * now and then.
 */
function careForKeys(pool: Pool, { keys, refused, sealing }: Sealed, log: PostgresLog) {
  const stop = new AbortController();
  const told = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: Error) =>
      log.warn({ error: error.message }, 'keys of rows could not be seen to; the next start or round tries again'),
    );
  let working: Promise<unknown> = Promise.resolve();
  const destroy = (): void => void (working = working.then(() => told(destroyDeadKeys(pool, keys))));
  const timer = setInterval(destroy, POSTGRES.pruneIntervalMs).unref();
  return {
    /** `catchUp` takes users out of the copy whose keys are missing. */
    begin(catchUp: () => Promise<void>): void {
      destroy();
      working = working.then(() => told(noteMissing(pool, keys, refused).then(catchUp)));
      working = working.then(() => told(destroyBroughtBack(pool, keys))).then(() => told(sealing.sealAll(stop.signal)));
    },
    async end(): Promise<void> {
      clearInterval(timer);
      stop.abort();
      await working;
    },
  };
}

/** Notes each user whose key is missing, also those whose rows the copy has. */
async function noteMissing(pool: Pool, keys: RowKeys, refused: RefusedUsers): Promise<void> {
  const find = findNoting(keys, refused);
  for (const { tenant, userId, id } of await withoutKeys(pool, keys)) await find({ tenant, userId }, id);
}

/** Names the backend as what holds the data, not as what serves it. */
function namedStores(stores: EmbeddedStore['stores']): EmbeddedStore['stores'] {
  const named = Object.entries(stores).map(([type, store]) => [type, { ...store, backend: BACKEND }]);
  return Object.fromEntries(named) as EmbeddedStore['stores'];
}

function away(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'PostgreSQL, which holds the data of this server, does not answer. Check it.',
    {
      retryAfterMs: OUTAGE.retryAfterMs,
    },
  );
}

function notOverPostgres(): RecordaError {
  return new RecordaError(
    'REEMBED_REFUSED',
    'The embedder of a store in PostgreSQL cannot be changed while servers run over it. Stop them all, run `recorda move --to FOLDER`, then `recorda reembed` on that folder, and move it into a new database.',
  );
}

/** Deletes commits that are no longer kept. Every server does, a few at a time: the row of the newest commit lets one of them at a time. */
async function prune(pool: Pool): Promise<void> {
  const most = [POSTGRES.keptDays, POSTGRES.prunedAtOnce];
  const more = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ more: boolean }>('SELECT recorda.prune($1, $2) AS more', most);
    return rows[0]?.more ?? false;
  };
  if (!(await more())) return;
  while (await more());
  await pool.query(FORGET_CELLS);
}
