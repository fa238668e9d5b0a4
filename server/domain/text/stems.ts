/** Maps forms of a word to a common stem. */
import { stemmer as englishStemmer } from '@orama/stemmers/english';
import { stemmer as spanishStemmer } from '@orama/stemmers/spanish';

import { LONGEST_STEMMED, STEM_CACHE_SIZE } from '../../policy/retrieval.ts';
import { fold } from './fold.ts';
import { IRREGULAR_FORMS } from './irregular-forms.ts';
import type { Language } from './language.ts';

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: englishStemmer,
  es: (word) => fold(spanishStemmer(withAccents(word))),
};

const stems: Readonly<Record<Language, Map<string, string>>> = { en: new Map(), es: new Map() };

/** Returns the stem of a folded word; irregular forms get that of their base form. */
export function stemOf(word: string, language: Language): string {
  if (word.length > LONGEST_STEMMED) return word.slice(0, LONGEST_STEMMED);
  const cache = stems[language];
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= STEM_CACHE_SIZE) cache.clear();
  const stem = STEMMERS[language](IRREGULAR_FORMS[language].get(word) ?? word);
  cache.set(word, stem);
  return stem;
}

/** Restores accents on endings which the Spanish stemmer knows only with them, but which people leave out and folding removes. */
function withAccents(folded: string): string {
  return folded.replace(/([cs])ion$/, '$1ión').replace(/logia(s?)$/, 'logía$1');
}
