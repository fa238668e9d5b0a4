/**
 * Measures how well facts are read from a user's turns. `npm run bench:reading -- --data DIR [--out FILE]`: DIR has
 * stored-facts-dev.jsonl and the chats realtalk-dev.corpus.jsonl and locomo-dev.corpus.jsonl, on which nothing is trained: it prints
 * which facts superseded which in them; `--out` writes the facts of the first to be judged. Without --data, it reads the sentences of
 * the repository and measures the speed. With `--folds N`, it also reads all turns of the training sets and the sentences beside them,
 * each with a reader that was trained without its set: rules and readers at first sight. With `--actions`, it tells the labelled turns of
 * the training sets to a server that knows the fact each refers to, and prints what became of it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { candidateSpans, extractFacts, type ExtractedFact } from '../../server/domain/facts/extract-facts.ts';
import type { FactReader } from '../../server/domain/facts/fact-reader.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { decodeTable } from '../../server/language/engine/table.ts';
import { languageReader } from '../../server/language/reader.ts';
import { readSets, readTestSets, TEST_SETS, trainingFiles } from '../../server/language/train/sets.ts';
import { trainReader } from '../../server/language/train/train-reader.ts';
import type { TrainingTurn } from '../../server/language/train/turns.ts';
import { FACT_READER } from '../fact-reader.ts';
import { printTable } from '../load/table.ts';
import { actionsOf } from './actions.ts';
import { supersessionsIn } from './supersessions.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    folds: { type: 'string' },
    actions: { type: 'boolean' },
  },
});
/** Chats whose speakers are distinguished. */
const CHATS = ['realtalk-dev.corpus.jsonl', 'locomo-dev.corpus.jsonl'];
const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(3));

console.log(FACT_READER.identity);
const [others = '', ...ofUsers] = TEST_SETS.toReversed();
const unseen = readTestSets('signals');
for (const names of [ofUsers.toReversed(), [others]]) {
  console.log(`\nSentences that the reader was not trained on (${names.join(', ')})`);
  printReading([{ turns: unseen.filter(({ group }) => names.includes(group)), reader: FACT_READER }]);
}
if (values.data !== undefined) {
  storedFacts(values.data);
  realTalk(values.data);
  for (const name of CHATS) await superseded(values.data, name);
}
if (values.folds !== undefined) inFolds(Number(values.folds));
if (values.actions === true) await actions();
speed();

type Part = { readonly turns: readonly TrainingTurn[]; readonly reader: FactReader };

/**
 * Prints figures by language and kind of set: sentences are right or wrong as a whole, and each fact of a turn is right if it contains a
 * part of a labelled one.
 */
function printReading(parts: readonly Part[]): void {
  const ways = { 'stored at all': () => true, 'into prompts': ({ confidence }: ExtractedFact) => confidence !== 'LOW' };
  const rows = ['en', 'es'].flatMap((language) =>
    ['sentences', 'turns'].flatMap((source) =>
      Object.entries(ways).map(([way, accepts]) => {
        const sum = { count: 0, right: 0, found: 0, hit: 0, wanted: 0, domain: 0 };
        for (const { turns, reader } of parts) {
          for (const turn of turns.filter((one) => one.language === language && one.source === source)) {
            count(
              turn,
              extractFacts(turn.turn, reader).filter((one) => one.leans !== true && accepts(one)),
              sum,
            );
          }
        }
        const { count: all, right, found, hit, wanted, domain } = sum;
        return [language, source, way, `${all}`, share(right, found), share(hit, wanted), share(domain, hit)];
      }),
    ),
  );
  printTable(
    ['language', 'of', 'read', 'count', 'precision', 'recall', 'domain'],
    rows.filter(([, , , all]) => all !== '0'),
  );
}

type Sum = { count: number; right: number; found: number; hit: number; wanted: number; domain: number };

function count({ turn, facts, source }: TrainingTurn, found: readonly ExtractedFact[], sum: Sum): void {
  const text = turn.normalize('NFC');
  const isWhole = source === 'sentences';
  const spans = facts.map(({ text: of = turn, domains = [] }) => ({
    from: text.indexOf(of),
    units: of.length,
    domains,
  }));
  const meet = (one: ExtractedFact, { from, units }: (typeof spans)[number]): boolean =>
    isWhole || (one.from < from + units && one.to > from);
  sum.count += 1;
  sum.found += isWhole ? Number(found.length > 0) : found.length;
  sum.right += isWhole
    ? Number(found.length > 0 && facts.length > 0)
    : found.filter((one) => spans.some((span) => meet(one, span))).length;
  sum.wanted += isWhole ? Number(spans.length > 0) : spans.length;
  for (const span of isWhole ? spans.slice(0, 1) : spans) {
    const own = found.filter((one) => meet(one, span));
    sum.hit += Number(own.length > 0);
    sum.domain += Number(own.some(({ domain }) => span.domains.includes(domain)));
  }
}

