/** Moves a store between a data folder and PostgreSQL, and says what it does not take along. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RowsSetting } from '../backends/postgres/connect-postgres.ts';
import type { Moved } from '../backends/postgres/move-store.ts';
import { silentLog } from '../ports/telemetry.ts';
import type { ColdConfig } from '../settings/storage-settings.ts';
import { withDriver } from './drivers.ts';
import { openRowKeys } from './open-row-keys.ts';

export type MoveOrder = {
  /** An address of PostgreSQL, or a folder. */
  readonly to: string;
  readonly onProgress: (done: number, total: number) => void;
  /** Whether the rows of users are sealed in the database; a folder has no such rows. With `auto`, they are if a key service keeps the master key. */
  readonly rows: RowsSetting;
};

/** Counts what was moved. `left` lists files in the folder of the source that every server of the target needs from elsewhere. */
export type MoveReport = Moved & {
  readonly left: readonly string[];
  /** Whether the rows of users are sealed in the target. */
  readonly isSealed: boolean;
};

/** The setting that names the place of each of these, which is in the data folder if the setting is not given. */
const IN_FOLDER: Readonly<Record<string, string>> = {
  cold: 'RECORDA_COLD',
  'user-keys': 'RECORDA_USER_KEYS',
  'master.key': 'RECORDA_MASTER_KEY_FILE',
  'receipt.key': 'RECORDA_RECEIPT_KEY_FILE',
  'mint.key': 'RECORDA_MINT_KEY_FILE',
};

/** The places of these names in the folder, each with its setting. */
export const settingsOfPlaces = (left: readonly string[]): readonly string[] =>
  left.map((name) => `${name} (${IN_FOLDER[name]})`);

/** Rejects with what to do, and leaves the source as it is. */
export async function moveStore(
  config: Pick<Config, 'dataDir' | 'store'> & Partial<ColdConfig>,
  { to, onProgress, rows }: MoveOrder,
): Promise<MoveReport> {
  const { dataDir, store, userKeys } = config;
  const rowKeys = await openRowKeys(config, { dataDir, log: silentLog });
  const { moveToFolder, moveToPostgres } = await withDriver(
    'postgres',
    () => import('../backends/postgres/move-store.ts'),
  );
  if (isDatabase(to)) {
    if (store !== undefined)
      throw new Error('RECORDA_STORE is set, so the data is in PostgreSQL already. Name a folder in --to.');
    const isSealed = rows === 'sealed' || (rows === 'auto' && config.keyService !== undefined);
    if (isSealed && (userKeys === undefined || !hasMasterKey(config)))
      throw new Error(rows === 'sealed' ? `--sealed ${KEYS_NEEDED}` : `${SEALED_BY_ITSELF} ${KEYS_NEEDED}`);
    const moved = await moveToPostgres({ address: { url: to }, dataDir, onProgress, rowKeys, isSealed });
    return { ...moved, isSealed, left: Object.keys(IN_FOLDER).filter((name) => existsSync(join(dataDir, name))) };
  }
  if (rows !== 'auto') throw new Error(`--${rows} is only for a database in --to.`);
  if (store === undefined)
    throw new Error('RECORDA_STORE is not set. Name the PostgreSQL whose data is to be moved to a folder.');
  return { ...(await moveToFolder({ address: store, dataDir: to, onProgress, rowKeys })), isSealed: false, left: [] };
}

const SEALED_BY_ITSELF =
  'RECORDA_KEY_SERVICE is set, so the rows of users are sealed unless --readable is given, which';
const KEYS_NEEDED =
  'requires RECORDA_USER_KEYS, and RECORDA_MASTER_KEY or RECORDA_KEY_SERVICE, as the servers over that database will have them: the keys of its rows are made there.';

const hasMasterKey = ({ masterKey, masterKeyFile, keyService }: Partial<ColdConfig>): boolean =>
  masterKey !== undefined || masterKeyFile !== undefined || keyService !== undefined;

/** Tells whether a place is an address of PostgreSQL. */
export const isDatabase = (place: string): boolean => /^postgres(ql)?:/.test(place);
