/** How each language speaks of time: tables that domain/text/periods.ts reads. All folded. */
import type { Language } from './language.ts';

export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'year';

/**
 * What a pattern means:
 * - `day`, `month`, `year`: by the calendar, `{month}` and its like captured; without a year, in every year.
 * - `nearest`: a day of the month, the last and the next one.
 * - `relative`: the month, season, weekday or unit before (-1), now (0) or after (1) the present one.
 * - `offset`: so many days from today. `ago`: a number of units back. `within`: from so many units back until now.
 */
export type DateRule =
  | { readonly means: 'day' | 'nearest' | 'month' | 'year' | 'ago' | 'within'; readonly pattern: string }
  | { readonly means: 'relative' | 'offset'; readonly shift: number; readonly pattern: string };

export type DateWords = {
  readonly months: readonly string[];
  /** From Sunday. */
  readonly weekdays: readonly string[];
  /** Spring first; as on the northern half of the Earth. */
  readonly seasons: readonly string[];
  readonly units: Readonly<Record<string, Unit>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** Tried in order; what one has matched is not read again. `{day}` is 1 to 31, `{n}` a number or its word. */
  readonly rules: readonly DateRule[];
};

const relative = (shift: number, ...patterns: readonly string[]): readonly DateRule[] =>
  patterns.map((pattern) => ({ means: 'relative', shift, pattern }));
const offset = (shift: number, pattern: string): DateRule => ({ means: 'offset', shift, pattern });
const calendar = (
  means: 'day' | 'nearest' | 'month' | 'year' | 'ago' | 'within',
  ...patterns: readonly string[]
): readonly DateRule[] => patterns.map((pattern) => ({ means, pattern }));

/** The words for one, two, three and so on. */
const counted = (words: string): Readonly<Record<string, number>> =>
  Object.fromEntries(words.split(' ').map((word, index) => [word, index + 1]));

const ISO_DAY = String.raw`{year}-(?<monthNumber>0[1-9]|1[0-2])-{day}`;

export const DATE_WORDS: Readonly<Record<Language, DateWords>> = {
  en: {
    months:
      'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec'.split(
        ' ',
      ),
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
    seasons: 'spring summer autumn|fall winter'.split(' '),
    units: {
      day: 'day',
      days: 'day',
      week: 'week',
      weeks: 'week',
      weekend: 'weekend',
      weekends: 'weekend',
      month: 'month',
      months: 'month',
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
    rules: [
      ...calendar('day', ISO_DAY, String.raw`{day}(?:st|nd|rd|th)?(?: of)? {month}(?:,? (?:of )?{year})?`),
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
      ...relative(-1, '(?:last|previous|past) {season}', '(?:last|previous|past) {month}', '(?:last|past) {weekday}'),
      ...relative(-1, '(?:last|previous|past) {unit}'),
      ...relative(0, 'this {season}', 'this {month}', 'this {unit}'),
      ...relative(
        1,
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
    rules: [
      ...calendar('day', ISO_DAY, '{day}(?: de)? {month}(?:(?: del?)?,? {year})?'),
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
        '{season} (?:pasad|ultim|anterior)[oa]?',
        '{month} pasado',
        '{weekday} pasado',
        '{unit} (?:pasad[oa]|anterior)',
      ),
      ...relative(-1, '(?:pasad[oa]|ultim[oa]) {season}', '(?:pasado|ultimo) {month}', '(?:pasado|ultimo) {weekday}'),
      ...relative(-1, '(?:pasad[oa]|ultim[oa]) {unit}'),
      ...relative(0, 'est[ea] {season}', 'este {month}', 'est[ea] {unit}'),
      ...relative(1, 'proxim[oa] {season}', 'proximo {month}', '(?:proximo|este) {weekday}', 'proxim[oa] {unit}'),
      ...relative(
        1,
        '{unit} (?:que viene|proxim[oa])',
        '{weekday} que viene',
        '{weekday} proximo',
        '{month} que viene',
      ),
      ...relative(-1, 'el {weekday}'),
      ...calendar('month', '{month}(?: del?)? {year}', '{season}(?: del?)? {year}'),
      ...calendar('month', '(?:en|durante|desde|hasta|de|a|por|antes de|despues de) (?:el |la )?(?:{month}|{season})'),
      ...calendar(
        'month',
        '(?<surely>enero|febrero|abril|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)',
      ),
      ...calendar('year', '{year}'),
    ],
  },
};
