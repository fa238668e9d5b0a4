import { expect } from 'chai';
import { stopSignal } from '../../../server/domain/abort.ts';
import { coldObjectDamaged, RecordaError } from '../../../server/domain/errors.ts';
import { partKeys } from '../../../server/lifecycle/standby/part-keys.ts';
import { errorOf } from '../../api/doors.ts';
import { keysOf } from '../keys-of.ts';
import { memoryColdStore } from '../memory-cold-store.ts';

const call = { signal: stopSignal() };
const OBJECT = 'standby-keys/ana';

describe('the keys of parts', () => {
  const storage = memoryColdStore();
  const keys = partKeys(storage, keysOf(new Uint8Array(32).fill(1)), { now: () => 1000 });
  const { get, put } = storage;
  beforeEach(async () => {
    storage.objects.clear();
    await keys.destroy('ana', undefined, call);
    await keys.of('ana', call);
  });
  afterEach(() => Object.assign(storage, { get, put }));

  it('are kept if an erasure of some types cannot read them', async () => {
    const before = storage.objects.get(OBJECT);
    for (const error of [new RecordaError('BACKEND_UNAVAILABLE', 'Away.'), coldObjectDamaged(OBJECT)]) {
      storage.get = () => Promise.reject(error);
      expect(await errorOf(keys.destroy('ana', ['PERSONA'], call))).to.include({ reason: error.reason });
      const erasure = { id: '1', place: 'ana', types: ['PERSONA'] as const, atMs: 2000 };
      expect(await errorOf(keys.destroyAgain([erasure]))).to.include({ reason: error.reason });
    }
    storage.get = () => Promise.reject(new RecordaError('BACKEND_UNAVAILABLE', 'Away.'));
    expect(await errorOf(keys.destroy('ana', undefined, call))).to.include({ reason: 'BACKEND_UNAVAILABLE' });
    expect(storage.objects.get(OBJECT)).to.equal(before);
    storage.get = get;
    expect(await keys.destroy('ana', ['PERSONA'], call)).to.equal(true);
    expect(await keys.find('ana', call))
      .to.include.keys('ROWS', 'LONG_TERM')
      .and.not.have.property('PERSONA');
  });

  it('are destroyed with all data of a user, even if they are damaged', async () => {
    storage.objects.set(OBJECT, Buffer.from('{'));
    expect(await keys.destroy('ana', undefined, call)).to.equal(true);
    expect(storage.objects.size).to.equal(0);
  });

  it('exist for all types or for none, whoever makes them', async () => {
    await keys.destroy('ana', undefined, call);
    let lost = 0;
    storage.put = (...order) => (order[2].ifAbsent && (lost += 1) > 0 ? Promise.resolve(undefined) : put(...order));
    // Another caller was faster, and its keys are gone again.
    expect(await errorOf(keys.of('ana', call))).to.include({ reason: 'COLD_OBJECT_DAMAGED' });
    expect(lost).to.equal(1);
    storage.put = put;
    expect(Object.keys(await keys.of('ana', call))).to.include.members(['ROWS', 'LONG_TERM', 'PERSONA']);
  });
});