/** Leaves out whole sets: a group of turns, a set of sentences. */
function inFolds(folds: number): void {
  const encoder = staticEncoder(loadStaticTable());
  const embed = (text: string): Float32Array => encoder.embed(text);
  const paths = trainingFiles();
  const groups = [
    ...new Set(
      readSets(paths)
        .turns.filter(({ source }) => source !== 'generated')
        .map(({ group }) => group),
    ),
  ];
  const parts = Array.from({ length: folds }, (_, fold): Part => {
    const isLeftOut = ({ group }: TrainingTurn): boolean => groups.indexOf(group) % folds === fold;
    const sets = readSets(paths);
    const { table } = trainReader(
      { ...sets, turns: sets.turns.filter((turn) => !isLeftOut(turn)) },
      'left out',
      embed,
      () => {},
    );
    return { turns: sets.turns.filter(isLeftOut), reader: languageReader(decodeTable(table), embed) };
  });
  console.log(`\nSets of sentences and of turns, each read by a reader that was trained without it (${folds} folds)`);
  printReading(parts);
}

type StoredFact = { readonly corpus: string; readonly turn: string; readonly stored: string; readonly good: boolean };

/** Measures which facts that rules once stored from real talk, and that were judged by hand, are found, by any part of theirs. */
function storedFacts(folder: string): void {
  const facts = linesOf<StoredFact>(folder, 'stored-facts-dev.jsonl').map((fact) => {
    const { text } = readTurn(fact.turn);
    const from = Math.max(0, text.indexOf(fact.stored));
    const own = extractFacts(fact.turn, FACT_READER).filter(
      (one) => one.from < from + fact.stored.length && one.to > from,
    );
    return { ...fact, isPrompted: own.some(({ confidence }) => confidence !== 'LOW'), isStored: own.length > 0 };
  });
  console.log('\nFacts that the rules of 996d69c stored from real talk, judged by hand: which of them are found now');
  const good = facts.filter((fact) => fact.good).length;
  const rows = [
    { name: 'all', own: facts },
    { name: 'into prompts', own: facts.filter(({ isPrompted }) => isPrompted) },
    { name: 'stored at all', own: facts.filter(({ isStored }) => isStored) },
  ].map(({ name, own }) => {
    const right = own.filter((fact) => fact.good).length;
    return [name, `${own.length}`, `${right}`, share(right, own.length), share(right, good)];
  });
  printTable(['', 'facts', 'right', 'share right', 'of all right ones'], rows);
}

/** Measures how often real people's turns yield a fact. */
function realTalk(folder: string): void {
  const turns = linesOf<{ readonly text: string }>(folder, 'realtalk-dev.corpus.jsonl').map(({ text }) => text);
  const found = turns.flatMap((turn) => extractFacts(turn, FACT_READER).map((fact) => ({ turn, ...fact })));
  const prompted = found.filter(({ confidence }) => confidence !== 'LOW');
  const per100 = (facts: readonly unknown[]): string => ((100 * facts.length) / turns.length).toFixed(1);
  console.log(`\nFacts per 100 turns of real talk (${turns.length} turns)`);
  printTable(['stored', 'into prompts'], [[per100(found), per100(prompted)]]);
  if (values.out === undefined) return;
  const lines = prompted.map(({ turn, text, confidence, domain }) =>
    JSON.stringify({ turn, text, confidence, domain }),
  );
  writeFileSync(values.out, lines.map((line) => `${line}\n`).join(''));
}

/** Prints which facts superseded which, to be judged by reading. */
async function superseded(folder: string, name: string): Promise<void> {
  const { turns, facts, found } = await supersessionsIn(folder, name);
  console.log(`\n${name}: ${found.length} facts gave way to others (${turns} turns, ${facts} facts)`);
  for (const { turn, said, closed } of found) console.log(`- ${closed}\n+ ${said}\n    ${turn}`);
}

function linesOf<T>(folder: string, name: string): readonly T[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

/** Runs on this thread: every round uses another turn, so that no result is remembered. */
function speed(): void {
  const WARM = 2000;
  const ROUNDS = 6000;
  const turn =
    "Morning! We moved the invoices to Postgres last month and I run the team of six that looks after them. My daughter Nora can't have nuts, so leave those out of the menus. What would you cook on a Sunday for eight?";
  const times: number[] = [];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const said = `${turn} ${round}`;
    const from = performance.now();
    FACT_READER.read(said, candidateSpans(readTurn(said)));
    if (round >= WARM) times.push(performance.now() - from);
  }
  times.sort((left, right) => left - right);
  const at = (part: number): string => `${Math.round(1000 * times[Math.floor(part * times.length)]!)} us`;
  console.log(`\nA turn of 40 words: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);
}

async function actions(): Promise<void> {
  for (const sets of ['unseen', 'later unseen', 'last unseen', 'labelled'] as const) {
    const outcomes = await actionsOf(sets);
    console.log(`\nWhat ${sets} turns do to the fact that they refer to`);
    const rows = ['en', 'es'].flatMap((language) =>
      ['create', 'confirm', 'supersede', 'forget'].map((action) => {
        const own = outcomes.filter((one) => one.language === language && one.action === action);
        const ended = (happened: string): string => `${own.filter((one) => one.happened === happened).length}`;
        return [language, action, `${own.length}`, ...['create', 'confirm', 'supersede', 'forget', 'none'].map(ended)];
      }),
    );
    printTable(
      ['language', 'should', 'count', 'create', 'confirm', 'supersede', 'forget', 'none'],
      rows.filter(([, , count]) => count !== '0'),
    );
    for (const { language, action, happened, known, turn } of outcomes.filter((one) => one.action !== one.happened)) {
      console.log(`${language} ${action} -> ${happened}: "${known}" <- "${turn}"`);
    }
  }
}
