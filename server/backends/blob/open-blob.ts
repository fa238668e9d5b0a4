/** Opens cold storage in Azure Blob Storage, when it is first asked for something: a server starts without it. */
import type { ContainerClient } from '@azure/storage-blob';
import type { ColdStore } from '../../ports/cold-storage.ts';
import { blobColdStore } from './blob-cold-store.ts';
import { isWithoutContainer } from './blob-errors.ts';
import { connectBlob, type BlobAddress } from './connect-blob.ts';

/** Makes the container where there is none. A token that may not make one needs it made. */
export function openBlob(address: BlobAddress): ColdStore {
  const container = connectBlob(address);
  return blobColdStore(container, () => ensureContainer(container));
}

async function ensureContainer(container: ContainerClient): Promise<void> {
  try {
    // A token may list, and not ask after the container itself.
    await container.listBlobsFlat().byPage({ maxPageSize: 1 }).next();
  } catch (error) {
    if (!isWithoutContainer(error)) throw error;
    await container.createIfNotExists();
  }
}
