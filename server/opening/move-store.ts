/** Moves a store between a data folder and PostgreSQL, and says what it does not take along. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Moved } from '../backends/postgres/move-store.ts';
import { withDriver } from './drivers.ts';

export type MoveOrder = {
  /** An address of PostgreSQL, or a folder. */
  readonly to: string;
  readonly onProgress: (done: number, total: number) => void;
};

/** Counts what was moved. `left` lists files in the folder of the source that every server of the target needs from elsewhere. */
export type MoveReport = Moved & { readonly left: readonly string[] };

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
  { dataDir, store }: Pick<Config, 'dataDir' | 'store'>,
  { to, onProgress }: MoveOrder,
): Promise<MoveReport> {
  const { moveToFolder, moveToPostgres } = await withDriver(
    'postgres',
    () => import('../backends/postgres/move-store.ts'),
  );
  if (isDatabase(to)) {
    if (store !== undefined)
      throw new Error('RECORDA_STORE is set, so the data is in PostgreSQL already. Name a folder in --to.');
    const moved = await moveToPostgres({ address: { url: to }, dataDir, onProgress });
    return { ...moved, left: Object.keys(IN_FOLDER).filter((name) => existsSync(join(dataDir, name))) };
  }
  if (store === undefined)
    throw new Error('RECORDA_STORE is not set. Name the PostgreSQL whose data is to be moved to a folder.');
  return { ...(await moveToFolder({ address: store, dataDir: to, onProgress })), left: [] };
}

/** Tells whether a place is an address of PostgreSQL. */
export const isDatabase = (place: string): boolean => /^postgres(ql)?:/.test(place);
