import { randomBytes } from 'node:crypto';
import { stopSignal } from '../../../../server/domain/abort.ts';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { AddIntent } from '../../../../server/domain/intents.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import { MB } from '../../../../server/policy/units.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';
import type { ListCursor } from '../../../../server/ports/stores.ts';
import { readHits } from '../../../../server/backends/sqlite/memories/found-rows.ts';
import { storeReaders } from '../../../../server/backends/sqlite/engine/store-readers.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { join } from 'node:path';
import { failure } from '../../../conformance/subject.ts';
import { closeAndDelete, encoder, openTemporary, table, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };

describe('reading the embedded store', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const intentOf = (content: string, more: Partial<AddIntent> = {}): AddIntent => ({
    id: memoryId('LONG_TERM', uuidv7().replaceAll('-', '')),
    scope,
    payload: { type: 'LONG_TERM', content, speaker: '' },
    nowMs: opened.clock.now(),
    autoPrune: 'OFF',
    vector: encoder.embed(content.slice(0, 100)),
    ...more,
  });
  const add = async (intents: readonly AddIntent[]): Promise<void> => {
    for (const outcome of await opened.stores.LONG_TERM.add(intents, call())) if (!outcome.ok) throw outcome.error;
  };
  const query = (text: string, topK: number) =>
    ({ scope, text, topK, explain: false, nowMs: opened.clock.now() }) as const;

  it('refuses an answer that no message could hold, and goes on', async () => {
    const large = randomBytes((3 * MB) / 4)
      .toString('base64')
      .slice(0, MB - 1);
    for (let index = 0; index < 17; index += 1) await add([intentOf(large)]);
    const { LONG_TERM: longTerm } = opened.stores;
    expect((await failure(longTerm.retrieve(query('x', 17), call()))).reason).to.equal('RESPONSE_TOO_LARGE');
    expect((await longTerm.retrieve(query('x', 3), call())).length).to.equal(3);
    const first = await longTerm.list({ scope, pageSize: 100, descending: false, nowMs: 0 }, call());
    expect(first.records.length).to.be.within(10, 16);
    const rest = await longTerm.list({ scope, pageSize: 100, descending: false, nowMs: 0, after: first.next }, call());
    expect(first.records.length + rest.records.length).to.equal(17);
  });

  it('comes to what a filter matches far down the list, page by page', async () => {
    const count = 2 * SQLITE.listScanRows + 10;
    const intents = Array.from({ length: count }, (_, index) =>
      intentOf('text', { metadata: { index }, vector: undefined, nowMs: index }),
    );
    for (let start = 0; start < count; start += 1000) await add(intents.slice(start, start + 1000));
    const found: number[] = [];
    let after: ListCursor | undefined;
    let pages = 0;
    do {
      const filter = `metadata.index >= ${count - 5}`;
      const page = await opened.stores.LONG_TERM.list(
        { scope, pageSize: 3, descending: false, nowMs: 0, filter, after },
        call(),
      );
      found.push(...page.records.map((record) => Number(record.metadata?.['index'])));
      after = page.next;
      pages += 1;
    } while (after !== undefined);
    expect(found).to.deep.equal([5, 4, 3, 2, 1].map((left) => count - left));
    expect(pages).to.equal(4);
  });

  it('finds the same if no index fits in memory', async () => {
    await add(['User enjoys skiing', 'User likes coffee'].map((text) => intentOf(text)));
    const data = {
      file: join(opened.dataDir, STORE_FILE),
      table,
      indexBytes: 1,
    };
    const pool = await storeReaders(1, data, Promise.resolve(), (cause) => {
      throw cause;
    });
    for (let round = 0; round < 300; round += 1) {
      const clockMs = opened.clock.now();
      const found = await pool.of(scope).retrieve({ type: 'LONG_TERM', query: query('skiing', 1), clockMs });
      const hits = await readHits(found, scope, stopSignal());
      expect(hits.map(({ record }) => record.payload)).to.deep.equal([
        { type: 'LONG_TERM', content: 'User enjoys skiing', speaker: '' },
      ]);
    }
    await pool.close(new Error('done'));
  });

  it('finds by words that only a change of another session’s index would miss', async () => {
    const { SHORT_TERM: shortTerm } = opened.stores;
    const session = (sessionId: string) => ({ ...scope, sessionId });
    const message = (sessionId: string, content: string): AddIntent => ({
      ...intentOf(content),
      id: memoryId('SHORT_TERM', uuidv7().replaceAll('-', '')),
      scope: session(sessionId),
      payload: { type: 'SHORT_TERM', role: 'USER', content, timeMs: 0 },
      vector: undefined,
    });
    const found = async (sessionId: string) =>
      (await shortTerm.retrieve({ ...query('skiing', 10), scope: session(sessionId) }, call())).length;
    for (let round = 1; round <= 5; round += 1) {
      await shortTerm.add([message('a', 'skiing'), message('b', 'skiing'), message('b', 'coffee')], call());
      await add([intentOf('skiing')]);
      expect([await found('a'), await found('b')]).to.deep.equal([round, 2 * round]);
    }
  });
});
