/** Opens the places that a restore from a standby reads. It needs no server, and of a data folder only what lies there by default. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopSignal } from '../domain/abort.ts';
import { eraseLog, erasureEntries } from '../erasing/erase-log.ts';
import { erasureJournal, type JournalStore } from '../erasing/erasure-journal.ts';
import { partKeys } from '../lifecycle/standby/part-keys.ts';
import { restoreStandby, type RestoreOrder, type RestoreReport } from '../lifecycle/standby/restore-standby.ts';
import { silentLog } from '../ports/telemetry.ts';
import type { ColdConfig, StandbyConfig } from '../settings/storage-settings.ts';
import { openKeyService, type MasterKeyConfig } from './open-key-service.ts';
import { openCold, openKeyStorage, openStandbyStorage } from './open-cold.ts';

/** The new store has seen no erasure yet. */
const NEW_STORE: JournalStore = { seen: async () => [], entries: async () => [], noteErased: async () => undefined };

export type RestoreConfig = Pick<ColdConfig, 'cold' | 'userKeys'> &
  MasterKeyConfig & { readonly standby: StandbyConfig | undefined };

/** Restores into a folder that has no store. If it fails, it leaves none there. */
export async function restoreFromStandby(
  config: RestoreConfig,
  folder: string,
  order: RestoreOrder,
): Promise<RestoreReport> {
  const { standby, cold, userKeys, dataDir } = config;
  if (standby === undefined) throw new Error('These settings ship nothing: RECORDA_STANDBY is not set.');
  const [storage, keyStorage, coldStorage, { restoredStore, readSegmentHead }, { STORE_FILE }] = await Promise.all([
    openStandbyStorage(standby.address),
    openKeyStorage(userKeys, dataDir),
    openCold(cold, dataDir),
    import('../backends/sqlite/shipping/restored-store.ts'),
    import('../backends/sqlite/migrations/migrations.ts'),
  ]);
  const masters = await openKeyService(config, silentLog);
  const logs = [coldStorage, keyStorage].map(eraseLog);
  const journal = erasureJournal({ logs, store: NEW_STORE, entries: erasureEntries(masters) });
  const target = { isOpened: false };
  try {
    return await restoreStandby(
      {
        storage,
        keys: partKeys(keyStorage, masters, { now: () => Date.now() }),
        masters,
        erased: journal.since,
        readHead: readSegmentHead,
        newId: () => randomUUID(),
      },
      () => {
        const opened = restoredStore(folder);
        target.isOpened = true;
        return opened;
      },
      order,
      { signal: stopSignal() },
    );
  } catch (error) {
    if (target.isOpened) await rm(join(folder, STORE_FILE), { force: true });
    throw error;
  }
}
