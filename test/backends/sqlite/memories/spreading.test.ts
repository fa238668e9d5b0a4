import { randomUUID } from 'node:crypto';
import { stopSignal } from '../../../../server/domain/abort.ts';
import { join } from 'node:path';
import { expect } from 'chai';
import { readHits } from '../../../../server/backends/sqlite/memories/found-rows.ts';
import { storeReaders, type StoreReaders } from '../../../../server/backends/sqlite/engine/store-readers.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { spreadSearches } from '../../../../server/backends/sqlite/memories/spread-searches.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';
import { seededRandom, sentence } from '../../../load/sentences.ts';
import { closeAndDelete, encoder, openTemporary, table, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
const random = seededRandom(8);

describe('searches of one user that wait', () => {
  let opened: TemporaryStore;
  let pool: StoreReaders;
  before(async () => {
    opened = await openTemporary();
    const data = { file: join(opened.dataDir, STORE_FILE), table, indexBytes: 1e9 };
    pool = await storeReaders(2, data, Promise.resolve(), (cause) => {
      throw cause;
    });
  });
  after(async () => {
    await pool.close(new Error('done'));
    await closeAndDelete(opened);
  });

  const add = async (contents: readonly string[]): Promise<void> => {
    const intents = contents.map((content) => ({
      id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
      scope,
      payload: { type: 'LONG_TERM' as const, content, speaker: '' },
      nowMs: opened.clock.now(),
      autoPrune: 'OFF' as const,
      vector: encoder.embed(content),
    }));
    for (const outcome of await opened.stores.LONG_TERM.add(intents, call())) if (!outcome.ok) throw outcome.error;
  };

  it('are taken by another reader once it has the index, which finds the same and sees what was added before', async () => {
    await add(Array.from({ length: 300 }, () => sentence(random)));
    const pick = spreadSearches(pool, opened.clock);
    const home: ReturnType<typeof pick> = pool.of(scope);
    const search = async (reader: typeof home, text: string) => {
      const query = { scope, text, topK: 5, explain: false, nowMs: 0 };
      const found = await reader.retrieve({ type: 'LONG_TERM', query, clockMs: opened.clock.now() });
      return readHits(found, scope, stopSignal());
    };
    const crowd = () =>
      Array.from({ length: SQLITE.spreadFromWaiting + 3 }, async () => search(home, sentence(random)));

    expect(pick('LONG_TERM', scope)).to.equal(home);
    let other = home;
    while (other === home) {
      const waiting = crowd();
      other = pick('LONG_TERM', scope);
      await Promise.all(waiting);
    }
    expect(pick('LONG_TERM', scope)).to.equal(home);
    for (const text of ['red bicycle in Lisbon', 'who has chess lessons?']) {
      expect(await search(other, text)).to.deep.equal(await search(home, text));
    }
    await add(['Grandmother keeps a xylophone in the attic']);
    const [hit] = await search(other, 'xylophone');
    expect(hit?.record.payload).to.include({ content: 'Grandmother keeps a xylophone in the attic' });
  });
});
