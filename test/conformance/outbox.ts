/** Tests whether an outbox fulfils every obligation of its port. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { MemoryRecord, Scope } from '../../server/domain/memory.ts';
import { toPortable } from '../../server/domain/portable.ts';
import type { DeadLetter, DueChange, OutboxChange, Settled } from '../../server/ports/outbox.ts';
import { ANA, call, failure, uncounted } from './subject.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type OpenWholeStore, type SharedStore } from './whole-store.ts';

type Settling = Settled extends infer S ? (S extends Settled ? Omit<S, 'id' | 'sequence' | 'revision'> : never) : never;

const MOST = 10_000;
const NO_LETTER = { sequence: -1, id: '' };

/** Short functions for what tests do with a mirrored store. */
export function mirrored(store: SharedStore) {
  const due = async (tenant = ANA.tenant, nowMs = store().clock.now()): Promise<readonly DueChange[]> => {
    const { changes } = await store().outbox.due({ nowMs, limit: MOST, bytes: 1e9 }, call());
    return changes.filter(({ scope }) => scope.tenant === tenant);
  };
  const settle = (changes: readonly Pick<OutboxChange, 'id' | 'sequence' | 'revision'>[], how: Settling) =>
    store().outbox.settle(
      changes.map(({ id, sequence, revision }) => ({ id, sequence, revision, ...how })),
      call(),
    );
  const sent = async () => (await store().outbox.sent(MOST, call())).filter(({ scope }) => scope.tenant === ANA.tenant);
  const update = ({ id, scope }: MemoryRecord, content: string) => {
    store().clock.advance(1);
    const intent = { scope, id, patch: { content }, nowMs: store().clock.now() };
    return store().stores.LONG_TERM.update(intent, call());
  };
  const remove = ({ id, scope }: MemoryRecord) => {
    store().clock.advance(1);
    return store().stores.LONG_TERM.remove({ id, scope, nowMs: store().clock.now() }, call());
  };
  const add = async (text: string, scope: Scope = ANA) =>
    (await addMemory(store(), 'LONG_TERM', text, { scope })).record;
  /** Empties the outbox, so that each test begins with nothing in it. */
  const drain = async (): Promise<void> => {
    for (const whose of await store().outbox.erasures(call())) await store().outbox.erased(whose, call());
    await store().outbox.replay({ tenant: ANA.tenant, ids: [] }, call());
    const { changes } = await store().outbox.due({ nowMs: Number.MAX_SAFE_INTEGER, limit: MOST, bytes: 1e9 }, call());
    await settle(changes, { as: 'DONE' });
    await settle(await store().outbox.sent(MOST, call()), { as: 'DONE' });
  };
  return { due, settle, sent, update, remove, add, drain };
}

