/**
 * Measures retrieval as an agent's client sees it: a corpus is added through the public API to a real server, one user per namespace,
 * and the questions are asked over gRPC. `npm run bench:retrieval -- --data DIR [--out DIR] [--second onnx:FOLDER]`: DIR holds
 * NAME.corpus.jsonl and NAME.queries.jsonl; NAME.ranking.jsonl is written to --out. Ablations of the score and of metadata are
 * measured on the index alone; with --second a second server has that second embedder.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, wire, type Recorda } from '../../client/index.ts';
import { formatMs, printTable } from '../load/table.ts';
import { startServer } from '../server-process.ts';
import { findOnnxRuntime } from '../embedders/find-onnx-runtime.ts';
import { readCorpora, type Corpus, type CorpusMemory, type CorpusQuery } from './corpus.ts';
import { printNumericDates } from './numeric-dates.ts';
import { ABLATIONS, rankWith } from './retrieval-ablations.ts';
import { printMetadata } from './retrieval-metadata.ts';
import { meanMetrics, rankingMetrics, type Metrics } from './retrieval-metrics.ts';

const DEPTH = 50;
/** The numbers of results that are asked for before the server's advice is followed. */
const ADVISED = [5, 10];
const BATCH = 500;
/** Vectors of a second embedder are late at first. */
const RETRY_MS = 200;
const MOST_TRIES = 50;
const ADVERSARIAL = 5;
/** The categories of questions that have an answer. */
const ANSWERABLE: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
};
const CATEGORIES: Readonly<Record<number, string>> = { ...ANSWERABLE, [ADVERSARIAL]: 'adversarial' };

const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string' }, second: { type: 'string' } },
});
const { data, out, second } = values;
if (data === undefined)
  throw new Error('--data DIR is missing: a folder with NAME.corpus.jsonl and NAME.queries.jsonl.');

const folder = await mkdtemp(join(tmpdir(), 'recorda-retrieval-'));
const server = await startServer({ dataDir: join(folder, 'plain') });
const recorda = connect(server.address);
const looking = second === undefined ? undefined : await startSecond(second);
for (const corpus of readCorpora(data)) {
  const ranked = new Map<string, readonly string[]>();
  const times = await askAll(recorda, corpus, await addCorpus(recorda, corpus), ranked);
  if (out !== undefined) await writeRanking(out, corpus.name, ranked);
  printQuality(corpus, ranked);
  printTimes(times);
  await printAdvised(recorda, corpus, ranked);
  if (looking !== undefined) await printSecondLook(looking.recorda, corpus);
  printAblations(corpus);
  printMetadata(corpus, DEPTH, ANSWERABLE);
  printNumericDates(corpus, DEPTH);
}
await recorda.close();
await server.stop();
await looking?.close();
await rm(folder, { recursive: true });

/** Prints what is found if a search is repeated with twice the results wherever the server says that more are likely. */
async function printAdvised(
  recorda: Recorda,
  corpus: Corpus,
  ranked: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const asked = corpus.queries.filter(({ category, gold }) => category !== ADVERSARIAL && gold.length > 0);
  const rows: string[][] = [];
  for (const topK of ADVISED) {
    const taken: { readonly question: CorpusQuery; readonly count: number }[] = [];
    for (const question of asked) {
      const { types } = await recorda.memory.retrieveMemories({
        scope: scopeOf(corpus, question.namespace),
        query: question.query,
        topK,
      });
      taken.push({ question, count: types.some(({ moreLikely }) => moreLikely) ? 2 * topK : topK });
    }
    for (const [name, some] of [
      ['all', taken],
      ['several memories', taken.filter(({ question }) => question.gold.length > 1)],
    ] as const) {
      const found = (countOf: (count: number) => number): string => {
        const recalls = some.map(({ question: { qid, gold }, count }) => {
          const ids = new Set(ranked.get(qid)?.slice(0, countOf(count)));
          return gold.filter((id) => ids.has(id)).length / gold.length;
        });
        return ((100 * sum(recalls)) / recalls.length).toFixed(1);
      };
      rows.push([
        `${topK}, ${name}`,
        String(some.length),
        found(() => topK),
        found((count) => count),
        (sum(some.map(({ count }) => count)) / some.length).toFixed(1),
        found(() => 2 * topK),
      ]);
    }
  }
  printTable([`${corpus.name}, top_k`, 'n', 'recall', 'as advised', 'with results', 'with twice top_k'], rows);
  console.log('');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Starts a server with a second embedder. */
async function startSecond(address: string) {
  const runtime = join(await findOnnxRuntime(), 'node_modules');
  const env = { RECORDA_SECOND_EMBEDDER: address, NODE_PATH: runtime };
  const started = await startServer({ dataDir: join(folder, 'second'), env });
  const client = connect(started.address);
  return {
    recorda: client,
    async close() {
      await client.close();
      await started.stop();
    },
  };
}

/** Asks each question until its candidates have vectors, then measures. */
async function printSecondLook(recorda: Recorda, corpus: Corpus): Promise<void> {
  const ids = await addCorpus(recorda, corpus);
  let late = 0;
  for (const question of corpus.queries) {
    if (await isLookedAt(recorda, corpus, question)) continue;
    late += 1;
    // A memory in a language that the model does not know never has one.
    for (let tries = 1; tries < MOST_TRIES; tries += 1) {
      await setTimeout(RETRY_MS);
      if (await isLookedAt(recorda, corpus, question)) break;
    }
  }
  const ranked = new Map<string, readonly string[]>();
  const times = await askAll(recorda, corpus, ids, ranked);
  console.log(`with a second look; without, the first time, for ${late} of ${corpus.queries.length} questions`);
  printQuality(corpus, ranked);
  printTimes(times);
}

async function isLookedAt(recorda: Recorda, corpus: Corpus, { namespace, query }: CorpusQuery): Promise<boolean> {
  const { results } = await recorda.memory.retrieveMemories({
    scope: scopeOf(corpus, namespace),
    query,
    types: [wire.MemoryType.LONG_TERM],
    topK: 1,
    explain: true,
  });
  return results.some(({ signals }) => signals.some(({ signal }) => signal === 'second_look'));
}

function printTimes(times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right);
  const quantile = (share: number): string => formatMs(sorted[Math.floor(sorted.length * share)] ?? 0);
  console.log(`a question over gRPC: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms\n`);
}

function scopeOf(corpus: Corpus, namespace: string): { readonly userId: string } {
  return { userId: `${corpus.name}/${namespace}` };
}

/** Returns the corpus's ids by the server's. */
async function addCorpus(recorda: Recorda, corpus: Corpus): Promise<ReadonlyMap<string, string>> {
  const corpusIds = new Map<string, string>();
  for (const [namespace, memories] of corpus.namespaces) {
    for (let start = 0; start < memories.length; start += BATCH) {
      const batch = memories.slice(start, start + BATCH);
      for (const [at, id] of (await addAll(recorda, scopeOf(corpus, namespace), batch)).entries()) {
        corpusIds.set(id, batch[at]?.id ?? '');
      }
    }
  }
  return corpusIds;
}

/** Asks the questions; returns the milliseconds that each took. */
async function askAll(
  recorda: Recorda,
  corpus: Corpus,
  corpusIds: ReadonlyMap<string, string>,
  ranked: Map<string, readonly string[]>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const { qid, namespace, query } of corpus.queries) {
    const start = performance.now();
    const { results } = await recorda.memory.retrieveMemories({
      scope: scopeOf(corpus, namespace),
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
