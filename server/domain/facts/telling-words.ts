/** The words of two texts that tell what they are about, by meaning, and how many they share. */
import { wordTables } from '../meaning/word-tables.ts';
import { guessLanguage, LANGUAGES, type Language } from '../text/language.ts';
import { fold } from '../text/fold.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';

/** Say that something is wanted, thought or begun; not what. */
const FRAMES = new Set(
  (
    'decid decidi decidimos decided decision prefer prefiero gusta like quiero want recorda remember recuerda siempre always nunca never ' +
    'ahora now ya yo i we also tambien ademas actually really usar use uso using fact hecho dato'
  ).split(' '),
);

export function languageOfTexts(...texts: readonly string[]): Language {
  const text = texts.join(' ');
  return guessLanguage(text, fold(text)) ?? 'en';
}

export function tellingWords(text: string, language: Language): ReadonlySet<string> {
  const tables = wordTables(language);
  const words = foldedWords(fold(text)).filter(
    (word) => !tables.light.has(word) && !FRAMES.has(word) && (word.length > 1 || /\d/.test(word)),
  );
  return new Set(words.map((word) => tables.meaningOf(word)));
}

/** The same for a text of whichever language: what it is looked up by. A word that tells nothing in one of them tells nothing. */
export function factWords(text: string): ReadonlySet<string> {
  const words = foldedWords(fold(text)).filter(
    (word) =>
      !FRAMES.has(word) &&
      (word.length > 1 || /\d/.test(word)) &&
      LANGUAGES.every((language) => !wordTables(language).light.has(word) && !STOP_WORDS[language].has(word)),
  );
  return new Set(words.flatMap((word) => LANGUAGES.map((language) => wordTables(language).meaningOf(word))));
}

/** The share of the first text's telling words that the second has too; 0 where the first has none. */
export function sharedWords(of: string, others: string): number {
  const language = languageOfTexts(of, others);
  const words = tellingWords(of, language);
  if (words.size === 0) return 0;
  const there = tellingWords(others, language);
  return [...words].filter((word) => there.has(word)).length / words.size;
}
