/** Opens cold storage in Azure Blob Storage with its first use: a server starts without it. */
import type { ContainerClient } from '@azure/storage-blob';
import type { ColdStore } from '../../ports/cold-storage.ts';
import { blobColdStore } from './blob-cold-store.ts';
import { isWithoutContainer } from './blob-errors.ts';
import { connectBlob, type BlobAddress } from './connect-blob.ts';

/** Creates the container if there is none. With a token that may not create it, it must exist. */
export function openBlob(address: BlobAddress): ColdStore {
  const container = connectBlob(address);
  return blobColdStore(container, () => ensureContainer(container));
}

async function ensureContainer(container: ContainerClient): Promise<void> {
  try {
    // A token may list, but not read the properties of the container.
    await container.listBlobsFlat().byPage({ maxPageSize: 1 }).next();
  } catch (error) {
    if (!isWithoutContainer(error)) throw error;
    await container.createIfNotExists();
  }
}
