/** Says what to do next if the store is damaged. */
import { stopSignal } from '../domain/abort.ts';
import { backupIds } from '../lifecycle/manifests.ts';
import { BACKUP_SETS } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import type { ColdAddress } from '../settings/storage-settings.ts';
import { openCold } from './open-cold.ts';

export type DamagedStore = {
  readonly dataDir: string;
  readonly cold?: ColdAddress | undefined;
  /** The database of which the folder has a copy. */
  readonly store?: object | undefined;
};

const ADVICE_FOR_COPY =
  'Then start it again: PostgreSQL holds the data, and the server loads a new copy of it. Restore no backup for this: it would put older data in the place of what all servers have.';

/** Names the newest backups that cold storage lists, for which no key is needed; of a copy, only a new one is to be loaded. */
export async function restoreAdvice({ cold: address, dataDir, store }: DamagedStore): Promise<string> {
  if (store !== undefined) return ADVICE_FOR_COPY;
  const cold = await openCold(address, dataDir);
  const ids = await newestBackups(cold, { signal: stopSignal() });
  if (ids.length === 0) return 'There is no backup: what can still be read can be exported with `recorda export`.';
  return `Then start it again with what is left of the folder, and restore with RestoreBackup; the newest backups are ${ids.join(' and ')}.`;
}

/** Returns the newest backup of each set, by their names alone. */
async function newestBackups(cold: ColdStore, call: CallContext): Promise<readonly string[]> {
  const ids = await backupIds(cold, call);
  return Object.keys(BACKUP_SETS).flatMap((set) => ids.find((id) => id.includes(`-${set.toLowerCase()}-`)) ?? []);
}
