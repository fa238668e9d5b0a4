import { randomUUID } from 'node:crypto';
import { stopSignal } from '../../../../server/domain/abort.ts';
import { join } from 'node:path';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { storeReaders, type StoreReaders } from '../../../../server/backends/sqlite/engine/store-readers.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import type { AddIntent } from '../../../../server/domain/intents.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import { loadStaticTable } from '../../../../server/embedders/static/static-table.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';
import { seededRandom, sentence } from '../../../load/sentences.ts';
import { readHits } from '../../../../server/backends/sqlite/memories/found-rows.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
const quota = { count: 10_000, bytes: 100_000_000 };
const MEMORIES = SQLITE.packFromMemories + 3 * SQLITE.followedChanges;

describe('an index that follows adds', () => {
  let opened: TemporaryStore;
  let pool: StoreReaders;
  const random = seededRandom(6);
  beforeEach(async () => {
    opened = await openTemporary({ quota });
    const data = { file: join(opened.dataDir, STORE_FILE), table: loadStaticTable(), indexBytes: 1e9 };
    pool = await storeReaders(1, data, Promise.resolve(), (cause) => {
      throw cause;
    });
  });
  afterEach(async () => {
    await pool.close(new Error('done'));
    await closeAndDelete(opened);
  });

  const add = async (count: number): Promise<readonly AddIntent[]> => {
    const intents = Array.from({ length: count }, (): AddIntent => {
      const content = sentence(random);
      const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
      const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
      const nowMs = opened.clock.now();
      return { id, scope, payload, nowMs, autoPrune: 'OFF', vector: encoder.embed(content) };
    });
    for (const outcome of await opened.stores.LONG_TERM.add(intents, call())) if (!outcome.ok) throw outcome.error;
    return intents;
  };
  const order = () => ({ type: 'LONG_TERM', scope, clockMs: opened.clock.now() }) as const;
  const follow = (): Promise<boolean> => pool.of(scope).follow(order());
  const found = async (reader: StoreReaders, text: string): Promise<readonly (readonly [string, number])[]> => {
    const query = { scope, text, topK: 5, explain: false, nowMs: 0 };
    const hits = await reader.of(scope).retrieve({ ...order(), query });
    return (await readHits(hits, scope, stopSignal())).map(({ record, score }) => [record.id, score] as const);
  };
  /** Compares the results with those of an index that is built from the rows. */
  const expectSameAsBuilt = async (): Promise<void> => {
    for (const text of ['red bicycle in Lisbon', 'who has chess lessons?', 'black coffee before work']) {
      const query = { scope, text, topK: 5, explain: false, nowMs: 0 };
      const built = await opened.stores.LONG_TERM.retrieve(query, call());
      const followed = await found(pool, text);
      expect(followed.map(([id]) => id)).to.deep.equal(built.map(({ record }) => record.id));
      for (const [index, [, score]] of followed.entries()) expect(score).to.be.closeTo(built[index]?.score ?? 0, 1e-2);
    }
  };

  it('takes in a few at a time, and finds like one that was built from the rows, wherever a search comes', async () => {
    await add(MEMORIES);
    expect(await follow()).to.equal(true);
    await expectSameAsBuilt();
    expect(await follow()).to.equal(false);
    const [gone] = await add(SQLITE.followedChanges + 20);
    await opened.stores.LONG_TERM.remove({ scope, id: gone?.id ?? '', nowMs: opened.clock.now() }, call());
    expect(await follow()).to.equal(true);
    expect(await follow()).to.equal(false);
    await expectSameAsBuilt();
  });

  it('leaves small ones to the search', async () => {
    await add(20);
    expect(await follow()).to.equal(false);
    expect(await found(pool, 'tea')).to.have.length(5);
  });

  it('is packed a while after the last add, before anybody has searched', async () => {
    for (let added = 0; added < MEMORIES; added += 50) await add(50);
    const db = new Sqlite(join(opened.dataDir, STORE_FILE), { readonly: true });
    const packs = db.prepare<[], number>('SELECT count(*) FROM packs WHERE is_complete = 1').pluck();
    try {
      while (packs.get() === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      db.close();
    }
    await expectSameAsBuilt();
  });
});
