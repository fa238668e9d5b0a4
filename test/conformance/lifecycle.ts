/** Tests whether a store fulfils every obligation of LifecycleStore beyond those of an archive. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { importanceOf } from '../../server/domain/importance.ts';
import { memoryId, type MemoryRecord, type Scope } from '../../server/domain/memory.ts';
import { toPortable } from '../../server/domain/portable.ts';
import type { Candidate, PoolOver, Uncompared, LifeToScore } from '../../server/ports/lifecycle.ts';
import type { AddIntent } from '../../server/ports/stores.ts';
import { ANA, call, failure } from './subject.ts';
import { addIntent, addMemory, atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

const MOST = 1000;

export function describeLifecycle(name: string, open: OpenWholeStore): void {
  describe(`LifecycleStore: ${name}`, () => {
    const store = sharedStore(open);

    const whose = (userId = 'ana') => ({ tenant: ANA.tenant, userId });
    const scopeOf = (more: Partial<Scope>): Scope => ({ ...ANA, ...more });
    const add = async (text: string, more: Partial<AddIntent> = {}) =>
      (await addMemory(store(), 'LONG_TERM', text, { vector: store().embed(text), ...more })).record;
    const update = ({ id, scope }: MemoryRecord, more: { content?: string } = {}) => {
      store().clock.advance(1);
      const patch = { metadata: { seen: true }, ...more };
      return store().stores.LONG_TERM.update({ scope, id, patch, nowMs: store().clock.now() }, call());
    };
    const remove = ({ id, scope }: MemoryRecord) =>
      store().stores.LONG_TERM.remove({ id, scope, nowMs: store().clock.now() }, call());
    const candidates = async (records: readonly Pick<MemoryRecord, 'id'>[]) =>
      store().lifecycle.candidatesById(
        records.map(({ id }) => id),
        call(),
      );
    const one = async (record: Pick<MemoryRecord, 'id'>): Promise<Candidate> => (await candidates([record]))[0]!;
    /** Reads all lives, page by page: those of the records, in the order of the pages. */
    const lives = async (records: readonly MemoryRecord[], limit = MOST): Promise<readonly LifeToScore[]> => {
      const wanted = new Set((await candidates(records)).map(({ memoryNo }) => memoryNo));
      const found: LifeToScore[] = [];
      for (;;) {
        const page = await store().lifecycle.toScore(found.at(-1)?.memoryNo ?? 0, limit, call());
        found.push(...page);
        if (page.length < limit) return found.filter(({ memoryNo }) => wanted.has(memoryNo));
      }
    };
    const setImportance = async (record: MemoryRecord, importance: number, hasGraduated = false) =>
      store().lifecycle.setImportance([{ memoryNo: (await one(record)).memoryNo, importance, hasGraduated }], call());
    const explain = ({ id }: Pick<MemoryRecord, 'id'>, userId = 'ana') =>
      store().lifecycle.explain(whose(userId), id, call());
    const pools = async (cap: number): Promise<readonly PoolOver[]> => {
      const found: PoolOver[] = [];
      for (;;) {
        const page = await store().lifecycle.poolsOver(cap, found.at(-1)?.poolNo ?? 0, call());
        if (page.length === 0) return found.filter(({ tenant }) => tenant === ANA.tenant);
        found.push(...page);
      }
    };
    const lowest = async (poolNo: number, limit = MOST): Promise<readonly Candidate[]> => {
      const found: Candidate[] = [];
      for (;;) {
        const page = await store().lifecycle.lowest(poolNo, found.at(-1), limit, call());
        found.push(...page);
        if (page.length < limit) return found;
      }
    };
    const uncompared = async (limit = MOST): Promise<readonly Uncompared[]> => {
      const found: Uncompared[] = [];
      for (;;) {
        const page = await store().lifecycle.uncompared(found.at(-1)?.memoryNo ?? 0, limit, call());
        found.push(...page);
        if (page.length < limit) return found.filter(({ tenant }) => tenant === ANA.tenant);
      }
    };
    const noteCompared = (memories: readonly Uncompared[]) => store().lifecycle.noteCompared(memories, call());
    const near = async (record: MemoryRecord) => {
      const memory = (await uncompared()).find(({ id }) => id === record.id);
      return idsOf(await store().lifecycle.near(memory!, call()));
    };
    const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

    it('keeps the retention of each tenant and type, until it is reset', async () => {
      const own = async () =>
        (await store().lifecycle.retention(call())).filter(({ tenant }) => tenant.startsWith(ANA.tenant));
      const { lifecycle } = store();
      expect(await own()).to.deep.equal([]);
      const [here, there] = [ANA.tenant, `${ANA.tenant}!`];
      await lifecycle.setRetention(here, 'LONG_TERM', 40, call());
      await lifecycle.setRetention(here, 'EPISODIC', 8, call());
      await lifecycle.setRetention(there, 'LONG_TERM', 50, call());
      await lifecycle.setRetention(here, 'LONG_TERM', 60, call());
      const of = (tenant: string, type: string, days: number) => ({ tenant, type, days });
      expect(await own()).to.have.deep.members([
        of(here, 'LONG_TERM', 60),
        of(here, 'EPISODIC', 8),
        of(there, 'LONG_TERM', 50),
      ]);
      await lifecycle.setRetention(here, 'LONG_TERM', undefined, call());
      await lifecycle.setRetention(here, 'STRUCTURED', undefined, call());
      const left = [of(here, 'EPISODIC', 8), of(there, 'LONG_TERM', 50)];
      expect(await own()).to.have.deep.members(left);
      await store.reopen();
      expect(await own()).to.have.deep.members(left);
    });

    it('records when a job last ran', async () => {
      const [job, other] = [`job of ${ANA.tenant}`, `other of ${ANA.tenant}`];
      const lastRun = (of: string) => store().lifecycle.lastRun(of, call());
      expect(await lastRun(job)).to.equal(undefined);
      await store().lifecycle.noteRun(job, 5, call());
      await store().lifecycle.noteRun(job, 3, call());
      expect([await lastRun(job), await lastRun(other)]).to.deep.equal([3, undefined]);
      await store.reopen();
      expect(await lastRun(job)).to.equal(3);
    });

    it('returns the inputs of importance: writes, uses, days of use and links', async () => {
      const record = await add('one', { importance: 0.25 });
      const plain = await add('two');
      const nowMs = store().clock.now();
      const first = (await lives([record, plain]))[0]!;
      expect(first).to.deep.include({ updateMs: record.updateTimeMs, version: 1, uses: 0, useDays: 0, links: 0 });
      expect(first).to.deep.include({ lastUseMs: undefined, stated: 0.25, hasGraduated: false });
      expect(first.importance).to.equal(importanceOf({ ...first, updateMs: nowMs }, nowMs).value);
      await update(record);
      for (let day = 0; day < 3; day += 1) {
        store().clock.advance(86_400_000);
        for (let use = 0; use < 2; use += 1) {
          await store().stores.LONG_TERM.get(record, store().clock.now(), call());
          await store().lifecycle.settle('LONG_TERM', call());
        }
      }
      const stated = { attributes: {}, aliases: [], evidence: [record.id], versions: [] };
      const entity = { type: 'ENTITY', node: 'ENTITY', name: 'Ana', entityType: 'person', ...stated } as const;
      const ends = [];
      for (const node of ['one', 'two']) {
        const intent = { ...addIntent(store(), 'ENTITY', node), payload: { ...entity, name: node } };
        await store().stores.ENTITY.add([intent], call());
        ends.push(intent.id);
      }
      const used = (await lives([record, plain]))[0]!;
      expect(used).to.include({ version: 2, uses: 6, lastUseMs: store().clock.now(), links: 2, stated: 0.25 });
      expect(used.useDays).to.equal(3);
      const link = { relationshipType: 'knows', attributes: {}, evidence: [], versions: [] };
      const edge = { type: 'ENTITY', node: 'RELATIONSHIP', fromId: ends[0]!, toId: ends[1]!, ...link } as const;
      const related = { ...addIntent(store(), 'ENTITY', 'x'), id: memoryId('RELATIONSHIP', newId()), payload: edge };
      const [outcome] = await store().stores.ENTITY.add([related], call());
      expect(outcome?.ok).to.equal(true);
      // The relationship counts for each of the entities that it joins.
      expect((await explain(record))?.links).to.equal(4);
      const { memoryNo: _, ...life } = (await lives([record]))[0]!;
      expect(await explain(record)).to.deep.equal(life);
      expect((await lives([plain]))[0]).to.include({ uses: 0, links: 0, version: 1 });
    });

    it('lists retention metadata in pages, each memory once, for long-term memory alone', async () => {
      const records = [];
      for (let n = 0; n < 7; n += 1) records.push(await add(`text ${n}`));
      const other = (await addMemory(store(), 'EPISODIC', 'a task')).record;
      const all = await lives(records);
      const numbers = all.map(({ memoryNo }) => memoryNo);
      expect(numbers).to.have.length(7);
      expect(numbers).to.deep.equal([...new Set(numbers)].toSorted((a, b) => a - b));
      for (const limit of [1, 3, 7]) expect(await lives(records, limit)).to.deep.equal(all);
      expect(await lives([other])).to.deep.equal([]);
      expect(await explain(other)).to.equal(undefined);
    });

    it('explains a memory only to its user, as of the last sleep cycle', async () => {
      const record = await add('one');
      await setImportance(record, 0.9, true);
      expect(await explain(record)).to.include({ importance: 0.9, hasGraduated: true });
      for (const userId of ['ben', 'Ana']) expect(await explain(record, userId)).to.equal(undefined);
      expect(await explain({ id: 'lt_unknown' })).to.equal(undefined);
      await remove(record);
      expect(await explain(record)).to.equal(undefined);
      expect(await candidates([record])).to.deep.equal([]);
    });

    it('counts the pools of users and agents above the cap, in pages by number', async () => {
      for (const text of ['one', 'two', 'three']) await add(text);
      await add('four', { scope: scopeOf({ agentId: 'other' }) });
      await add('five', { scope: scopeOf({ agentId: 'other', namespace: 'n' }) });
      const ofBen = await add('six', { scope: scopeOf({ userId: 'ben' }) });
      const counts = async (cap: number) =>
        (await pools(cap)).map(({ userId, agentId, count }) => `${userId} ${agentId} ${count}`);
      expect(await counts(0)).to.have.members(['ana guide 3', 'ana other 2', 'ben guide 1']);
      expect(await counts(1)).to.have.members(['ana guide 3', 'ana other 2']);
      expect(await counts(3)).to.deep.equal([]);
      const numbers = (await pools(0)).map(({ poolNo }) => poolNo);
      expect(numbers).to.deep.equal([...new Set(numbers)].toSorted((a, b) => a - b));
      expect((await one(ofBen)).poolNo).to.equal((await pools(0)).find(({ userId }) => userId === 'ben')?.poolNo);
      await atOnce((caller) => add(`text ${caller}`, { scope: scopeOf({ userId: 'ben' }) }));
      expect(await counts(3)).to.deep.equal([`ben guide ${CALLERS + 1}`]);
      await store().users.erase(whose('ben'), undefined, randomUUID(), call());
      expect(await counts(2)).to.deep.equal(['ana guide 3']);
    });

    it('lists the least important of a pool first, the older of equals first, and no pinned memory', async () => {
      const records: MemoryRecord[] = [];
      for (const text of ['one', 'two', 'three', 'four', 'five']) records.push(await add(text));
      const pinned = await add('pinned', { isPinned: true });
      const elsewhere = await add('of another agent', { scope: scopeOf({ agentId: 'other' }) });
      const weights = [0.5, 0.2, 0.5, 0.9, 0.2];
      for (const [at, record] of records.entries()) await setImportance(record, weights[at]!);
      for (const record of [pinned, elsewhere]) await setImportance(record, 0.1);
      const { poolNo } = await one(records[0]!);
      const all = await lowest(poolNo!);
      const order = [1, 4, 0, 2, 3].map((at) => records[at]!);
      expect(idsOf(all)).to.deep.equal(idsOf(order));
      expect(all.map(({ importance }) => importance)).to.deep.equal([0.2, 0.2, 0.5, 0.5, 0.9]);
      for (const limit of [1, 2, 5]) expect(await lowest(poolNo!, limit)).to.deep.equal(all);
      expect((await one(pinned)).isPinned).to.equal(true);
      await remove(order[0]!);
      expect(idsOf(await lowest(poolNo!))).to.deep.equal(idsOf(order.slice(1)));
    });

    it('returns existing candidates by number and by id', async () => {
      const records = [await add('one'), await add('two'), await add('three', { scope: scopeOf({ userId: 'ben' }) })];
      const found = await candidates([...records, { id: 'lt_unknown' }]);
      expect(idsOf(found)).to.have.members(idsOf(records));
      expect(found.map(({ userId, agentId }) => [userId, agentId])).to.deep.include(['ben', 'guide']);
      const numbers = found.map(({ memoryNo }) => memoryNo);
      expect(await store().lifecycle.candidates([...numbers, 999_999_999], call())).to.have.deep.members(found);
      await store().users.erase(whose(), undefined, randomUUID(), call());
      expect(idsOf(await candidates(records))).to.deep.equal([records[2]?.id]);
      expect(idsOf(await store().lifecycle.candidates(numbers, call()))).to.deep.equal([records[2]?.id]);
    });

    it('lists memories that were not compared since their last write, whole, in pages', async () => {
      const records: MemoryRecord[] = [];
      for (const text of ['one', 'two', 'three']) records.push(await add(text));
      await addMemory(store(), 'EPISODIC', 'a task');
      const all = await uncompared();
      expect(idsOf(all)).to.deep.equal(idsOf(records));
      for (const limit of [1, 2]) expect(await uncompared(limit)).to.deep.equal(all);
      const { memories } = await store().stores.LONG_TERM.ofUser.page(whose(), undefined, call());
      expect(all.map(({ memory }) => memory)).to.have.deep.members(memories);
      expect(all[0]).to.include({ ...whose(), agentId: 'guide', isPinned: false, isApart: false });
      await noteCompared(all.slice(0, 2));
      await noteCompared(all.slice(0, 1));
      expect(idsOf(await uncompared())).to.deep.equal([records[2]?.id]);
      await update(records[0]!);
      expect(idsOf(await uncompared())).to.deep.equal([records[0]?.id, records[2]?.id]);
      await store.reopen();
      expect(idsOf(await uncompared())).to.deep.equal([records[0]?.id, records[2]?.id]);
    });

    it('compares a memory again if it was written during the comparison', async () => {
      const [written, gone] = [await add('one'), await add('two')];
      const compared = await uncompared();
      await update(written, { content: 'uno' });
      await remove(gone);
      // On some stores it takes the number of the one that is gone.
      const later = await add('three');
      await noteCompared(compared);
      expect(idsOf(await uncompared())).to.deep.equal(idsOf([written, later]));
    });

    it('does not compare a memory whose merge was undone until it is written', async () => {
      const [kept, merged] = [await add('one'), await add('one')];
      const object = `archive/long_term/${randomUUID()}`;
      await store().lifecycle.beginArchive(object, whose(), call());
      const eviction = { line: 0, reason: 'DUPLICATE', mergedInto: kept.id } as const;
      const evictions = [{ id: merged.id, version: merged.version, ...eviction }];
      await store().lifecycle.evict({ object, whose: whose(), evictions }, call());
      await store().stores.LONG_TERM.ofUser.putBack(whose(), [toPortable(merged)], call());
      expect((await one(merged)).isApart).to.equal(true);
      expect(idsOf(await uncompared())).to.deep.equal([kept.id]);
      await update(merged);
      expect((await one(merged)).isApart).to.equal(false);
      expect(idsOf(await uncompared())).to.have.members([kept.id, merged.id]);
    });

    it('finds similar memories of the same user and namespace', async () => {
      const text = 'The train to Sintra leaves at nine in the morning';
      const record = await add(text);
      const same = await add('The train to Sintra leaves at nine in the morning!');
      const byOther = await add(text, { scope: scopeOf({ agentId: 'other', sessionId: 's2' }) });
      await add('I am allergic to peanuts');
      await add(text, { scope: scopeOf({ namespace: 'n' }) });
      await add(text, { scope: scopeOf({ userId: 'ben' }) });
      expect(await near(record)).to.have.members([same.id, byOther.id]);
      await store().lifecycle.settle('LONG_TERM', call());
      expect((await explain(same))?.uses, 'a comparison is no use').to.equal(0);
      await remove(same);
      expect(await near(record)).to.deep.equal([byOther.id]);
    });

    it('finds similar memories in the default namespace, however many others have', async () => {
      const text = 'The train to Sintra leaves at nine in the morning';
      const [record, same] = [await add(text), await add(text)];
      for (let n = 0; n < 12; n += 1) await add(text, { scope: scopeOf({ namespace: `n${n}` }) });
      expect(await near(record)).to.deep.equal([same.id]);
    });

    it('has nothing of an erased user', async () => {
      const record = await add('one');
      await setImportance(record, 0.1);
      const [candidate] = await uncompared();
      const { poolNo } = await one(record);
      await store().users.erase(whose(), undefined, randomUUID(), call());
      expect(await uncompared()).to.deep.equal([]);
      expect(await lives([record])).to.deep.equal([]);
      expect(await lowest(poolNo!)).to.deep.equal([]);
      expect(await pools(0)).to.deep.equal([]);
      expect(await store().lifecycle.near(candidate!, call())).to.deep.equal([]);
    });

    it('does nothing for an aborted call', async () => {
      const record = await add('one');
      const before = await explain(record);
      const { memoryNo } = await one(record);
      const given = { signal: AbortSignal.abort() };
      const { lifecycle } = store();
      for (const work of [
        () => lifecycle.setImportance([{ memoryNo, importance: 1, hasGraduated: true }], given),
        () => lifecycle.setRetention(ANA.tenant, 'LONG_TERM', 40, given),
        () => lifecycle.noteRun(`job of ${ANA.tenant}`, 1, given),
        () => lifecycle.poolsOver(0, 0, given),
        () => lifecycle.explain(whose(), record.id, given),
      ]) {
        expect((await failure(work())).reason).to.equal('CANCELLED');
      }
      expect(await explain(record)).to.deep.equal(before);
      expect(await lifecycle.lastRun(`job of ${ANA.tenant}`, call())).to.equal(undefined);
    });
  });
}

const newId = (): string => randomUUID().replaceAll('-', '');
