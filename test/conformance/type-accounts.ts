/** The obligations of a store that reports the usage of its type, if that is stored elsewhere than the accounts. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Raised } from '../../server/domain/accounts.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import { RAISES_ALERTS } from '../../server/policy/limits.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import type { TypeAccounts } from '../../server/ports/limits.ts';
import type { Added, MemoryStore } from '../../server/ports/stores.ts';
import { ANA, call, payloadOf, startEmpty, type MovableClock } from './subject.ts';

export type AccountedStore = {
  readonly store: MemoryStore;
  readonly accounts: TypeAccounts;
  readonly clock: MovableClock;
  readonly raised: Raised[];
  close(): Promise<void>;
};

export function describeTypeAccounts(
  name: string,
  type: 'WORKING' | 'SHORT_TERM' | 'EPISODIC',
  open: (quota: Quota) => Promise<AccountedStore>,
): void {
  describe(`TypeAccounts: ${name}`, () => {
    const QUOTA = { count: 20, bytes: 2000 };
    let one: AccountedStore;
    before(async () => {
      one = await open(QUOTA);
    });
    beforeEach(() => {
      startEmpty();
      one.raised.length = 0;
    });
    after(() => one.close());

    /** Returns the scope of a user's agent, and of a session that is named like the agent. */
    const scopeOf = (userId: string, agentId = 'a'): Scope => ({ ...ANA, userId, agentId, sessionId: agentId });
    const place = (agentId: string): string => agentId;
    async function add(scope: Scope, text: string) {
      one.clock.advance(1);
      const nowMs = one.clock.now();
      const id = memoryId(type, randomUUID().replaceAll('-', ''));
      const payload = payloadOf(type, text, nowMs);
      const [outcome] = await one.store.add([{ id, scope, payload, nowMs, autoPrune: 'OFF' }], call());
      if (outcome === undefined || !outcome.ok) throw outcome?.error ?? new Error('no outcome');
      return outcome.value;
    }
    const use = async (userId: string, agentId = '') => {
      const uses = await one.accounts.use({ tenant: ANA.tenant, userId, agentId }, call());
      return uses.find((found) => found.name === type)!;
    };

    it('returns a user’s usage over agents or sessions, and how full the fullest is', async () => {
      const first = await add(scopeOf('ana', 'a'), 'one');
      const second = await add(scopeOf('ana', 'a'), 'three');
      const third = await add(scopeOf('ana', 'b'), 'x'.repeat(100));
      const [a, b, c] = [first, second, third].map(({ record }) => record.sizeBytes) as [number, number, number];
      expect(await use('ana')).to.deep.equal({
        name: type,
        count: 3,
        bytes: a + b + c,
        owners: 2,
        fullest: { count: 2, bytes: Math.max(a + b, c) },
        // Types that end with their session or process have no pins.
        ...(type === 'EPISODIC' && { pinned: 0 }),
      });
      expect(await use('ana', 'b')).to.include({ count: 1, bytes: c });
      expect(await use('ben')).to.include({ count: 0, bytes: 0, owners: 0 });
    });

    it('returns the usage of a tenant, and of an agent over all its users', async () => {
      await add(scopeOf('ana', 'a'), 'one');
      await add(scopeOf('ben', 'a'), 'two');
      const { record } = await add(scopeOf('ben', 'b'), 'three');
      const nowMs = one.clock.now();
      expect(await use('')).to.include({ count: 3, owners: 0 });
      expect(await use('', 'a')).to.include({ count: 2 });
      await one.store.remove({ scope: scopeOf('ben', 'b'), id: record.id, nowMs }, call());
      expect(await use('')).to.include({ count: 2 });
      expect(await use('', 'b')).to.include({ count: 0, bytes: 0 });
    });

    it('is exact under concurrent adds, updates, removals and evictions', async () => {
      const users = ['ana', 'ben', 'cleo'];
      await Promise.all(
        Array.from({ length: 150 }, async (_, n) => {
          const scope = scopeOf(users[n % 3]!, n % 2 === 0 ? 'a' : 'b');
          const { record } = await add(scope, `${n} ${'x'.repeat(n)}`).catch(() => ({ record: undefined }));
          const nowMs = one.clock.now();
          if (record === undefined || n % 4 === 0) return;
          const ref = { scope, id: record.id, nowMs };
          // The memory may have been evicted before.
          if (n % 4 === 1) await one.store.remove(ref, call()).catch(() => undefined);
          else await one.store.update({ ...ref, patch: { metadata: { n } } }, call()).catch(() => undefined);
        }),
      );
      let [count, bytes] = [0, 0];
      for (const userId of users) {
        let [ofUser, bytesOfUser] = [0, 0];
        for (const agentId of ['a', 'b']) {
          const query = { scope: scopeOf(userId, agentId), pageSize: 100, descending: false, nowMs: one.clock.now() };
          const { records } = await one.store.list(query, call());
          ofUser += records.length;
          bytesOfUser += records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        }
        expect(await use(userId)).to.include({ count: ofUser, bytes: bytesOfUser });
        count += ofUser;
        bytes += bytesOfUser;
      }
      expect(count).to.be.above(10);
      expect(await use('')).to.include({ count, bytes });
    });

    it('lists users by the bytes of their ids, each once', async () => {
      const names = ['a', 'b', 'z', 'á', '\uffe6', '😀'];
      for (const userId of names.toReversed()) await add(scopeOf(userId), 'x');
      const found: string[] = [];
      for (;;) {
        const page = await one.accounts.userIdsAfter(ANA.tenant, found.at(-1) ?? '', 2, call());
        if (page.length === 0) break;
        found.push(...page);
      }
      expect(found).to.deep.equal(names);
    });

    it('applies a quota from the moment it is set, for a user or for all, and reports owners above it', async () => {
      for (let n = 0; n < 5; n += 1) await add(scopeOf('ana'), `text ${n}`);
      const query = { tenant: ANA.tenant, userId: '', name: type, quota: { count: 4, bytes: 2000 }, limit: 10 };
      const [over] = await one.accounts.ownersOver(query, call());
      expect(over).to.include({ tenant: ANA.tenant, userId: 'ana', name: type, place: place('a'), count: 5 });
      const set = (userId: string, count: number | undefined) =>
        one.accounts.setPlan(
          { tenant: ANA.tenant, userId, quotas: [{ name: type, count, bytes: undefined }] },
          one.clock.now(),
          call(),
        );
      await set('ana', 6);
      expect((await add(scopeOf('ana'), 'sixth')).remaining.count).to.equal(0);
      const seventh = await add(scopeOf('ana'), 'seventh').catch(() => undefined);
      expect(seventh?.evictedCount ?? 1).to.equal(1);
      expect((await use('ana')).fullest.count).to.equal(6);
      await set('', 3);
      for (let n = 0; n < 3; n += 1) await add(scopeOf('ben'), `text ${n}`);
      const fourth = await add(scopeOf('ben'), 'fourth').catch(() => undefined);
      expect(fourth?.evictedCount ?? 1).to.equal(1);
      expect((await use('ben')).count).to.equal(3);
      await set('ana', undefined);
      await set('', undefined);
      expect((await add(scopeOf('ben'), 'fifth')).remaining.count).to.equal(16);
    });

    it('raises an alert for a nearly full quota once, and again after it was well below', async () => {
      const alerts = true;
      const on = [{ name: type, count: undefined, bytes: undefined, alerts }];
      await one.accounts.setPlan({ tenant: ANA.tenant, userId: '', quotas: on }, one.clock.now(), call());
      const texts = Array.from({ length: 17 }, (_, n) => `text ${n}`);
      const added: Added[] = [];
      for (const text of texts) added.push(await add(scopeOf('ana'), text));
      expect(one.raised).to.deep.equal([
        {
          tenant: ANA.tenant,
          userId: 'ana',
          place: place('a'),
          name: type,
          measure: 'COUNT',
          level: 'WARNING',
          current: 17,
          max: 20,
        },
      ]);
      const remove = (n: number) =>
        one.store.remove({ scope: scopeOf('ana'), id: added[n]!.record.id, nowMs: one.clock.now() }, call());
      await remove(0);
      await add(scopeOf('ana'), 'again');
      expect(one.raised).to.have.length(1);
      for (let n = 1; n < 4; n += 1) await remove(n);
      for (let n = 0; n < 3; n += 1) await add(scopeOf('ana'), `more ${n}`);
      expect(one.raised).to.have.length(2);
      const quotas = [{ name: type, count: 17, bytes: undefined, alerts }];
      await one.accounts.setPlan({ tenant: ANA.tenant, userId: 'ana', quotas }, one.clock.now(), call());
      expect(one.raised.at(-1)).to.include({ level: 'CRITICAL', current: 17, max: 17 });
      await one.accounts.setPlan({ tenant: ANA.tenant, userId: 'ana', quotas }, one.clock.now(), call());
      expect(one.raised).to.have.length(3);
    });

    it('raises the same alerts for memories that are put back', async () => {
      const { store, accounts, clock } = one;
      const quotas = [{ name: type, count: undefined, bytes: undefined, alerts: true }];
      await accounts.setPlan({ tenant: ANA.tenant, userId: '', quotas }, clock.now(), call());
      const ana = { tenant: ANA.tenant, userId: 'ana' };
      for (let n = 0; n < 17; n += 1) await add(scopeOf('ana'), `text ${n}`);
      const { memories } = await store.ofUser.page(ana, undefined, call());
      await store.ofUser.erase(ana, call());
      one.raised.length = 0;
      expect(await store.ofUser.putBack(ana, memories, call())).to.deep.equal({ taken: 17, skipped: 0 });
      const place = { ...ana, place: 'a', name: type };
      expect(one.raised).to.deep.equal([{ ...place, measure: 'COUNT', level: 'WARNING', current: 17, max: 20 }]);
    });

    it('raises no alert for types that evict or whose alerts are switched off', async () => {
      const set = (alerts: boolean | undefined) =>
        one.accounts.setPlan(
          { tenant: ANA.tenant, userId: 'ana', quotas: [{ name: type, count: undefined, bytes: undefined, alerts }] },
          one.clock.now(),
          call(),
        );
      await set(RAISES_ALERTS[type].length > 0 ? false : undefined);
      for (let n = 0; n < 20; n += 1) await add(scopeOf('ana'), `text ${n}`);
      expect(one.raised).to.deep.equal([]);
      await set(true);
      expect(one.raised.at(-1)).to.include({ level: 'CRITICAL', current: 20, max: 20 });
    });
  });
}
