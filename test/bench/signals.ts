/**
 * Measures what each signal of the score is worth on each kind of data: every one is left out in turn, and the results are compared
 * with those of the whole score. A signal should improve two kinds or more.
 *
 * `npm run bench -- signals [--data DIR]`: the repository's sets (advice, questions across languages, precision of everyday notes and
 * chats), and with --data conversations and their facts, as they are and as texts alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SCORE_WEIGHTS, SIGNALS } from '../../server/policy/score-weights.ts';
import { printTable } from '../load/table.ts';
import { readCorpora, type Corpus, type CorpusMemory, type CorpusQuery } from './corpus.ts';
import { assembleUsers, corpusOfUsers } from './precision/assemble-users.ts';
import { readLabelledSet } from './precision/labelled-set.ts';
import { rankWith, type Ablation } from './retrieval-ablations.ts';

/**
 * A set of questions, and how many results are considered: the measure is the share of the gold memories among them, or of them that
 * are gold.
 */
type Set = {
  readonly name: string;
  readonly corpus: Corpus;
  readonly depth: number;
  readonly measure: 'recall' | 'precision';
};

const SEED = 20_261_122;
const ADVICE_MEMORIES = 1000;
const CROSS_LANGUAGE_MEMORIES = 300;
/** The category of LoCoMo's questions that have no answer. */
const UNANSWERABLE = 5;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const sets = [...ownSets(), ...(values.data === undefined ? [] : conversationSets(values.data))];
const whole = sets.map((set) => scoreOf({}, set));
const rows: string[][] = [['the whole score', ...whole.map((score) => score.toFixed(1))]];
for (const signal of SIGNALS) {
  if (SCORE_WEIGHTS[signal] !== 0)
    rows.push(rowOf(`without ${signal}`, { weights: { ...SCORE_WEIGHTS, [signal]: 0 } }));
}
rows.push(rowOf('without neighbours and sessions', { withoutNeighbours: true }));
printTable(['in percent, and what is lost', ...sets.map(({ name }) => name)], rows);

function rowOf(name: string, ablation: Ablation): string[] {
  return [name, ...sets.map((set, at) => signed(scoreOf(ablation, set) - (whole[at] as number)))];
}

function signed(difference: number): string {
  return Math.abs(difference) < 0.05 ? '' : `${difference > 0 ? '+' : ''}${difference.toFixed(1)}`;
}

function scoreOf(ablation: Ablation, { corpus, depth, measure }: Set): number {
  const ranked = rankWith(ablation, corpus, depth);
  const asked = corpus.queries.filter(({ gold, category }) => gold.length > 0 && category !== UNANSWERABLE);
  const shares = asked.map(({ qid, gold }) => {
    const found = (ranked.get(qid) ?? []).filter((id) => gold.includes(id)).length;
    return found / (measure === 'recall' ? gold.length : depth);
  });
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
}

function conversationSets(folder: string): readonly Set[] {
  return readCorpora(folder).flatMap((corpus) => [
    { name: `${corpus.name} R@10`, corpus, depth: 10, measure: 'recall' as const },
    { name: `${corpus.name}, text alone R@10`, corpus: textAlone(corpus), depth: 10, measure: 'recall' as const },
  ]);
}

function textAlone(corpus: Corpus): Corpus {
  const bare = ({ id, namespace, text }: CorpusMemory): CorpusMemory => ({
    id,
    namespace,
    text,
    speaker: '',
    sessionId: '',
  });
  return { ...corpus, namespaces: new Map([...corpus.namespaces].map(([name, all]) => [name, all.map(bare)])) };
}

function ownSets(): readonly Set[] {
  const labelled = { en: readLabelledSet('en'), es: readLabelledSet('es') };
  const others = { en: read('advice/others-en.txt').flat(), es: read('advice/others-es.txt').flat() };
  const advice = (['en', 'es'] as const).map((language): Set => {
    const pairs = read(`advice/tried-${language}.tsv`).map(
      ([request = '', preference = '']) => [request, preference] as const,
    );
    const beside = [...others[language], ...others[language === 'en' ? 'es' : 'en']];
    return {
      name: `advice ${language} R@10`,
      corpus: pairsAmong(pairs, beside, ADVICE_MEMORIES),
      depth: 10,
      measure: 'recall',
    };
  });
  const across = read('cross-language.tsv').map(([memory = '', question = '']) => [question, memory] as const);
  return [
    ...advice,
    {
      name: 'es to en R@1',
      corpus: pairsAmong(across, others.en, CROSS_LANGUAGE_MEMORIES),
      depth: 1,
      measure: 'recall',
    },
    { name: 'everyday P@5', corpus: corpusOfUsers(assembleUsers(labelled, SEED)), depth: 5, measure: 'precision' },
    { name: 'allusions P@5', corpus: corpusOfUsers(assembleUsers(labelled, SEED, 0)), depth: 5, measure: 'precision' },
  ];
}

/** Returns one user's memories, the answers first, of which each question needs one. */
function pairsAmong(pairs: readonly (readonly [string, string])[], others: readonly string[], count: number): Corpus {
  const namespace = 'one';
  const texts = [...pairs.map(([, memory]) => memory), ...others].slice(0, count);
  const memories = texts.map((text, at): CorpusMemory => ({
    id: String(at),
    namespace,
    text,
    speaker: '',
    sessionId: '',
  }));
  const queries = pairs.map(([query], at): CorpusQuery => ({
    qid: String(at),
    namespace,
    query,
    category: 0,
    gold: [String(at)],
  }));
  return { name: namespace, namespaces: new Map([[namespace, memories]]), queries };
}

function read(file: string): readonly (readonly string[])[] {
  const text = readFileSync(join(import.meta.dirname.replace('/dist/', '/'), file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'));
}
