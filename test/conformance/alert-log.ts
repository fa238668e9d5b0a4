/** Tests whether a log of alerts fulfils every obligation of its port. */
import { expect } from 'chai';
import type { Alert, AlertQuery, PlanChange, Raised } from '../../server/domain/accounts.ts';
import type { QuotaName } from '../../server/domain/memory.ts';
import { ALERT_TTL_MS } from '../../server/policy/limits.ts';
import { ANA, call, failure } from './subject.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

/** More users than one step of a round over a tenant looks at. */
const USERS = 25;

export function describeAlertLog(name: string, open: OpenWholeStore): void {
  describe(`AlertLog: ${name}`, () => {
    const store = sharedStore(open);

    const add = async (text = 'x', userId = 'ana') =>
      (await addMemory(store(), 'LONG_TERM', text, { scope: { ...ANA, userId } })).record;
    const remove = ({ id }: { readonly id: string }) =>
      store().stores.LONG_TERM.remove({ scope: ANA, id, nowMs: store().clock.now() }, call());
    const setCount = (count: number, more: Partial<PlanChange> = {}) =>
      store().accounts.setPlan(
        { tenant: ANA.tenant, userId: 'ana', quotas: [{ name: 'LONG_TERM', count }], ...more },
        store().clock.now(),
        call(),
      );
    const raise = (...raised: readonly Raised[]) => store().alerts.raise(raised, store().clock.now());
    const raised = (more: Partial<Raised> = {}): Raised =>
      ({
        tenant: ANA.tenant,
        userId: 'ana',
        place: 's1',
        name: 'WORKING',
        measure: 'COUNT',
        level: 'WARNING',
        current: 81,
        max: 100,
        ...more,
      }) as Raised;
    const list = (more: Partial<AlertQuery> = {}): Promise<readonly Alert[]> =>
      store().alerts.list(
        { tenant: ANA.tenant, userId: '', limit: 1000, order: 'OLDEST_FIRST', after: 0, ...more } as AlertQuery,
        call(),
      );
    const brief = (alerts: readonly Alert[]) => alerts.map(({ level, current, max }) => [level, current, max]);
    const bounds = () => store().alerts.bounds(call());

    it('raises an alert for a nearly full quota once, and again after it was well below', async () => {
      await setCount(20);
      const kept = await add();
      for (let n = 1; n < 16; n += 1) await add();
      expect(await list()).to.deep.equal([]);
      const seventeenth = await add();
      const atMs = store().clock.now();
      const [alert] = await list();
      expect(alert).to.deep.equal({
        tenant: ANA.tenant,
        userId: 'ana',
        place: '',
        name: 'LONG_TERM',
        measure: 'COUNT',
        level: 'WARNING',
        current: 17,
        max: 20,
        sequence: alert?.sequence,
        atMs,
        resolvedMs: null,
      });
      // A use just below the threshold does not end the alert: that takes a use well below it.
      await remove(seventeenth);
      const more = [await add()];
      expect(await list()).to.have.length(1);
      for (let n = 0; n < 3; n += 1) more.push(await add());
      expect((await failure(add())).reason).to.equal('QUOTA_EXCEEDED');
      const twice = [
        ['WARNING', 17, 20],
        ['CRITICAL', 20, 20],
      ];
      expect(brief(await list())).to.deep.equal(twice);
      for (const each of [...more, kept]) await remove(each);
      for (let n = 0; n < 2; n += 1) await add();
      expect(brief(await list())).to.deep.equal([...twice, ['WARNING', 17, 20]]);
    });

    it('raises alerts at once when a changed quota is crossed, except those that are switched off', async () => {
      for (let n = 0; n < 4; n += 1) await add('12345');
      await setCount(4);
      expect(brief(await list())).to.deep.equal([['CRITICAL', 4, 4]]);
      await setCount(4);
      expect(await list()).to.have.length(1);
      await setCount(0, { quotas: [{ name: 'LONG_TERM', bytes: 24 }] });
      expect((await list()).slice(1)).to.have.nested.property('[0].measure', 'BYTES');
      await setCount(0, { quotas: [{ name: 'LONG_TERM', count: 4, alerts: false }] });
      expect(await list()).to.have.length(2);
      await setCount(0, { quotas: [{ name: 'LONG_TERM', count: 4, alerts: true }] });
      expect(brief(await list()).slice(2)).to.deep.equal([['CRITICAL', 4, 4]]);
    });

    it('raises alerts at once when a tenant’s new quota is crossed, once per user', async () => {
      const { sweep } = store();
      for (let user = 0; user < USERS; user += 1) await add('x', `user ${user}`);
      await setCount(1, { userId: '' });
      await sweep();
      const told = await list();
      expect(new Set(told.map(({ userId }) => userId)).size).to.equal(USERS);
      expect(told).to.have.length(USERS);
      await setCount(1, { userId: '' });
      await sweep();
      expect(await list()).to.have.length(USERS);
      // A quota that was well below the threshold and is full again raises an alert again.
      await setCount(100, { userId: '' });
      await sweep();
      await setCount(1, { userId: '' });
      await sweep();
      expect(await list()).to.have.length(2 * USERS);
    });

    it('raises one alert per crossing under concurrent writers', async () => {
      await setCount(CALLERS);
      await atOnce(() => add());
      // 13 of 16 are over 80 %, and 16 are over 95 %.
      expect(brief(await list())).to.deep.equal([
        ['WARNING', 13, CALLERS],
        ['CRITICAL', CALLERS, CALLERS],
      ]);
    });

    it('raises no alert for writes that were undone', async () => {
      const { stores, users } = store();
      const { ofUser } = stores.LONG_TERM;
      const others = { ...ANA, userId: 'ben' };
      const [first, second] = [await add(), await add('x', 'ben')];
      const [mine] = (await ofUser.page(ANA, undefined, call())).memories;
      await remove(first);
      await setCount(1);
      // The second id belongs to another user, so nothing is put back.
      const failing = users.imports.together(
        ANA,
        async (under) => void (await ofUser.putBack(ANA, [mine!, { ...mine!, id: second.id }], under)),
        call(),
      );
      expect((await failure(failing)).reason).to.equal('FIELD_INVALID');
      expect([await ofUser.count(ANA, call()), await ofUser.count(others, call())]).to.deep.equal([0, 1]);
      expect(await list()).to.deep.equal([]);
      await users.imports.together(ANA, async (under) => void (await ofUser.putBack(ANA, [mine!], under)), call());
      expect(brief(await list())).to.deep.equal([['CRITICAL', 1, 1]]);
    });

    it('lists alerts by level, name, kind and user, in either order', async () => {
      await raise(raised(), raised({ level: 'CRITICAL', current: 96 }));
      await raise(raised({ userId: 'ben', name: 'FACT' as QuotaName }), raised({ tenant: `${ANA.tenant}!` }));
      await raise(raised({ name: 'PROMPT_COST', measure: 'TOKENS', place: 's9' }));
      const all = await list();
      expect(all).to.have.length(4);
      const numbers = all.map(({ sequence }) => sequence);
      expect(numbers).to.deep.equal([...new Set(numbers)].toSorted((one, other) => one - other));
      expect(await list({ level: 'CRITICAL' })).to.deep.equal([all[1]]);
      expect(await list({ name: 'FACT' })).to.deep.equal([all[2]]);
      expect(await list({ kind: 'PROMPT_COST' })).to.deep.equal([all[3]]);
      expect(await list({ kind: 'QUOTA' })).to.deep.equal(all.slice(0, 3));
      expect(await list({ userId: 'ana' })).to.deep.equal([all[0], all[1], all[3]]);
      expect(await list({ userId: 'ana', level: 'WARNING', kind: 'QUOTA' })).to.deep.equal([all[0]]);
      expect(await list({ userId: 'nobody' })).to.deep.equal([]);
      expect(await list({ limit: 2 })).to.deep.equal(all.slice(0, 2));
      expect(await list({ order: 'OLDEST_FIRST', after: numbers[1]! })).to.deep.equal(all.slice(2));
      const back = all.toReversed();
      expect(await list({ order: 'NEWEST_FIRST', before: undefined, limit: 3 })).to.deep.equal(back.slice(0, 3));
      expect(await list({ order: 'NEWEST_FIRST', before: numbers[1]! })).to.deep.equal([all[0]]);
    });

    it('keeps the alerts of all tenants in order, and which of them were delivered', async () => {
      const { newest, delivered } = await bounds();
      await raise(raised(), raised({ tenant: `${ANA.tenant}!` }));
      await raise(raised({ userId: 'ben' }));
      const after = (sequence: number, limit: number) => store().alerts.after(sequence, limit, call());
      const all = await after(newest, 100);
      expect(all.map(({ tenant, userId }) => [tenant, userId])).to.deep.equal([
        [ANA.tenant, 'ana'],
        [`${ANA.tenant}!`, 'ana'],
        [ANA.tenant, 'ben'],
      ]);
      expect(await after(newest, 2)).to.deep.equal(all.slice(0, 2));
      expect(await after(all[0]!.sequence, 100)).to.deep.equal(all.slice(1));
      const last = all[2]!.sequence;
      expect(await after(last, 100)).to.deep.equal([]);
      expect(await bounds()).to.include({ newest: last, delivered });
      await store().alerts.markDelivered(last);
      expect(await bounds()).to.include({ newest: last, delivered: last });
    });

    it('notifies subscribers of new alerts', async () => {
      const { alerts } = store();
      let calls = 0;
      const never = alerts.subscribe(() => (calls += 1));
      never();
      const heard = async (work: () => Promise<unknown>): Promise<void> => {
        let stop = (): void => undefined;
        const told = new Promise<void>((resolve) => (stop = alerts.subscribe(resolve)));
        await work();
        await told;
        stop();
      };
      await heard(() => raise(raised()));
      await add();
      await heard(() => setCount(1));
      await setCount(2);
      await heard(() => add());
      await add('x', 'ben');
      await heard(async () => {
        await setCount(1, { userId: '' });
        await store().sweep();
      });
      expect(calls).to.equal(0);
    });

    it('has each alert of concurrent callers once', async () => {
      await atOnce((caller) => raise(raised({ current: caller }), raised({ userId: 'ben', current: caller })));
      const callers = Array.from({ length: CALLERS }, (_, caller) => caller);
      for (const userId of ['ana', 'ben']) {
        expect((await list({ userId })).map(({ current }) => current)).to.have.members(callers);
      }
    });

    it('has nothing of an erased user', async () => {
      await raise(raised(), raised({ userId: 'ben' }));
      await store().users.erase({ tenant: ANA.tenant, userId: 'ana' }, undefined, `erasure of ${ANA.tenant}`, call());
      expect((await list()).map(({ userId }) => userId)).to.deep.equal(['ben']);
    });

    it('keeps alerts for 30 days, and never reuses their numbers, even after reopening', async () => {
      await raise(raised());
      const before = await list();
      const { newest } = await bounds();
      await store.reopen();
      expect(await list()).to.deep.equal(before);
      store().clock.advance(ALERT_TTL_MS - 1);
      await store().sweep();
      expect(await list()).to.deep.equal(before);
      store().clock.advance(1);
      await store().sweep();
      expect(await list()).to.deep.equal([]);
      expect(await bounds()).to.include({ oldest: newest + 1, newest });
      await store.reopen();
      expect(await bounds()).to.include({ oldest: newest + 1, newest });
      await raise(raised());
      expect(await list()).to.have.nested.property('[0].sequence', newest + 1);
      expect(await bounds()).to.include({ oldest: newest + 1, newest: newest + 1 });
    });

    it('does nothing for an aborted call', async () => {
      const given = { signal: AbortSignal.abort() };
      const { alerts } = store();
      const query = { tenant: ANA.tenant, userId: '', limit: 1, order: 'OLDEST_FIRST', after: 0 } as const;
      for (const work of [alerts.list(query, given), alerts.after(0, 1, given), alerts.bounds(given)]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
    });
  });
}
