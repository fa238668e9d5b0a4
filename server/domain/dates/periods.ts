/** Finds the periods that a question names, in UTC: "in May", "hace dos semanas", "el verano pasado". All functions are pure. */
import {
  CENTURY,
  DAY_MS,
  DAYS_A_WEEK,
  FIRST_SEASON_MONTH,
  LEAP_YEARS,
  MONTHS_A_HALF,
  MONTHS_A_QUARTER,
  MONTHS_A_SEASON,
  MONTHS_A_YEAR,
  SEASONS,
  UNIT_DAYS,
  easterSunday,
} from '../../policy/units.ts';
import type { DatePack, DateRule, Feast, Unit } from '../languages/date-pack.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import type { DateOrder } from '../text/date-order.ts';
import type { DateRules } from '../languages/rules/date-rules.ts';
import { hemisphereIn } from './hemispheres.ts';
import { fold } from '../text/fold.ts';
import type { Language } from '../text/language.ts';

/** A period from `fromMs` to before `toMs`. */
export type Period = { readonly fromMs: number; readonly toMs: number };

/** A question that may name times. */
export type TimedQuestion = {
  readonly text: string;
  readonly folded: string;
  readonly language: Language;
  readonly nowMs: number;
};

/** The times of the searched memories. */
export type KnownTimes = {
  /** Returns their first and last time: a month without a year is the last one that had begun by the latter, and by now. */
  span(): readonly [firstMs: number, lastMs: number];
  /** Returns which number their dates begin with, `13/5/2024` or `5/13/2024`; undefined if they do not show it. */
  dateOrder(): DateOrder | undefined;
  /** Tells whether their seasons are those of the southern hemisphere. */
  isSouthern(): boolean;
};

type Context = KnownTimes & { readonly words: DatePack; readonly nowMs: number; readonly isSouth: () => boolean };

/** Returns the periods of a question; years alone only if it names nothing more specific. */
export function periodsIn(
  question: TimedQuestion,
  known: KnownTimes,
  dates: DateRules | undefined = GRAMMAR.dates.get(question.language),
): readonly Period[] {
  const { text, folded, nowMs } = question;
  if (dates?.any.test(folded) !== true) return [];
  const { rules, words } = dates;
  const context = {
    ...known,
    words,
    nowMs,
    isSouth: lazy(() => (hemisphereIn(folded) ?? (known.isSouthern() ? 'SOUTH' : 'NORTH')) === 'SOUTH'),
  };
  const periods: Period[] = [];
  let rest = withoutNames(text, folded, dates);
  for (const { rule, pattern } of rules) {
    if (rule.means === 'year' && periods.length > 0) break;
    // Most rules match nothing, and only searching takes a fourth of the time.
    if (rest.search(pattern) < 0) continue;
    rest = rest.replaceAll(pattern, (...found) => {
      periods.push(...periodsOf(rule, found.at(-1) as Groups, context));
      return ' | ';
    });
  }
  return periods;
}

type Groups = Readonly<Record<string, string | undefined>>;

function periodsOf(rule: DateRule, groups: Groups, context: Context): readonly Period[] {
  const { nowMs, words } = context;
  const unit = words.units[groups['unit'] ?? ''];
  const number = Number(groups['n'] ?? NaN) || (words.numbers[groups['n'] ?? ''] ?? 1);
  switch (rule.means) {
    case 'day':
    case 'month':
    case 'quarter':
    case 'half':
    case 'feast':
    case 'year':
      return inYears(calendarPeriod(groups, '', context), yearOf(groups['year']), context);
    case 'numeric':
      return numericPeriods(groups, context);
    case 'span':
      return spanPeriods(groups, context);
    case 'since':
      return inYears(calendarPeriod(groups, '', context), yearOf(groups['year']), context)
        .slice(0, 1)
        .map(({ fromMs }) => ({ fromMs, toMs: Math.max(nowMs, fromMs) }));
    case 'nearest':
      return nearestDays(nowMs, Number(groups['day']));
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
      return present([recurring(nowMs, rule.shift, calendarPeriod(groups, '', context))]);
    }
  }
}

/** Returns the named period in a year; undefined if the year has no such day. */
type InYear = (year: number) => Period | undefined;

