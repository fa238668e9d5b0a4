import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { connectBlob, type BlobAddress } from '../../server/backends/blob/connect-blob.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { startAzurite, type AzuriteProcess } from './azurite-process.ts';

const SECRET = 'The safe is behind the mirror';
const PLACE = coldPartition({ tenant: 'default', userId: 'ana' });

describe('an erased user, after older blobs were put back', () => {
  let azurite: AzuriteProcess;
  let dataDir: string;
  before(async () => {
    azurite = await startAzurite();
  });
  after(() => azurite.stop());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-blobs-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  type Blobs = ReadonlyMap<string, Buffer>;
  async function blobsOf(address: BlobAddress): Promise<Blobs> {
    const container = connectBlob(address);
    const blobs = new Map<string, Buffer>();
    for await (const { name } of container.listBlobsFlat()) {
      blobs.set(name, await container.getBlockBlobClient(name).downloadToBuffer());
    }
    return blobs;
  }
  async function putBack(address: BlobAddress, blobs: Blobs, alone: boolean): Promise<void> {
    const container = connectBlob(address);
    if (alone) {
      for await (const { name } of container.listBlobsFlat()) await container.deleteBlob(name);
    }
    for (const [name, bytes] of blobs) await container.getBlockBlobClient(name).upload(bytes, bytes.byteLength);
  }

  for (const [how, alone] of [
    ['in place of what came since', true],
    ['over what came since', false],
  ] as const) {
    for (const older of [['cold'], ['keys'], ['cold', 'keys']] as const) {
      it(`stays erased if they are of ${older.join(' and ')}, ${how}`, async () => {
        const address = { cold: azurite.place(`c${randomUUID()}`), keys: azurite.place(`c${randomUUID()}`) };
        const open = async () => {
          const { pipeline, close } = await openRecorda({
            dataDir,
            cold: { kind: 'azure-blob', ...address.cold },
            userKeys: { kind: 'azure-blob', ...address.keys },
          });
          return recordaOver(pipelineTransport(pipeline, close));
        };
        const first = await open();
        for (const userId of ['ana', 'ben']) await first.agent({ userId }).add(SECRET);
        const { backup } = await lastOf(first.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
        const copies = { cold: await blobsOf(address.cold), keys: await blobsOf(address.keys) };
        expect([...copies.cold.keys()].filter((name) => name.startsWith('keys/'))).to.deep.equal([]);
        expect([...copies.keys.keys()]).to.include(`keys/${PLACE}`);
        await lastOf(first.admin.deleteUserData({ userId: 'ana', force: true }));
        await first.close();
        for (const name of older) await putBack(address[name], copies[name], alone);

        const second = await open();
        await lastOf(second.admin.restoreBackup({ id: backup!.id, force: true }));
        expect(await all(second.agent({ userId: 'ana' }).list())).to.deep.equal([]);
        expect(await all(second.agent({ userId: 'ben' }).list())).to.have.length(1);
        expect((await lastOf(second.admin.verifyBackup({ id: backup!.id }))).faultCount).to.equal(0);
        await second.close();
        if (!alone) return;
        for (const name of ['cold', 'keys'] as const) {
          const left = [...(await blobsOf(address[name])).keys()].filter((blob) => blob.includes(PLACE));
          expect(left, name).to.deep.equal([]);
        }
      });
    }
  }
});