export function describeOutbox(name: string, open: OpenWholeStore): void {
  describe(`Outbox: ${name}`, () => {
    const store = sharedStore(open, { mirror: 'an index' });
    const { due, settle, sent, update, remove, add, drain } = mirrored(store);
    afterEach(drain);

    const ids = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id);
    const state = () => store().outbox.state(call());
    const letters = (more: { userId?: string; after?: Pick<DeadLetter, 'sequence' | 'id'>; limit?: number } = {}) =>
      store().outbox.deadLetters({ tenant: ANA.tenant, userId: '', after: NO_LETTER, limit: MOST, ...more }, call());
    const replay = (named: readonly string[] = [], tenant = ANA.tenant) =>
      store().outbox.replay({ tenant, ids: named }, call());
    const die = (changes: readonly DueChange[]) =>
      settle(changes, { as: 'DEAD', reason: 'OFTEN', atMs: store().clock.now() });

    it('has the last change of each memory, with the current memory, in commit order', async () => {
      const [one, two, three] = [await add('one'), await add('two'), await add('three')];
      const [first] = await due();
      expect(ids(await due())).to.deep.equal([one.id, two.id, three.id]);
      const { record } = await update(one, 'uno');
      await remove(two);
      const changes = await due();
      expect(ids(changes)).to.deep.equal([three.id, one.id, two.id]);
      expect(changes.map(({ isRemoved }) => isRemoved)).to.deep.equal([false, false, true]);
      expect(changes.map(({ attempts }) => attempts)).to.deep.equal([0, 0, 0]);
      const [, changed, removed] = changes;
      expect(removed).to.not.have.property('document');
      expect(uncounted(changed?.document?.record)).to.deep.equal(record);
      expect([...changed!.document!.vector]).to.deep.equal([...store().embed('uno')]);
      expect(changed?.document?.revision).to.equal(changed?.revision).and.to.be.greaterThan(first!.revision);
      expect(changed?.sequence).to.be.greaterThan(first!.sequence);
      expect(changed?.scope).to.include({ tenant: ANA.tenant, userId: 'ana' });
      const sequences = changes.map(({ sequence }) => sequence);
      expect(sequences).to.deep.equal(sequences.toSorted((a, b) => a - b));
    });

    it('has changes of long-term memory alone, including imports and archiving', async () => {
      for (const type of ['PERSONA', 'ENTITY', 'EPISODIC', 'STRUCTURED'] as const) await addMemory(store(), type, 'x');
      expect(await due()).to.deep.equal([]);
      const [kept, moved] = [await add('one'), await add('two')];
      await settle(await due(), { as: 'DONE' });
      const object = `archive/long_term/${randomUUID()}`;
      const whose = { tenant: ANA.tenant, userId: 'ana' };
      await store().lifecycle.beginArchive(object, whose, call());
      const eviction = { line: 0, reason: 'RETENTION', mergedInto: undefined } as const;
      const evictions = [{ id: moved.id, version: moved.version, ...eviction }];
      await store().lifecycle.evict({ object, whose, evictions }, call());
      const [left] = await due();
      expect(left).to.include({ id: moved.id, isRemoved: true });
      await store().stores.LONG_TERM.ofUser.putBack(whose, [toPortable(moved)], call());
      const [back] = await due();
      expect(back).to.include({ id: moved.id, isRemoved: false });
      expect(back?.revision).to.be.greaterThan(left!.revision);
      await store().stores.LONG_TERM.update({ scope: ANA, id: kept.id, patch: { isPinned: true }, nowMs: 1 }, call());
      expect(ids(await due())).to.deep.equal([moved.id, kept.id]);
    });

    it('returns a limited number of changes and of bytes, but always at least one', async () => {
      for (const text of ['one', 'two', 'three']) await add(text);
      const all = ids(await due());
      const some = async (limit: number, bytes: number) => {
        const { changes } = await store().outbox.due({ nowMs: store().clock.now(), limit, bytes }, call());
        return ids(changes);
      };
      expect(await some(2, 1e9)).to.deep.equal(all.slice(0, 2));
      expect(await some(3, 1)).to.deep.equal(all.slice(0, 1));
      expect((await some(3, 1500)).length).to.be.within(1, 2);
    });

    it('follows a change until the index shows it, and counts changes by state', async () => {
      const startMs = store().clock.now();
      expect(await state())
        .to.include({ waiting: 0, sent: 0, dead: 0 })
        .and.to.have.property('oldestMs', undefined);
      await add('one');
      await add('two');
      const changes = await due();
      expect(await state()).to.deep.equal({ waiting: 2, sent: 0, dead: 0, oldestMs: startMs + 1 });
      await settle(changes.slice(0, 1), { as: 'SENT', atMs: 5 });
      expect(await state()).to.deep.equal({ waiting: 1, sent: 1, dead: 0, oldestMs: startMs + 2 });
      expect(ids(await due())).to.deep.equal(ids(changes.slice(1)));
      const { attempts: _, document: __, ...first } = changes[0]!;
      expect(await sent()).to.deep.equal([{ ...first, sentMs: 5 }]);
      await settle(changes.slice(0, 1), { as: 'SEEN', atMs: 7 });
      await settle(changes.slice(1), { as: 'SENT', atMs: 3 });
      const both = await sent();
      expect(both.map(({ id, sentMs, seenMs }) => [id, sentMs, seenMs])).to.deep.equal([
        [changes[1]?.id, 3, undefined],
        [changes[0]?.id, 5, 7],
      ]);
      expect(ids(await store().outbox.sent(1, call()))).to.deep.equal([changes[1]?.id]);
      await settle(changes, { as: 'DONE' });
      expect(await state()).to.include({ waiting: 0, sent: 0, dead: 0 });
      expect(await sent()).to.deep.equal([]);
    });

    it('sends a refused change again when it is due, and returns that time', async () => {
      await add('one');
      await add('two');
      const [one, two] = await due();
      const nowMs = store().clock.now();
      await settle([one!], { as: 'REFUSED', dueMs: nowMs + 100 });
      expect(await due()).to.deep.equal([two]);
      await settle([two!], { as: 'REFUSED', dueMs: nowMs + 50 });
      await settle([two!], { as: 'REFUSED', dueMs: nowMs + 70 });
      const asked = { nowMs: nowMs + 69, limit: 10, bytes: 1e9 };
      expect(await store().outbox.due(asked, call())).to.deep.equal({ changes: [], nextMs: nowMs + 70 });
      const later = await due(ANA.tenant, nowMs + 100);
      expect(later.map(({ id, attempts }) => [id, attempts])).to.deep.equal([
        [one?.id, 1],
        [two?.id, 2],
      ]);
      expect(await state()).to.include({ waiting: 2 });
      // A change of the memory is sent at once.
      await update(two!.document!.record, 'dos');
      const [changed] = await due();
      expect(changed).to.include({ id: two?.id, attempts: 0 });
    });

    it('never marks a later change of a memory as done because of an earlier one', async () => {
      const record = await add('one');
      const [old] = await due();
      await update(record, 'uno');
      const later = await due();
      for (const how of [
        { as: 'SENT', atMs: 1 },
        { as: 'SEEN', atMs: 1 },
        { as: 'REFUSED', dueMs: Number.MAX_SAFE_INTEGER },
        { as: 'DEAD', reason: 'REFUSED', atMs: 1 },
        { as: 'DONE' },
      ] as const) {
        await settle([old!, { id: 'lt_unknown', sequence: 1, revision: 1 }], how);
        expect(await due(), how.as).to.deep.equal(later);
      }
      await settle(later, { as: 'SENT', atMs: 1 });
      await remove(record);
      await settle(later, { as: 'DONE' });
      expect((await due()).map(({ id, isRemoved }) => [id, isRemoved])).to.deep.equal([[record.id, true]]);
    });

    it('keeps dead letters with reason and time, for the tenant and each user, in pages', async () => {
      const ben = { ...ANA, userId: 'ben' };
      const records = [await add('one'), await add('two', ben), await add('three'), await add('four', ben)];
      await add('another’s', { ...ANA, tenant: `${ANA.tenant}!` });
      const changedMs = store().clock.now() - 4;
      await die([...(await due()), ...(await due(`${ANA.tenant}!`))]);
      const all = await letters();
      expect(ids(all)).to.deep.equal(ids(records));
      expect(all[0]).to.include({ userId: 'ana', reason: 'OFTEN', attempts: 1, isRemoved: false, changedMs });
      expect(all[0]?.deadMs).to.equal(store().clock.now());
      expect(ids(await letters({ userId: 'ben' }))).to.deep.equal([records[1]?.id, records[3]?.id]);
      const [page, rest] = [await letters({ limit: 3 }), await letters({ after: all[2]! })];
      expect([...page, ...rest]).to.deep.equal(all);
      expect(await due()).to.deep.equal([]);
      expect((await state()).dead).to.equal(5);
      expect(await replay([], `${ANA.tenant}!`)).to.equal(1);
      expect(await letters()).to.deep.equal(all);
    });

    it('sends dead letters again: the named ones or all, of this tenant alone', async () => {
      const records = [await add('one'), await add('two'), await add('three')];
      await die(await due());
      expect(await replay(ids(records), `${ANA.tenant}!`)).to.equal(0);
      expect(await replay([records[1]!.id, 'lt_unknown'])).to.equal(1);
      expect((await due()).map(({ id, attempts }) => [id, attempts])).to.deep.equal([[records[1]?.id, 0]]);
      // A change that is no dead letter is not sent twice.
      expect(await replay([records[1]!.id])).to.equal(0);
      const replayed = await atOnce(() => replay());
      const counts = replayed.map((one) => (one.status === 'fulfilled' ? one.value : -1));
      expect(counts.toSorted((a, b) => b - a)).to.deep.equal([2, ...Array<number>(CALLERS - 1).fill(0)]);
      expect(ids(await due())).to.deep.equal(ids(records));
      expect(await letters()).to.deep.equal([]);
    });

    it('sends a memory whose change was a dead letter as soon as it changes again', async () => {
      const record = await add('one');
      await die(await due());
      await update(record, 'uno');
      expect(await letters()).to.deep.equal([]);
      expect((await due()).map(({ id, attempts }) => [id, attempts])).to.deep.equal([[record.id, 0]]);
    });

    it('is refilled with all memories for an index that lost them, without overtaking later changes', async () => {
      const [one, two, gone] = [await add('one'), await add('two'), await add('three')];
      await remove(gone);
      const before = await due();
      await settle(before, { as: 'DONE' });
      await update(two, 'dos');
      const [waiting] = await due();
      const count = await store().outbox.refill(store().clock.now(), call());
      expect(count).to.be.at.least(2);
      const filled = await due();
      expect(ids(filled)).to.have.members([one.id, two.id]);
      const revisions = new Map(filled.map(({ id, revision }) => [id, revision]));
      expect(revisions.get(two.id)).to.be.at.least(waiting!.revision);
      // What was due before the filling is not what is due now.
      await settle([waiting!], { as: 'DONE' });
      expect(await due()).to.deep.equal(filled);
      await settle(filled, { as: 'DONE' });
      await update(one, 'uno');
      expect((await due())[0]?.revision).to.be.greaterThan(revisions.get(one.id)!);
      const counts = await atOnce(() => store().outbox.refill(store().clock.now(), call()));
      expect(counts.map((each) => each.status)).to.not.include('rejected');
      expect(ids(await due())).to.have.members([one.id, two.id]);
    });

    it('returns the users whom the index must erase, and has none of their earlier changes', async () => {
      const ben = { ...ANA, userId: 'ben' };
      await add('one');
      const kept = await add('two', ben);
      const erasures = async () =>
        (await store().outbox.erasures(call())).filter(({ tenant }) => tenant === ANA.tenant);
      const whose = { tenant: ANA.tenant, userId: 'ana' };
      expect(await erasures()).to.deep.equal([]);
      // A user who has nothing here may have something in the index.
      const nobody = { tenant: ANA.tenant, userId: 'nobody' };
      await store().users.erase(nobody, undefined, randomUUID(), call());
      await store().users.erase(whose, ['LONG_TERM'], randomUUID(), call());
      expect(await erasures()).to.have.deep.members([nobody, whose]);
      expect(ids(await due())).to.deep.equal([kept.id]);
      const back = await add('three');
      expect(ids(await due())).to.deep.equal([kept.id, back.id]);
      await store().outbox.erased(whose, call());
      await store().outbox.erased(whose, call());
      expect(await erasures()).to.deep.equal([nobody]);
      await store().users.erase(whose, ['PERSONA'], randomUUID(), call());
      expect(await erasures()).to.deep.equal([nobody]);
    });

    it('notifies subscribers of changes until they unsubscribe', async () => {
      const heard = () => {
        let count = 0;
        let end: () => void = () => undefined;
        const first = new Promise<void>((resolve) => {
          end = store().outbox.subscribe(() => {
            count += 1;
            resolve();
          });
        });
        return { first, end: () => end(), count: () => count };
      };
      const one = heard();
      await add('one');
      await one.first;
      one.end();
      const had = one.count();
      const two = heard();
      await add('two');
      await two.first;
      expect(one.count()).to.equal(had);
      two.end();
    });

    it('has one change per memory under concurrent changes, and one for each concurrent add', async () => {
      const record = await add('one');
      await atOnce(async (caller) => {
        await update(record, `text ${caller}`);
        await add(`other ${caller}`);
      });
      const changes = await due();
      expect(changes).to.have.length(CALLERS + 1);
      expect(new Set(ids(changes)).size).to.equal(CALLERS + 1);
      const last = changes.find(({ id }) => id === record.id);
      const present = await store().stores.LONG_TERM.get(record, store().clock.now(), call());
      expect(present?.version).to.equal(CALLERS + 1);
      expect(last?.document?.record).to.deep.include({ version: CALLERS + 1, payload: present?.payload });
      // Each caller settles its own, while the memories change again.
      const settled = await atOnce(async (caller) => {
        await settle([changes[caller]!], { as: 'DONE' });
        await update(record, `later ${caller}`);
      });
      expect(settled.map((each) => each.status)).to.not.include('rejected');
      const left = await due();
      // The last of them nobody settled; the memory that all change is due again.
      expect(new Set(ids(left))).to.deep.equal(new Set([changes.at(-1)?.id, record.id]));
      expect(left.find(({ id }) => id === record.id)?.document?.record.version).to.equal(2 * CALLERS + 1);
    });

    it('keeps everything across reopening', async () => {
      for (const text of ['waits', 'sent', 'dead', 'refused']) await add(text);
      await store().users.erase({ tenant: ANA.tenant, userId: 'ben' }, undefined, randomUUID(), call());
      const [, second, third, fourth] = await due();
      await settle([second!], { as: 'SENT', atMs: 1 });
      await die([third!]);
      await settle([fourth!], { as: 'REFUSED', dueMs: 2 });
      const all = async () => ({
        due: await due(),
        sent: await sent(),
        letters: await letters(),
        state: await state(),
        erasures: await store().outbox.erasures(call()),
      });
      const before = await all();
      expect(before.due).to.have.length(2);
      await store.reopen();
      expect(await all()).to.deep.equal(before);
    });

    it('does nothing for an aborted call', async () => {
      await add('one');
      const changes = await due();
      const given = { signal: AbortSignal.abort() };
      const { outbox } = store();
      for (const work of [
        () =>
          outbox.settle(
            changes.map(({ id, sequence, revision }) => ({ id, sequence, revision, as: 'DONE' })),
            given,
          ),
        () => outbox.due({ nowMs: 1, limit: 1, bytes: 1 }, given),
        () => outbox.refill(1, given),
        () => outbox.state(given),
        () => outbox.replay({ tenant: ANA.tenant, ids: [] }, given),
      ]) {
        expect((await failure(work())).reason).to.equal('CANCELLED');
      }
      expect(await due()).to.deep.equal(changes);
    });
  });
}
