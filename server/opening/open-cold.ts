/** Opens cold storage and the storage of users' keys; a driver is loaded only if its storage is used. */
import { join } from 'node:path';
import { COLD_FOLDER, USER_KEYS_FOLDER, type ColdAddress } from '../settings/storage-settings.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import { withDriver } from './drivers.ts';

/** Opens the folder `cold` of the data folder if no place is named. */
export function openCold(address: ColdAddress | undefined, dataDir: string): Promise<ColdStore> {
  return openAddress(address ?? { kind: 'files', folder: join(dataDir, COLD_FOLDER) });
}

/** Opens the folder `user-keys` of the data folder if no place is named. */
export function openKeyStorage(address: ColdAddress | undefined, dataDir: string): Promise<ColdStore> {
  return openAddress(address ?? { kind: 'files', folder: join(dataDir, USER_KEYS_FOLDER) });
}

/** Opens the place to which changes are shipped. */
export function openStandbyStorage(address: ColdAddress): Promise<ColdStore> {
  return openAddress(address);
}

async function openAddress(address: ColdAddress): Promise<ColdStore> {
  if (address.kind === 'azure-blob') {
    const { openBlob } = await withDriver('azureBlob', () => import('../backends/blob/open-blob.ts'));
    return openBlob(address);
  }
  const { fileColdStore } = await import('../backends/files/file-cold-store.ts');
  return fileColdStore(address.folder);
}
