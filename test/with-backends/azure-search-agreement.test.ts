import { expect } from 'chai';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import type { Payload } from '../../server/domain/memory.ts';
import { compileFilter } from '../../server/domain/filter.ts';
import { embedderKey } from '../../server/embedders/embedder-key.ts';
import type { Hit, ListPlace, MemoryStore } from '../../server/ports.ts';
import type { SearchDocument, SearchIndex } from '../../server/ports-of-search.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/telemetry/ports.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { rankCandidates } from '../conformance/rank-candidates.ts';
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

/** The embedded store and the index beside it, with the same memories. */
describe('Azure AI Search beside the embedded store', () => {
  let embedded: TemporaryStore;
  let store: MemoryStore;
  let standIn: SearchStandIn;
  let index: SearchIndex;

  before(async () => {
    embedded = await openTemporary();
    store = embedded.stores.LONG_TERM;
    standIn = await startSearchStandIn();
    const { endpoint, key } = standIn;
    index = await openAzureSearch({ endpoint, key, index: 'memories', vectors: 'hnsw' }, silentLog);
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
    expect(standIn.breaches).to.deep.equal([]);
  });

  const vectorOf = (payload: Payload): Float32Array =>
    encoder.embed(payload.type === 'LONG_TERM' ? payload.content : '');

  /** The ids of each page that is not empty. */
  async function pages(
    list: (
      after: ListPlace | undefined,
    ) => Promise<{ readonly ids: readonly string[]; readonly next?: ListPlace | undefined }>,
  ): Promise<readonly (readonly string[])[]> {
    const all: (readonly string[])[] = [];
    for (let after: ListPlace | undefined; ;) {
      const { ids, next } = await list(after);
      if (ids.length > 0) all.push(ids);
      if (next === undefined) return all;
      after = next;
    }
  }

  it(`lists the same pages for ${FILTERS.length} random filters over ${MEMORIES} random memories`, async () => {
    let matched = 0;
    for (const [place, filter] of FILTERS.entries()) {
      const scope = { ...SCOPE, namespace: place % 5 === 0 ? 'trips' : '' };
      const query = { scope, filter, pageSize: 7 + ((place * 37) % 150), descending: place % 2 === 1, nowMs: NOW_MS };
      const mine = await pages(async (after) => {
        const { records, next } = await store.list({ ...query, after }, call());
        return { ids: records.map(({ id }) => id), next };
      });
      const theirs = await pages(async (after) => {
        const { found, next } = await index.list({ ...query, after }, call());
        return { ids: found.map(({ record }) => record.id), next };
      });
      expect(theirs, filter).to.deep.equal(mine);
      matched += mine.flat().length;
    }
    expect(matched).to.be.above(MEMORIES);
  }).timeout(120_000);

  it(`finds the same top ${TOP}, but for 5 %`, async () => {
    const random = seededRandom(5);
    let [same, all, lost] = [0, 0, 0];
    for (const [place, filtered] of FILTERS.entries()) {
      const filter = place % 10 === 0 ? undefined : filtered;
      const text = sentence(random);
      const query = { scope: SCOPE, text, filter, topK: TOP, explain: false, nowMs: NOW_MS };
      const mine = await store.retrieve(query, call());
      const asked = { ...query, vector: encoder.embed(text), embedder: EMBEDDER, count: MEMORIES };
      const candidates = await index.candidates(asked, call());
      // Ranked among all, as the embedded store does: what a word tells depends on them.
      const others = await index.candidates({ ...asked, filter: undefined }, call());
      const together = new Map([...candidates, ...others].map((one) => [one.record.id, one]));
      const accepts = filter === undefined ? () => true : compileFilter(filter);
      const ranking = memoryIndex(encoder);
      const theirs = rankCandidates([...together.values()], query, ranking, (id) => accepts(together.get(id)!.record));
      ranking.release();
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
