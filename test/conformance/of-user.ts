import { expect } from 'chai';
import type { PortableMemory } from '../../server/domain/portable.ts';
import type { MemoryRecord, Scope } from '../../server/domain/memory.ts';
import { ANA, call, failure, sharedSubject, type StoreKind, type Subject } from './subject.ts';

/** Describes everything of a user: counted, exported, imported, erased. */
export function describeOfUser(kind: StoreKind): void {
  describe('all memories of one user', () => {
    const subject = sharedSubject(kind);

    const exported = async ({ store }: Subject, scope: Scope = ANA): Promise<readonly PortableMemory[]> => {
      const memories: PortableMemory[] = [];
      let after: string | undefined;
      do {
        const page = await store.ofUser.page(scope, after, call());
        memories.push(...page.memories);
        after = page.next;
      } while (after !== undefined);
      return memories;
    };
    const texts = (memories: readonly PortableMemory[]): readonly string[] =>
      memories.map((memory) => JSON.stringify(memory)).toSorted();
    /** Adds memories of several agents, sessions and namespaces. */
    const addMany = async ({ addAll }: Subject, userId: string): Promise<readonly MemoryRecord[]> => {
      const records: MemoryRecord[] = [];
      for (const [index, more] of [{}, { agentId: 'other', sessionId: 's2' }, { namespace: 'n' }].entries()) {
        const scope = { ...ANA, userId, ...more };
        const added = await addAll(
          ['red sofa', 'blue lamp', 'green chair'].map((text) => `${text} ${index}`),
          {
            scope,
            metadata: { b: [1, { z: null, a: 'x' }], a: index },
            importance: 0.25,
            source: 'USER',
          },
        );
        records.push(...added.map(({ record }) => record));
      }
      return records;
    };

    it('counts and exports the memories of every agent, session and namespace', async () => {
      const { store } = subject();
      expect(await store.ofUser.count(ANA, call())).to.equal(0);
      expect(await exported(subject())).to.deep.equal([]);
      const added = await addMany(subject(), 'ana');
      await addMany(subject(), 'bob');
      expect(await store.ofUser.count(ANA, call())).to.equal(9);
      const ids = (await exported(subject())).map(({ id }) => id);
      expect(ids.toSorted()).to.deep.equal(added.map(({ id }) => id).toSorted());
    });

    it('erases all memories of a user, and none of others', async () => {
      const { store, get, retrieve, add } = subject();
      const gone = await addMany(subject(), 'ana');
      const kept = await addMany(subject(), 'bob');
      await retrieve('red sofa');
      const bob = { ...ANA, userId: 'bob' };
      const before = texts(await exported(subject(), bob));
      expect(await store.ofUser.erase(ANA, call())).to.equal(9);
      for (const { id, scope } of gone) expect(await get(id, scope)).to.equal(undefined);
      expect(await retrieve('red sofa')).to.deep.equal([]);
      expect(await store.ofUser.count(ANA, call())).to.equal(0);
      expect(await exported(subject())).to.deep.equal([]);
      expect(texts(await exported(subject(), bob))).to.deep.equal(before);
      for (const { id, scope } of kept) expect((await get(id, scope))?.id).to.equal(id);
      expect(await store.ofUser.erase(ANA, call()), 'again').to.equal(0);
      // The user may come back, as a new one.
      const { remaining, record } = await add('red sofa again');
      expect((await retrieve('red sofa')).map((hit) => hit.record.id)).to.deep.equal([record.id]);
      const first = await subject().add('the first of another', { scope: { ...ANA, userId: 'eve' } });
      expect(remaining.count).to.equal(first.remaining.count);
    });

    it('compares users byte by byte', async () => {
      const { store } = subject();
      await addMany(subject(), 'ana');
      for (const userId of ['Ana', 'ana ', 'an', '', '*', 'ana%']) {
        expect(await store.ofUser.count({ ...ANA, userId }, call()), userId).to.equal(0);
        expect(await store.ofUser.erase({ ...ANA, userId }, call()), userId).to.equal(0);
      }
      expect(await store.ofUser.count(ANA, call())).to.equal(9);
    });

    it('deletes the request ids of an erased user', async () => {
      const { add, store } = subject();
      const requestId = { id: 'r', bodyHash: 'h1' };
      await add('one', { requestId });
      await store.ofUser.erase(ANA, call());
      const { record } = await add('two', { requestId: { id: 'r', bodyHash: 'h2' } });
      expect(record.version).to.equal(1);
    });

    it('returns the users of ids, also if several users have the same id', async () => {
      const { store } = subject();
      const { takenIds } = store.ofUser;
      if (takenIds === undefined) return;
      const anas = (await addMany(subject(), 'ana')).map(({ id }) => id);
      const bobs = (await addMany(subject(), 'bob')).map(({ id }) => id);
      const ids = [...anas, ...bobs, anas[0]!.replace(/.{32}$/, '0'.repeat(32))];
      const ofAna = await takenIds(ANA, ids, call());
      expect(ofAna.others.toSorted()).to.deep.equal(bobs.toSorted());
      expect(ofAna.own.toSorted()).to.deep.equal(anas.toSorted());
      const elsewhere = { tenant: 'another tenant', userId: 'ana' };
      const ofNobody = await takenIds(elsewhere, ids, call());
      expect(ofNobody.others.toSorted()).to.deep.equal([...anas, ...bobs].toSorted());
      expect(ofNobody.own).to.deep.equal([]);
    });

    it('does not restore a memory under the id of another user’s memory', async () => {
      const { store } = subject();
      if (store.ofUser.takenIds === undefined) return;
      await addMany(subject(), 'ana');
      const [bobs] = await addMany(subject(), 'bob');
      const memories = await exported(subject());
      await store.ofUser.erase(ANA, call());
      const [first, second, ...others] = memories;
      const claimed = [first!, { ...second!, id: bobs!.id }, ...others];
      expect((await failure(store.ofUser.putBack(ANA, claimed, call()))).reason).to.equal('FIELD_INVALID');
      expect(await store.ofUser.count(ANA, call())).to.equal(0);
      expect(await store.ofUser.putBack(ANA, memories, call())).to.deep.equal({ taken: 9, skipped: 0 });
    });

    it('does not restore a memory that exists, even if it is in another scope now', async () => {
      const { store, get } = subject();
      const [first] = await addMany(subject(), 'ana');
      const given = (await exported(subject())).find(({ id }) => id === first!.id)!;
      const moved = { ...given, agentId: 'elsewhere', sessionId: 'elsewhere', namespace: 'elsewhere' };
      for (const memory of [given, moved]) {
        expect(await store.ofUser.putBack(ANA, [memory], call())).to.deep.equal({ taken: 0, skipped: 1 });
      }
      expect((await get(first!.id, first!.scope))?.scope).to.deep.equal(first!.scope);
      expect(await store.ofUser.count(ANA, call())).to.equal(9);
    });

    it('does not restore a memory whose name or key another memory has now', async () => {
      const { store, add, texts } = subject();
      await add('one');
      const given = await exported(subject());
      await store.ofUser.erase(ANA, call());
      await add('one', { metadata: { is: 'another' } });
      const isAlone = ['WORKING', 'PERSONA', 'ENTITY'].includes(kind.traits.type);
      expect(await store.ofUser.putBack(ANA, given, call())).to.deep.equal(
        isAlone ? { taken: 0, skipped: 1 } : { taken: 1, skipped: 0 },
      );
      expect(await texts()).to.deep.equal(isAlone ? ['one'] : ['one', 'one']);
    });

    if (kind.traits.ttlMs !== undefined) {
      it('does not restore a memory that has expired, or that lacks a required expiry', async () => {
        const { store, opened } = subject();
        const { record } = await subject().add('here today');
        const [given] = await exported(subject());
        await store.ofUser.erase(ANA, call());
        const { expireTimeMs: _, ...forever } = given!;
        const expired = { ...given!, expireTimeMs: opened.clock.now() };
        for (const memory of [forever, expired]) {
          expect(await store.ofUser.putBack(ANA, [memory], call())).to.deep.equal({ taken: 0, skipped: 1 });
        }
        expect(await store.ofUser.putBack(ANA, [given!], call())).to.deep.equal({ taken: 1, skipped: 0 });
        expect(await subject().get(record.id)).to.include({ expireTimeMs: record.expireTimeMs });
      });
    }

    it('restores exported memories unchanged', async () => {
      const { store, get, retrieve, opened } = subject();
      const [first] = await addMany(subject(), 'ana');
      await get(first!.id, first!.scope);
      await opened.flush();
      const counted = await exported(subject());
      await store.ofUser.erase(ANA, call());
      const [one, ...rest] = counted;
      expect(await store.ofUser.putBack(ANA, [one!], call())).to.deep.equal({ taken: 1, skipped: 0 });
      expect(await store.ofUser.putBack(ANA, counted, call())).to.deep.equal({ taken: rest.length, skipped: 1 });
      expect(texts(await exported(subject()))).to.deep.equal(texts(counted));
      expect(await store.ofUser.count(ANA, call())).to.equal(counted.length);
      expect((await retrieve('red sofa 0', { topK: 1 })).map(({ record }) => record.id)).to.deep.equal([first!.id]);
    });
  });
}
