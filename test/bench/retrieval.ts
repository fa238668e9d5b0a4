/**
 * Retrieval as an agent's client sees it: a corpus goes through the public API into a real server, one user per namespace, and
 * the questions are asked over gRPC. `npm run bench:retrieval -- --data DIR [--out DIR]`: DIR holds NAME.corpus.jsonl and
 * NAME.queries.jsonl; NAME.ranking.jsonl is written to --out. Parts of the score, and metadata, left out are
 * measured on the index alone.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, wire, type Recorda } from '../../client/index.ts';
import { formatMs, printTable } from '../load/table.ts';
import { startServer } from '../server-process.ts';
import { readCorpora, type Corpus, type CorpusMemory } from './corpus.ts';
import { printNumericDates } from './numeric-dates.ts';
import { ABLATIONS, rankWith } from './retrieval-ablations.ts';
import { printMetadata } from './retrieval-metadata.ts';
import { meanMetrics, rankingMetrics, type Metrics } from './retrieval-metrics.ts';

const DEPTH = 50;
const BATCH = 500;
const ADVERSARIAL = 5;
/** Those that have an answer. */
const ANSWERABLE: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
};
const CATEGORIES: Readonly<Record<number, string>> = { ...ANSWERABLE, [ADVERSARIAL]: 'adversarial' };

const { values } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } });
const { data, out } = values;
if (data === undefined)
  throw new Error('--data DIR is missing: a folder with NAME.corpus.jsonl and NAME.queries.jsonl.');

const folder = await mkdtemp(join(tmpdir(), 'recorda-retrieval-'));
const server = await startServer({ dataDir: folder });
const recorda = connect(server.address);
for (const corpus of readCorpora(data)) {
  const ranked = new Map<string, readonly string[]>();
  const times = await askAll(recorda, corpus, ranked);
  if (out !== undefined) await writeRanking(out, corpus.name, ranked);
  printQuality(corpus, ranked);
  times.sort((left, right) => left - right);
  const quantile = (share: number): string => formatMs(times[Math.floor(times.length * share)] ?? 0);
  console.log(`a question over gRPC: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms\n`);
  printAblations(corpus);
  printMetadata(corpus, DEPTH, ANSWERABLE);
  printNumericDates(corpus, DEPTH);
}
await recorda.close();
await server.stop();
await rm(folder, { recursive: true });

/** Adds the corpus, asks its questions; the milliseconds that each took. */
async function askAll(recorda: Recorda, corpus: Corpus, ranked: Map<string, readonly string[]>): Promise<number[]> {
  const times: number[] = [];
  const scopeOf = (namespace: string): { userId: string } => ({ userId: `${corpus.name}/${namespace}` });
  const corpusIds = new Map<string, string>();
  for (const [namespace, memories] of corpus.namespaces) {
    for (let start = 0; start < memories.length; start += BATCH) {
      const batch = memories.slice(start, start + BATCH);
      for (const [at, id] of (await addAll(recorda, scopeOf(namespace), batch)).entries()) {
        corpusIds.set(id, batch[at]?.id ?? '');
      }
    }
  }
  for (const { qid, namespace, query } of corpus.queries) {
    const start = performance.now();
    const { results } = await recorda.memory.retrieveMemories({
      scope: scopeOf(namespace),
      query,
      types: [wire.MemoryType.LONG_TERM],
      topK: DEPTH,
    });
    times.push(performance.now() - start);
    ranked.set(
      qid,
      results.map(({ memory }) => corpusIds.get(memory?.id ?? '') ?? ''),
    );
  }
  return times;
}

async function addAll(
  recorda: Recorda,
  { userId }: { readonly userId: string },
  memories: readonly CorpusMemory[],
): Promise<readonly string[]> {
  const { results } = await recorda.memory.batchAddMemories({
    requests: memories.map(({ text, speaker, sessionId, turn, eventTimeMs }) => {
      const eventTime = eventTimeMs === undefined ? undefined : new Date(eventTimeMs);
      const value = { content: text, speaker, turn, eventTime };
      return { memory: { scope: { userId, sessionId }, payload: { $case: 'text' as const, value } } };
    }),
  });
  return results.map(({ result }) => {
    if (result?.$case !== 'added') throw new Error(`Not added: ${result?.value.message ?? 'no answer'}`);
    return result.value.memory?.id ?? '';
  });
}

async function writeRanking(out: string, name: string, ranked: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await mkdir(out, { recursive: true });
  const lines = [...ranked].map(([qid, ids]) => JSON.stringify({ qid, ranked: ids }));
  await writeFile(join(out, `${name}.ranking.jsonl`), `${lines.join('\n')}\n`);
}

function printQuality(corpus: Corpus, ranked: ReadonlyMap<string, readonly string[]>): void {
  const byCategory = new Map<number, Metrics[]>();
  for (const { qid, category, gold } of corpus.queries) {
    if (gold.length === 0) continue;
    const metrics = rankingMetrics(ranked.get(qid) ?? [], gold);
    byCategory.set(category, [...(byCategory.get(category) ?? []), metrics]);
  }
  const answerable = [...byCategory].filter(([category]) => category !== ADVERSARIAL).flatMap(([, metrics]) => metrics);
  const categories = [...byCategory].toSorted(([left], [right]) => left - right);
  printTable(
    [corpus.name, 'n', 'R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10'],
    [
      row('categories 1-4', meanMetrics(answerable)),
      ...categories.map(([category, metrics]) =>
        row(`${category} ${CATEGORIES[category] ?? 'of its own'}`, meanMetrics(metrics)),
      ),
    ],
  );
}

function printAblations(corpus: Corpus): void {
  const rows = Object.entries(ABLATIONS).map(([name, ablation]) => {
    const ranked = rankWith(ablation, corpus, DEPTH);
    const asked = corpus.queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
    return row(name, meanMetrics(asked.map(({ qid, gold }) => rankingMetrics(ranked.get(qid) ?? [], gold))));
  });
  printTable([`${corpus.name}, 1-4`, 'n', 'R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10'], rows);
  console.log('');
}

function row(name: string, metrics: Metrics): string[] {
  const { recall5, recall10, recall20, mrr, ndcg10 } = metrics;
  return [
    name,
    String(metrics.count),
    ...[recall5, recall10, recall20, mrr, ndcg10].map((value) => (100 * value).toFixed(1)),
  ];
}
