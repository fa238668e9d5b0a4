/** Tests whether a log of changes fulfils every obligation of its port. */
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import type { ChangePage, ChangesQuery, MemoryChange } from '../../server/domain/changes.ts';
import type { AddIntent, MemoryPatch } from '../../server/domain/intents.ts';
import type { Scope } from '../../server/domain/memory.ts';
import { CHANGE_LOG_TTL_MS, SHORT_TERM_TTL_MS } from '../../server/policy/lifecycle.ts';
import { ANA, call, failure } from './subject.ts';
import {
  addIntent,
  addMemory,
  atOnce,
  CALLERS,
  sharedStore,
  type KeptType,
  type OpenWholeStore,
} from './whole-store.ts';

export function describeChanges(name: string, open: OpenWholeStore): void {
  describe(`ChangeLog: ${name}`, () => {
    const store = sharedStore(open);

    /** Returns the scope of all users of the test's tenant. */
    const all = (): Scope => ({ ...ANA, userId: '', agentId: '', sessionId: '' });
    const ofUser = (userId = 'ana'): Scope => ({ ...all(), userId });
    const add = async (type: KeptType, text: string, scope = ANA) =>
      (await addMemory(store(), type, text, { scope })).record;
    const update = async (type: KeptType, id: string, patch: MemoryPatch) =>
      (await store().stores[type].update({ scope: ANA, id, patch, nowMs: store().clock.now() }, call())).record;
    const remove = (type: KeptType, id: string) =>
      store().stores[type].remove({ scope: ANA, id, nowMs: store().clock.now() }, call());
    const relationship = (fromId: string, toId: string): AddIntent => {
      const { id, ...intent } = addIntent(store(), 'ENTITY', '');
      const stated = { relationshipType: 'knows', fromId, toId, attributes: {}, evidence: [], versions: [] };
      return { ...intent, id: id.replace(/^en_/, 're_'), payload: { type: 'ENTITY', node: 'RELATIONSHIP', ...stated } };
    };
    const page = (more: Partial<ChangesQuery> = {}): Promise<ChangePage> =>
      store().changes.read(
        { scope: ofUser(), types: [], after: 0, limit: 1000, nowMs: store().clock.now(), ...more },
        call(),
      );
    /** Reads to the end, page by page. */
    const read = async (more: Partial<ChangesQuery> = {}): Promise<readonly MemoryChange[]> => {
      const found: MemoryChange[] = [];
      for (let after = more.after ?? 0; ;) {
        const { changes, next, isAtEnd } = await page({ ...more, after });
        found.push(...changes);
        if (isAtEnd) return found;
        expect(next).to.be.above(after);
        after = next;
      }
    };
    const bounds = (scope = ofUser()) => store().changes.bounds(scope, call());
    const brief = (changes: readonly MemoryChange[]) => changes.map(({ operation, id }) => [operation, id]);
    /** Returns the position before the test's first change. */
    const start = async (): Promise<number> => (await bounds(all())).newest;

    it('numbers the changes of a user one by one, and tells each with the memory as it is now', async () => {
      const first = await add('LONG_TERM', 'one', { ...ANA, namespace: 'n', taskId: 'task' });
      const second = await add('PERSONA', 'two');
      const gone = await add('LONG_TERM', 'three');
      const updated = await update('LONG_TERM', first.id, { metadata: { a: 1 } });
      await remove('LONG_TERM', gone.id);
      const atMs = store().clock.now();
      const scope = { ...ANA, taskId: '' };
      expect(await read()).to.deep.equal([
        ...[
          { operation: 'ADD', type: 'LONG_TERM', id: first.id, scope: { ...scope, namespace: 'n' }, record: updated },
          { operation: 'ADD', type: 'PERSONA', id: second.id, scope, record: second },
          { operation: 'ADD', type: 'LONG_TERM', id: gone.id, scope },
        ].map((change, index) => ({ ...change, sequence: index + 1, atMs: atMs - 2 + index })),
        {
          ...{ operation: 'UPDATE', type: 'LONG_TERM', id: first.id, scope: { ...scope, namespace: 'n' } },
          ...{ record: updated, sequence: 4, atMs },
        },
        { operation: 'REMOVE', type: 'LONG_TERM', id: gone.id, scope, sequence: 5, atMs },
      ]);
      expect(await bounds()).to.deep.equal({ oldest: 1, newest: 5 });
    });

    it('has nothing of a user who changed nothing', async () => {
      expect(await bounds()).to.deep.equal({ oldest: 1, newest: 0 });
      expect(await page()).to.deep.equal({ changes: [], next: 0, isAtEnd: true });
      expect((await failure(page({ after: 1 }))).reason).to.equal('CHANGES_GONE');
    });

    it('reads on from any position, and tells whether there is more', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.push((await add('LONG_TERM', `text ${n}`)).id);
      for (const limit of [1, 3, 7, 8]) expect((await read({ limit })).map(({ id }) => id)).to.deep.equal(ids);
      const { changes, next, isAtEnd } = await page({ after: 2, limit: 3 });
      expect(changes.map(({ sequence }) => sequence)).to.deep.equal([3, 4, 5]);
      expect([next, isAtEnd]).to.deep.equal([5, false]);
      expect(await page({ after: 7 })).to.deep.equal({ changes: [], next: 7, isAtEnd: true });
      expect(await page({ after: 5 })).to.deep.include({ next: 7, isAtEnd: true });
    });

    it('leaves out what is not asked for, and goes past it', async () => {
      const ids = {
        guide: (await add('LONG_TERM', 'one', { ...ANA, sessionId: '' })).id,
        other: (await add('LONG_TERM', 'two', { ...ANA, agentId: 'other', sessionId: 's2', namespace: 'n' })).id,
        trait: (await add('PERSONA', 'three', { ...ANA, namespace: 'n' })).id,
      };
      const narrowed = async (more: Partial<ChangesQuery>): Promise<readonly string[]> => {
        const { changes, next, isAtEnd } = await page(more);
        expect([next, isAtEnd]).to.deep.equal([3, true]);
        return changes.map(({ id }) => id);
      };
      expect(await narrowed({ types: ['PERSONA'] })).to.deep.equal([ids.trait]);
      expect(await narrowed({ types: ['LONG_TERM', 'ENTITY'] })).to.deep.equal([ids.guide, ids.other]);
      expect(await narrowed({ scope: { ...ofUser(), agentId: 'guide' } })).to.deep.equal([ids.guide, ids.trait]);
      expect(await narrowed({ scope: { ...ofUser(), sessionId: 's2' } })).to.deep.equal([ids.other]);
      expect(await narrowed({ scope: { ...ofUser(), namespace: 'n' } })).to.deep.equal([ids.other, ids.trait]);
      expect(await narrowed({ scope: { ...ofUser(), agentId: 'nobody' } })).to.deep.equal([]);
      expect(await page({ types: ['PERSONA'], limit: 2 })).to.deep.equal({ changes: [], next: 2, isAtEnd: false });
    });

    it('has every change that was applied, and none that was refused or repeated', async () => {
      const { stores, clock } = store();
      const requestId = { id: 'r', bodyHash: 'h' };
      const first = addIntent(store(), 'ENTITY', 'one', { requestId });
      const second = addIntent(store(), 'ENTITY', 'two');
      const intents = [first, relationship('unknown', first.id), second];
      const outcomes = await stores.ENTITY.add(intents, call());
      expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true, false, true]);
      const added = [first, second].map(({ id }) => ['ADD', id]);
      expect(brief(await read())).to.deep.equal(added);
      await stores.ENTITY.add([{ ...first, id: addIntent(store(), 'ENTITY', 'x').id }], call());
      const nowMs = clock.now();
      const stale = { scope: ANA, id: second.id, nowMs, version: 9 };
      expect((await failure(stores.ENTITY.update({ ...stale, patch: {} }, call()))).reason).to.equal('ETAG_MISMATCH');
      expect((await failure(stores.ENTITY.remove(stale, call()))).reason).to.equal('ETAG_MISMATCH');
      const unknown = { scope: ANA, id: 'en_00000000000000000000000000000000', nowMs };
      expect((await failure(stores.ENTITY.remove(unknown, call()))).reason).to.equal('MEMORY_NOT_FOUND');
      expect(brief(await read())).to.deep.equal(added);
      const removal = { scope: ANA, id: second.id, nowMs, requestId: { id: 'q', bodyHash: 'h' } };
      await stores.ENTITY.remove(removal, call());
      await stores.ENTITY.remove(removal, call());
      expect(brief(await read({ after: 2 }))).to.deep.equal([['REMOVE', second.id]]);
    });

    it('tells of what is pruned, evicted, expired and removed with its entity', async () => {
      const { accounts, clock, stores } = store();
      const quotas = [{ name: 'LONG_TERM', count: 2, bytes: undefined } as const];
      await accounts.setPlan({ ...ofUser(), quotas }, clock.now(), call());
      const [a, b] = [await add('LONG_TERM', 'a'), await add('LONG_TERM', 'b')];
      const { record: c, removedIds } = await addMemory(store(), 'LONG_TERM', 'c', { autoPrune: 'TO_FIT' });
      expect(removedIds).to.have.length(1);
      const long = await read({ types: ['LONG_TERM'] });
      expect(brief(long)).to.have.deep.members([...[a, b, c].map(({ id }) => ['ADD', id]), ['REMOVE', removedIds[0]]]);

      const message = await add('SHORT_TERM', 'hello');
      clock.advance(SHORT_TERM_TTL_MS + 1);
      await store().sweep();
      expect(brief(await read({ types: ['SHORT_TERM'] }))).to.deep.equal([
        ['ADD', message.id],
        ['REMOVE', message.id],
      ]);

      const [one, other] = [await add('ENTITY', 'one'), await add('ENTITY', 'other')];
      const link = relationship(one.id, other.id);
      await stores.ENTITY.add([link], call());
      await remove('ENTITY', one.id);
      const graph = await read({ types: ['ENTITY'] });
      expect(brief(graph.slice(0, 3))).to.deep.equal([one.id, other.id, link.id].map((id) => ['ADD', id]));
      expect(brief(graph.slice(3))).to.have.deep.members([one.id, link.id].map((id) => ['REMOVE', id]));
    });

    it('has all users of a tenant in the order of their commits, and nothing of another tenant', async () => {
      const after = await start();
      const ids = [
        await add('LONG_TERM', 'one'),
        await add('LONG_TERM', 'two', { ...ANA, userId: 'ben' }),
        await add('LONG_TERM', 'three', { ...ANA, tenant: `${ANA.tenant}!` }),
        await add('PERSONA', 'four'),
      ].map(({ id }) => id);
      const changes = await read({ scope: all(), after });
      expect(changes.map(({ id }) => id)).to.deep.equal([ids[0], ids[1], ids[3]]);
      expect(changes.map(({ scope }) => scope.userId)).to.deep.equal(['ana', 'ben', 'ana']);
      const numbers = changes.map(({ sequence }) => sequence);
      expect(numbers).to.deep.equal(numbers.toSorted((one, other) => one - other));
      for (const [at, number] of numbers.entries()) {
        const rest = await read({ scope: all(), after: number });
        expect(rest).to.deep.equal(changes.slice(at + 1));
      }
      expect(await read({ scope: ofUser('ben') })).to.deep.equal([{ ...changes[1], sequence: 1 }]);
      expect(await read({ scope: all(), after, limit: 1 })).to.deep.equal(changes);
      expect(await read({ scope: ofUser('Ana') })).to.deep.equal([]);
    });

    it('refuses a position whose changes are gone, and one that never was', async () => {
      await add('LONG_TERM', 'one');
      await add('LONG_TERM', 'two', { ...ANA, userId: 'ben' });
      await add('LONG_TERM', 'three');
      const newest = { user: (await bounds()).newest, tenant: (await bounds(all())).newest };
      store().clock.advance(CHANGE_LOG_TTL_MS + 1);
      await store().sweep();
      for (const [scope, last] of [
        [ofUser(), newest.user],
        [all(), newest.tenant],
      ] as const) {
        expect((await failure(page({ scope, after: 0 }))).reason).to.equal('CHANGES_GONE');
        expect((await failure(page({ scope, after: last + 1 }))).code).to.equal('OUT_OF_RANGE');
        expect((await page({ scope, after: last })).changes).to.deep.equal([]);
        const { oldest, newest: still } = await bounds(scope);
        expect(still).to.equal(last);
        // A read from the position before the oldest change returns everything.
        await page({ scope, after: oldest - 1 });
        if (oldest > 1) expect((await failure(page({ scope, after: oldest - 2 }))).reason).to.equal('CHANGES_GONE');
      }
      const { id } = await add('LONG_TERM', 'four');
      expect(await read({ after: newest.user })).to.have.nested.property('[0].sequence', newest.user + 1);
      expect((await read({ scope: all(), after: newest.tenant })).map((change) => change.id)).to.deep.equal([id]);
    });

    it('gives every change a number of its own, whoever writes at once', async () => {
      const after = await start();
      const written = await atOnce(async (caller) => {
        const { id } = await add('LONG_TERM', `text ${caller}`, { ...ANA, userId: caller % 2 === 0 ? 'ana' : 'ben' });
        return id;
      });
      const ids = written.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'));
      for (const userId of ['ana', 'ben']) {
        const numbers = (await read({ scope: ofUser(userId) })).map(({ sequence }) => sequence);
        expect(numbers).to.deep.equal(Array.from({ length: CALLERS / 2 }, (_, at) => at + 1));
      }
      const ofAll = await read({ scope: all(), after });
      expect(ofAll.map(({ id }) => id)).to.have.members(ids);
      expect(new Set(ofAll.map(({ sequence }) => sequence)).size).to.equal(CALLERS);
    });

    it('tells followers all that others write meanwhile, each once and in order', async () => {
      const { id } = await add('PERSONA', 'one');
      const writing = (async () => {
        for (let n = 0; n < 40; n += 1) await update('PERSONA', id, { metadata: { n } });
      })();
      const seen: number[] = [];
      let oldestVersion = 0;
      for (let after = 0; seen.length < 41;) {
        const { changes, next } = await page({ after, limit: 3 });
        for (const { sequence, record } of changes) {
          seen.push(sequence);
          // The memory is as new as its change or newer.
          expect(record?.version).to.be.at.least(sequence).and.at.least(oldestVersion);
          oldestVersion = record?.version ?? 0;
        }
        after = next;
        await setTimeout(0);
      }
      await writing;
      expect(seen).to.deep.equal(Array.from({ length: 41 }, (_, at) => at + 1));
    });

    it('calls whoever listens to the user or the tenant, whatever writes', async () => {
      const { changes, users, stores, clock } = store();
      /** Resolves once the listener was called after the work. */
      const heard = async (scope: Scope, work: () => Promise<unknown>): Promise<void> => {
        let stop = (): void => undefined;
        const told = new Promise<void>((resolve) => (stop = changes.subscribe(scope, resolve)));
        await work();
        await told;
        stop();
      };
      const kept = await add('LONG_TERM', 'kept');
      const { memories } = await stores.LONG_TERM.ofUser.page(ANA, undefined, call());
      const putBack = (importId?: { readonly importId?: string | undefined }) =>
        stores.LONG_TERM.ofUser.putBack(ANA, memories, { ...call(), ...importId });
      for (const scope of [ofUser(), all(), { ...ofUser(), agentId: 'guide', namespace: 'n' }]) {
        await heard(scope, () => add('LONG_TERM', 'one'));
        await heard(scope, () => update('LONG_TERM', kept.id, { metadata: { a: 1 } }));
        await heard(scope, () => remove('LONG_TERM', kept.id));
        await heard(scope, () => putBack());
        await remove('LONG_TERM', kept.id);
        await heard(scope, () => users.imports.together(ANA, async (under) => void (await putBack(under)), call()));
        await add('SHORT_TERM', 'expires');
        clock.advance(SHORT_TERM_TTL_MS + 1);
        await heard(scope, () => store().sweep());
        await heard(scope, () => stores.PERSONA.ofUser.erase(ANA, call()));
      }
    });

    it('calls nobody who no longer listens', async () => {
      let calls = 0;
      const stop = store().changes.subscribe(ofUser(), () => (calls += 1));
      let stopOther = (): void => undefined;
      const told = new Promise<void>((resolve) => (stopOther = store().changes.subscribe(ofUser(), resolve)));
      stop();
      stop();
      await add('LONG_TERM', 'one');
      await told;
      stopOther();
      expect(calls).to.equal(0);
    });

    it('has nothing more of an erased user, and goes on for the others', async () => {
      const after = await start();
      await add('LONG_TERM', 'one');
      const { id } = await add('LONG_TERM', 'two', { ...ANA, userId: 'ben' });
      await add('LONG_TERM', 'three');
      await store().users.erase(ANA, undefined, 'e1', call());
      expect((await failure(page({ after: 2 }))).reason).to.equal('CHANGES_GONE');
      expect(await read()).to.deep.equal([]);
      const rest = await read({ scope: all(), after: Math.max(after, (await bounds(all())).oldest - 1) });
      expect(rest.map((change) => change.id)).to.deep.equal([id]);
      const back = await add('LONG_TERM', 'as a new user');
      expect(brief(await read())).to.deep.equal([['ADD', back.id]]);
      expect(brief(await read({ scope: all(), after: rest[0]!.sequence }))).to.deep.equal([['ADD', back.id]]);
    });

    it('goes on after it was opened again as if nothing had been', async () => {
      const after = await start();
      const first = await add('LONG_TERM', 'one');
      await remove('LONG_TERM', first.id);
      const before = { ofUser: await read(), ofAll: await read({ scope: all(), after }), bounds: await bounds(all()) };
      await store.reopen();
      expect({
        ofUser: await read(),
        ofAll: await read({ scope: all(), after }),
        bounds: await bounds(all()),
      }).to.deep.equal(before);
      const second = await add('LONG_TERM', 'two');
      expect(await read({ after: 2 })).to.have.nested.property('[0].sequence', 3);
      expect(brief(await read({ scope: all(), after: before.bounds.newest }))).to.deep.equal([['ADD', second.id]]);
    });

    it('answers no call that is given up already', async () => {
      const given = { signal: AbortSignal.abort() };
      const { changes } = store();
      const query = { scope: ofUser(), types: [], after: 0, limit: 1, nowMs: 0 };
      for (const work of [changes.bounds(ofUser(), given), changes.read(query, given)]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
    });
  });
}
