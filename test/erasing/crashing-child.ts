/**
 * Erases a user while a run has put something of that user into cold storage, and ends by SIGKILL once the store has erased the user. Its
 * argument is a folder.
 */
import { join } from 'node:path';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { fileColdStore } from '../../server/backends/files/file-cold-store.ts';
import { openSqlite } from '../../server/backends/sqlite/open-sqlite.ts';
import { stopSignal } from '../../server/domain/abort.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { eraseLog, erasureEntries } from '../../server/erasing/erase-log.ts';
import { erasureJournal } from '../../server/erasing/erasure-journal.ts';
import { erasures } from '../../server/erasing/erasures.ts';
import { erasureBarrier } from '../../server/stores/middleware/erasure-barrier.ts';
import { receiptSigner } from '../../server/erasing/signing-key.ts';
import { streamOf } from '../../server/lifecycle/chunks.ts';
import { fileKeys } from '../../server/lifecycle/master-keys/file-keys.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { encryptedObjectStore } from '../../server/lifecycle/encrypted-object-store.ts';
import { openRecorda } from '../../server/recorda.ts';
import { silentLog } from '../../server/ports/telemetry.ts';

const [dataDir = ''] = process.argv.slice(2);
const whose = { tenant: 'default', userId: 'ana' };
const call = { signal: stopSignal() };
const clock = { now: () => Date.now() };

const { pipeline, close } = await openRecorda({ dataDir, warmUp: false });
const recorda = recordaOver(pipelineTransport(pipeline, close));
for (const userId of ['ana', 'ben']) await recorda.agent({ userId }).add('A note');
for await (const _ of recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
await recorda.close();

const table = loadStaticTable();
const sqlite = await openSqlite({ dataDir, table, embedderIdentity: table.identity, clock, log: silentLog });
const cold = fileColdStore(join(dataDir, 'cold'));
const masters = fileKeys({ dataDir }, silentLog);
const keyStorage = fileColdStore(join(dataDir, 'user-keys'));
const keys = userKeys(keyStorage, masters);
const kept = encryptedObjectStore(cold, keys);
const erasing = erasures({
  targets: [
    sqlite.users,
    {
      name: 'the crash',
      count: async () => [],
      async erase() {
        await kept.put(whose, 'archive/long_term/late', streamOf(Buffer.from('A note')), call);
        process.kill(process.pid, 'SIGKILL');
        return new Promise(() => undefined);
      },
    },
  ],
  store: sqlite.users,
  journal: erasureJournal({
    logs: [cold, keyStorage].map(eraseLog),
    store: sqlite.users,
    entries: erasureEntries(masters),
  }),
  eraseAgain: [],
  keys,
  signer: receiptSigner(dataDir),
  barrier: erasureBarrier(),
  clock,
  newUuid: () => 'the-erasure',
});
for await (const _ of erasing.erase(whose, undefined, call));
