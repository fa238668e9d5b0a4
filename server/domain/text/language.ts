/** Guesses the language of a text by its stop words, accents and inverted marks. */
import { LONGEST_TELLING, READ_UNITS, STRONG_MARK_WEIGHT } from '../../policy/retrieval.ts';
import { UNIT, unitKind } from './fold.ts';
import { buildWordTable, EMPTY_HASH, findHashed, hashUnit, type WordTable } from './word-table.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const LAST_ASCII = '\x7f'.charCodeAt(0);

const words = (list: string): WordTable => buildWordTable(list.split(' '));

/** Words that only one of the languages has; those of both are left out. Folded. */
const TELLING: Readonly<Record<Language, WordTable>> = {
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

/** An ñ or an inverted mark counts as two words, an accent as one. */
const STRONG_MARKS = 'ñÑ¿¡';
const ACCENTED = 'áéíóúÁÉÍÓÚ';

/** The number of signs of each language in a text. */
export type LanguageSigns = Readonly<Record<Language, number>>;

/** Returns the language with more signs in the text; undefined if they tie, as in most texts of one or two words. */
export function guessLanguage(text: string, folded: string): Language | undefined {
  const { en, es } = languageSigns(text, folded);
  return es > en ? 'es' : en > es ? 'en' : undefined;
}

/** Counts the signs. For two texts that are read whole, the signs of both are the sums of each. */
export function languageSigns(text: string, folded: string): LanguageSigns {
  const end = Math.min(folded.length, READ_UNITS);
  let en = 0;
  let es = 0;
  for (let at = 0; at < end; at++) {
    const from = at;
    let hash = EMPTY_HASH;
    for (; at < end; at++) {
      const unit = folded.charCodeAt(at);
      if (unitKind(unit) !== UNIT.letter) break;
      hash = hashUnit(hash, unit);
    }
    if (at === from || at - from > LONGEST_TELLING) continue;
    if (findHashed(TELLING.en, hash, folded, from, at) >= 0) en++;
    else if (findHashed(TELLING.es, hash, folded, from, at) >= 0) es++;
  }
  es += accentWeight(text, Math.min(text.length, READ_UNITS));
  return { en, es };
}

/** Weighs the letters that Spanish has and English lacks, and the marks with which it begins questions. */
function accentWeight(text: string, end: number): number {
  let weight = 0;
  for (let at = 0; at < end; at++) {
    if (text.charCodeAt(at) <= LAST_ASCII) continue;
    const letter = text.charAt(at);
    if (STRONG_MARKS.includes(letter)) weight += STRONG_MARK_WEIGHT;
    else if (ACCENTED.includes(letter)) weight++;
  }
  return weight;
}
