/** Tests whether an audit log fulfils every obligation of its port. */
import { expect } from 'chai';
import { FROM_START, type AuditCheck, type AuditEvent, type ShippedUpTo } from '../../server/domain/audit.ts';
import type { AuditQuery, FedRecord, NumberedRecord } from '../../server/ports/audit.ts';
import { ANA, failure } from './subject.ts';
import { addIntent, atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

const ORIGIN = { credential: 'key7', operation: 'AddMemory' };

export function describeAuditTrail(name: string, open: OpenWholeStore): void {
  describe(`AuditTrail: ${name}`, () => {
    const store = sharedStore(open);

    const call = () => ({ signal: new AbortController().signal, origin: ORIGIN });
    const add = async (content: string, scope = ANA): Promise<string> => {
      const [outcome] = await store().stores.LONG_TERM.add(
        [addIntent(store(), 'LONG_TERM', content, { scope })],
        call(),
      );
      if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
      return outcome.value.record.id;
    };
    const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
      tenant: ANA.tenant,
      userId: 'ana',
      action: 'ADD',
      subject: 'WORKING',
      id: 'wm_1',
      count: 1,
      why: 'CALL',
      atMs: store().clock.now(),
      origin: ORIGIN,
      ...more,
    });
    /** Reads the whole log of a tenant, page by page. */
    const list = async (more: Partial<AuditQuery> = {}): Promise<readonly NumberedRecord[]> => {
      const found: NumberedRecord[] = [];
      let before: number | undefined;
      do {
        const query = { tenant: ANA.tenant, userId: '', limit: 1000, ...more, before };
        const { records, next } = await store().audit.list(query, call());
        expect(records.length).to.be.at.most(query.limit);
        found.push(...records);
        before = next;
      } while (before !== undefined);
      return found;
    };
    const verified = async (): Promise<AuditCheck & { readonly isAtEnd: boolean }> => {
      let last: (AuditCheck & { readonly isAtEnd: boolean }) | undefined;
      for await (const check of store().audit.verify(call())) {
        // The counts of progress grow, and only the last report is at the end.
        if (last !== undefined) expect([last.isAtEnd, check.count >= last.count]).to.deep.equal([false, true]);
        last = check;
      }
      return last!;
    };

    it('records every change with its caller, subject, user, time and reason, and never any content', async () => {
      const id = await add('The safe is behind the mirror');
      store().clock.advance(1000);
      const nowMs = store().clock.now();
      const { LONG_TERM } = store().stores;
      await LONG_TERM.update({ scope: ANA, id, patch: { content: 'No mirror' }, nowMs }, call());
      await LONG_TERM.remove({ scope: ANA, id, nowMs }, call());
      const records = await list();
      expect(records.map(({ action }) => action)).to.deep.equal(['REMOVE', 'UPDATE', 'ADD']);
      for (const record of records) {
        expect(record).to.include({ ...ORIGIN, subject: 'LONG_TERM', why: 'CALL', count: 1, tenant: ANA.tenant });
      }
      expect(new Set(records.map(({ user }) => user)).size).to.equal(1);
      expect(new Set(records.map(({ object }) => object)).size).to.equal(1);
      expect(records.map(({ atMs }) => atMs)).to.deep.equal([nowMs, nowMs, nowMs - 1000]);
      // Only whole words are compared, since the pseudonyms that replace them are random letters.
      for (const word of ['mirror', '"ana"', id.slice('lt_'.length)]) {
        expect(JSON.stringify(records)).not.to.include(word);
      }
      expect(await list({ userId: 'ana' })).to.deep.equal(records);
      expect(await list({ userId: 'bob' })).to.deep.equal([]);
    });

    it('records nothing that was not applied, and no refused items of a batch', async () => {
      const { ENTITY, LONG_TERM } = store().stores;
      const unknown = { scope: ANA, id: 'lt_00000000000000000000000000000000', nowMs: 1 };
      expect((await failure(LONG_TERM.remove(unknown, call()))).reason).to.equal('MEMORY_NOT_FOUND');
      expect(await list()).to.deep.equal([]);
      const [first, last] = [addIntent(store(), 'ENTITY', 'one'), addIntent(store(), 'ENTITY', 'two')];
      const ends = { fromId: 'en_00000000000000000000000000000000', toId: first.id };
      const link = { relationshipType: 'knows', ...ends, attributes: {}, evidence: [], versions: [] };
      const payload = { type: 'ENTITY', node: 'RELATIONSHIP', ...link } as const;
      const refused = { ...addIntent(store(), 'ENTITY', 'x'), id: first.id.replace(/^en_/, 're_'), payload };
      const outcomes = await ENTITY.add([first, refused, last], call());
      expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true, false, true]);
      expect((await list()).map(({ action, subject }) => [action, subject])).to.deep.equal([
        ['ADD', 'ENTITY'],
        ['ADD', 'ENTITY'],
      ]);
    });

    it('records reported events unchanged, under the pseudonyms of its own records', async () => {
      const id = await add('one');
      const sent = event({ action: 'SEND', subject: 'FACT', id, count: 3, why: 'asked', atMs: 12 });
      const ofTenant = event({ userId: '', action: 'CALL', subject: 'TIER', id: '' });
      await store().audit.record([sent, ofTenant]);
      const [second, first, own] = await list();
      expect(first).to.deep.equal({
        ...ORIGIN,
        tenant: ANA.tenant,
        action: 'SEND',
        subject: 'FACT',
        count: 3,
        why: 'asked',
        atMs: 12,
        user: own?.user,
        object: own?.object,
        recordNo: own!.recordNo + 1,
      });
      expect(second).to.include({ user: '', object: '', action: 'CALL', recordNo: own!.recordNo + 2 });
      expect(await list({ userId: 'ana' })).to.deep.equal([first, own]);
      // The pseudonyms of one user do not reveal that another user has an object with the same id.
      await store().audit.record([event({ userId: 'ben', id })]);
      const [ofBen] = await list({ userId: 'ben' });
      expect(ofBen?.object).to.be.a('string').and.not.to.be.oneOf(['', own?.object]);
    });

    it('leaves a user unknown if it only knows that an admin asked about them', async () => {
      const actions = ['CALL', 'EXPORT', 'ERASE', 'KEY'] as const;
      await store().audit.record(actions.map((action) => event({ action, subject: '', id: 'x' })));
      const records = await list();
      expect(records.map(({ action }) => action)).to.deep.equal(actions.toReversed());
      for (const record of records) expect(record).to.include({ user: '', object: '' });
      expect(await list({ userId: 'ana' })).to.deep.equal([]);
    });

    it('lists events that were noted just before, in order', async () => {
      const { audit } = store();
      audit.refuseUnlessWriting();
      audit.refuseUnlessWriting('ADD');
      audit.note([event({ count: 1 }), event({ count: 2 })]);
      audit.note([event({ count: 3 })]);
      expect((await list()).map(({ count }) => count)).to.deep.equal([3, 2, 1]);
      audit.note([event({ count: 4 })]);
      const { count } = await verified();
      expect(count).to.equal((await list())[0]?.recordNo);
    });

    it('pages from the newest record, with each record once, even during writes', async () => {
      for (let n = 0; n < 9; n += 1) {
        await store().audit.record([event({ count: n }), event({ tenant: `${ANA.tenant}!`, count: n })]);
        if (n % 3 === 0) await store().audit.record([event({ userId: 'ben', count: n })]);
      }
      const all = await list();
      expect(all.map(({ count }) => count)).to.deep.equal([8, 7, 6, 6, 5, 4, 3, 3, 2, 1, 0, 0]);
      const numbers = all.map(({ recordNo }) => recordNo);
      expect(numbers).to.deep.equal([...new Set(numbers)].toSorted((one, other) => other - one));
      for (const limit of [1, 4, 12, 13]) expect(await list({ limit })).to.deep.equal(all);
      const ofBen = await list({ userId: 'ben', limit: 2 });
      expect(ofBen.map(({ count }) => count)).to.deep.equal([6, 3, 0]);
      const { records, next } = await store().audit.list({ tenant: ANA.tenant, userId: '', limit: 5 }, call());
      await store().audit.record([event({ count: 99 })]);
      const query = { tenant: ANA.tenant, userId: '', limit: 100, before: next };
      const rest = await store().audit.list(query, call());
      expect([...records, ...rest.records]).to.deep.equal(all);
      expect(rest.next).to.equal(undefined);
    });

    it('has each record of concurrent callers once, with a unique number', async () => {
      await atOnce(async (caller) => {
        store().audit.note([event({ count: caller, subject: 'NOTED' })]);
        await store().audit.record([event({ count: caller, subject: 'RECORDED' })]);
        await add(`text ${caller}`);
      });
      const records = await list();
      expect(new Set(records.map(({ recordNo }) => recordNo)).size).to.equal(records.length);
      const callers = Array.from({ length: CALLERS }, (_, caller) => caller);
      for (const subject of ['NOTED', 'RECORDED']) {
        const counts = records.filter((record) => record.subject === subject).map(({ count }) => count);
        expect(counts).to.have.members(callers);
      }
      expect(records).to.have.length(3 * CALLERS);
      expect(await verified()).to.not.have.property('fault');
    });

    it('names nobody once a user is erased, and stays unbroken', async () => {
      await add('one');
      const [{ user } = { user: '' }] = await list();
      await store().users.erase(ANA, undefined, `erasure of ${ANA.tenant}`, call());
      expect(await list({ userId: 'ana' })).to.deep.equal([]);
      const records = await list();
      expect(records.map(({ action }) => action)).to.deep.equal(['ERASE', 'ADD']);
      expect(records.every((record) => record.user === user)).to.equal(true);
      await add('as a new user');
      expect((await list())[0]?.user).not.to.equal(user);
      expect(await list({ userId: 'ana' })).to.have.length(1);
      expect(await verified()).to.not.have.property('fault');
    });

    it('still names its user once part of the user’s data is erased', async () => {
      await add('one');
      await store().users.erase(ANA, ['LONG_TERM'], `part of ${ANA.tenant}`, call());
      const records = await list({ userId: 'ana' });
      expect(records.at(-1)).to.include({ action: 'ADD' });
      expect(records.find(({ action }) => action === 'ERASE')).to.include({ subject: 'LONG_TERM', count: 1 });
    });

    it('returns its end including events noted before, and the hashes of the requested pages', async () => {
      await add('one');
      const { audit } = store();
      audit.note([event({ count: 7 })]);
      const end = (await audit.end(call()))!;
      const [newest] = await list();
      expect([newest?.count, newest?.recordNo]).to.deep.equal([7, end.count]);
      expect(await verified()).to.include({ pageNo: end.pageNo, hash: end.hash, count: end.count });
      const { pageNo, hash, log } = end;
      const found = await audit.hashes([pageNo, 1, pageNo + 1], call());
      expect(found).to.have.deep.members([
        { pageNo, hash },
        { pageNo: 1, hash: log },
      ]);
      await audit.record([event()]);
      const later = (await audit.end(call()))!;
      expect(later).to.include({ log, count: end.count + 1 });
      expect(later.hash).not.to.equal(hash);
    });

    it('sends records to receivers in order, in bounded pages, and remembers the position of each', async () => {
      const { audit, auditFeed } = store();
      const pageOf = ({ recordNo, pageNo, hash }: FedRecord): ShippedUpTo => ({ recordNo, pageNo, hash });
      const feed = async (after: ShippedUpTo, limit: number, bytes = 1e6): Promise<readonly FedRecord[]> => {
        const fed: FedRecord[] = [];
        for (let upTo = after; ; upTo = pageOf(fed.at(-1)!)) {
          const page = await auditFeed.after({ after: upTo, limit, bytes }, call());
          expect(page.hash).to.equal(upTo.hash);
          expect(page.newest).to.equal((await audit.end(call()))?.count);
          if (page.records.length === 0) return fed;
          expect(page.records.length).to.be.at.most(limit);
          fed.push(...page.records);
        }
      };
      const { count, ...last } = (await audit.end(call())) ?? { ...FROM_START, count: 0 };
      const before = { recordNo: count, pageNo: last.pageNo, hash: last.hash };
      await audit.record([event({ count: 1 }), event({ tenant: 'another', count: 2 }), event({ count: 3 })]);
      audit.note([event({ count: 4 })]);
      const fed = await feed(before, 2);
      expect(fed.map((record) => record.count)).to.deep.equal([1, 2, 3, 4]);
      expect(fed.map(({ recordNo }) => recordNo)).to.deep.equal([1, 2, 3, 4].map((n) => count + n));
      expect(await feed(before, 100, 1)).to.deep.equal(fed);
      expect(await feed(FROM_START, 100)).to.have.length(count + 4);
      const own = fed.filter(({ tenant }) => tenant === ANA.tenant);
      expect((await list()).toReversed()).to.deep.equal(own.map(({ pageNo: _, hash: __, ...record }) => record));
      // A place that the log does not have is told by its hash.
      const beyond = { ...pageOf(fed.at(-1)!), recordNo: count + 5 };
      expect((await auditFeed.after({ after: beyond, limit: 1, bytes: 1 }, call())).hash).to.equal('');
      const receiver = `receiver of ${ANA.tenant}`;
      expect(await auditFeed.shippedUpTo(receiver, call())).to.deep.equal(FROM_START);
      await auditFeed.acknowledge(receiver, pageOf(fed[1]!), call());
      await auditFeed.acknowledge(receiver, pageOf(fed[2]!), call());
      await store.reopen();
      expect(await store().auditFeed.shippedUpTo(receiver, call())).to.deep.equal(pageOf(fed[2]!));
      expect(await store().auditFeed.shippedUpTo('another', call())).to.deep.equal(FROM_START);
    });

    it('is unchanged after reopening, including events noted before closing', async () => {
      await add('one');
      await store().audit.record([event()]);
      store().audit.note([event({ subject: 'NOTED' })]);
      await store.reopen();
      const records = await list({ userId: 'ana' });
      expect(records.map(({ subject }) => subject)).to.deep.equal(['NOTED', 'WORKING', 'LONG_TERM']);
      await add('two');
      expect((await list({ userId: 'ana' })).slice(1)).to.deep.equal(records);
      const { count, isAtEnd, ...check } = await verified();
      expect([count, isAtEnd]).to.deep.equal([records[0]!.recordNo + 1, true]);
      expect(check).to.not.have.property('fault');
    });
  });
}