/** Reads the period that the groups name (`month2` and so on with the ending '2'); a whole year if they name nothing more specific. */
function calendarPeriod(groups: Groups, ending: '' | '2', { words, isSouth }: Context): InYear {
  const group = (name: string): string | undefined => groups[`${name}${ending}`];
  const monthNumber = group('monthNumber');
  const month =
    monthNumber === undefined ? indexIn(words.months, group('month') ?? group('surely')) : Number(monthNumber) - 1;
  const day = group('day');
  if (month >= 0)
    return day === undefined ? (year) => monthsFrom(year, month, 1) : (year) => dayPeriod(year, month, Number(day));
  const season = indexIn(words.seasons, group('season'));
  if (season >= 0) return (year) => seasonPeriod(year, season, isSouth());
  const feast = words.feasts[group('feast') ?? ''];
  if (feast !== undefined) return (year) => feastPeriod(year, feast);
  const ordinal = words.ordinals[group('ordinal') ?? ''] ?? Number(group('quarter') ?? NaN);
  if (Number.isNaN(ordinal)) return (year) => monthsFrom(year, 0, MONTHS_A_YEAR);
  const isHalf = group('half') !== undefined;
  const months = isHalf ? MONTHS_A_HALF : MONTHS_A_QUARTER;
  if (ordinal * months > MONTHS_A_YEAR) return () => undefined;
  return (year) => monthsFrom(year, (ordinal - 1) * months, months);
}

/**
 * Returns the period in that year. Without a year, it returns the last one that has begun, and one in the future if the memories
 * reach that far.
 */
function inYears(inYear: InYear, year: number | undefined, { nowMs, span }: Context): readonly Period[] {
  if (year !== undefined) return present([inYear(year)]);
  const [, lastMs] = span();
  const untilMs = Math.min(nowMs, lastMs);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const ahead = lastMs <= nowMs ? [] : present([inYear(thisYear), inYear(thisYear + 1)]);
  return present([lastBegun(inYear, untilMs), ahead.find(({ fromMs }) => fromMs > nowMs && fromMs <= lastMs)]);
}

/**
 * Returns the last such period that had begun by `untilMs`. It also tries the next year, since a summer in the south begins the year
 * before.
 */
function lastBegun(inYear: InYear, untilMs: number): Period | undefined {
  const next = new Date(untilMs).getUTCFullYear() + 1;
  // February 29 does not exist in every year.
  for (let year = next; year >= next - 1 - LEAP_YEARS; year -= 1) {
    const period = inYear(year);
    if (period !== undefined && period.fromMs <= untilMs) return period;
  }
  return undefined;
}

/** Reads a day whose month and day are numbers: in the order of the memories' other dates, in that of the language, or in both. */
function numericPeriods(groups: Groups, context: Context): readonly Period[] {
  const one = Number(groups['one']);
  const two = Number(groups['two']);
  const of = (month: number, day: number): readonly Period[] =>
    month > MONTHS_A_YEAR || month === 0
      ? []
      : inYears((year) => dayPeriod(year, month - 1, day), yearOf(groups['year']), context);
  const dayFirst = of(two, one);
  const monthFirst = of(one, two);
  if (dayFirst.length === 0 || monthFirst.length === 0 || one === two)
    return dayFirst.length > 0 ? dayFirst : monthFirst;
  const order = context.dateOrder() ?? context.words.slashedDate;
  if (order === undefined) return [...dayFirst, ...monthFirst];
  return order === 'DAY_FIRST' ? dayFirst : monthFirst;
}

/**
 * Joins two named periods, from the beginning of the first to the end of the second. A month or year that only one of them has
 * applies to both.
 */
function spanPeriods(groups: Groups, context: Context): readonly Period[] {
  const both: Groups = {
    ...groups,
    month: groups['month'] ?? groups['month2'],
    month2: groups['month2'] ?? groups['month'],
  };
  const [from, to] = [calendarPeriod(both, '', context), calendarPeriod(both, '2', context)];
  const lastYear = yearOf(groups['year2']);
  const firstYear = yearOf(groups['year']) ?? lastYear;
  const inYear: InYear = (year) => {
    let start = from(firstYear ?? year);
    let end = to(lastYear ?? year);
    if (start !== undefined && end !== undefined && start.fromMs >= end.toMs) {
      // "From November to February" ends the year after, or began the year before.
      if (groups['year'] !== undefined && lastYear === undefined) end = to(year + 1);
      else if (groups['year'] === undefined) start = from((firstYear ?? year) - 1);
    }
    if (start === undefined || end === undefined || start.fromMs >= end.toMs) return undefined;
    return { fromMs: start.fromMs, toMs: end.toMs };
  };
  return inYears(inYear, lastYear ?? firstYear, context);
}

function present(periods: readonly (Period | undefined)[]): readonly Period[] {
  return periods.filter((period) => period !== undefined);
}

/** Reads a year of two digits as one of this century. */
function yearOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  return digits.length === 2 ? CENTURY + Number(digits) : Number(digits);
}

