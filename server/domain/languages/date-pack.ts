/** Tables of how a language speaks of time, read by domain/text/periods.ts. All words are folded. */
import type { DateOrder } from '../text/date-order.ts';

export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** A feast: on a day of each year, so many days from Easter Sunday, or on the nth weekday of a month. Months from 1, weekdays from Sunday, 0. */
export type Feast = { readonly days?: number } & (
  | { readonly month: number; readonly day: number }
  | { readonly fromEaster: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }
);

/**
 * What a pattern means:
 * - `day`, `month`, `quarter`, `half`, `feast`, `year`: by the calendar, `{month}` and its like captured; without a year, the last
 *   one that has begun.
 * - `numeric`: a day in numbers, of which either may be the month's.
 * - `span`: from one day, month or year to another one, captured as `{day2}` and so on. `since`: from one until now.
 * - `nearest`: a day of the month, the last and the next one.
 * - `relative`: the month, season, weekday, feast or unit before (-1), now (0) or after (1) the present one.
 * - `offset`: so many days from today. `ago`: a number of units back. `within`: from so many units back until now.
 */
type Calendar =
  'day' | 'numeric' | 'span' | 'since' | 'nearest' | 'month' | 'quarter' | 'half' | 'feast' | 'year' | 'ago' | 'within';
export type DateRule =
  | { readonly means: Calendar; readonly pattern: string }
  | { readonly means: 'relative' | 'offset'; readonly shift: number; readonly pattern: string };

export type DatePack = {
  readonly months: readonly string[];
  /** From Sunday. */
  readonly weekdays: readonly string[];
  /** Spring first. */
  readonly seasons: readonly string[];
  /** After a season's word these make a name of something else. */
  readonly notAfterSeason: string;
  /** Names of months that people have, too: after the words of `beforePeople` they are people. */
  readonly namesOfPeople: string;
  readonly beforePeople: string;
  /** Words between a month and what it is of: with a number after it, a month's name is nobody's. */
  readonly monthOf: string;
  /** Whether months are written in lower case: one with a capital is somebody's name. */
  readonly lowerCaseMonths: boolean;
  readonly units: Readonly<Record<string, Unit>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** The words that number quarters and halves. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly feasts: Readonly<Record<string, Feast>>;
  /** The number of `5/1/2024` that is the day if the user's other dates do not show it; undefined if it may be either. */
  readonly slashedDate?: DateOrder;
  /** Tried in order, after those of days in numbers; what one has matched is not read again. `{day}` is 1 to 31, `{n}` a number or its word. */
  readonly rules: readonly DateRule[];
};

export const relative = (shift: number, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means: 'relative', shift, pattern }));
export const offset = (shift: number, pattern: string): DateRule => ({ means: 'offset', shift, pattern });
export const calendar = (means: Calendar, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means, pattern }));

/** The words for one, two, three and so on. */
export const counted = (words: string): Readonly<Record<string, number>> =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, index + 1]));

/** On the day `MM-DD`. */
export const feast = (date: string, days = 1): Feast => {
  const [month, day] = date.split('-').map(Number) as [number, number];
  return { month, day, days };
};
export const nthWeekday = (month: string, weekday: number, nth: number): Feast => ({
  month: Number(month),
  weekday,
  nth,
});
