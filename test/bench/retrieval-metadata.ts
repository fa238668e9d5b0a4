/**
 * Measures what the metadata that a client sends with a text is worth: the same questions on the ranking index alone, with
 * speaker, session, turn and time, with nothing but the text, and with a text that names the speaker. Each is compared with BM25
 * of the same texts.
 */
import { printTable } from '../load/table.ts';
import type { Corpus, CorpusMemory } from './corpus.ts';
import { ABLATIONS, rankWith } from './retrieval-ablations.ts';
import { rankingMetrics, standardError, type Metrics } from './retrieval-metrics.ts';

const WHOLE = 'the whole score';
const BM25 = 'BM25 only';
const NAMED = '"Name: text"';

/** The parts of a memory that are sent. */
const SENT: Readonly<Record<string, (memory: CorpusMemory) => CorpusMemory>> = {
  'all metadata': (memory) => memory,
  'bare text': bare,
  [NAMED]: (memory) =>
    memory.speaker === '' ? bare(memory) : { ...bare(memory), text: `${memory.speaker}: ${memory.text}` },
};

function bare({ id, namespace, text }: CorpusMemory): CorpusMemory {
  return { id, namespace, text, speaker: '', sessionId: '' };
}

/**
 * Prints a table of R@10 and R@20 in percent with their standard errors over questions, and R@10 for each category of
 * `categories`.
 */
export function printMetadata(corpus: Corpus, depth: number, categories: Readonly<Record<number, string>>): void {
  const asked = corpus.queries.filter(({ category, gold }) => category in categories && gold.length > 0);
  const present = Object.entries(categories).filter(([number]) => asked.some((one) => one.category === Number(number)));
  const isSpoken = [...corpus.namespaces.values()].flat().some(({ speaker }) => speaker !== '');
  const variants = Object.entries(SENT).filter(([name]) => isSpoken || name !== NAMED);
  const rows = variants.flatMap(([name, sent]) =>
    [WHOLE, BM25].map((score) => {
      const ranked = rankWith(ABLATIONS[score] ?? {}, sentAs(corpus, sent), depth);
      const scored = asked.map(({ qid, category, gold }) => ({
        category,
        metrics: rankingMetrics(ranked.get(qid) ?? [], gold),
      }));
      const all = scored.map(({ metrics }) => metrics);
      return [
        score === WHOLE ? name : `${name}, BM25`,
        String(all.length),
        withError(all, ({ recall10 }) => recall10),
        withError(all, ({ recall20 }) => recall20),
        ...present.map(([number]) => {
          const ofCategory = scored.filter(({ category }) => category === Number(number));
          return withError(
            ofCategory.map(({ metrics }) => metrics),
            ({ recall10 }) => recall10,
          );
        }),
      ];
    }),
  );
  printTable([`${corpus.name}, sent`, 'n', 'R@10', 'R@20', ...present.map(([, name]) => `${name} R@10`)], rows);
  console.log('');
}

function sentAs(corpus: Corpus, sent: (memory: CorpusMemory) => CorpusMemory): Corpus {
  const namespaces = new Map([...corpus.namespaces].map(([name, memories]) => [name, memories.map(sent)]));
  return { ...corpus, namespaces };
}

/** Returns a mean and its standard error in percent, like `84.5 ±1.0`. */
function withError(all: readonly Metrics[], of: (metrics: Metrics) => number): string {
  const values = all.map(of);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${(100 * mean).toFixed(1)} ±${(100 * standardError(values)).toFixed(1)}`;
}
