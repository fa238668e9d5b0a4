/**
 * Prepares a text for an engine that matches words literally: their stems, with spaces between. If the language of a text is unclear,
 * each word is given with its stems in every language.
 */
import { fold } from './fold.ts';
import { guessLanguage, LANGUAGES, type Language } from './language.ts';
import { stemOf } from './stems.ts';
import { STOP_WORDS } from './stop-words.ts';
import { foldedWords } from './words.ts';

/** Returns the words of a memory's text and of its speaker's name, as often as they occur. */
export function foundWords(text: string, speaker: string): readonly string[] {
  const folded = fold(text.normalize('NFC'));
  const language = guessLanguage(text, folded);
  const words = foldedWords(folded).filter((word) => !isStopWord(word, language));
  return [...foldedWords(fold(speaker)), ...words].flatMap((word) => stemsOf(word, language));
}

/** Returns a question's distinct words, at most `limit`, in every language, since the answer may be in another one. */
export function askedWords(question: string, limit: number): readonly string[] {
  const folded = fold(question.normalize('NFC'));
  const language = guessLanguage(question, folded);
  const words = foldedWords(folded, limit).filter((word) => !isStopWord(word, language));
  return [...new Set(words.flatMap((word) => stemsOf(word, undefined)))].slice(0, limit);
}

function isStopWord(word: string, language: Language | undefined): boolean {
  return language === undefined ? false : STOP_WORDS[language].has(word);
}

function stemsOf(word: string, language: Language | undefined): readonly string[] {
  if (language !== undefined) return [stemOf(word, language)];
  return [...new Set(LANGUAGES.map((one) => stemOf(word, one)))];
}
