import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { keyRotation } from '../../server/lifecycle/master-keys/rotation.ts';
import { localKey } from '../../server/lifecycle/master-keys/file-keys.ts';
import { mutex } from '../../server/lifecycle/mutex.ts';
import { rowKeyPlace, rowKeys } from '../../server/lifecycle/row-keys.ts';
import type { KeyService, MasterKey } from '../../server/ports/master-keys.ts';
import { all } from '../api/doors.ts';
import { call, failure } from '../conformance/subject.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const [ANA, BEN] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];

describe('keys of rows', () => {
  const master = randomBytes(32);
  const setUp = (cachedMs = 0) => {
    const storage = memoryColdStore();
    return { storage, keys: rowKeys(storage, keysOf(master), cachedMs), other: rowKeys(storage, keysOf(master), 0) };
  };

  it('are found by another server, each at a place of its own, and their bytes are not stored', async () => {
    const { storage, keys, other } = setUp();
    const [first, second] = [await keys.make(ANA), await keys.make(ANA)];
    expect(first.id).not.to.equal(second.id);
    expect(await other.find(ANA, first.id)).to.deep.equal(first);
    expect(await other.find(ANA, second.id)).to.deep.equal(second);
    const stored = Buffer.concat([...storage.objects.values()]).toString();
    expect(stored).not.to.include(Buffer.from(first.bytes).toString('base64'));
    expect(await all(keys.all())).to.have.deep.members([first, second].map(({ id }) => ({ place: ANA, id })));
  });

  it('are known to be gone once they were destroyed, and missing if nothing is known of them', async () => {
    const { storage, keys, other } = setUp(60_000);
    const { id } = await keys.make(ANA);
    await keys.destroy(ANA, id);
    for (const one of [keys, other]) expect(await one.find(ANA, id)).to.equal('DESTROYED');
    expect(await all(keys.all())).to.deep.equal([]);
    expect([...storage.objects.values()].map(({ length }) => length)).to.deep.equal([0]);
    expect((await failure(keys.find(ANA, 'another'))).reason).to.equal('USER_KEY_MISSING');
  });

  it('open for their user and with their master key alone', async () => {
    const { storage, keys } = setUp();
    const { id } = await keys.make(ANA);
    storage.objects.set(`row-keys/${BEN}/${id}`, storage.objects.get(`row-keys/${ANA}/${id}`)!);
    expect((await failure(keys.find(BEN, id))).reason).to.equal('MASTER_KEY_MISMATCH');
    const withOther = rowKeys(storage, keysOf(randomBytes(32)), 0);
    expect((await failure(withOther.find(ANA, id))).reason).to.equal('MASTER_KEY_MISMATCH');
    storage.objects.set(`row-keys/${ANA}/${id}`, Buffer.from('{"id":'));
    expect((await failure(keys.find(ANA, id))).reason).to.equal('COLD_OBJECT_DAMAGED');
  });

  it('are wrapped anew by a rotation, and one that is destroyed meanwhile stays so', async () => {
    const { storage, keys } = setUp();
    const [ofAna, ofBen] = [await keys.make(ANA), await keys.make(BEN)];
    const gone = await keys.make(ANA);
    await keys.destroy(ANA, gone.id);
    const current = localKey(randomBytes(32));
    const masters: KeyService = {
      list: async () => [current, localKey(master)] as [MasterKey, MasterKey],
      add: async () => undefined,
      remove: async () => undefined,
    };
    const asked: string[] = [];
    const place = rowKeyPlace({
      storage,
      masters,
      turns: mutex(),
      async destroyDead(some) {
        asked.push(...some.map(([, id]) => id));
        if (!some.some(([of]) => of === BEN)) return;
        // The rotation has written it back.
        expect(storage.objects.get(`row-keys/${BEN}/${ofBen.id}`)!.length).to.be.above(0);
        await keys.destroy(BEN, ofBen.id);
      },
    });
    const look: typeof place.look = async (object, context) => {
      const sealing = await place.look(object, context);
      if (sealing?.renew === undefined || !object.startsWith(BEN)) return sealing;
      return { ...sealing, renew: () => keys.destroy(BEN, ofBen.id).then(sealing.renew) };
    };
    const rotation = keyRotation({ masters, places: [{ ...place, look }], expiring: async () => [] });
    const steps = await all(rotation.rotate({ force: true }, call()));
    expect(steps.at(-1)).to.deep.include({ renewed: 2, needs: [], isDone: true });
    expect(asked).to.have.members([ofAna.id, ofBen.id]);
    const after = rowKeys(storage, { list: async () => [current] }, 0);
    expect(await after.find(ANA, ofAna.id)).to.deep.equal(ofAna);
    expect(await after.find(ANA, gone.id)).to.equal('DESTROYED');
    expect(await after.find(BEN, ofBen.id)).to.equal('DESTROYED');
  });
});
