/** Which language a text is in, by its stop words, accents and inverted marks. */
import { READ_UNITS } from '../../policy/text.ts';
import { foldedWords } from './words.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that only one of the languages has: those of both are left out. Folded. */
const TELLING: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'the an of to in and is are was were for on with that this it his her she they you i my your be have has had not but or ' +
      'as at by from what when where who how do does did will would can could should its their our we us them there then ' +
      'than more some any',
  ),
  es: words(
    'el la los las un una unos unas al del de en y que se con por para su sus mi mis tu tus es son fue ha han hay esta ' +
      'estan este como mas pero muy lo le les nos cuando donde sin sobre yo vos usted ella ellos nosotros porque tiene hace ' +
      'quiero puede entre desde hasta ser era cual quien tengo gusta te si hola gracias',
  ),
};

/** An ñ or an inverted mark says as much as two words, an accent as one. */
const STRONG_MARK = /[ñ¿¡]/giu;
const ACCENT = /[áéíóú]/giu;
const STRONG_MARK_WEIGHT = 2;

/** The language that has more signs in the text; undefined where they tie, as in most texts of one or two words. */
export function guessLanguage(text: string, folded: string): Language | undefined {
  const head = text.length > READ_UNITS ? text.slice(0, READ_UNITS) : text;
  let en = 0;
  let es = 0;
  for (const word of foldedWords(folded.length > READ_UNITS ? folded.slice(0, READ_UNITS) : folded)) {
    if (TELLING.en.has(word)) en++;
    else if (TELLING.es.has(word)) es++;
  }
  es += STRONG_MARK_WEIGHT * count(head, STRONG_MARK) + count(head, ACCENT);
  return es > en ? 'es' : en > es ? 'en' : undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
