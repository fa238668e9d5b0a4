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
    const bounds = (scope = ofUser()) => store().changes.bounds(scope, call());
    /** Reads after a position; if it is absent, all that is kept. */
    const page = async (more: Partial<ChangesQuery> = {}): Promise<ChangePage> => {
      const { after = (await bounds(more.scope)).start } = more;
      const query = { scope: ofUser(), types: [], limit: 1000, nowMs: store().clock.now(), ...more, after };
      return store().changes.read(query, call());
    };
    /** Reads to the end, page by page. */
    const read = async (more: Partial<ChangesQuery> = {}): Promise<readonly MemoryChange[]> => {
      const found: MemoryChange[] = [];
      const passed = new Set<string>();
      for (let { after } = more; ;) {
        const { changes, next, isAtEnd } = await page({ ...more, after });
        found.push(...changes);
        if (isAtEnd) return found;
        expect(passed).not.to.include(next);
        passed.add(next);
        after = next;
      }
    };
    const brief = (changes: readonly MemoryChange[]) => changes.map(({ operation, id }) => [operation, id]);
    const positions = (changes: readonly MemoryChange[]) => changes.map(({ position }) => position);
    const withoutPosition = ({ position: _, ...change }: MemoryChange) => change;
    /** Returns the position before the test's first change. */
    const start = async (): Promise<string> => (await bounds(all())).end;

    it('returns the changes of a user in order, each with the current memory', async () => {
      const first = await add('LONG_TERM', 'one', { ...ANA, namespace: 'n', taskId: 'task' });
      const second = await add('PERSONA', 'two');
      const gone = await add('LONG_TERM', 'three');
      const updated = await update('LONG_TERM', first.id, { metadata: { a: 1 } });
      await remove('LONG_TERM', gone.id);
      const atMs = store().clock.now();
      const scope = { ...ANA, taskId: '' };
      const changes = await read();
      expect(changes.map(withoutPosition)).to.deep.equal([
        ...[
          { operation: 'ADD', type: 'LONG_TERM', id: first.id, scope: { ...scope, namespace: 'n' }, record: updated },
          { operation: 'ADD', type: 'PERSONA', id: second.id, scope, record: second },
          { operation: 'ADD', type: 'LONG_TERM', id: gone.id, scope },
        ].map((change, index) => ({ ...change, atMs: atMs - 2 + index })),
        {
          operation: 'UPDATE',
          type: 'LONG_TERM',
          id: first.id,
          scope: { ...scope, namespace: 'n' },
          record: updated,
          atMs,
        },
        { operation: 'REMOVE', type: 'LONG_TERM', id: gone.id, scope, atMs },
      ]);
      expect(new Set(positions(changes)).size).to.equal(5);
      expect((await bounds()).end).to.equal(changes[4]!.position);
    });

    it('has nothing for a user without changes', async () => {
      const { start: first, end } = await bounds();
      expect(first).to.equal(end);
      expect(await page()).to.deep.equal({ changes: [], next: end, isAtEnd: true });
      await add('LONG_TERM', 'of somebody else', { ...ANA, userId: 'ben' });
      const { end: after } = await bounds(ofUser('ben'));
      for (const stray of [after, 'nowhere', ''])
        expect((await failure(page({ after: stray }))).reason, stray).to.equal('CHANGES_GONE');
    });

    it('continues from any position, and reports whether there is more', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.push((await add('LONG_TERM', `text ${n}`)).id);
      for (const limit of [1, 3, 7, 8]) expect((await read({ limit })).map(({ id }) => id)).to.deep.equal(ids);
      const of = positions(await read());
      const { changes, next, isAtEnd } = await page({ after: of[1], limit: 3 });
      expect(positions(changes)).to.deep.equal(of.slice(2, 5));
      expect([next, isAtEnd]).to.deep.equal([of[4], false]);
      expect(await page({ after: of[6] })).to.deep.equal({ changes: [], next: of[6], isAtEnd: true });
      expect(await page({ after: of[4] })).to.deep.include({ next: of[6], isAtEnd: true });
    });

    it('skips changes that the request does not select', async () => {
      const ids = {
        guide: (await add('LONG_TERM', 'one', { ...ANA, sessionId: '' })).id,
        other: (await add('LONG_TERM', 'two', { ...ANA, agentId: 'other', sessionId: 's2', namespace: 'n' })).id,
        trait: (await add('PERSONA', 'three', { ...ANA, namespace: 'n' })).id,
      };
      const of = positions(await read());
      const narrowed = async (more: Partial<ChangesQuery>): Promise<readonly string[]> => {
        const { changes, next, isAtEnd } = await page(more);
        expect([next, isAtEnd]).to.deep.equal([of[2], true]);
        return changes.map(({ id }) => id);
      };
      expect(await narrowed({ types: ['PERSONA'] })).to.deep.equal([ids.trait]);
      expect(await narrowed({ types: ['LONG_TERM', 'ENTITY'] })).to.deep.equal([ids.guide, ids.other]);
      expect(await narrowed({ scope: { ...ofUser(), agentId: 'guide' } })).to.deep.equal([ids.guide, ids.trait]);
      expect(await narrowed({ scope: { ...ofUser(), sessionId: 's2' } })).to.deep.equal([ids.other]);
      expect(await narrowed({ scope: { ...ofUser(), namespace: 'n' } })).to.deep.equal([ids.other, ids.trait]);
      expect(await narrowed({ scope: { ...ofUser(), agentId: 'nobody' } })).to.deep.equal([]);
      expect(await page({ types: ['PERSONA'], limit: 2 })).to.deep.equal({ changes: [], next: of[1], isAtEnd: false });
    });

    it('has every applied change, and no refused or repeated one', async () => {
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
      const before = await read();
      expect(brief(before)).to.deep.equal(added);
      const removal = { scope: ANA, id: second.id, nowMs, requestId: { id: 'q', bodyHash: 'h' } };
      await stores.ENTITY.remove(removal, call());
      await stores.ENTITY.remove(removal, call());
      expect(brief(await read({ after: before[1]!.position }))).to.deep.equal([['REMOVE', second.id]]);
    });

    it('reports memories that are pruned, evicted, expired, or removed with their entity', async () => {
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

    it('has all users of a tenant in commit order, and nothing of other tenants', async () => {
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
      for (const [at, position] of positions(changes).entries()) {
        const rest = await read({ scope: all(), after: position });
        expect(rest).to.deep.equal(changes.slice(at + 1));
      }
      const ofBen = await read({ scope: ofUser('ben') });
      expect(ofBen.map(withoutPosition)).to.deep.equal([withoutPosition(changes[1]!)]);
      expect(await read({ scope: all(), after, limit: 1 })).to.deep.equal(changes);
      expect(await read({ scope: ofUser('Ana') })).to.deep.equal([]);
    });

    it('refuses a position whose changes are deleted, and one that never existed', async () => {
      const scopes = [ofUser(), all()];
      const before = await Promise.all(scopes.map(bounds));
      await add('LONG_TERM', 'one');
      await add('LONG_TERM', 'two', { ...ANA, userId: 'ben' });
      await add('LONG_TERM', 'three');
      const last = await Promise.all(scopes.map(bounds));
      store().clock.advance(CHANGE_LOG_TTL_MS + 1);
      await store().sweep();
      for (const [index, scope] of scopes.entries()) {
        for (const after of [before[index]!.end, 'nowhere']) {
          const { reason, code } = await failure(page({ scope, after }));
          expect([reason, code], after).to.deep.equal(['CHANGES_GONE', 'OUT_OF_RANGE']);
        }
        const { end } = last[index]!;
        expect((await page({ scope, after: end })).changes).to.deep.equal([]);
        expect((await bounds(scope)).end).to.equal(end);
        // A read from the position before the oldest change returns everything.
        await page({ scope });
      }
      const { id } = await add('LONG_TERM', 'four');
      for (const [index, scope] of scopes.entries()) {
        const { end: after } = last[index]!;
        expect(brief(await read({ scope, after }))).to.deep.equal([['ADD', id]]);
      }
    });

    it('gives every change a position of its own under concurrent writers', async () => {
      const after = await start();
      const written = await atOnce(async (caller) => {
        const { id } = await add('LONG_TERM', `text ${caller}`, { ...ANA, userId: caller % 2 === 0 ? 'ana' : 'ben' });
        return id;
      });
      const ids = written.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'));
      for (const userId of ['ana', 'ben']) {
        const changes = await read({ scope: ofUser(userId) });
        expect(changes).to.have.length(CALLERS / 2);
        expect(new Set(positions(changes)).size).to.equal(CALLERS / 2);
      }
      const ofAll = await read({ scope: all(), after });
      expect(ofAll.map(({ id }) => id)).to.have.members(ids);
      expect(new Set(positions(ofAll)).size).to.equal(CALLERS);
    });

    it('delivers to followers everything written meanwhile, once and in order', async () => {
      const { id } = await add('PERSONA', 'one');
      const writing = (async () => {
        for (let n = 0; n < 40; n += 1) await update('PERSONA', id, { metadata: { n } });
      })();
      const seen: string[] = [];
      let oldestVersion = 0;
      for (let after: string | undefined; seen.length < 41;) {
        const { changes, next } = await page({ after, limit: 3 });
        for (const { position, record } of changes) {
          seen.push(position);
          // The memory is as new as its change or newer: each change makes the next version.
          expect(record?.version).to.be.at.least(seen.length).and.at.least(oldestVersion);
          oldestVersion = record?.version ?? 0;
        }
        after = next;
        await setTimeout(0);
      }
      await writing;
      expect(seen).to.deep.equal(positions(await read()));
      expect(new Set(seen).size).to.equal(41);
    });

    it('notifies subscribers of the user or the tenant of every kind of write', async () => {
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

    it('does not notify former subscribers', async () => {
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

    it('has nothing of an erased user, and continues for others', async () => {
      await add('LONG_TERM', 'one');
      const { id } = await add('LONG_TERM', 'two', { ...ANA, userId: 'ben' });
      await add('LONG_TERM', 'three');
      const { end } = await bounds();
      await store().users.erase(ANA, undefined, 'e1', call());
      expect((await failure(page({ after: end }))).reason).to.equal('CHANGES_GONE');
      expect(await read()).to.deep.equal([]);
      const rest = await read({ scope: all() });
      expect(rest.map((change) => change.id)).to.deep.equal([id]);
      const back = await add('LONG_TERM', 'as a new user');
      expect(brief(await read())).to.deep.equal([['ADD', back.id]]);
      expect(brief(await read({ scope: all(), after: rest[0]!.position }))).to.deep.equal([['ADD', back.id]]);
    });

    it('continues after reopening as if it had not been closed', async () => {
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
      expect(brief(await read({ after: before.ofUser[1]!.position }))).to.deep.equal([['ADD', second.id]]);
      expect(brief(await read({ scope: all(), after: before.bounds.end }))).to.deep.equal([['ADD', second.id]]);
    });

    it('does nothing for an aborted call', async () => {
      const given = { signal: AbortSignal.abort() };
      const { changes } = store();
      const query = { scope: ofUser(), types: [], after: '', limit: 1, nowMs: 0 };
      for (const work of [changes.bounds(ofUser(), given), changes.read(query, given)]) {
        expect((await failure(work)).reason).to.equal('CANCELLED');
      }
    });
  });
}
