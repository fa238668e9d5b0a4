import { expect } from 'chai';
import { indexedMemoryStore } from '../../server/backends/indexed/indexed-memory-store.ts';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import type { Payload } from '../../server/domain/memory.ts';
import { embedderKey } from '../../server/embedders/embedder-key.ts';
import type { Hit, ListCursor, MemoryStore, RecordPage } from '../../server/ports/stores.ts';
import type { SearchDocument, SearchIndex } from '../../server/ports/search.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { call } from '../conformance/subject.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { NOW_MS, randomFilters, randomIntents } from '../random-memories.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';

const SCOPE = { tenant: 'default', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
const EMBEDDER = embedderKey(encoder.identity);
const MEMORIES = 1000;
const FILTERS = randomFilters(200, 7);
const TOP = 10;
const LEAST_OVERLAP = 0.95;

/**
 * One server with all memories in its own file, and another that has only the index, must give the same
 * answers.
 */
describe('Long-term memory in Azure AI Search, beside the embedded store', () => {
  let embedded: TemporaryStore;
  let store: MemoryStore;
  let other: TemporaryStore;
  let shared: MemoryStore;
  let standIn: SearchStandIn;
  let index: SearchIndex;

  before(async () => {
    embedded = await openTemporary();
    store = embedded.stores.LONG_TERM;
    standIn = await startSearchStandIn();
    const { endpoint, key } = standIn;
    index = await openAzureSearch({ endpoint, key, index: 'memories', vectors: 'hnsw' }, silentLog);
    other = await openTemporary({ mirror: 'the index' });
    const { local, outbox, clock } = other;
    const embed = (text: string): Float32Array => encoder.embed(text);
    shared = indexedMemoryStore({ local, index, outbox, clock, isSole: false, embed, embedder: EMBEDDER });
    const intents = randomIntents(MEMORIES, SCOPE).map((intent) => ({ ...intent, vector: vectorOf(intent.payload) }));
    const documents: SearchDocument[] = [];
    for (const outcome of await store.add(intents, call())) {
      if (!outcome.ok) throw outcome.error;
      const { record } = outcome.value;
      documents.push({ record, revision: record.version, vector: vectorOf(record.payload), embedder: EMBEDDER });
    }
    for (const outcome of await index.put(documents, call()))
      expect(outcome).to.deep.equal({ ok: true, value: 'WRITTEN' });
  });
  after(async () => {
    await index.close();
    await standIn.close();
    await closeAndDelete(embedded);
    await closeAndDelete(other);
    expect(standIn.breaches).to.deep.equal([]);
  });

  const vectorOf = (payload: Payload): Float32Array =>
    encoder.embed(payload.type === 'LONG_TERM' ? payload.content : '');

  /** Returns the ids of each page that is not empty. */
  async function pages(
    list: (after: ListCursor | undefined) => Promise<RecordPage>,
  ): Promise<readonly (readonly string[])[]> {
    const all: (readonly string[])[] = [];
    for (let after: ListCursor | undefined; ;) {
      const { records, next } = await list(after);
      if (records.length > 0) all.push(records.map(({ id }) => id));
      if (next === undefined) return all;
      after = next;
    }
  }

  it(`lists the same pages for ${FILTERS.length} random filters over ${MEMORIES} random memories`, async () => {
    let matched = 0;
    for (const [index, filter] of FILTERS.entries()) {
      const scope = { ...SCOPE, namespace: index % 5 === 0 ? 'trips' : '' };
      const query = { scope, filter, pageSize: 7 + ((index * 37) % 150), descending: index % 2 === 1, nowMs: NOW_MS };
      const mine = await pages((after) => store.list({ ...query, after }, call()));
      const theirs = await pages((after) => shared.list({ ...query, after }, call()));
      expect(theirs, filter).to.deep.equal(mine);
      matched += mine.flat().length;
    }
    expect(matched).to.be.above(MEMORIES);
  }).timeout(120_000);

  it(`finds the same top ${TOP}, except for 5 %`, async () => {
    const random = seededRandom(5);
    let [same, all, lost] = [0, 0, 0];
    for (const [index, filtered] of FILTERS.entries()) {
      const filter = index % 10 === 0 ? undefined : filtered;
      const text = sentence(random);
      const query = { scope: SCOPE, text, filter, topK: TOP, explain: false, nowMs: NOW_MS };
      const mine = await store.retrieve(query, call());
      const theirs = await shared.retrieve(query, call());
      const ids = (hits: readonly Hit[]): readonly string[] => hits.map(({ record }) => record.id);
      const found = new Set(ids(theirs));
      same += ids(mine).filter((id) => found.has(id)).length;
      all += mine.length;
      lost += Number(theirs.length !== mine.length);
    }
    expect(lost).to.equal(0);
    expect(same / all).to.be.at.least(LEAST_OVERLAP);
  }).timeout(120_000);
});
