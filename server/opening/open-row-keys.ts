/** Opens the keys with which rows in a shared database are sealed. They are needed before the store is open. */
import { rowKeys } from '../lifecycle/row-keys.ts';
import type { RowKeys } from '../ports/cold-storage.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ColdConfig } from '../settings/storage-settings.ts';
import { openKeyStorage } from './open-cold.ts';
import { openKeyService } from './open-key-service.ts';

export async function openRowKeys(
  options: Partial<ColdConfig>,
  { dataDir, log }: { readonly dataDir: string; readonly log: Pick<Log, 'warn' | 'error'> },
): Promise<RowKeys> {
  const storage = await openKeyStorage(options.userKeys, dataDir);
  return rowKeys(storage, await openKeyService({ ...options, dataDir }, log), options.keysCachedMs);
}
