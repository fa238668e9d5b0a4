/** Opens cold storage where it lies: its driver is loaded only then. */
import { join } from 'node:path';
import type { ColdPlace } from '../settings/cold-settings.ts';
import type { ColdStore } from '../ports/cold-storage.ts';

/** In the folder `cold` of the data folder where no place is named. */
export async function openCold(place: ColdPlace | undefined, dataDir: string): Promise<ColdStore> {
  if (place?.kind === 'azure-blob') {
    const { openBlob } = await import('../backends/blob/open-blob.ts');
    return openBlob(place);
  }
  const { fileColdStore } = await import('../backends/files/file-cold-store.ts');
  return fileColdStore(place?.folder ?? join(dataDir, 'cold'));
}
