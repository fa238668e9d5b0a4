/**
 * Measures whether memories that say the same are distinguished from those that do not: `npm run bench -- duplicates
 * [--show]`. Of each group of ./duplicates, which a language model wrote, every two texts of kind `same` are duplicates, and
 * none of them is one of any other text of the group. The decision was made with dev.tsv in view, and unseen.tsv was only
 * measured; --show prints the errors on dev.tsv.
 */
import { parseArgs } from 'node:util';
import { meaningComparer } from '../../server/domain/duplicates.ts';
import { calibratedSimilarity } from '../../server/domain/calibrate.ts';
import { meaningDifference } from '../../server/domain/same-meaning.ts';
import { guessLanguage } from '../../server/domain/text/language.ts';
import { fold } from '../../server/domain/text/fold.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { translatorOf } from '../../server/embedders/static/translate.ts';
import { SLEEP_CYCLE } from '../../server/policy/lifecycle.ts';
import { printTable } from '../load/table.ts';
import { readGroups, readOthers, type Pair } from './duplicates/pairs.ts';

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const table = loadStaticTable();
const encoder = staticEncoder(table);
const meanSame = meaningComparer(translatorOf(table));

for (const half of ['dev', 'unseen'] as const) {
  const pairs = readGroups(half);
  report(half, pairs);
  if (values.show && half === 'dev') show(pairs);
}
report('others', readOthers());

function languagesOf({ left, right }: Pair): string {
  const [one, other] = [left, right].map((text) => guessLanguage(text, fold(text)) ?? 'en').toSorted();
  return one === other ? one! : `${one}-${other}`;
}

function isNear({ left, right }: Pair): boolean {
  const cosine = dot(encoder.embed(left), encoder.embed(right));
  return calibratedSimilarity(encoder.identity.name, cosine) >= SLEEP_CYCLE.duplicateSimilarity;
}

function report(half: string, pairs: readonly Pair[]): void {
  const counted = (some: readonly Pair[], is: (pair: Pair) => boolean): string =>
    some.length === 0 ? '' : `${some.filter(is).length} of ${some.length}`;
  const found = (pair: Pair): boolean => meanSame(pair.left, pair.right);
  const columns: readonly ((pair: Pair) => boolean)[] = [
    ({ left, right }) => meaningDifference(left, right) === undefined,
    found,
    (pair) => isNear(pair) && found(pair),
  ];
  const row = (label: string, some: readonly Pair[]): readonly string[] => [
    label,
    ...columns.map((is) => counted(some, is)),
  ];
  const same = pairs.filter(({ kind }) => kind === 'same');
  const others = pairs.filter(({ kind }) => kind !== 'same');
  const kinds = [...new Set(others.map(({ kind }) => kind))].toSorted();
  printTable(
    [half, 'same words', 'same meaning', 'merged'],
    [
      ...['en', 'es', 'en-es'].map((of) =>
        row(
          `same, ${of}`,
          same.filter((pair) => languagesOf(pair) === of),
        ),
      ),
      row('same', same),
      ...kinds.map((kind) =>
        row(
          `another ${kind}`,
          others.filter((pair) => pair.kind === kind),
        ),
      ),
      row('others', others),
    ],
  );
  console.log('');
}

function show(pairs: readonly Pair[]): void {
  for (const { kind, left, right } of pairs) {
    if (meanSame(left, right) !== (kind === 'same')) console.log(`${kind}\t${left}\t${right}`);
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * right[at]!, 0);
}
