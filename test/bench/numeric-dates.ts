/**
 * Asks the questions of a corpus that name a day in words, with that day in numbers: the results should stay the same.
 */
import { printTable } from '../load/table.ts';
import type { Corpus } from './corpus.ts';
import { rankWith } from './retrieval-ablations.ts';
import { meanMetrics, rankingMetrics } from './retrieval-metrics.ts';

type Day = { readonly day: string; readonly month: string; readonly year: string };

const FORMS: Readonly<Record<string, (date: Day) => string>> = {
  '5/1/2024, the month first': ({ day, month, year }) => `${Number(month)}/${Number(day)}/${year}`,
  '1/5/2024, the day first': ({ day, month, year }) => `${Number(day)}/${Number(month)}/${year}`,
  '01.05.2024': ({ day, month, year }) => `${day}.${month}.${year}`,
  '2024-05-01': ({ day, month, year }) => `${year}-${month}-${day}`,
};

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
const MONTH = `(?<month>${MONTHS.join('|')})`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`,? (?<year>20\d\d)\b`;
const IN_WORDS = [`\\b${DAY}(?: of)? ${MONTH}${YEAR}`, `\\b${MONTH} ${DAY}${YEAR}`].map(
  (source) => new RegExp(source, 'i'),
);

export function printNumericDates(corpus: Corpus, depth: number): void {
  const asked = corpus.queries.filter(
    ({ query, gold }) => gold.length > 0 && IN_WORDS.some((words) => words.test(query)),
  );
  if (asked.length === 0) return;
  const rowOf = (name: string, rewritten: (query: string) => string): string[] => {
    const queries = asked.map((query) => ({ ...query, query: rewritten(query.query) }));
    const ranked = rankWith({}, { ...corpus, queries }, depth);
    const { recall10, recall20 } = meanMetrics(
      queries.map(({ qid, gold }) => rankingMetrics(ranked.get(qid) ?? [], gold)),
    );
    return [name, ...[recall10, recall20].map((value) => (100 * value).toFixed(1))];
  };
  const rows = Object.entries(FORMS).map(([name, write]) => rowOf(name, (query) => inNumbers(query, write)));
  printTable([`${corpus.name}, ${asked.length} days`, 'R@10', 'R@20'], [rowOf('in words', (query) => query), ...rows]);
  console.log('');
}

function inNumbers(query: string, write: (date: Day) => string): string {
  return IN_WORDS.reduce(
    (text, words) =>
      text.replace(words, (...found) => {
        const { day, month, year } = found.at(-1) as Day;
        const number = MONTHS.indexOf(month.toLowerCase()) + 1;
        return write({ day: day.padStart(2, '0'), month: String(number).padStart(2, '0'), year });
      }),
    query,
  );
}
