import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { keyCache } from '../../server/lifecycle/key-cache.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { COLD } from '../../server/policy/lifecycle.ts';
import { call } from '../conformance/subject.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const ANA = { tenant: 'default', userId: 'ana' };

describe('the cache of keys', () => {
  const master = randomBytes(32);

  async function readsOf(cachedMs: number, work: (find: () => Promise<unknown>) => Promise<void>): Promise<number> {
    let reads = 0;
    const cold = memoryColdStore();
    await userKeys(cold, keysOf(master)).of(ANA, call());
    const counted = { ...cold, get: (...order: Parameters<typeof cold.get>) => ((reads += 1), cold.get(...order)) };
    const keys = userKeys(counted, keysOf(master), { cachedMs });
    await work(() => keys.find(ANA, call()));
    return reads;
  }

  it('keeps a key for as long as it is configured to', async () => {
    const twice = async (find: () => Promise<unknown>): Promise<void> => {
      expect(await find()).to.deep.equal(await find());
    };
    expect(await readsOf(3_600_000, twice)).to.equal(1);
    expect(await readsOf(0, twice)).to.equal(2);
  });

  it('drops a key by itself when its time is over', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = keyCache<object>(10);
    const cached = (() => {
      const key = { bytes: randomBytes(32) };
      held.set('ana', key);
      return new WeakRef(key);
    })();
    // The key is not requested again. If the cache kept it, this loop would never end.
    while (cached.deref() !== undefined) {
      await setTimeout(10);
      collect();
    }
    expect(held.get('ana')).to.equal(undefined);
  });

  it('keeps the keys of a limited number of users', () => {
    const held = keyCache<object>();
    for (let user = 0; user <= COLD.cachedUserKeys; user += 1) held.set(`${user}`, {});
    expect(held.get('0')).to.equal(undefined);
    expect(held.get('1')).not.to.equal(undefined);
  });
});
