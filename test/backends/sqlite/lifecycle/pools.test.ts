import { join } from 'node:path';
import { expect } from 'chai';
import { openForReading } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { randomUUID } from 'node:crypto';
import { stopSignal } from '../../../../server/domain/abort.ts';
import { wrongCounters } from '../recount.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = { signal: stopSignal() };

describe('memories that share a cap', () => {
  let store: TemporaryStore;
  beforeEach(async () => {
    store = await openTemporary({ capScope: 'agent' });
  });
  afterEach(() => closeAndDelete(store));

  async function add(tenant: string, userId: string, agentId: string, importance: number): Promise<string> {
    const id = `lt_${randomUUID().replaceAll('-', '')}`;
    const scope = { tenant, userId, agentId, sessionId: '', namespace: '', taskId: '' };
    const content = `A note of ${userId}, which matters ${importance}`;
    const payload = { type: 'LONG_TERM', content, speaker: '', eventTimeMs: undefined, turn: undefined } as const;
    const nowMs = store.clock.now();
    const vector = encoder.embed(content);
    const [added] = await store.stores.LONG_TERM.add(
      [{ id, scope, payload, importance, nowMs, autoPrune: 'OFF', vector }],
      call,
    );
    if (added?.ok !== true) throw new Error('It was refused.');
    return id;
  }
  const over = async (cap: number) =>
    (await store.lifecycle.poolsOver(cap, 0, call)).map(({ tenant, agentId, userId, count }) => {
      return [tenant, agentId, userId ?? 'all', count];
    });
  const wrong = (): readonly unknown[] => {
    const db = openForReading(join(store.dataDir, STORE_FILE));
    try {
      return wrongCounters(db);
    } finally {
      db.close();
    }
  };

  it('are those of an agent of one tenant: tenants never mix', async () => {
    const first = [await add('one', 'ana', 'guide', 0.5), await add('one', 'ben', 'guide', 0.3)];
    await add('two', 'ana', 'guide', 0.1);
    await add('one', 'ana', '', 0.1);
    await add('one', 'ben', '', 0.1);
    expect(await over(1)).to.deep.equal([['one', 'guide', 'all', 2]]);
    expect(await over(0)).to.deep.equal([
      ['one', 'guide', 'all', 2],
      ['two', 'guide', 'all', 1],
      ['one', '', 'ana', 1],
      ['one', '', 'ben', 1],
    ]);
    const [pool] = await store.lifecycle.poolsOver(1, 0, call);
    const [least] = await store.lifecycle.lowest(pool!.poolNo, undefined, 1, call);
    expect(least?.id).to.equal(first[1]);
    const next = await store.lifecycle.lowest(pool!.poolNo, least, 5, call);
    expect(next.map(({ id, userId }) => [id, userId])).to.deep.equal([[first[0], 'ana']]);
  });

  it('count what is there as it comes and goes, also with a user', async () => {
    const ids = [await add('one', 'ana', 'guide', 0.5), await add('one', 'ana', 'guide', 0.6)];
    await add('one', 'ben', 'guide', 0.7);
    await add('one', 'ben', '', 0.7);
    const scope = { tenant: 'one', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
    await store.stores.LONG_TERM.remove({ id: ids[0]!, scope, nowMs: store.clock.now() }, call);
    expect(await over(1)).to.deep.equal([['one', 'guide', 'all', 2]]);
    expect(wrong()).to.deep.equal([]);
    await store.users.erase({ tenant: 'one', userId: 'ben' }, undefined, randomUUID(), call);
    expect(await over(0)).to.deep.equal([['one', 'guide', 'all', 1]]);
    await store.users.erase({ tenant: 'one', userId: 'ana' }, ['LONG_TERM'], randomUUID(), call);
    expect(await over(0)).to.deep.equal([]);
    expect(wrong()).to.deep.equal([]);
  });
  it('are those of a user and agent where the scope says so, and are sorted anew where it changes', async () => {
    await add('one', 'ana', 'guide', 0.5);
    await add('one', 'ana', 'guide', 0.4);
    await add('one', 'ben', 'guide', 0.3);
    await add('one', 'ben', '', 0.1);
    await store.users.erase({ tenant: 'one', userId: 'gone' }, undefined, randomUUID(), call);
    const apart = [
      ['one', '', 'ben', 1],
      ['one', 'guide', 'ana', 2],
      ['one', 'guide', 'ben', 1],
    ];
    const together = [
      ['one', '', 'ben', 1],
      ['one', 'guide', 'all', 3],
    ];
    for (const [capScope, pools] of [
      ['user-agent', apart],
      ['agent', together],
      // A brief opening does not change them.
      [undefined, together],
      ['user-agent', apart],
    ] as const) {
      await store.close();
      store = await openTemporary({ dataDir: store.dataDir, clock: store.clock, capScope });
      expect((await over(0)).map(String).toSorted()).to.deep.equal(pools.map(String));
      expect(wrong()).to.deep.equal([]);
    }
    const [pool] = await store.lifecycle.poolsOver(1, 0, call);
    expect(pool?.userId).to.equal('ana');
    const lowest = await store.lifecycle.lowest(pool!.poolNo, undefined, 5, call);
    expect(lowest.map(({ userId }) => userId)).to.deep.equal(['ana', 'ana']);
    await add('one', 'ana', 'guide', 0.2);
    expect((await over(2)).map(String)).to.deep.equal(['one,guide,ana,3']);
    expect(wrong()).to.deep.equal([]);
  });
});
