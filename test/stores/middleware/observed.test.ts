import { expect } from 'chai';
import { observed } from '../../../server/stores/middleware/observed.ts';
import { withMiddleware } from '../../../server/stores/middleware/store-middleware.ts';
import type { CallContext, MemoryStore, WorkingStore } from '../../../server/ports/stores.ts';
import type { CallTrace, StoreCallEnd } from '../../../server/ports/telemetry.ts';
import { quietTelemetry } from '../../../server/telemetry/quiet-telemetry.ts';
import { UNASKED_OF_USER } from '../../unasked-of-user.ts';

describe('an observed store', () => {
  const { signal } = new AbortController();
  const fault = new Error('away');
  const many = async (count: number): Promise<never> =>
    Promise.resolve(Array.from({ length: count }, () => ({ ok: false })) as never);
  const store: WorkingStore = {
    type: 'WORKING',
    backend: 'process',
    capabilities: { durability: 'VOLATILE', isLogged: true },
    ofUser: UNASKED_OF_USER,
    add: async (intents) => many(intents.length),
    get: async (ref) => Promise.resolve(ref.id === 'there' ? ({} as never) : undefined),
    list: async () => Promise.resolve({ records: [1, 2] } as never),
    update: async () => Promise.resolve({} as never),
    remove: async () => Promise.reject(fault),
    retrieve: async () => many(3),
    clearTask: async () => Promise.resolve(4),
  };

  async function callAll(observedStore: WorkingStore, call: CallContext): Promise<unknown[]> {
    const nothing = {} as never;
    return [
      await observedStore.add([nothing, nothing], call),
      await observedStore.get({ id: 'there' } as never, 0, call),
      await observedStore.get({ id: 'gone' } as never, 0, call),
      await observedStore.list(nothing, call),
      await observedStore.update(nothing, call),
      await observedStore.remove(nothing, call).catch((error: unknown) => error),
      await observedStore.retrieve(nothing, call),
      await observedStore.clearTask(nothing, call),
    ];
  }

  it('answers as the store does, and tells of every call what it was and how many records it was about', async () => {
    const told: [string, StoreCallEnd][] = [];
    const trace: CallTrace = {
      startStoreCall: (...name) => ({ end: (outcome) => void told.push([name.join(' '), outcome]) }),
    };
    expect(await callAll(withMiddleware(store, [observed(quietTelemetry())]), { signal, trace })).to.deep.equal(
      await callAll(store, { signal }),
    );
    expect(told).to.deep.equal([
      ['add WORKING process', { recordCount: 2 }],
      ['get WORKING process', { recordCount: 1 }],
      ['get WORKING process', { recordCount: 0 }],
      ['list WORKING process', { recordCount: 2 }],
      ['update WORKING process', { recordCount: 1 }],
      ['remove WORKING process', { error: fault }],
      ['retrieve WORKING process', { recordCount: 3 }],
      ['clearTask WORKING process', { recordCount: 4 }],
    ]);
  });

  it('returns the store’s own promise if the call is not traced', () => {
    const own = Promise.resolve([]);
    const plain: MemoryStore = { ...store, retrieve: () => own };
    expect(withMiddleware(plain, [observed(quietTelemetry())]).retrieve({} as never, { signal })).to.equal(own);
    const untraced: CallTrace = { startStoreCall: () => undefined };
    expect(
      withMiddleware(plain, [observed(quietTelemetry())]).retrieve({} as never, { signal, trace: untraced }),
    ).to.equal(own);
  });

  it('has the task to clear only where the store has', () => {
    const { clearTask: _, ...plain } = store;
    expect(withMiddleware(plain as MemoryStore, [observed(quietTelemetry())])).not.to.have.property('clearTask');
  });
});
