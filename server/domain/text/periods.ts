/** The stretches of time that a question names, in UTC: "in May", "hace dos semanas", "el verano pasado". Pure. */
import {
  DAY_MS,
  DAYS_A_WEEK,
  FIRST_SEASON_MONTH,
  MAX_RECURRING_YEARS,
  MONTHS_A_SEASON,
  MONTHS_A_YEAR,
  UNIT_DAYS,
} from '../../policy/units.ts';
import { anyOf } from './any-of.ts';
import { DATE_WORDS, type DateRule, type DateWords, type Unit } from './date-words.ts';
import { LANGUAGES, type Language } from './language.ts';

/** From `fromMs` to before `toMs`. */
export type Period = { readonly fromMs: number; readonly toMs: number };

/** The memories' own range of years: a month without a year is meant in each of them. */
export type YearRange = { readonly firstYear: number; readonly lastYear: number };

type Context = { readonly nowMs: number; readonly years: () => YearRange };

/** The periods of a folded question; those of years alone only where it names nothing closer. */
export function periodsIn(
  folded: string,
  language: Language,
  nowMs: number,
  years: () => YearRange,
): readonly Period[] {
  if (!TIMES[language].test(folded)) return [];
  const periods: Period[] = [];
  let rest = folded;
  for (const { rule, pattern } of RULES[language]) {
    if (rule.means === 'year' && periods.length > 0) break;
    // Most rules find nothing, and looking alone takes a fourth of the time.
    if (rest.search(pattern) < 0) continue;
    rest = rest.replaceAll(pattern, (...found) => {
      const groups = found.at(-1) as Groups;
      periods.push(...periodsOf(rule, groups, DATE_WORDS[language], { nowMs, years }));
      return ' | ';
    });
  }
  return periods;
}

type Groups = Readonly<Record<string, string | undefined>>;

function periodsOf(rule: DateRule, groups: Groups, words: DateWords, context: Context): readonly Period[] {
  const { nowMs } = context;
  const month = indexIn(words.months, groups['month'] ?? groups['surely']);
  const season = indexIn(words.seasons, groups['season']);
  const unit = words.units[groups['unit'] ?? ''];
  const number = Number(groups['n'] ?? NaN) || (words.numbers[groups['n'] ?? ''] ?? 1);
  switch (rule.means) {
    case 'day': {
      const at = groups['monthNumber'] === undefined ? month : Number(groups['monthNumber']) - 1;
      return yearsOf(groups, context).flatMap((year) => dayPeriod(year, at, Number(groups['day'])));
    }
    case 'nearest':
      return nearestDays(nowMs, Number(groups['day']));
    case 'month':
      return yearsOf(groups, context).map((year) =>
        season >= 0 ? seasonPeriod(year, season) : monthPeriod(year, month),
      );
    case 'year':
      return yearsOf(groups, context).map(yearPeriod);
    case 'offset':
      return [daysFrom(dayStart(nowMs) + rule.shift * DAY_MS, 1)];
    case 'ago':
      return unit === undefined ? [] : [around(nowMs, number, unit)];
    case 'within':
      return unit === undefined ? [] : [{ fromMs: nowMs - number * UNIT_DAYS[unit] * DAY_MS, toMs: nowMs }];
    case 'relative': {
      const weekday = indexIn(words.weekdays, groups['weekday']);
      if (weekday >= 0) return [weekdayPeriod(nowMs, weekday, rule.shift)];
      if (unit !== undefined) return [unitPeriod(nowMs, unit, rule.shift)];
      return [
        recurring(nowMs, rule.shift, (year) => (season >= 0 ? seasonPeriod(year, season) : monthPeriod(year, month))),
      ];
    }
  }
}

/** The last such period that is over, this year's, or the next that has not begun. */
function recurring(nowMs: number, shift: number, inYear: (year: number) => Period): Period {
  const year = new Date(nowMs).getUTCFullYear();
  if (shift < 0) return inYear(year).toMs <= nowMs ? inYear(year) : inYear(year - 1);
  if (shift > 0) return inYear(year).fromMs > nowMs ? inYear(year) : inYear(year + 1);
  return inYear(year);
}

function yearsOf(groups: Groups, context: Context): readonly number[] {
  if (groups['year'] !== undefined) return [Number(groups['year'])];
  const { firstYear, lastYear } = context.years();
  const first = Math.max(firstYear, lastYear - MAX_RECURRING_YEARS);
  return Array.from({ length: Math.max(0, lastYear - first + 1) }, (_, at) => first + at);
}

function dayPeriod(year: number, month: number, day: number): readonly Period[] {
  const fromMs = Date.UTC(year, month, day);
  return new Date(fromMs).getUTCDate() === day ? [daysFrom(fromMs, 1)] : [];
}