/** Returns the last such period that is over, this year's, or the next that has not begun. */
function recurring(nowMs: number, shift: number, inYear: InYear): Period | undefined {
  const year = new Date(nowMs).getUTCFullYear();
  const near = present([year + 1, year, year - 1].map(inYear));
  if (shift < 0) return near.find(({ toMs }) => toMs <= nowMs);
  if (shift > 0) return near.findLast(({ fromMs }) => fromMs > nowMs);
  return inYear(year);
}

function dayPeriod(year: number, month: number, day: number): Period | undefined {
  const fromMs = Date.UTC(year, month, day);
  return day > 0 && new Date(fromMs).getUTCDate() === day ? daysFrom(fromMs, 1) : undefined;
}

/** Returns the last such day of a month up to today, and the next after it. */
function nearestDays(nowMs: number, day: number): readonly Period[] {
  const now = new Date(nowMs);
  const inMonths = (...shifts: readonly number[]) =>
    present(shifts.map((shift) => dayPeriod(now.getUTCFullYear(), now.getUTCMonth() + shift, day)));
  const back = inMonths(0, -1, -2).find(({ fromMs }) => fromMs <= nowMs);
  const ahead = inMonths(0, 1, 2).find(({ fromMs }) => fromMs > nowMs);
  return present([back, ahead]);
}

function monthsFrom(year: number, month: number, months: number): Period {
  return { fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + months) };
}

/** Returns a season: a winter in the north belongs to the year it begins in, a summer in the south to the year it ends in. */
function seasonPeriod(year: number, season: number, isSouth: boolean): Period {
  if (!isSouth) return monthsFrom(year, FIRST_SEASON_MONTH + season * MONTHS_A_SEASON, MONTHS_A_SEASON);
  const opposite = (season + SEASONS / 2) % SEASONS;
  return monthsFrom(
    year,
    FIRST_SEASON_MONTH + opposite * MONTHS_A_SEASON - (opposite === SEASONS - 1 ? MONTHS_A_YEAR : 0),
    MONTHS_A_SEASON,
  );
}

function feastPeriod(year: number, feast: Feast): Period {
  const days = feast.days ?? 1;
  if ('fromEaster' in feast) return daysFrom(easterSunday(year) + feast.fromEaster * DAY_MS, days);
  if ('day' in feast) return daysFrom(Date.UTC(year, feast.month - 1, feast.day), days);
  const firstWeekday = new Date(Date.UTC(year, feast.month - 1)).getUTCDay();
  const day = 1 + ((feast.weekday - firstWeekday + DAYS_A_WEEK) % DAYS_A_WEEK) + (feast.nth - 1) * DAYS_A_WEEK;
  return daysFrom(Date.UTC(year, feast.month - 1, day), days);
}

/** Returns the weekday before today, or the one from today on. */
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
  const month = now.getUTCMonth() + shift;
  const quarter = Math.floor(now.getUTCMonth() / MONTHS_A_QUARTER) + shift;
  switch (unit) {
    case 'day':
      return daysFrom(dayStart(nowMs) + shift * DAY_MS, 1);
    case 'week':
      return daysFrom(week, DAYS_A_WEEK);
    case 'weekend':
      return daysFrom(week + (DAYS_A_WEEK - 2) * DAY_MS, 2);
    case 'month':
      return monthsFrom(now.getUTCFullYear(), month, 1);
    case 'quarter':
      return monthsFrom(now.getUTCFullYear(), quarter * MONTHS_A_QUARTER, MONTHS_A_QUARTER);
    case 'year':
      return monthsFrom(now.getUTCFullYear() + shift, 0, MONTHS_A_YEAR);
  }
}

/** Returns the period around "two weeks ago": that day, plus or minus half a week. */
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

/** Returns the index of the list's entry that has the word as one of its alternatives, or -1. */
function indexIn(list: readonly string[], word: string | undefined): number {
  return word === undefined ? -1 : list.findIndex((entry) => entry.split('|').includes(word));
}

/** Returns the folded text without names of months that mean people there: a niece called April or Abril. */
function withoutNames(text: string, folded: string, { people, months, words }: DateRules): string {
  const plain = folded.replaceAll(people, '|');
  if (!words.lowerCaseMonths) return plain;
  const capitalised = Array.from(text.matchAll(/(?<=[\p{L},;:] )\p{Lu}\p{Ll}+/gu), ([word]) => fold(word));
  const names = capitalised.filter((word) => months.has(word));
  if (names.length === 0) return plain;
  const notNames = String.raw`(?! (?:(?:${words.monthOf}) )?\d)`;
  return plain.replaceAll(new RegExp(String.raw`\b(?:${names.join('|')})\b${notNames}`, 'g'), '|');
}
