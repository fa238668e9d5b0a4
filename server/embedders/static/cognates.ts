/** Finds Spanish words that the lexicon lacks but that resemble an English one by rule: *administrativo*, administrative. */
import { findWord } from '../../domain/text/word-table.ts';
import type { Vocabulary } from './word-pieces.ts';

/** Pairs of a Spanish ending and an English one, folded, tried in order. */
const ENDINGS = (
  'eando-ing eado-ed eada-ed eamos- eear-ee ear- ear-e ear-ate eo- ea- aron-ated ciones-tion cion-tion siones-sion sion-sion ' +
  'dades-ty dad-ty mente-ly icos-ic icas-ic ico-ic ica-ic icos-ical ico-ical ica-ical osos-ous oso-ous osa-ous istas-ist ' +
  'ista-ist ismo-ism encias-ence encia-ence encia-ency ancia-ance ancia-ancy arios-ary ario-ary aria-ary ivos-ive ivas-ive ' +
  'ivo-ive iva-ive izar-ize ificar-ify ias-y ia-y io-y ura-ure aje-age entes-ent ente-ent antes-ant ante-ant ores-or ' +
  'ales-al os-e as-e ados-ated ado-ated ada-ated ar-ate ando-ating o-e a-e o- a- os-s as-s e- es-s es- s-'
)
  .split(' ')
  .map((rule) => rule.split('-') as [string, string]);

/** Spellings that differ within the word. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.replaceAll('cua', 'qua'),
  (word) => word.replace(/^es(?=[cpt])/, 's'),
  (word) => word.replace('f', 'ph'),
  (word) => (word.slice(0, -2).includes('t') ? word.replace('t', 'th') : word),
  (word) => word.replaceAll('nm', 'mm'),
  (word) => word.replace(/^ex?pe/, 'expe'),
];

const MIN_SPANISH_LETTERS = 5;
const MIN_ENGLISH_LETTERS = 4;

/** Returns the token of an English word that a folded Spanish one resembles, or -1. */
export function cognateToken(vocabulary: Vocabulary, word: string): number {
  if (word.length < MIN_SPANISH_LETTERS || !/^[a-z]+$/.test(word)) return -1;
  for (const [spanish, english] of ENDINGS) {
    if (!word.endsWith(spanish)) continue;
    const candidate = word.slice(0, word.length - spanish.length) + english;
    for (const spell of SPELLINGS) {
      const spelled = spell(candidate);
      const token = spelled.length < MIN_ENGLISH_LETTERS ? -1 : findWord(vocabulary.whole, spelled);
      if (token >= 0) return token;
    }
  }
  return -1;
}