/** The last such day of a month up to today, and the next after it. */
function nearestDays(nowMs: number, day: number): readonly Period[] {
  const now = new Date(nowMs);
  const inMonth = (shift: number) => dayPeriod(now.getUTCFullYear(), now.getUTCMonth() + shift, day);
  const back = [0, -1, -2].flatMap(inMonth).find(({ fromMs }) => fromMs <= nowMs);
  const ahead = [0, 1, 2].flatMap(inMonth).find(({ fromMs }) => fromMs > nowMs);
  return [back, ahead].filter((period) => period !== undefined);
}

function monthPeriod(year: number, month: number): Period {
  return { fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + 1) };
}

/** A winter is that of the year it begins in. */
function seasonPeriod(year: number, season: number): Period {
  const month = FIRST_SEASON_MONTH + season * MONTHS_A_SEASON;
  return { fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + MONTHS_A_SEASON) };
}

function yearPeriod(year: number): Period {
  return { fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) };
}

/** The weekday before today, or the one from today on. */
function weekdayPeriod(nowMs: number, weekday: number, shift: number): Period {
  const today = dayStart(nowMs);
  const distance = (weekday - new Date(today).getUTCDay() + DAYS_A_WEEK) % DAYS_A_WEEK;
  const days = shift < 0 ? distance - DAYS_A_WEEK : distance;
  return daysFrom(today + days * DAY_MS, 1);
}

function unitPeriod(nowMs: number, unit: Unit, shift: number): Period {
  const now = new Date(nowMs);
  const monday = dayStart(nowMs) - ((now.getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK) * DAY_MS;
  const week = monday + shift * DAYS_A_WEEK * DAY_MS;
  const month = now.getUTCFullYear() * MONTHS_A_YEAR + now.getUTCMonth() + shift;
  switch (unit) {
    case 'day':
      return daysFrom(dayStart(nowMs) + shift * DAY_MS, 1);
    case 'week':
      return daysFrom(week, DAYS_A_WEEK);
    case 'weekend':
      return daysFrom(week + (DAYS_A_WEEK - 2) * DAY_MS, 2);
    case 'month':
      return monthPeriod(Math.floor(month / MONTHS_A_YEAR), month % MONTHS_A_YEAR);
    case 'year':
      return yearPeriod(now.getUTCFullYear() + shift);
  }
}

/** "Two weeks ago" is that day, give or take half a week. */
function around(nowMs: number, number: number, unit: Unit): Period {
  const days = UNIT_DAYS[unit];
  const middle = dayStart(nowMs) - number * days * DAY_MS;
  const slack = Math.floor(days / 2) * DAY_MS;
  return { fromMs: middle - slack, toMs: middle + slack + DAY_MS };
}

function daysFrom(fromMs: number, days: number): Period {
  return { fromMs, toMs: fromMs + days * DAY_MS };
}

function dayStart(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** The place of the list's entry, of alternatives, that a word is one of; or -1. */
function indexIn(list: readonly string[], word: string | undefined): number {
  return word === undefined ? -1 : list.findIndex((entry) => entry.split('|').includes(word));
}

const RULES = Object.fromEntries(LANGUAGES.map((language) => [language, compile(DATE_WORDS[language])])) as Record<
  Language,
  readonly { readonly rule: DateRule; readonly pattern: RegExp }[]
>;

/** Most questions name no time: one look spares them the rules. */
const TIMES = Object.fromEntries(
  LANGUAGES.map((language) => [language, anyOf(RULES[language].map(({ pattern }) => pattern))]),
) as Record<Language, RegExp>;

function compile(words: DateWords): readonly { readonly rule: DateRule; readonly pattern: RegExp }[] {
  const oneOf = (name: string, list: readonly string[]): string =>
    `(?<${name}>${list.toSorted((left, right) => right.length - left.length).join('|')})`;
  const parts: Readonly<Record<string, string>> = {
    day: String.raw`(?<day>0?[1-9]|[12]\d|3[01])`,
    year: String.raw`(?<year>(?:19|20)\d\d)`,
    month: oneOf(
      'month',
      words.months.flatMap((month) => month.split('|')),
    ),
    season: oneOf(
      'season',
      words.seasons.flatMap((season) => season.split('|')),
    ),
    weekday: oneOf('weekday', words.weekdays),
    unit: oneOf('unit', Object.keys(words.units)),
    n: oneOf('n', [String.raw`\d{1,3}`, ...Object.keys(words.numbers)]),
  };
  return words.rules.map((rule) => {
    const source = rule.pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
    return { rule, pattern: new RegExp(String.raw`\b${source}\b`, 'g') };
  });
}
