/** Tests whether accounts of quotas and use fulfil every obligation of their port. */
import { expect } from 'chai';
import type { PlanChange, TypeUse, UserKey } from '../../server/domain/accounts.ts';
import { QUOTA_NAMES, type MemoryRecord, type QuotaName, type Scope } from '../../server/domain/memory.ts';
import { SAMPLE_DAYS } from '../../server/policy/limits.ts';
import { DAY_MS } from '../../server/policy/units.ts';
import { ANA, call, failure } from './subject.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type KeptType, type OpenWholeStore } from './whole-store.ts';

const NOTHING = { count: 0, bytes: 0 };
/** Names in the order of their bytes, which is not the order of UTF-16. */
const NAMES = ['A', 'a', 'b', 'z', 'á', '\uffe6', '😀'];

export function describeAccounts(name: string, open: OpenWholeStore): void {
  describe(`Accounts: ${name}`, () => {
    const store = sharedStore(open);

    const key = (userId = 'ana', tenant = ANA.tenant): UserKey => ({ tenant, userId });
    const scopeOf = (userId: string, agentId = 'guide'): Scope => ({ ...ANA, userId, agentId });
    const add = async (type: KeptType, text: string, scope = ANA, isPinned?: true) =>
      (await addMemory(store(), type, text, { scope, isPinned })).record;
    const set = (change: Partial<PlanChange>) =>
      store().accounts.setPlan({ ...key(), ...change }, store().clock.now(), call());
    const plans = (whose = key()) => store().accounts.plans(whose, call());
    /** Returns the use of a name; one that is missing has nothing. */
    const use = async (type: QuotaName, userId = 'ana', agentId = ''): Promise<TypeUse> => {
      const uses = await store().accounts.use({ ...key(userId), agentId }, call());
      expect(uses.filter((one) => one.name === type).length).to.be.at.most(1);
      return uses.find((one) => one.name === type) ?? { name: type, ...NOTHING, owners: 0, fullest: NOTHING };
    };

    it('returns the plans of a user and of the tenant as last set', async () => {
      expect(await plans()).to.deep.equal({ user: { overrides: {} }, tenant: { overrides: {} } });
      await set({ tier: { to: 'FREE' }, quotas: [{ name: 'FACT', count: 7, alerts: false }] });
      await set({ userId: '', quotas: [{ name: 'FACT', bytes: 100 }] });
      await set({ quotas: [{ name: 'LONG_TERM', count: 0, bytes: 5 }] });
      const user = {
        tier: 'FREE',
        overrides: { FACT: { count: 7, alerts: false }, LONG_TERM: { count: 0, bytes: 5 } },
      };
      const tenant = { overrides: { FACT: { bytes: 100 } } };
      expect(await plans()).to.deep.equal({ user, tenant });
      expect(await plans(key('ben'))).to.deep.equal({ user: { overrides: {} }, tenant });
      expect(await plans(key(''))).to.deep.equal({ user: { overrides: {} }, tenant });
      expect(await plans(key('ana', `${ANA.tenant}!`))).to.deep.equal({
        user: { overrides: {} },
        tenant: { overrides: {} },
      });
      // A quota is set as a whole; without any number it is removed, as a tier is.
      await set({ tier: { to: undefined }, quotas: [{ name: 'FACT', bytes: 9 }, { name: 'LONG_TERM' }] });
      expect(await plans()).to.deep.equal({ user: { overrides: { FACT: { bytes: 9 } } }, tenant });
    });

    it('returns every quota of a name that was set, for users and tenants', async () => {
      await set({ quotas: [{ name: 'WORKING', count: 3 }] });
      await set({ userId: '', quotas: [{ name: 'WORKING', bytes: 4, alerts: true }] });
      await set({
        tenant: `${ANA.tenant}!`,
        quotas: [
          { name: 'WORKING', count: 5 },
          { name: 'FACT', count: 6 },
        ],
      });
      await set({ userId: 'ben', quotas: [{ name: 'WORKING', count: 7 }] });
      await set({ userId: 'ben', quotas: [{ name: 'WORKING' }] });
      const found = await store().accounts.quotasSet('WORKING', call());
      expect(found.filter(({ tenant }) => tenant.startsWith(ANA.tenant))).to.have.deep.members([
        { ...key(), count: 3 },
        { ...key(''), bytes: 4, alerts: true },
        { ...key('ana', `${ANA.tenant}!`), count: 5 },
      ]);
    });

    it('applies a quota to every write after it was set, the user’s before the tenant’s', async () => {
      await set({ userId: '', quotas: [{ name: 'LONG_TERM', count: 1 }] });
      await set({ quotas: [{ name: 'LONG_TERM', count: 2, bytes: 9 }] });
      await add('LONG_TERM', '12345');
      expect((await failure(add('LONG_TERM', '67890'))).reason).to.equal('QUOTA_EXCEEDED');
      const { remaining } = await addMemory(store(), 'LONG_TERM', '6789');
      expect(remaining).to.deep.equal(NOTHING);
      expect((await failure(add('LONG_TERM', ''))).reason).to.equal('QUOTA_EXCEEDED');
      await add('LONG_TERM', 'one', scopeOf('ben'));
      expect((await failure(add('LONG_TERM', 'two', scopeOf('ben')))).reason).to.equal('QUOTA_EXCEEDED');
      await set({ userId: '', quotas: [{ name: 'LONG_TERM' }] });
      await add('LONG_TERM', 'two', scopeOf('ben'));
    });

    it('returns a user’s usage over agents, how full the fullest is, and how much is pinned', async () => {
      const [one, three, x] = [
        await add('PERSONA', 'one'),
        await add('PERSONA', 'three', ANA, true),
        await add('PERSONA', 'x'.repeat(100), scopeOf('ana', 'other')),
      ].map(({ sizeBytes }) => sizeBytes) as [number, number, number];
      await add('LONG_TERM', '12345', ANA, true);
      await add('LONG_TERM', '123', scopeOf('ana', 'other'));
      expect(await use('PERSONA')).to.deep.equal({
        name: 'PERSONA',
        count: 3,
        bytes: one + three + x,
        owners: 2,
        pinned: 1,
        fullest: { count: 2, bytes: Math.max(one + three, x) },
      });
      expect(await use('LONG_TERM')).to.deep.equal({
        name: 'LONG_TERM',
        count: 2,
        bytes: 8,
        owners: 1,
        pinned: 1,
        fullest: { count: 2, bytes: 8 },
      });
      expect(await use('PERSONA', 'ana', 'other')).to.include({ count: 1, bytes: x, pinned: 0 });
      expect(await use('LONG_TERM', 'ana', 'guide')).to.include({ count: 1, bytes: 5, pinned: 1 });
      for (const other of ['ben', 'Ana']) expect(await use('LONG_TERM', other)).to.include(NOTHING);
      expect(await use('LONG_TERM', 'ana', 'nobody')).to.include(NOTHING);
      expect(await use('EPISODIC')).to.include(NOTHING);
    });

    it('returns the usage of a tenant, of an agent over all its users, and of all tenants', async () => {
      const total = async (): Promise<readonly TypeUse[]> => store().accounts.globalUse(call());
      const before = await total();
      expect(before.map((one) => one.name)).to.have.members(QUOTA_NAMES.filter((one) => one !== 'WORKING'));
      await add('LONG_TERM', '12345', ANA, true);
      await add('LONG_TERM', '123', scopeOf('ben'));
      const gone = await add('LONG_TERM', '1', scopeOf('ben', 'other'));
      await add('LONG_TERM', '1234567', { ...ANA, tenant: `${ANA.tenant}!` });
      expect(await use('LONG_TERM', '')).to.include({ count: 3, bytes: 9, owners: 0, pinned: 1 });
      expect(await use('LONG_TERM', '', 'guide')).to.include({ count: 2, bytes: 8, pinned: 1 });
      expect(await use('LONG_TERM', '', 'other')).to.include({ count: 1, bytes: 1, pinned: 0 });
      const removal = { scope: gone.scope, id: gone.id, nowMs: store().clock.now() };
      await store().stores.LONG_TERM.remove(removal, call());
      expect(await use('LONG_TERM', '')).to.include({ count: 2, bytes: 8 });
      expect(await use('LONG_TERM', '', 'other')).to.include(NOTHING);
      const grown = (await total()).map((one) => {
        const had = before.find((other) => other.name === one.name)!;
        return [one.name, one.count - had.count, one.bytes - had.bytes];
      });
      expect(grown.filter(([, count]) => count !== 0)).to.deep.equal([['LONG_TERM', 3, 15]]);
    });

    it('counts documents of ordered collections and request ids for their user', async () => {
      const intent = { scope: ANA, collection: 'h', writes: [{ kind: 'APPEND', data: { a: 1 } }], nowMs: 1 } as const;
      await store().ordered.write({ ...intent, requestId: { id: 'r', bodyHash: 'h' } }, call());
      expect(await use('ORDERED_DOCUMENT')).to.include({ count: 1, bytes: '{"a":1}'.length });
      expect(await use('REQUEST_ID')).to.include({ count: 1 });
      expect(await use('ORDERED_DOCUMENT', '')).to.include({ count: 1 });
      expect(await use('ORDERED_DOCUMENT', 'ana', 'guide')).to.include(NOTHING);
    });

    it('is exact at the limit of a quota under concurrent writers', async () => {
      await set({ userId: '', quotas: [{ name: 'LONG_TERM', count: 5 }] });
      for (const userId of ['ana', 'ben']) {
        const added = await atOnce(() => add('LONG_TERM', 'text', scopeOf(userId)));
        const refused = added.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
        expect(refused).to.have.length(CALLERS - 5);
        for (const error of refused) expect(error).to.include({ reason: 'QUOTA_EXCEEDED' });
        expect(await use('LONG_TERM', userId)).to.include({ count: 5, bytes: 20 });
      }
      expect(await use('LONG_TERM', '')).to.include({ count: 10, bytes: 40 });
    });

    it('equals the listed memories after concurrent adds, updates and removals', async () => {
      const users = ['ana', 'ben', 'cleo'];
      await atOnce(async (caller) => {
        const scope = scopeOf(users[caller % 3]!, caller % 2 === 0 ? 'guide' : 'other');
        for (const type of ['LONG_TERM', 'PERSONA'] as const) {
          const { id } = await add(type, `${caller} ${'x'.repeat(caller)}`, scope);
          const ref = { scope, id, nowMs: store().clock.now() };
          if (caller % 4 === 1) await store().stores[type].remove(ref, call());
          if (caller % 4 === 2) await store().stores[type].update({ ...ref, patch: { metadata: { caller } } }, call());
        }
      });
      for (const type of ['LONG_TERM', 'PERSONA'] as const) {
        const list = async (scope: Scope): Promise<readonly MemoryRecord[]> => {
          const query = { scope, pageSize: 100, descending: false, nowMs: store().clock.now() };
          return (await store().stores[type].list(query, call())).records.filter(
            (record) => record.scope.agentId === scope.agentId,
          );
        };
        const found = await Promise.all(
          users.map(async (userId) => {
            const ofAgents = await Promise.all(['guide', 'other'].map((agentId) => list(scopeOf(userId, agentId))));
            const records = ofAgents.flat();
            const bytes = records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
            expect(await use(type, userId)).to.include({ count: records.length, bytes });
            return records;
          }),
        );
        const all = found.flat();
        expect(all).to.have.length((CALLERS * 3) / 4);
        const bytesOf = (agentId: string): number =>
          all.filter(({ scope }) => scope.agentId === agentId).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        expect(await use(type, '')).to.include({ count: all.length, bytes: bytesOf('guide') + bytesOf('other') });
        expect(await use(type, '', 'other')).to.include({ bytes: bytesOf('other') });
      }
    });

    it('lists users by the bytes of their ids, each once, with the requested usage', async () => {
      const { accounts } = store();
      for (const userId of NAMES.toReversed()) await add('LONG_TERM', userId, scopeOf(userId));
      await add('LONG_TERM', 'x', { ...ANA, tenant: `${ANA.tenant}!`, userId: 'stranger' });
      const found: string[] = [];
      for (;;) {
        const page = await accounts.userIdsAfter(ANA.tenant, found.at(-1) ?? '', 2, call());
        if (page.length === 0) break;
        expect(page.length).to.be.at.most(2);
        found.push(...page);
      }
      expect(found).to.deep.equal(NAMES);
      await set({ userId: 'b', tier: { to: 'FREE' } });
      const asked = ['z', 'unknown', 'b'];
      const uses = await accounts.usersOf(ANA.tenant, asked, call());
      expect(uses.map(({ userId }) => userId)).to.deep.equal(asked);
      expect(uses.map((one) => one.uses.map(({ count, bytes }) => [count, bytes]))).to.deep.equal([
        [[1, 1]],
        [],
        [[1, 1]],
      ]);
      for (const { userId, plans: of } of uses) expect(of).to.deep.equal(await plans(key(userId)));
    });

    it('lists owners above a quota, of one user or of all', async () => {
      await add('PERSONA', 'one');
      await add('PERSONA', 'two');
      await add('PERSONA', 'three', scopeOf('ana', 'other'));
      const big = await add('PERSONA', 'x'.repeat(200), scopeOf('ben', 'other'));
      await add('PERSONA', 'x'.repeat(300), { ...scopeOf('eve'), tenant: `${ANA.tenant}!` });
      const over = (count: number, bytes: number, userId = '', limit = 10) =>
        store().accounts.ownersOver({ ...key(userId), name: 'PERSONA', quota: { count, bytes }, limit }, call());
      const places = async (...query: Parameters<typeof over>) =>
        (await over(...query)).map((owner) => [owner.userId, owner.place]);
      expect(await places(1, 1e6)).to.deep.equal([['ana', 'guide']]);
      expect(await places(2, 1e6)).to.deep.equal([]);
      expect(await over(9, big.sizeBytes - 1)).to.deep.equal([
        { ...key('ben'), name: 'PERSONA', place: 'other', count: 1, bytes: big.sizeBytes },
      ]);
      expect(await places(9, big.sizeBytes)).to.deep.equal([]);
      expect(await places(0, 1e6)).to.have.deep.members([
        ['ana', 'guide'],
        ['ana', 'other'],
        ['ben', 'other'],
      ]);
      expect(await places(0, 1e6, 'ana')).to.have.deep.members([
        ['ana', 'guide'],
        ['ana', 'other'],
      ]);
      expect(await places(0, 1e6, '', 2)).to.have.length(2);
    });

    it('counts users by tier; those without a tier have the default', async () => {
      const counts = (others: 'FREE' | 'PRO') => store().accounts.tierCounts(ANA.tenant, others, call());
      expect(await counts('PRO')).to.deep.equal({ FREE: 0, PRO: 0, ENTERPRISE: 0 });
      for (const userId of ['ana', 'ben', 'cleo', 'dan']) await add('LONG_TERM', 'x', scopeOf(userId));
      await set({ tier: { to: 'FREE' } });
      await set({ userId: 'ben', tier: { to: 'ENTERPRISE' } });
      // The tier of the tenant belongs to no user, and somebody without data is not counted as a user.
      await set({ userId: '', tier: { to: 'ENTERPRISE' } });
      await set({ userId: 'nobody', tier: { to: 'ENTERPRISE' } });
      expect(await counts('PRO')).to.deep.equal({ FREE: 1, PRO: 2, ENTERPRISE: 1 });
      expect(await counts('FREE')).to.deep.equal({ FREE: 3, PRO: 0, ENTERPRISE: 1 });
      await store().users.erase(key('ben'), undefined, `erasure in ${ANA.tenant}`, call());
      expect(await counts('PRO')).to.deep.equal({ FREE: 1, PRO: 2, ENTERPRISE: 0 });
    });

    it('samples daily usage of the tenant and of users with changes, and keeps it for 30 days', async () => {
      const { clock } = store();
      const samples = (userId = 'ana') => store().accounts.samples(key(userId), call());
      const days = async (userId?: string) => (await samples(userId)).map(({ day }) => day);
      // This also samples what other tests did today, so that only new data is sampled below.
      await store().sweep();
      clock.advance(DAY_MS);
      const day = Math.floor(clock.now() / DAY_MS);
      expect(await samples()).to.deep.equal([]);
      await add('LONG_TERM', '12345');
      await add('ENTITY', 'one');
      await add('LONG_TERM', '123', scopeOf('ben'));
      await store().sweep();
      const first = { day, vectorBytes: 5, graphNodes: 1, redisBytes: 0, diskBytes: 0 };
      expect(await samples()).to.deep.equal([first]);
      await add('LONG_TERM', '12345');
      await store().sweep();
      expect(await samples()).to.deep.equal([first]);
      clock.advance(DAY_MS);
      await store().sweep();
      expect(await samples()).to.deep.equal([first, { ...first, day: day + 1, vectorBytes: 10 }]);
      expect(await days('ben')).to.deep.equal([day]);
      expect((await samples('')).map(({ vectorBytes }) => vectorBytes)).to.deep.equal([8, 13]);
      expect(await days('nobody')).to.deep.equal([]);
      clock.advance((SAMPLE_DAYS - 2) * DAY_MS);
      await store().sweep();
      expect(await days('ben')).to.deep.equal([day]);
      clock.advance(DAY_MS);
      await store().sweep();
      expect(await days('ben')).to.deep.equal([]);
      expect(await days()).to.deep.equal([day + 1]);
    });

    it('deletes the usage and the plan of an erased user, and nothing of others', async () => {
      await add('LONG_TERM', '12345');
      await add('LONG_TERM', '123', scopeOf('ben'));
      await set({ tier: { to: 'FREE' }, quotas: [{ name: 'LONG_TERM', count: 1 }] });
      await set({ userId: 'ben', tier: { to: 'FREE' } });
      await store().users.erase(key(), undefined, `erasure in ${ANA.tenant}`, call());
      expect(await plans()).to.deep.equal({ user: { overrides: {} }, tenant: { overrides: {} } });
      expect((await plans(key('ben'))).user.tier).to.equal('FREE');
      expect(await use('LONG_TERM')).to.include(NOTHING);
      expect(await use('LONG_TERM', '')).to.include({ count: 1, bytes: 3 });
      expect(await store().accounts.userIdsAfter(ANA.tenant, '', 9, call())).to.deep.equal(['ben']);
      await add('LONG_TERM', 'a');
      await add('LONG_TERM', 'as a new user, without a quota');
    });

    it('keeps everything across reopening', async () => {
      await add('LONG_TERM', '12345', ANA, true);
      await set({ tier: { to: 'FREE' }, quotas: [{ name: 'LONG_TERM', count: 1, alerts: true }] });
      const all = async () => ({
        plans: await plans(),
        use: await store().accounts.use({ ...key(), agentId: '' }, call()),
        ofTenant: await store().accounts.use({ ...key(''), agentId: 'guide' }, call()),
        total: await store().accounts.globalUse(call()),
      });
      const before = await all();
      await store.reopen();
      expect(await all()).to.deep.equal(before);
      expect((await failure(add('LONG_TERM', 'x'))).reason).to.equal('QUOTA_EXCEEDED');
    });

    it('does nothing for an aborted call', async () => {
      const given = { signal: AbortSignal.abort() };
      const { accounts, clock } = store();
      for (const work of [
        accounts.setPlan({ ...key(), tier: { to: 'FREE' } }, clock.now(), given),
        accounts.plans(key(), given),
        accounts.use({ ...key(), agentId: '' }, given),
        accounts.usersOf(ANA.tenant, ['ana'], given),
        accounts.globalUse(given),
      ]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
      expect((await plans()).user).to.deep.equal({ overrides: {} });
    });
  });
}
