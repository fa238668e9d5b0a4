/** Rewrites numbers, dates and times of a text into one spelling, each as a word that begins with `#`. */
import { GRAMMAR } from '../languages/grammar.ts';
import { lazyProperties } from '../lazy.ts';
import type { Language } from '../text/language.ts';
import { NUMBER_WORDS } from '../../policy/retrieval.ts';
import { MEANING_WORDS } from './meaning-words.ts';

const AFTERNOON: Readonly<Record<Language, RegExp>> = {
  en: / (#\d+(?::\d\d)?) (am|pm|a m|p m|in the morning|in the afternoon|in the evening|at night) /g,
  es: / (#\d+(?::\d\d)?) (de la manana|de la tarde|de la noche|am|pm|a m|p m) /g,
};
const IS_LATE = /^(pm|p m|in the afternoon|in the evening|at night|de la tarde|de la noche)$/;

/** `line` holds folded words with a space on either side of each. */
export function withFigures(line: string, language: Language): string {
  const digits = line
    .replaceAll(
      / (\d{4})-(\d\d)-(\d\d) /g,
      (_, year, month, day) => ` #${Number(day)} #month${Number(month)} #${year} `,
    )
    .replaceAll(/(?<= )(\d[\d.,]*(?::\d\d)?)(st|nd|rd|th|k)?(?= )/g, (_, text: string, end?: string) => {
      const value = plainNumber(text);
      return end === 'k' ? `#${Number(value) * NUMBER_WORDS.thousand}` : `#${value}`;
    });
  return withMonths(withTimes(joined(spelled(digits, language)), language), language);
}

/** Normalises a number: `1,500`, `1.500` and `1500` are equal, and so are `1,5` and `1.5`. */
function plainNumber(text: string): string {
  const trimmed = text.replace(/[.,]+$/, '');
  if (/^\d{1,3}([.,]\d{3})+$/.test(trimmed)) return trimmed.replaceAll(/[.,]/g, '');
  return trimmed.replace(',', '.').replace(/^0+(?=\d)/, '');
}

function spelled(line: string, language: Language): string {
  const values = VALUES[language];
  return line.replaceAll(/(?<= )\p{L}+(?= )/gu, (word) => {
    const value = values.get(word);
    return value === undefined ? word : `#${value}`;
  });
}

/** Joins figures that form one number: `#20 #5`, `#30 y #5`, `#2 #100`. */
function joined(line: string): string {
  return line.replaceAll(/ #(\d+)((?: (?:y |and )?#\d+)+)(?= )/g, (whole, first: string, rest: string) => {
    const parts = [first, ...rest.split(/ (?:y |and )?#/).slice(1)].map(Number);
    let sum = 0;
    let last = 0;
    for (const part of parts) {
      if (part >= NUMBER_WORDS.hundred && last > 0 && last < part && isRound(part)) sum += (part - 1) * last;
      else if (last === 0 || (isRound(last) && part < last)) sum += part;
      else return whole;
      last = part;
    }
    return ` #${sum}`;
  });
}

function isRound(value: number): boolean {
  return /^[1-9]0+$/.test(`${value}`);
}

function withTimes(line: string, language: Language): string {
  return line
    .replaceAll(AFTERNOON[language], (_, time: string, part: string) => {
      const [hour = '', minutes = '00'] = time.slice(1).split(':');
      const isNoon = Number(hour) === NUMBER_WORDS.halfDayHours;
      const shift = IS_LATE.test(part)
        ? isNoon
          ? 0
          : NUMBER_WORDS.halfDayHours
        : isNoon
          ? -NUMBER_WORDS.halfDayHours
          : 0;
      return ` #${Number(hour) + shift}:${minutes} `;
    })
    .replaceAll(/ #(\d+:\d\d) (?:hs|h|horas|hours) /g, ' #$1 ');
}

/** Matches English months that are also other words, only next to a number or a word such as `in`. */
const DOUBTFUL =
  /(?<= (?:in|of|on|since|until|by|last|next|early|late|every|#\d+(?: of)?) )(march|may)(?= )|(?<= )(march|may)(?= #\d)/g;

function withMonths(line: string, language: Language): string {
  const months = MONTHS[language];
  const month = (word: string): string => months.get(word) ?? word;
  const sure = line.replaceAll(/(?<= )\p{L}+(?= )/gu, (word) => (IS_DOUBTFUL.test(word) ? word : month(word)));
  return language === 'en' ? sure.replaceAll(DOUBTFUL, month) : sure;
}

const IS_DOUBTFUL = /^(march|may)$/;
const VALUES: Readonly<Record<Language, ReadonlyMap<string, number>>> = { en: valuesOf('en'), es: valuesOf('es') };
const MONTHS = lazyProperties<Readonly<Record<Language, ReadonlyMap<string, string>>>>({
  en: () => monthsOf('en'),
  es: () => monthsOf('es'),
});

function valuesOf(language: Language): ReadonlyMap<string, number> {
  const pairs = MEANING_WORDS[language].numbers.split(' ').map((pair) => pair.split(':') as [string, string]);
  return new Map(pairs.map(([word, value]) => [word, Number(value)]));
}

/** Returns the full names of months; short ones are also other words. */
function monthsOf(language: Language): ReadonlyMap<string, string> {
  const whole = GRAMMAR.dates.get(language)!.words.months.map((names) => names.split('|')[0] as string);
  return new Map(whole.map((name, index) => [name, `#month${index + 1}`]));
}
