/**
 * How well a user's turns are read for facts: the rules alone, and with the trained reader as judge of what they find. `npm run
 * bench:reading -- --data DIR [--out FILE]`: DIR has stored-facts-dev.jsonl and realtalk-dev.corpus.jsonl, which nothing is trained
 * on; `--out` writes the facts of that talk to be judged. Without --data, the sentences of the repository and the speed. With
 * `--leave-out turns-1`, also the turns of those files, as a reader sees them that was trained without: rules never saw them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { extractFacts, type ExtractedFact } from '../../server/domain/facts/extract-facts.ts';
import { readTurn } from '../../server/domain/speech/read-turn.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { decodeTable } from '../../server/language/engine/table.ts';
import { judgeOf } from '../../server/language/judge.ts';
import { loadReader } from '../../server/language/load-reader.ts';
import { languageReader } from '../../server/language/reader.ts';
import { precisionRecall } from '../../server/language/train/figures.ts';
import { readSets, readTestSets, TEST_SETS, trainingFiles } from '../../server/language/train/sets.ts';
import { trainReader } from '../../server/language/train/train-reader.ts';
import { READER_CONFIDENCE } from '../../server/policy/facts.ts';
import { printTable } from '../load/table.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string' }, 'leave-out': { type: 'string' } },
});
const reader = loadReader(loadStaticTable());
const judge = judgeOf(reader);
const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(3));

console.log(reader.identity);
sentences();
if (values.data !== undefined) {
  storedFacts(values.data);
  realTalk(values.data);
}
if (values['leave-out'] !== undefined) leftOut(values['leave-out']);
speed();

type Candidate = { readonly text: string; readonly probability: number };

/** What the rules find in a turn, with what the reader makes of each. */
function candidatesOf(turn: string): readonly Candidate[] {
  const read = readTurn(turn);
  return extractFacts(read).map(({ text, from, to }) => ({
    text,
    probability: judge({ turn: read.text, from, to, text }),
  }));
}

/** The rules were mended by these sets since: their own figures at first sight are in `bench -- rules`. */
function sentences(): void {
  console.log(`\nSentences that the reader was not trained on (${TEST_SETS.join(', ')})`);
  const rows = ['en', 'es'].flatMap((language) => {
    const turns = readTestSets('signals').filter((turn) => turn.language === language);
    const likeliest = (probabilities: readonly number[]): number => Math.max(0, ...probabilities);
    const ways: readonly (readonly [string, (turn: string) => number, number])[] = [
      ['rules', (turn) => Number(extractFacts(turn).length > 0), 1],
      ['judged, stored at all', (turn) => Number(extractFacts(turn, judge).length > 0), 1],
      ['judged, into prompts', (turn) => Number(intoPrompts(extractFacts(turn, judge)).length > 0), 1],
      ['reader', (turn) => likeliest(reader.read(turn).map(({ probability }) => probability)), READER_CONFIDENCE.even],
    ];
    return ways.map(([way, probabilityOf, threshold]) => {
      const scored = turns.map(({ turn, facts }) => ({ probability: probabilityOf(turn), isTrue: facts.length > 0 }));
      const { count, precision, recall } = precisionRecall(scored, threshold);
      return [language, way, `${count}`, precision.toFixed(3), recall.toFixed(3)];
    });
  });
  printTable(['language', 'read by', 'sentences', 'precision', 'recall'], rows);
}

type StoredFact = { readonly corpus: string; readonly turn: string; readonly stored: string; readonly good: boolean };

/** Facts that rules once stored from real talk, judged by hand. */
function storedFacts(folder: string): void {
  const facts = linesOf<StoredFact>(folder, 'stored-facts-dev.jsonl').map((fact) => {
    const { text } = readTurn(fact.turn);
    const from = Math.max(0, text.indexOf(fact.stored));
    return { ...fact, probability: judge({ turn: text, from, to: from + fact.stored.length, text: fact.stored }) };
  });
  console.log('\nFacts that the rules of 996d69c stored from real talk, as the reader judges them');
  const good = facts.filter((fact) => fact.good).length;
  const rows = [
    ['all', 0, 2],
    ['into prompts', READER_CONFIDENCE.even, 2],
    ['low', READER_CONFIDENCE.stored, READER_CONFIDENCE.even],
    ['not stored', 0, READER_CONFIDENCE.stored],
  ].map(([name, least, under]) => {
    const own = facts.filter(({ probability }) => probability >= Number(least) && probability < Number(under));
    const right = own.filter((fact) => fact.good).length;
    return [`${name}`, `${own.length}`, `${right}`, share(right, own.length), share(right, good)];
  });
  printTable(['', 'facts', 'right', 'share right', 'of all right ones'], rows);
}

