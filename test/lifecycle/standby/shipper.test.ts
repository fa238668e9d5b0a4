import { expect } from 'chai';
import { mutex } from '../../../server/lifecycle/mutex.ts';
import { shipper } from '../../../server/lifecycle/standby/shipper.ts';
import type { PartOwner, ShippedStore, ShipState } from '../../../server/ports/standby.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { keysOf } from '../keys-of.ts';
import { memoryColdStore } from '../memory-cold-store.ts';

const MINUTE_MS = 60_000;
const never = (): Promise<never> => new Promise(() => undefined);
const settled = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** Opens a shipper over a store that always has one more change; its first walk fits into one segment. */
function opened({ state, owners = [] }: { state?: ShipState; owners?: readonly PartOwner[] }) {
  const noted: ShipState[] = [];
  const storage = memoryColdStore();
  const time = { nowMs: 1_000_000 };
  let to = state?.to ?? 0;
  const store: ShippedStore = {
    state: async () => state,
    writeCounts: async () => undefined,
    read: async () => {
      const changes = { to: (to += 1), isWhole: true, walk: undefined, auditPage: 0, owners };
      return { readMs: Date.now(), changes };
    },
    seal: async () => new Uint8Array(1),
    shipped: async (next) => void noted.push(next),
    forget: async () => undefined,
    close: async () => undefined,
  };
  const keys = {
    of: async () => ({}),
    find: async () => ({}),
    has: async () => false,
    destroy: async () => false,
    destroyAgain: async () => undefined,
  };
  const start = () =>
    shipper({
      store,
      storage,
      keys,
      masters: keysOf(new Uint8Array(32)),
      turns: mutex(),
      clock: { now: () => time.nowMs },
      newId: () => 'a',
      log: silentLog,
      intervalMs: MINUTE_MS,
      keptMs: 7 * MINUTE_MS,
      attemptMs: 5,
    });
  return { storage, noted, time, start };
}

describe('a shipper', () => {
  it('gives up a write that hangs, reports how far behind it is, and ignores that write when it ends at last', async () => {
    const { storage, noted, time, start } = opened({});
    const { put } = storage;
    let arrive: () => void = () => undefined;
    storage.put = (...order) =>
      new Promise((resolve) => {
        arrive = () => resolve(put(...order));
      });
    const ships = start();
    await settled(() => ships.status().failure !== undefined);
    expect(ships.status()).to.include({ hasBase: false }).and.property('failure').include('in time');
    time.nowMs += MINUTE_MS;
    expect(ships.status().lagMs).to.be.at.least(MINUTE_MS);
    arrive();
    await settled(() => storage.objects.size > 0);
    expect(noted.map(({ number }) => number)).to.deep.equal([0]);
    storage.put = put;
    await ships.flush();
    expect(noted.map(({ number }) => number)).to.deep.equal([0, 1]);
    expect(ships.status()).to.include({ hasBase: true });
    expect(ships.status().lagMs).to.be.below(MINUTE_MS);
    await ships.close();
  });

  it('closes even if its storage hangs', async () => {
    const { storage, start } = opened({});
    const ships = start();
    await ships.flush();
    storage.put = never;
    await ships.close();
    expect(storage.objects.size).to.be.greaterThan(0);
  });

  it('knows after a restart how far behind it was before', async () => {
    const { storage, time, start } = opened({
      state: {
        timeline: 't',
        ancestors: [],
        number: 3,
        to: 3,
        openedTo: 3,
        auditPage: 0,
        base: { atMs: 1, number: 1 },
        shippedMs: 1_000_000 - MINUTE_MS,
      },
    });
    storage.list = never;
    const ships = start();
    await settled(() => ships.status().failure !== undefined);
    expect(ships.status().lagMs).to.equal(MINUTE_MS);
    time.nowMs += MINUTE_MS;
    expect(ships.status().lagMs).to.equal(2 * MINUTE_MS);
    await ships.close();
  });

  it('ships nothing of a user whose key it does not have', async () => {
    const { storage, start } = opened({ owners: [{ partition: 'ana', shippedClass: 'LONG_TERM' }] });
    const ships = start();
    const failure = await ships.flush().catch((error: Error) => error.message);
    expect(failure).to.equal('A part of a segment has no key.');
    expect(storage.objects.size).to.equal(0);
    await ships.close();
  });
});
