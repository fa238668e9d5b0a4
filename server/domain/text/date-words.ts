/** How each language speaks of time: tables that domain/text/periods.ts reads. All folded. */
import type { DateOrder } from './date-order.ts';
import type { Language } from './language.ts';

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

export type DateWords = {
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
  /** Whether months are written in lower case: one with a capital is somebody's name. */
  readonly lowerCaseMonths: boolean;
  readonly units: Readonly<Record<string, Unit>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** The words that number quarters and halves. */
  readonly ordinals: Readonly<Record<string, number>>;
  readonly feasts: Readonly<Record<string, Feast>>;
  /** Which number of `5/1/2024` is the day where the user's other dates do not show it; undefined: it may be either. */
  readonly slashedDate?: DateOrder;
  /** Tried in order; what one has matched is not read again. `{day}` is 1 to 31, `{n}` a number or its word. */
  readonly rules: readonly DateRule[];
};

const relative = (shift: number, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means: 'relative', shift, pattern }));
const offset = (shift: number, pattern: string): DateRule => ({ means: 'offset', shift, pattern });
const calendar = (means: Calendar, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means, pattern }));

/** The words for one, two, three and so on. */
const counted = (words: string): Readonly<Record<string, number>> =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, index + 1]));

/** On the day `MM-DD`. */
const feast = (date: string, days = 1): Feast => {
  const [month, day] = date.split('-').map(Number) as [number, number];
  return { month, day, days };
};
const nthWeekday = (month: string, weekday: number, nth: number): Feast => ({ month: Number(month), weekday, nth });

/** Days in numbers, alike in all languages: with the year first; with points, where the day is first; with strokes. */
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

