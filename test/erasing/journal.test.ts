import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { eraseLog, erasureEntries } from '../../server/erasing/erase-log.ts';
import { erasureJournal } from '../../server/erasing/erasure-journal.ts';
import { fateOfKeys } from '../../server/erasing/fate-of-keys.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { call } from '../conformance/subject.ts';
import { keysOf } from '../lifecycle/keys-of.ts';
import { memoryColdStore } from '../lifecycle/memory-cold-store.ts';

const ANA = { tenant: 'default', userId: 'ana' };
const PLACE = coldPartition(ANA);
const NOTHING: ReadonlySet<string> = new Set();

describe('the journal of erasures', () => {
  const master = randomBytes(32);
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  function over(storages = [memoryColdStore(), memoryColdStore()]) {
    const entries = erasureEntries(keysOf(master));
    const again: string[][] = storages.map(() => []);
    const eraseAgain = again.map((ids) => async (erasures: readonly { readonly id: string }[]) => {
      ids.push(...erasures.map(({ id }) => id));
    });
    const journal = erasureJournal({ logs: storages.map(eraseLog), store: opened.users, entries });
    return { journal, storages, again, entries, level: () => journal.level(eraseAgain, NOTHING) };
  }

  it('brings an erasure that one log has to all of them', async () => {
    const one = over();
    const entry = await one.journal.write({ id: 'a', place: PLACE, atMs: 1, keyId: 'k' }, call());
    await opened.users.noteErased([entry]);
    for (const storage of one.storages) {
      storage.objects.clear();
      expect(await one.level()).to.have.members([0, 1]);
    }
    expect(one.again).to.deep.equal([['a'], ['a']]);
    expect(one.storages.map(({ objects }) => [...objects.keys()])).to.deep.equal([['erasures/a'], ['erasures/a']]);
    await one.level();
    expect(one.again, 'nothing is behind any more').to.deep.equal([['a'], ['a']]);
    const other = over(one.storages);
    expect(await other.journal.known()).to.deep.equal([{ id: 'a', place: PLACE, atMs: 1, keyId: 'k' }]);
    const since = await other.journal.since();
    expect([since(PLACE, 1), since(PLACE, 2), since('another', 0)]).to.deep.equal(['ALL', new Set(), new Set()]);
  });

  it('reads an erasure from another log if it is damaged in one', async () => {
    const { journal, storages } = over();
    await journal.write({ id: 'a', place: PLACE, atMs: 1 }, call());
    storages[0]?.objects.set('erasures/a', randomBytes(100));
    const [unseen] = await over(storages).journal.unseen(NOTHING);
    expect(unseen).to.deep.include({ id: 'a', place: PLACE, atMs: 1 });
    expect(await over(storages).journal.unseen(new Set(['a'])), 'this process is at it').to.deep.equal([]);
  });

  it('completes an erasure by an earlier version that the store saw, and moves no key of its user, which may be the destroyed one', async () => {
    const { journal, storages, entries, again, level } = over();
    await opened.users.erase(ANA, undefined, 'a', call());
    expect(await opened.users.seen()).to.deep.equal([{ id: 'a', hasEntry: false }]);
    await eraseLog(storages[0]!).put(await entries.seal({ id: 'a', place: PLACE, atMs: 1 }), call());
    await level();
    expect(await opened.users.seen()).to.deep.equal([{ id: 'a', hasEntry: true }]);
    expect(again).to.deep.equal([[], ['a']]);
    const fateOf = await fateOfKeys(journal, opened.users);
    expect(await fateOf(PLACE, 'k'), 'it may be the one that was destroyed').to.equal('STAYS');
    expect(await fateOf(coldPartition({ ...ANA, userId: 'ben' }), 'k')).to.equal('MOVES');
  });

  it('identifies the key that an erasure destroyed by its id', async () => {
    const { journal } = over();
    await journal.write({ id: 'a', place: PLACE, atMs: 1, keyId: 'old' }, call());
    const fateOf = await fateOfKeys(journal, opened.users);
    expect([await fateOf(PLACE, 'old'), await fateOf(PLACE, 'new')]).to.deep.equal(['DESTROYED', 'MOVES']);
  });
});
