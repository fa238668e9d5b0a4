/** Retrieval quality and speed over the ranking index itself: `node dist/test/bench/retrieval.js --data DIR`. */
import { parseArgs } from 'node:util';

import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder, type StaticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { memoryIndex, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { readCorpora, type Corpus, type CorpusMemory } from './corpus.ts';
import { meanMetrics, rankingMetrics, type Metrics } from './retrieval-metrics.ts';

const DEPTH = 50;
const SPEED_SIZES = [100, 10_000];
const CATEGORIES: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

const { values } = parseArgs({
  options: { data: { type: 'string' }, speed: { type: 'boolean', default: true } },
  allowNegative: true,
});
if (values.data === undefined)
  throw new Error('--data DIR is needed: a folder with NAME.corpus.jsonl and NAME.queries.jsonl');

const encoder = staticEncoder(loadStaticTable());
for (const corpus of readCorpora(values.data)) {
  printQuality(corpus, encoder);
  if (values.speed) for (const size of SPEED_SIZES) printSpeed(corpus, encoder, size);
}

function indexOf(memories: readonly CorpusMemory[], encoder: StaticEncoder): MemoryIndex {
  const index = memoryIndex(encoder);
  index.put(memories.map((memory, at) => ({ ...memory, createTimeMs: at, vector: encoder.embed(memory.text) })));
  return index;
}

function printQuality(corpus: Corpus, encoder: StaticEncoder): void {
  const indexes = new Map([...corpus.namespaces].map(([name, memories]) => [name, indexOf(memories, encoder)]));
  const byCategory = new Map<number, Metrics[]>();
  for (const { namespace, query, category, gold } of corpus.queries) {
    if (gold.length === 0) continue;
    const hits = indexes.get(namespace)?.search({ text: query, topK: DEPTH, nowMs: Date.now(), explain: false }) ?? [];
    const metrics = rankingMetrics(
      hits.map((hit) => hit.id),
      gold,
    );
    byCategory.set(category, [...(byCategory.get(category) ?? []), metrics]);
  }
  console.log(`${corpus.name.padEnd(26)}     n   R@5  R@10  R@20   MRR nDCG@10`);
  const answerable = [...byCategory].filter(([category]) => category !== 5).flatMap(([, metrics]) => metrics);
  printRow('categories 1-4', meanMetrics(answerable));
  for (const category of [...byCategory.keys()].toSorted((left, right) => left - right)) {
    printRow(`  ${category} ${CATEGORIES[category] ?? ''}`, meanMetrics(byCategory.get(category) ?? []));
  }
}

function printRow(name: string, metrics: Metrics): void {
  const { recall5, recall10, recall20, mrr, ndcg10 } = metrics;
  const cells = [recall5, recall10, recall20, mrr, ndcg10].map((value) => (100 * value).toFixed(1).padStart(6));
  console.log(`${name.padEnd(26)}${String(metrics.count).padStart(6)}${cells.join('')}`);
}

/** One user with `size` memories: all conversations, repeated as often as it takes. */
function printSpeed(corpus: Corpus, encoder: StaticEncoder, size: number): void {
  const all = [...corpus.namespaces.values()].flat();
  const many: CorpusMemory[] = [];
  for (let round = 0; many.length < size; round++) {
    for (const memory of all.slice(0, size - many.length)) {
      many.push({
        ...memory,
        id: `${round}/${memory.id}`,
        sessionId: `${round}/${memory.namespace}/${memory.sessionId}`,
      });
    }
  }
  const documents = many.map((memory, at) => ({ ...memory, createTimeMs: at, vector: encoder.embed(memory.text) }));
  const index = memoryIndex(encoder);
  const put = timed(documents, (document) => index.put([document]));
  const queries = corpus.queries.filter((_, at) => at % 2 === 0);
  const search = (text: string): void => void index.search({ text, topK: 5, nowMs: Date.now(), explain: false });
  timed(queries, ({ query }) => search(query));
  const searches = timed(queries, ({ query }) => search(query));
  const embeds = timed(many, (memory) => void encoder.embed(memory.text));
  console.log(
    `${size} memories: search ${quantiles(searches)}, put ${quantiles(put)}, embed ${quantiles(embeds)}, ` +
      `${(index.bytes / size / 1024).toFixed(2)} KB each`,
  );
}

function timed<T>(inputs: readonly T[], run: (input: T) => void): number[] {
  return inputs.map((input) => {
    const start = performance.now();
    run(input);
    return performance.now() - start;
  });
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  return `p50 ${at(0.5)} p95 ${at(0.95)} ms`;
}
