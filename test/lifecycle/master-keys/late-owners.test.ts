import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fileColdStore } from '../../../server/backends/files/file-cold-store.ts';
import { fileKeys } from '../../../server/lifecycle/master-keys/file-keys.ts';
import { keyRotation } from '../../../server/lifecycle/master-keys/rotation.ts';
import { userKeyPlace } from '../../../server/lifecycle/master-keys/sealed-places.ts';
import { mutex } from '../../../server/lifecycle/mutex.ts';
import { userKeys } from '../../../server/lifecycle/user-keys.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { call } from '../../conformance/subject.ts';

const LATE = { tenant: 'default', userId: 'late' };

describe('a rotation of the master key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-late-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('seals the key of a user anew even if that user is stored only after the users were read', async () => {
    const storage = fileColdStore(folder);
    const masters = fileKeys({ dataDir: folder }, silentLog);
    const key = await userKeys(storage, masters).of(LATE, call());
    let isStored = false;
    const place = userKeyPlace({
      storage,
      masters,
      async *everybody() {
        if (isStored) yield LATE;
      },
      destroyedKeyIds: async () => new Set(),
      turns: mutex(),
    });
    const look: typeof place.look = async (object, context) => {
      const sealing = await place.look(object, context);
      isStored = true;
      return sealing;
    };
    const rotation = keyRotation({ masters, places: [{ ...place, look }], expiring: async () => [] });
    let last;
    for await (const progress of rotation.rotate({ force: true }, call())) last = progress;
    expect(last).to.deep.include({ isNewKey: true, renewed: 1, needs: [], isDone: true });

    const [, older] = await masters.list(true);
    await masters.remove(older!.id);
    expect(await userKeys(storage, fileKeys({ dataDir: folder }, silentLog)).of(LATE, call())).to.deep.equal(key);
  });
});
