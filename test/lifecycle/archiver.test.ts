import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { archiver } from '../../server/lifecycle/archiver.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { encryptedObjectStore } from '../../server/lifecycle/encrypted-object-store.ts';
import { memoryId } from '../../server/domain/memory.ts';
import type { Chosen, LifecycleStore } from '../../server/ports/lifecycle.ts';
import { uuids } from '../../server/runtime/uuids.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { endingAt } from './ending-at.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

const SCOPE = { tenant: 'default', userId: 'ana', agentId: 'guide', sessionId: '', namespace: '', taskId: '' };
const WHOSE = { tenant: 'default', userId: 'ana' };
const COUNT = 45;
const newId = uuids();

describe('the archiver', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const cold = memoryColdStore();
  beforeEach(() => cold.objects.clear());

  function over(store: LifecycleStore, of: typeof cold = cold) {
    const keys = userKeys(of, keysOf(MASTER));
    return archiver({
      store,
      encryptedObjects: encryptedObjectStore(of, keys),
      ofUser: (type) => opened.stores[type].ofUser,
      newId,
      onArchived: () => undefined,
    });
  }
  const MASTER = randomBytes(32);

  async function fill(): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 0; number < COUNT; number += 1) {
      const id = memoryId('LONG_TERM', newId());
      const content = `Note ${number}`;
      const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
      const intent = {
        id,
        scope: SCOPE,
        payload,
        nowMs: opened.clock.now(),
        autoPrune: 'OFF',
        vector: encoder.embed(content),
      } as const;
      await opened.stores.LONG_TERM.add([intent], call());
      ids.push(id);
    }
    return ids;
  }

  async function chosen(): Promise<Chosen[]> {
    const due = await opened.lifecycle.retirable(
      { type: 'LONG_TERM', cutoffMs: opened.clock.now(), after: undefined, limit: 1000 },
      call(),
    );
    return due.map((candidate) => ({ ...candidate, reason: 'RETENTION' }));
  }

  async function warmIds(): Promise<string[]> {
    const query = { scope: SCOPE, pageSize: 1000, descending: false, nowMs: opened.clock.now() };
    return (await opened.stores.LONG_TERM.list(query, call())).records.map(({ id }) => id);
  }

  async function archivedIds(): Promise<string[]> {
    const query = { ...WHOSE, type: undefined, filter: undefined, pageSize: 1000, after: undefined };
    return (await opened.lifecycle.archived(query, call())).archived.map(({ head }) => head.id);
  }

  it('loses and duplicates no memory, whichever step it is interrupted at, and leaves nothing behind once it has recovered', async () => {
    const ids = await fill();
    let ends = 0;
    for (let steps = 0; ; steps += 1) {
      const state = { left: steps };
      const ending = over(endingAt(opened.lifecycle, state), endingAt(cold, state));
      const done = await ending.archive(await chosen(), call()).then(
        () => true,
        (error: Error) => {
          expect(error.message).to.equal('the process ended');
          return false;
        },
      );
      const [warm, archived] = [await warmIds(), await archivedIds()];
      expect([...warm, ...archived].toSorted(), `after ${steps} steps`).to.deep.equal(ids.toSorted());
      const after = over(opened.lifecycle);
      await after.recover(['LONG_TERM'], call());
      expect(await opened.lifecycle.looseObjects(['LONG_TERM'], call())).to.deep.equal([]);
      const objects = [...cold.objects.keys()].filter((name) => name.startsWith('users/'));
      expect(objects.length, `objects after ${steps} steps`).to.equal(archived.length === 0 ? 0 : 1);
      const restored = await after.restore(WHOSE, ids, call());
      expect(restored.ids.length).to.equal(archived.length);
      expect((await warmIds()).toSorted()).to.deep.equal(ids.toSorted());
      await after.recover(['LONG_TERM'], call());
      expect([...cold.objects.keys()].filter((name) => name.startsWith('users/'))).to.deep.equal([]);
      // The age of a restored memory starts again.
      opened.clock.advance(1);
      if (done) break;
      ends += 1;
    }
    expect(ends).to.be.greaterThan(8);
  });

  it('leaves memories in the store that were changed in the meantime', async () => {
    const ids = await fill();
    const list = await chosen();
    const [changed = '', deleted = ''] = ids;
    const store: LifecycleStore = {
      ...opened.lifecycle,
      async evict(order, of) {
        const patch = { metadata: { changed: true } };
        await opened.stores.LONG_TERM.update(
          { scope: SCOPE, id: changed, patch, nowMs: opened.clock.now() },
          call(),
        ).catch(() => undefined);
        await opened.stores.LONG_TERM.remove({ scope: SCOPE, id: deleted, nowMs: opened.clock.now() }, call()).catch(
          () => undefined,
        );
        return opened.lifecycle.evict(order, of);
      },
    };
    const gone = await over(store).archive(list, call());
    expect(gone).to.have.length(COUNT - 2);
    expect(await warmIds()).to.deep.equal([changed]);
    expect(await archivedIds()).not.to.include(deleted);
  });

  it('removes nothing from the store if the copy differs from what was written', async () => {
    const ids = await fill();
    const damaging = {
      ...cold,
      async put(...given: Parameters<typeof cold.put>) {
        const put = await cold.put(...given);
        const bytes = cold.objects.get(given[0]);
        if (bytes !== undefined && given[0].startsWith('users/')) {
          cold.objects.set(given[0], Buffer.from(bytes).fill(0, bytes.length - 20));
        }
        return put;
      },
    };
    const error = await failure(over(opened.lifecycle, damaging).archive(await chosen(), call()));
    expect(error.reason).to.equal('COLD_OBJECT_DAMAGED');
    expect((await warmIds()).toSorted()).to.deep.equal(ids.toSorted());
    expect(await archivedIds()).to.deep.equal([]);
    await over(opened.lifecycle).recover(['LONG_TERM'], call());
    expect([...cold.objects.keys()].filter((name) => name.startsWith('users/'))).to.deep.equal([]);
  });
});