export const DATE_WORDS: Readonly<Record<Language, DateWords>> = {
  en: {
    months:
      'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec'.split(
        ' ',
      ),
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
    seasons: 'spring summer autumn|fall winter'.split(' '),
    notAfterSeason: 'boot|cloud|framework|mvc|security|onions?|rolls?',
    namesOfPeople: 'april|june|august|may',
    beforePeople:
      'with|to|does|did|do|is|was|has|had|will|can|named|called|about|tell|told|ask|asked|like|my|niece|sister|daughter|aunt|friend|wife|cousin',
    lowerCaseMonths: false,
    units: {
      day: 'day',
      days: 'day',
      week: 'week',
      weeks: 'week',
      weekend: 'weekend',
      weekends: 'weekend',
      month: 'month',
      months: 'month',
      quarter: 'quarter',
      quarters: 'quarter',
      year: 'year',
      years: 'year',
    },
    numbers: {
      ...counted('one two three four five six seven eight nine ten eleven twelve'),
      a: 1,
      an: 1,
      couple: 2,
      'a couple': 2,
      'a couple of': 2,
      few: 3,
      'a few': 3,
      several: 4,
    },
    ordinals: { first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4 },
    feasts: {
      'christmas eve': feast('12-24'),
      christmas: feast('12-24', 3),
      xmas: feast('12-24', 3),
      "new year's eve": feast('12-31'),
      "new year's day": feast('01-01'),
      "new year's": feast('01-01'),
      halloween: feast('10-31'),
      "valentine's day": feast('02-14'),
      "valentine's": feast('02-14'),
      "st patrick's day": feast('03-17'),
      thanksgiving: nthWeekday('11', 4, 4),
      "mother's day": nthWeekday('05', 0, 2),
      "father's day": nthWeekday('06', 0, 3),
      'good friday': { fromEaster: -2 },
      easter: { fromEaster: -2, days: 4 },
    },
    rules: [
      ...NUMERIC,
      ...calendar('numeric', String.raw`(?:on|by|before|after|until) (?<one>\d\d?)/(?<two>\d\d?)(?![\d/])`),
      ...calendar(
        'span',
        '(?:from|between) {month}(?:,? {year})? (?:to|and|until|till|through) {month2}(?:,? (?:of )?{year2})?',
        '{month}(?:,? {year})? ?(?:-|–|to|through|until|till) ?{month2}(?:,? (?:of )?{year2})?',
        '(?:from|between) {month} {day}{th}(?:,? {year})? (?:to|and|until|till|through) (?:{month2} )?{day2}{th}(?:,? {year2})?',
        '(?:from|between) (?:the )?{day}{th}(?:(?: of)? {month})?(?:,? {year})? (?:to|and|until|till|through) (?:the )?{day2}{th}(?: of)? {month2}(?:,? {year2})?',
        '{month} {day}{th} ?(?:-|–|to) ?{day2}{th}(?:,? {year2})?',
        'between {year} and {year2}',
        '{year} ?(?:-|–|to|until|through) ?{year2}',
      ),
      ...calendar('since', 'since {month} {day}{th}(?:,? {year})?'),
      ...calendar(
        'since',
        'since (?:the )?{day}{th}(?: of)? {month}(?:,? {year})?',
        'since {month}(?:,? {year})?',
        'since {year}',
      ),
      ...calendar(
        'quarter',
        // The quarter of a game is none.
        '{ordinal} quarter(?:,? (?:of )?{year}|(?! of (?!the year)))',
        'q(?<quarter>[1-4])(?:,? (?:of )?{year})?',
        '{year}[ -]?q(?<quarter>[1-4])',
      ),
      ...calendar('half', '{ordinal} (?<half>half) of {year}'),
      ...calendar('feast', '{feast}(?: (?:of|in))?,? {year}'),
      ...calendar('day', String.raw`{day}(?:st|nd|rd|th)?(?: of)? {month}(?:,? (?:of )?{year})?`),
      ...calendar('day', String.raw`{month} {day}(?:st|nd|rd|th)?(?:,? {year})?`),
      ...calendar(
        'nearest',
        String.raw`(?:on|by|until|since|before|after) the {day}(?:st|nd|rd|th)(?=\W*$|[,.;?!]| (?:at|and|or|with|i|we|you)\b)`,
      ),
      offset(-2, 'the day before yesterday'),
      offset(-1, '(?:yesterday|last night)'),
      offset(0, '(?:today|tonight|this (?:morning|afternoon|evening))'),
      offset(1, 'tomorrow'),
      ...calendar('ago', '{n} {unit} (?:ago|back|earlier)'),
      ...calendar('within', '(?:in|over|during|within) the (?:last|past) {n} {unit}', '(?:last|past) {n} {unit}'),
      ...relative(-1, '(?:last|previous|past) {feast}', '(?:last|previous|past) {season}'),
      ...relative(-1, '(?:last|previous|past) {month}', '(?:last|past) {weekday}'),
      ...relative(-1, '(?:last|previous|past) {unit}'),
      ...relative(0, 'this {feast}', 'this {season}', 'this {month}', 'this {unit}'),
      ...relative(
        1,
        '(?:next|coming) {feast}',
        '(?:next|coming) {season}',
        'next {month}',
        '(?:next|coming|this) {weekday}',
        '(?:next|coming) {unit}',
      ),
      ...relative(-1, 'on {weekday}'),
      ...calendar('month', '{month},? (?:of )?{year}', '{season},? (?:of )?{year}'),
      // Words that are also verbs are months only after such a word.
      ...calendar(
        'month',
        '(?:in|of|on|during|until|till|since|by|before|after|early|mid|late)[ -](?:the )?(?:{month}|{season})',
      ),
      ...calendar('month', '(?<surely>january|february|april|june|july|august|september|october|november|december)'),
      ...calendar('feast', '(?:at|on|for|during|over|before|after|around|by|since|until) {feast}'),
      ...calendar('year', '{year}'),
    ],
  },
  es: {
    months:
      'enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep octubre|oct noviembre|nov diciembre|dic'.split(
        ' ',
      ),
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado'.split(' '),
    seasons: 'primavera verano otono invierno'.split(' '),
    notAfterSeason: 'boot',
    namesOfPeople: 'abril|julio',
    beforePeople:
      'a|con|don|dona|llamad[ao]|llama|quiere|mi|sobrin[ao]|prim[ao]|hij[ao]|amig[ao]|herman[ao]|ti[ao]|abuel[ao]|novi[ao]',
    lowerCaseMonths: true,
    units: {
      dia: 'day',
      dias: 'day',
      semana: 'week',
      semanas: 'week',
      'fin de semana': 'weekend',
      'fines de semana': 'weekend',
      finde: 'weekend',
      mes: 'month',
      meses: 'month',
      trimestre: 'quarter',
      trimestres: 'quarter',
      ano: 'year',
      anos: 'year',
    },
    numbers: {
      ...counted('un dos tres cuatro cinco seis siete ocho nueve diez once doce'),
      una: 1,
      uno: 1,
      'un par de': 2,
      unos: 3,
      unas: 3,
      'unos pocos': 3,
      algunos: 3,
      varios: 4,
      varias: 4,
    },
    ordinals: {
      primer: 1,
      primero: 1,
      '1er': 1,
      segundo: 2,
      '2do': 2,
      tercer: 3,
      tercero: 3,
      '3er': 3,
      cuarto: 4,
      '4to': 4,
    },
    feasts: {
      nochebuena: feast('12-24'),
      navidades: feast('12-24', 3),
      navidad: feast('12-24', 3),
      nochevieja: feast('12-31'),
      'fin de ano': feast('12-31'),
      'ano nuevo': feast('01-01'),
      'dia de reyes': feast('01-06'),
      'reyes magos': feast('01-06'),
      'san valentin': feast('02-14'),
      halloween: feast('10-31'),
      'dia de muertos': feast('11-01', 2),
      'dia de los muertos': feast('11-01', 2),
      'viernes santo': { fromEaster: -2 },
      'semana santa': { fromEaster: -7, days: 8 },
      pascua: { fromEaster: -2, days: 4 },
    },
    slashedDate: 'DAY_FIRST',
    rules: [
      ...NUMERIC,
      ...calendar(
        'numeric',
        String.raw`(?:el|del|al|hasta|antes del|despues del) (?<one>\d\d?)/(?<two>\d\d?)(?![\d/])`,
      ),
      ...calendar(
        'span',
        '(?:desde|entre|de|del)(?: mes de)? {month}(?:(?: del?)?,? {year})? (?:a|y|hasta) {month2}(?:(?: del?)?,? {year2})?',
        '{month}(?:(?: del?)? {year})? ?(?:-|–|a|hasta) ?{month2}(?:(?: del?)?,? {year2})?',
        '(?:desde|entre|de|del) (?:el )?{day}(?:(?: de)? {month})?(?:(?: del?)? {year})? (?:a|al|y|y el|hasta|hasta el) {day2}(?: de)? {month2}(?:(?: del?)?,? {year2})?',
        '(?:desde|entre|de) {year} (?:a|y|hasta) {year2}',
        '{year} ?(?:-|–|a|hasta) ?{year2}',
      ),
      ...calendar('since', 'desde (?:el )?{day}(?: de)? {month}(?:(?: del?)?,? {year})?'),
      ...calendar('since', 'desde {month}(?:(?: del?)?,? {year})?', 'desde {year}'),
      ...calendar(
        'quarter',
        // The third of a pregnancy is none.
        '{ordinal} trimestre(?:(?: del?)?,? {year}|(?! del? (?!ano)))',
        'q(?<quarter>[1-4])(?:(?: del?)?,? {year})?',
        't(?<quarter>[1-4])(?: del?)?,? {year}',
        '{year}[ -]?[qt](?<quarter>[1-4])',
      ),
      ...calendar('half', '{ordinal} (?<half>semestre|mitad)(?: del?)?,? {year}'),
      ...calendar('feast', '{feast}(?: del?)?,? {year}'),
      ...calendar('day', '{day}(?: de)? {month}(?:(?: del?)?,? {year})?'),
      ...calendar('nearest', '(?:el|del) dia {day}(?! de)'),
      offset(-2, '(?:anteayer|antier|antes de ayer)'),
      offset(-1, '(?:ayer|anoche)'),
      offset(0, '(?:hoy|esta (?:manana|tarde|noche))'),
      offset(1, '(?<!(?:la|por la|de la|esta) )manana(?! por)'),
      ...calendar('ago', 'hace {n} {unit}', '{n} {unit} (?:atras|antes)'),
      ...calendar(
        'within',
        '(?:en|durante) l[oa]s ultim[oa]s {n} {unit}',
        'l[oa]s ultim[oa]s {n} {unit}',
        'l[oa]s {n} ultim[oa]s {unit}',
      ),
      ...relative(
        -1,
        '{feast} (?:pasad|ultim|anterior)[oa]?s?',
        '{season} (?:pasad|ultim|anterior)[oa]?',
        '{month} pasado',
        '{weekday} pasado',
        '{unit} (?:pasad[oa]|anterior)',
      ),
      ...relative(-1, '(?:pasad[oa]|ultim[oa]) {season}', '(?:pasado|ultimo) {month}', '(?:pasado|ultimo) {weekday}'),
      ...relative(-1, '(?:pasad[oa]|ultim[oa]) {unit}'),
      ...relative(0, 'est[ea]s? {feast}', 'est[ea] {season}', 'este {month}', 'est[ea] {unit}'),
      ...relative(
        1,
        'proxim[oa]s? {feast}',
        '{feast} que viene',
        'proxim[oa] {season}',
        'proximo {month}',
        '(?:proximo|este) {weekday}',
        'proxim[oa] {unit}',
      ),
      ...relative(
        1,
        '{unit} (?:que viene|proxim[oa])',
        '{weekday} que viene',
        '{weekday} proximo',
        '{month} que viene',
      ),
      ...relative(-1, 'el {weekday}'),
      ...calendar('month', '{month}(?: del?)? {year}', '{season}(?: del?)? {year}'),
      ...calendar('month', '(?:en|durante|desde|hasta|de|por|antes de|despues de) (?:el |la )?(?:{month}|{season})'),
      ...calendar(
        'month',
        '(?<surely>enero|febrero|abril|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)',
      ),
      ...calendar('feast', '(?:en|por|para|durante|hasta|desde|antes de|despues de) (?:la |el |las )?{feast}'),
      ...calendar('year', '{year}'),
    ],
  },
};
