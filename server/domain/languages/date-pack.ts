/** Tables of a language's expressions of time, read by domain/dates/periods.ts. All words are folded. */
import type { DateOrder } from '../text/date-order.ts';

export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/**
 * A feast: on a fixed day of each year, a number of days from Easter Sunday, or on the nth weekday of a month. Months count from 1,
 * weekdays from Sunday, 0.
 */
export type Feast = { readonly days?: number } & (
  | { readonly month: number; readonly day: number }
  | { readonly fromEaster: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }
);

/**
 * The meaning of a pattern:
 * - `day`, `month`, `quarter`, `half`, `feast`, `year`: a calendar period, with captures such as `{month}`; without a year, the last
 * one that has begun.
 * - `numeric`: a day in numbers, either of which may be the month.
 * - `span`: from one day, month or year to another, captured as `{day2}` and so on. `since`: from one until now.
 * - `nearest`: a day of the month, the last and the next one.
 * - `relative`: the month, season, weekday, feast or unit before (-1), at (0) or after (1) the present one.
 * - `offset`: a number of days from today. `ago`: a number of units back. `within`: from a number of units back until now.
 */
type Calendar =
  'day' | 'numeric' | 'span' | 'since' | 'nearest' | 'month' | 'quarter' | 'half' | 'feast' | 'year' | 'ago' | 'within';
export type DateRule =
  | { readonly means: Calendar; readonly pattern: string }
  | { readonly means: 'relative' | 'offset'; readonly shift: number; readonly pattern: string };

export type DatePack = {
  readonly months: readonly string[];
  /** Names of weekdays, from Sunday. */
  readonly weekdays: readonly string[];
  /** Names of seasons, spring first. */
  readonly seasons: readonly string[];
  /** After the name of a season these words turn it into a name of something else. */
  readonly notAfterSeason: string;
  /** Names of months that are also names of people: after the words of `beforePeople` they mean people. */
  readonly namesOfPeople: string;
  readonly beforePeople: string;
  /** Words between the name of a month and a number: before a number, the name means the month. */
  readonly monthOf: string;
  /** True if months are written in lower case: a capitalised one is then somebody's name. */
  readonly lowerCaseMonths: boolean;
  readonly units: Readonly<Record<string, Unit>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** The words that number quarters and halves. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly feasts: Readonly<Record<string, Feast>>;
  /** Which number of `5/1/2024` is the day, unless the user's other dates show otherwise; undefined if it may be either. */
  readonly slashedDate?: DateOrder;
  /**
   * Rules tried in order, after those for days in numbers; text that one has matched is not read again. `{day}` is 1 to 31, `{n}` a
   * number or its word.
   */
  readonly rules: readonly DateRule[];
};

export const relative = (shift: number, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means: 'relative', shift, pattern }));
export const offset = (shift: number, pattern: string): DateRule => ({ means: 'offset', shift, pattern });
export const calendar = (means: Calendar, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means, pattern }));

/** Numbers the words for one, two, three and so on. */
export const counted = (words: string): Readonly<Record<string, number>> =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, index + 1]));

/** Returns a feast on the day `MM-DD`. */
export const feast = (date: string, days = 1): Feast => {
  const [month, day] = date.split('-').map(Number) as [number, number];
  return { month, day, days };
};
export const nthWeekday = (month: string, weekday: number, nth: number): Feast => ({
  month: Number(month),
  weekday,
  nth,
});
