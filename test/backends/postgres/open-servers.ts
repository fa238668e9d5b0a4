/** Opens several servers over one PostgreSQL, in this process, which share cold storage and the keys of users. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import type { StoreAddress } from '../../../server/backends/postgres/connect-postgres.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { temporaryFolder } from '../sqlite/temporary-store.ts';

export interface OpenedServers {
  /** Its subfolder `keys` has the keys of users. */
  readonly folder: string;
  open(name: string): Promise<Recorda>;
  /** Closes all of them and deletes the folder. */
  close(): Promise<void>;
}

export async function openServers(store: StoreAddress, masterKey: Uint8Array): Promise<OpenedServers> {
  const folder = await temporaryFolder();
  const opened: Recorda[] = [];
  const key = Buffer.from(masterKey).toString('base64');
  return {
    folder,
    async open(name) {
      const { pipeline, close } = await openRecorda({
        dataDir: join(folder, name),
        store,
        cold: { kind: 'files', folder: join(folder, 'cold') },
        userKeys: { kind: 'files', folder: join(folder, 'keys') },
        masterKey: key,
        receiptKey: key,
        warmUp: false,
      });
      const recorda = recordaOver(pipelineTransport(pipeline, close));
      opened.push(recorda);
      return recorda;
    },
    async close() {
      for (const recorda of opened) await recorda.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
