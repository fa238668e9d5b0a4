import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { all } from '../api/doors.ts';

describe('an erasure by servers that share cold storage', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-erased-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (name: string) =>
    openEmbedded({
      warmUp: false,
      dataDir: join(folder, name),
      coldDir: join(folder, 'cold'),
      masterKey: Buffer.alloc(32, 1).toString('base64'),
    });
  type Opened = Awaited<ReturnType<typeof open>>;
  const erase = async (at: Opened) => all(at.admin.deleteUserData({ userId: 'ana', force: true }));
  const textsAt = async (at: Opened) =>
    (await all(at.agent({ userId: 'ana' }).list())).map((memory) => memory.type === 'long_term' && memory.text);

  it('deletes nothing at another server that the user said after it', async () => {
    const [one, other] = [await open('one'), await open('other')];
    for (const at of [one, other]) await at.agent({ userId: 'ana' }).add('The safe is behind the mirror');
    await erase(one);
    await erase(other);
    for (const at of [one, other]) await at.agent({ userId: 'ana' }).add('I am back');
    await one.close();
    await other.close();
    for (const name of ['one', 'other']) {
      const again = await open(name);
      expect(await textsAt(again), name).to.deep.equal(['I am back']);
      await again.close();
    }
  });

  it('deletes every history at other servers from before it, and none from after it', async () => {
    const historyAt = (at: Opened) => at.agent({ userId: 'ana' }).documents.ordered('chat');
    const [one, other, third] = [await open('one'), await open('other'), await open('third')];
    for (const at of [one, other, third]) await historyAt(at).append({ said: 'The safe is behind the mirror' });
    await erase(one);
    await erase(other);
    for (const at of [one, other]) await historyAt(at).append({ said: 'I am back' });
    await third.agent({ userId: 'ana' }).add('I am back');
    for (const at of [one, other, third]) await at.close();
    for (const [name, said] of [
      ['one', ['I am back']],
      ['other', ['I am back']],
      ['third', []],
    ] as const) {
      const again = await open(name);
      expect(
        (await all(historyAt(again).list())).map(({ data }) => data['said']),
        name,
      ).to.deep.equal(said);
      await again.close();
    }
  });

  it('is done again when an older copy of a store is opened', async () => {
    const first = await open('one');
    await first.agent({ userId: 'ana' }).add('The safe is behind the mirror');
    await first.close();
    await cp(join(folder, 'one'), join(folder, 'copy'), { recursive: true });
    const second = await open('one');
    await erase(second);
    await second.agent({ userId: 'ana' }).add('I am back');
    await second.close();
    const copied = await open('copy');
    expect(await textsAt(copied)).to.deep.equal([]);
    await copied.close();
  });
});
