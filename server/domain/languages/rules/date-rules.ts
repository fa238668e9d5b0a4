/** A language's words for times, as patterns over folded text. */
import { calendar, type DatePack, type DateRule } from '../date-pack.ts';
import { lazyProperties } from '../../lazy.ts';
import { anyOf } from '../../text/any-of.ts';

type CompiledRule = { readonly rule: DateRule; readonly pattern: RegExp };

export type DateRules = {
  readonly words: DatePack;
  /** Patterns in the order in which they are tried, with the groups `month`, `month2` and so on. */
  readonly rules: readonly CompiledRule[];
  /** Matches any time: most questions name none, and this check saves trying the rules. */
  readonly any: RegExp;
  /** The words for months, one by one. */
  readonly months: ReadonlySet<string>;
  /** Matches names of months where they mean people. */
  readonly people: RegExp;
};

export function dateRules(words: DatePack): DateRules {
  const months = words.months.flatMap((month) => month.split('|'));
  const made: DateRules = lazyProperties<DateRules>({
    words: () => words,
    rules: () => compile(words),
    any: () => anyOf(made.rules.map(({ pattern }) => pattern)),
    months: () => new Set(months),
    people: () => peopleRule(words, months),
  });
  return made;
}

function peopleRule({ beforePeople, monthOf, namesOfPeople }: DatePack, months: readonly string[]): RegExp {
  // The month after "to" in "from May to June" is not somebody's name.
  const inRange = String.raw`(?<!(?:\d|\b(?:${months.join('|')})) \w+ )`;
  const people = String.raw`${inRange}(?<=\b(?:${beforePeople}) )(?:${namesOfPeople})\b(?! (?:\d|(?:${monthOf})\b))`;
  return new RegExp(people, 'g');
}

/** Days in numbers, which are written alike in all languages: with the year first; with periods, where the day is first; with slashes. */
const NUMERIC: readonly DateRule[] = [
  ...calendar(
    'day',
    String.raw`{year}[-/.](?<monthNumber>0?[1-9]|1[0-2])[-/.]{day}(?!\d)`,
    String.raw`{day}\.(?<monthNumber>0?[1-9]|1[0-2])\.{year}(?![\d.])`,
  ),
  ...calendar('numeric', String.raw`(?<one>\d\d?)[/-](?<two>\d\d?)[/-]{shortYear}(?![\d/-])`),
  ...calendar('month', String.raw`(?<monthNumber>0?[1-9]|1[0-2])/{year}(?!\d)`),
  ...calendar('month', String.raw`{year}-(?<monthNumber>0[1-9]|1[0-2])(?![\d-])`),
];

function compile(words: DatePack): readonly CompiledRule[] {
  const parts = { ...partsOf(words, ''), ...partsOf(words, '2') };
  return [...NUMERIC, ...words.rules].map((rule) => {
    const source = rule.pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
    return { rule, pattern: new RegExp(String.raw`\b${source}\b`, 'g') };
  });
}

/** Returns the expressions that replace `{month}` and similar parts; with an ending, `{month2}`. */
function partsOf(words: DatePack, ending: '' | '2'): Readonly<Record<string, string>> {
  const oneOf = (name: string, list: readonly string[]): string =>
    `(?<${name}${ending}>${list.toSorted((left, right) => right.length - left.length).join('|')})`;
  const all = (lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split('|'));
  return Object.fromEntries(
    Object.entries({
      day: String.raw`(?<day${ending}>0?[1-9]|[12]\d|3[01])`,
      year: String.raw`(?<year${ending}>(?:19|20)\d\d)`,
      shortYear: String.raw`(?<year${ending}>(?:19|20)\d\d|\d\d)`,
      month: oneOf('month', all(words.months)),
      season: `${oneOf('season', all(words.seasons))}(?! (?:${words.notAfterSeason})\\b)`,
      feast: oneOf('feast', Object.keys(words.feasts)),
      ordinal: oneOf('ordinal', Object.keys(words.ordinals)),
      weekday: oneOf('weekday', words.weekdays),
      unit: oneOf('unit', Object.keys(words.units)),
      n: oneOf('n', [String.raw`\d{1,3}`, ...Object.keys(words.numbers)]),
    }).map(([name, part]) => [`${name}${ending}`, part]),
  );
}
