/** Tests whether a store that archives memories fulfils every obligation of ArchivingStore. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Archived, Eviction } from '../../server/domain/archived.ts';
import type { MemoryRecord, Scope } from '../../server/domain/memory.ts';
import { toPortable } from '../../server/domain/portable.ts';
import { RETIRED_TYPES } from '../../server/policy/lifecycle.ts';
import type { RetiredType } from '../../server/policy/memory-types.ts';
import type { ArchivedQuery, Candidate } from '../../server/ports/lifecycle.ts';
import { ANA, call, failure, payloadOf } from './subject.ts';
import { addMemory, atOnce, CALLERS, sharedStore, type OpenWholeStore } from './whole-store.ts';

export function describeArchiving(name: string, open: OpenWholeStore): void {
  describe(`ArchivingStore: ${name}`, () => {
    const store = sharedStore(open);

    const whose = (userId = 'ana') => ({ tenant: ANA.tenant, userId });
    const add = async (text: string, more: { scope?: Scope; isPinned?: true } = {}, type: RetiredType = 'LONG_TERM') =>
      (await addMemory(store(), type, text, more)).record;
    const get = ({ id, scope }: MemoryRecord) =>
      store().stores.LONG_TERM.get({ id, scope }, store().clock.now(), call());
    const update = ({ id, scope }: MemoryRecord, type: RetiredType = 'LONG_TERM') =>
      store().stores[type].update(
        { scope, id, patch: { metadata: { seen: true } }, nowMs: store().clock.now() },
        call(),
      );
    const remove = ({ id, scope }: MemoryRecord) =>
      store().stores.LONG_TERM.remove({ id, scope, nowMs: store().clock.now() }, call());
    /** Reads, page by page, what the running test's tenant has to archive. */
    const retirable = async (cutoffMs: number, type: RetiredType = 'LONG_TERM', limit = 100) => {
      const found: Candidate[] = [];
      for (;;) {
        const page = await store().lifecycle.retirable({ type, cutoffMs, after: found.at(-1), limit }, call());
        found.push(...page);
        if (page.length < limit) return found.filter(({ tenant }) => tenant === ANA.tenant);
        expect(page).to.have.length(limit);
      }
    };
    const object = async (userId = 'ana', type = 'long_term') => {
      const begun = `archive/${type}/${randomUUID()}`;
      await store().lifecycle.beginArchive(begun, whose(userId), call());
      return begun;
    };
    const eviction = ({ id, version }: MemoryRecord, line = 0, more: Partial<Eviction> = {}): Eviction => ({
      id,
      version,
      line,
      reason: 'RETENTION',
      mergedInto: undefined,
      ...more,
    });
    const evict = (into: string, evictions: readonly Eviction[], userId = 'ana') =>
      store().lifecycle.evict({ object: into, whose: whose(userId), evictions }, call());
    const archive = async (...records: readonly MemoryRecord[]) => {
      const into = await object();
      const evictions = records.map((record, line) => eviction(record, line));
      expect(await evict(into, evictions)).to.have.members(records.map(({ id }) => id));
      return into;
    };
    /** Reads the whole list, page by page. */
    const archived = async (more: Partial<ArchivedQuery> = {}): Promise<readonly Archived[]> => {
      const found: Archived[] = [];
      let after: ArchivedQuery['after'];
      do {
        const query = { ...whose(), type: undefined, filter: undefined, pageSize: 100, ...more, after };
        const page = await store().lifecycle.archived(query, call());
        expect(page.archived.length).to.be.at.most(query.pageSize);
        found.push(...page.archived);
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    const idsOf = (found: readonly Archived[]) => found.map(({ head }) => head.id);
    const addresses = (ids: readonly string[], userId = 'ana') =>
      store().lifecycle.archivedAddresses(whose(userId), ids, call());
    const loose = async () =>
      (await store().lifecycle.looseObjects(RETIRED_TYPES, call())).filter(({ tenant }) => tenant === ANA.tenant);
    const portable = async (userId = 'ana') => {
      const found = await store().stores.LONG_TERM.ofUser.page(whose(userId), undefined, call());
      return found.memories;
    };
    const whole = (memories: readonly Pick<Candidate, 'memoryNo' | 'id'>[], userId = 'ana') =>
      store().lifecycle.whole(whose(userId), memories, call());

    it('finds memories that are old enough and not pinned, oldest first, with pages of any size', async () => {
      const records = [];
      for (const text of ['one', 'two', 'three', 'four', 'five']) records.push(await add(text));
      await add('pinned', { isPinned: true });
      await add('of another agent and user', { scope: { ...ANA, userId: 'ben', agentId: 'other' } });
      const [first, , , fourth] = records;
      const all = await retirable(store().clock.now());
      expect(all.map(({ id }) => id).slice(0, 5)).to.deep.equal(records.map(({ id }) => id));
      expect(all.map(({ userId, agentId, isPinned }) => [userId, agentId, isPinned]).slice(4)).to.deep.equal([
        ['ana', 'guide', false],
        ['ben', 'other', false],
      ]);
      expect(all[0]).to.include({ ...whose(), sinceMs: first?.updateTimeMs, isApart: false });
      for (const limit of [1, 2, 5, 6]) {
        expect(await retirable(store().clock.now(), 'LONG_TERM', limit)).to.deep.equal(all);
      }
      // The last millisecond is included.
      const until = await retirable(fourth!.updateTimeMs);
      expect(until).to.deep.equal(all.slice(0, 4));
    });

    it('counts the age of a memory from its last write, and of an episode from its newest step', async () => {
      const [one, two] = [await add('one'), await add('two')];
      const startMs = store().clock.now();
      const episode = await add('a task', {}, 'EPISODIC');
      const document = await add('a document', {}, 'STRUCTURED');
      store().clock.advance(1000);
      await update(one);
      await update(episode, 'EPISODIC');
      await update(document, 'STRUCTURED');
      const found = await retirable(store().clock.now());
      expect(found.map(({ id }) => id)).to.deep.equal([two.id, one.id]);
      expect(found[1]?.sinceMs).to.equal(store().clock.now());
      const [ofEpisode] = await retirable(store().clock.now(), 'EPISODIC');
      expect(ofEpisode).to.include({ id: episode.id, poolNo: undefined, importance: undefined });
      expect(ofEpisode?.sinceMs).to.be.within(startMs, startMs + 1);
      const [ofDocument] = await retirable(store().clock.now(), 'STRUCTURED');
      expect(ofDocument).to.include({ id: document.id, sinceMs: store().clock.now() });
    });

    it('reads whole memories in the form of exports, only of this user and only while they exist', async () => {
      const records = [await add('one'), await add('two'), await add('three')];
      await add('of ben', { scope: { ...ANA, userId: 'ben' } });
      const found = await retirable(store().clock.now());
      const own = found.slice(0, 3);
      const memories = (await whole(own)).map(({ memory }) => memory);
      expect(memories).to.have.deep.members(await portable());
      expect(await whole(own, 'ben')).to.deep.equal([]);
      expect((await whole(found)).length).to.equal(3);
      await remove(records[1]!);
      expect((await whole(own)).map(({ memory }) => memory.id)).to.deep.equal([records[0]?.id, records[2]?.id]);
    });

    it('never reads a newer memory in place of a removed one', async () => {
      const gone = await add('the newest of all');
      const [candidate] = (await retirable(store().clock.now())).filter(({ id }) => id === gone.id);
      await remove(gone);
      await add('which may take its number');
      expect(await whole([candidate!])).to.deep.equal([]);
    });

    it('reads memories with access counts that are not yet written', async () => {
      const record = await add('one');
      await get(record);
      await get(record);
      await store().lifecycle.settle('LONG_TERM', call());
      const [read] = await whole(await retirable(store().clock.now()));
      expect(read?.memory).to.include({ accessCount: 2, lastAccessTimeMs: store().clock.now() });
    });

    it('moves memories from the store to the archive, each with its place there', async () => {
      const [one, two, stays] = [await add('one'), await add('two'), await add('three')];
      const into = await object();
      const merged = eviction(two, 7, { reason: 'DUPLICATE', mergedInto: stays.id });
      store().clock.advance(5);
      expect(await evict(into, [eviction(one, 3), merged])).to.deep.equal([one.id, two.id]);
      for (const gone of [one, two]) expect(await get(gone)).to.equal(undefined);
      expect((await get(stays))?.id).to.equal(stays.id);
      expect(await addresses([two.id, stays.id, one.id])).to.have.deep.members([
        { id: one.id, object: into, line: 3 },
        { id: two.id, object: into, line: 7 },
      ]);
      const archiveMs = store().clock.now();
      const found = await archived();
      expect(found.map(({ head: _, ...rest }) => rest)).to.have.deep.members([
        { type: 'LONG_TERM', reason: 'RETENTION', archiveMs, mergedInto: undefined },
        { type: 'LONG_TERM', reason: 'DUPLICATE', archiveMs, mergedInto: stays.id },
      ]);
      const query = { scope: ANA, text: 'one two', topK: 5, explain: false, nowMs: store().clock.now() };
      const hits = await store().stores.LONG_TERM.retrieve(query, call());
      expect(hits.map(({ record }) => record.id)).to.deep.equal([stays.id]);
      const uses = await store().accounts.use({ ...whose(), agentId: '' }, call());
      expect(uses.find((use) => use.name === 'LONG_TERM')).to.include({ count: 1, bytes: 'three'.length });
      expect((await retirable(archiveMs)).map(({ id }) => id)).to.deep.equal([stays.id]);
    });

    it('does not move changed, deleted or other users’ memories, nor any into an object that was not begun', async () => {
      const [changed, gone, plain] = [await add('one'), await add('two'), await add('three')];
      const ofBen = await add('four', { scope: { ...ANA, userId: 'ben' } });
      await update(changed);
      await remove(gone);
      const evictions = [changed, gone, ofBen, plain].map((record, line) => eviction(record, line));
      expect(await evict('archive/long_term/never-begun', evictions)).to.deep.equal([]);
      expect(await evict(await object('ben'), evictions)).to.deep.equal([]);
      const into = await object();
      expect(await evict(into, evictions)).to.deep.equal([plain.id]);
      expect(await evict(into, evictions), 'again').to.deep.equal([]);
      expect(await addresses(evictions.map(({ id }) => id))).to.deep.equal([{ id: plain.id, object: into, line: 3 }]);
      for (const kept of [changed, ofBen]) expect((await get(kept))?.id).to.equal(kept.id);
      // An id belongs to one user: another user cannot look it up.
      expect(await addresses([plain.id], 'ben')).to.deep.equal([]);
      expect(await archived(whose('ben'))).to.deep.equal([]);
    });

    it('moves each memory once under concurrent callers, and loses none that is written meanwhile', async () => {
      const records: MemoryRecord[] = [];
      for (let n = 0; n < CALLERS; n += 1) records.push(await add(`text ${n}`));
      const objects: string[] = [];
      for (let n = 0; n < CALLERS; n += 1) objects.push(await object());
      const moved = await atOnce(async (caller) => {
        if (caller % 4 === 3) {
          await update(records[caller]!).catch(() => undefined);
          return [];
        }
        const evictions = records.map((record, line) => eviction(record, line));
        const gone = await evict(objects[caller]!, evictions);
        return gone.map((id) => ({ id, object: objects[caller], line: records.findIndex((one) => one.id === id) }));
      });
      const gone = moved.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      expect(await addresses(records.map(({ id }) => id))).to.have.deep.members(gone);
      expect(moved.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
      const left = (await portable()).map(({ id }) => id);
      expect([...left, ...gone.map(({ id }) => id)]).to.have.members(records.map(({ id }) => id));
    });

    it('lists incomplete and empty objects until they are forgotten', async () => {
      expect(await loose()).to.deep.equal([]);
      const record = await add('one');
      const unused = await object();
      const into = await archive(record);
      const state = (of: string, isComplete: boolean, left: number) => ({ ...whose(), object: of, isComplete, left });
      expect(await loose()).to.have.deep.members([state(unused, false, 0), state(into, false, 1)]);
      await store().lifecycle.completeArchive(into, call());
      await store().lifecycle.completeArchive(into, call());
      expect(await loose()).to.deep.equal([state(unused, false, 0)]);
      await store().lifecycle.forgetObject(unused, call());
      await store().lifecycle.forgetObject(unused, call());
      expect(await loose()).to.deep.equal([]);
      await store().stores.LONG_TERM.ofUser.putBack(whose(), [toPortable(record)], call());
      expect(await loose()).to.deep.equal([state(into, true, 0)]);
      await store().lifecycle.forgetObject(into, call());
      expect(await loose()).to.deep.equal([]);
    });

    it('removes a restored memory from the archive, and counts its age from then on', async () => {
      const [aged, merged] = [await add('one'), await add('two')];
      const into = await object();
      const duplicate = eviction(merged, 1, { reason: 'DUPLICATE', mergedInto: 'lt_other' });
      await evict(into, [eviction(aged, 0), duplicate]);
      store().clock.advance(10_000);
      const backMs = store().clock.now();
      const lines = [aged, merged].map((record) => toPortable(record));
      const back = await atOnce(() => store().stores.LONG_TERM.ofUser.putBack(whose(), lines, call()));
      const taken = back.map((one) => (one.status === 'fulfilled' ? one.value.taken : -1));
      expect(taken.toSorted((one, other) => other - one).slice(0, 2)).to.deep.equal([2, 0]);
      expect(await addresses([aged.id, merged.id])).to.deep.equal([]);
      expect(await archived()).to.deep.equal([]);
      expect((await get(aged))?.version).to.equal(aged.version);
      const state = async () => (await retirable(store().clock.now())).map((one) => [one.id, one.sinceMs, one.isApart]);
      expect(await state()).to.have.deep.members([
        [aged.id, backMs, false],
        [merged.id, backMs, true],
      ]);
      store().clock.advance(1);
      await update(merged);
      expect(await state()).to.deep.equal([
        [aged.id, backMs, false],
        [merged.id, backMs + 1, false],
      ]);
    });

    it('lists the archive by time and id, in either order, with pages of any size', async () => {
      const records = [];
      for (let n = 0; n < 6; n += 1) records.push(await add(`text ${n}`));
      const episode = await add('a task', {}, 'EPISODIC');
      await archive(...records.slice(0, 3).toReversed());
      store().clock.advance(1);
      const times = await object('ana', 'episodic');
      expect(await evict(times, [eviction(episode)])).to.deep.equal([episode.id]);
      store().clock.advance(1);
      await archive(...records.slice(3));
      const ids = (part: readonly MemoryRecord[]) => part.map(({ id }) => id).toSorted();
      const all = [...ids(records.slice(0, 3)), episode.id, ...ids(records.slice(3))];
      for (const pageSize of [1, 2, 7, 100]) {
        expect(idsOf(await archived({ pageSize }))).to.deep.equal(all);
        for (const type of ['LONG_TERM', 'EPISODIC'] as const) {
          const ofType = all.filter((id) => (id === episode.id) === (type === 'EPISODIC'));
          expect(idsOf(await archived({ pageSize, type }))).to.deep.equal(ofType);
          expect(idsOf(await archived({ pageSize, type, newestFirst: true }))).to.deep.equal(ofType.toReversed());
        }
      }
      expect(await archived({ type: 'STRUCTURED' })).to.deep.equal([]);
      expect(await archived({ tenant: `${ANA.tenant}!` })).to.deep.equal([]);
      expect(await archived({ userId: 'Ana' })).to.deep.equal([]);
    });

    it('finds archived memories by the fields that filters may read, and returns no content', async () => {
      const mirror = await add('the safe is behind the mirror');
      const noted = await addMemory(store(), 'LONG_TERM', 'the mirror again', { metadata: { room: 'hall' } });
      const other = await add('a third', { scope: { ...ANA, agentId: 'other', namespace: 'n', sessionId: '' } });
      await archive(mirror, noted.record, other);
      const [found] = await archived({ filter: 'metadata.room == "hall"' });
      expect(found?.head).to.include({ id: noted.record.id, version: 1, createTimeMs: noted.record.createTimeMs });
      expect(found?.head.metadata).to.deep.equal({ room: 'hall' });
      expect(idsOf(await archived({ filter: 'agent_id == "other"' }))).to.deep.equal([other.id]);
      expect(JSON.stringify(await archived())).not.to.include('mirror');
      const within = { ...ANA, agentId: '', sessionId: '', namespace: 'n' };
      expect(idsOf(await archived({ within }))).to.deep.equal([other.id]);
      expect(idsOf(await archived({ within: { ...within, namespace: 'm' } }))).to.deep.equal([]);
    });

    it('has neither memories nor objects of an erased user, and moves none of theirs', async () => {
      const [old, later] = [await add('one'), await add('two')];
      const ofBen = await add('three', { scope: { ...ANA, userId: 'ben' } });
      const candidates = await retirable(store().clock.now());
      await archive(old);
      const into = await object();
      await store().users.erase(whose(), undefined, randomUUID(), call());
      expect((await retirable(store().clock.now())).map(({ id }) => id)).to.deep.equal([ofBen.id]);
      expect(await whole(candidates)).to.deep.equal([]);
      expect(await archived()).to.deep.equal([]);
      expect(await addresses([old.id])).to.deep.equal([]);
      expect(await loose()).to.deep.equal([]);
      // The user came back, but the object was begun for the user who was erased.
      const [, again] = [await add('four'), await add('five')];
      expect(await evict(into, [eviction(later), eviction(again)])).to.deep.equal([]);
      expect((await get(again))?.id).to.equal(again.id);
    });

    it('keeps everything across reopening', async () => {
      const [one, two] = [await add('one'), await add('two'), await add('three')];
      const into = await archive(one, two);
      const begun = await object();
      const all = async () => ({
        archived: await archived(),
        addresses: await addresses([one.id, two.id]),
        loose: (await loose()).map(({ object: of }) => of).toSorted(),
        retirable: await retirable(store().clock.now()),
      });
      const before = await all();
      expect(before.loose).to.have.members([into, begun]);
      await store.reopen();
      expect(await all()).to.deep.equal(before);
      expect(before.retirable).to.have.length(1);
      expect(before.archived).to.have.length(2);
    });

    it('does nothing for an aborted call', async () => {
      const record = await add('one');
      const into = await object();
      const given = { signal: AbortSignal.abort() };
      const { lifecycle } = store();
      const evictions = [eviction(record)];
      const query = { type: 'LONG_TERM', cutoffMs: 1, after: undefined, limit: 1 } as const;
      const list = { ...whose(), type: undefined, filter: undefined, pageSize: 1, after: undefined };
      for (const work of [
        lifecycle.beginArchive('archive/long_term/given-up', whose(), given),
        lifecycle.evict({ object: into, whose: whose(), evictions }, given),
        lifecycle.retirable(query, given),
        lifecycle.archived(list, given),
        lifecycle.forgetObject(into, given),
      ]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
      expect((await loose()).map(({ object: of }) => of)).to.deep.equal([into]);
      expect((await get(record))?.payload).to.deep.equal(payloadOf('LONG_TERM', 'one', 0));
    });
  });
}