/** A found fact is right where it has a part of a labelled one. */
function leftOut(name: string): void {
  const isLeftOut = (path: string): boolean => path.endsWith(`/${name}.jsonl`);
  const paths = trainingFiles();
  const { turns } = readSets(paths.filter(isLeftOut));
  const encoder = staticEncoder(loadStaticTable());
  const embed = (text: string): Float32Array => encoder.embed(text);
  const sets = readSets(paths.filter((path) => !isLeftOut(path)));
  const { table } = trainReader(sets, 'left out', embed, () => {});
  const judgeOfOthers = judgeOf(languageReader(decodeTable(table), embed));
  const ways: readonly (readonly [string, (turn: string) => readonly ExtractedFact[]])[] = [
    ['rules', (turn) => extractFacts(turn)],
    ['judged, stored at all', (turn) => extractFacts(turn, judgeOfOthers)],
    ['judged, into prompts', (turn) => intoPrompts(extractFacts(turn, judgeOfOthers))],
  ];
  const rows = ['en', 'es'].flatMap((language) =>
    ways.map(([way, factsOf]) => {
      let [right, found, hit, wanted] = [0, 0, 0, 0];
      for (const { turn, facts } of turns.filter((one) => one.language === language)) {
        const text = turn.normalize('NFC');
        const spans = facts.map((fact) => ({ from: text.indexOf(fact.text ?? ''), units: fact.text?.length ?? 0 }));
        const extracted = factsOf(turn);
        const meet = (one: ExtractedFact, { from, units }: (typeof spans)[number]): boolean =>
          one.from < from + units && one.to > from;
        found += extracted.length;
        wanted += spans.length;
        right += extracted.filter((one) => spans.some((span) => meet(one, span))).length;
        hit += spans.filter((span) => extracted.some((one) => meet(one, span))).length;
      }
      return [language, way, `${found}`, share(right, found), `${wanted}`, share(hit, wanted)];
    }),
  );
  console.log(`\nTurns of ${name}, with a reader that was trained without them (${turns.length} turns)`);
  printTable(['language', 'read by', 'found', 'precision', 'labelled', 'recall'], rows);
}

function intoPrompts(facts: readonly ExtractedFact[]): readonly ExtractedFact[] {
  return facts.filter(({ confidence }) => confidence !== 'LOW');
}

/** How often real people's turns bring a fact. */
function realTalk(folder: string): void {
  const turns = linesOf<{ readonly text: string }>(folder, 'realtalk-dev.corpus.jsonl').map(({ text }) => text);
  const found = turns.flatMap((turn) => candidatesOf(turn).map((candidate) => ({ turn, ...candidate })));
  const judged = turns.flatMap((turn) => extractFacts(turn, judge));
  const per100 = (facts: readonly unknown[]): string => ((100 * facts.length) / turns.length).toFixed(1);
  console.log(`\nFacts per 100 turns of real talk (${turns.length} turns)`);
  printTable(['rules', 'judged, stored', 'judged, into prompts'], [[found, judged, intoPrompts(judged)].map(per100)]);
  if (values.out === undefined) return;
  writeFileSync(values.out, found.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
}

function linesOf<T>(folder: string, name: string): readonly T[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

/** On the thread that runs this: every round is of another turn, so that nothing is remembered. */
function speed(): void {
  const WARM = 2000;
  const ROUNDS = 6000;
  const turn =
    "Morning! We moved the invoices to Postgres last month and I run the team of six that looks after them. My daughter Nora can't have nuts, so leave those out of the menus. What would you cook on a Sunday for eight?";
  const times: number[] = [];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const said = `${turn} ${round}`;
    const from = performance.now();
    reader.read(said);
    if (round >= WARM) times.push(performance.now() - from);
  }
  times.sort((left, right) => left - right);
  const at = (part: number): string => `${Math.round(1000 * times[Math.floor(part * times.length)]!)} us`;
  console.log(`\nA turn of 40 words: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);
}
