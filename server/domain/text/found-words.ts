/**
 * A text as an engine finds it that matches words just as they are written: their stems, with spaces between. Where a text's
 * language does not show, a word stands there with the stems that it has in each.
 */
import { fold } from './fold.ts';
import { guessLanguage, LANGUAGES, type Language } from './language.ts';
import { stemOf } from './stems.ts';
import { STOP_WORDS } from './stop-words.ts';
import { foldedWords } from './words.ts';

/** The words of a memory's text and of its speaker's name, as often as they come. */
export function foundWords(text: string, speaker: string): readonly string[] {
  const folded = fold(text.normalize('NFC'));
  const language = guessLanguage(text, folded);
  const words = foldedWords(folded).filter((word) => !isStopWord(word, language));
  return [...foldedWords(fold(speaker)), ...words].flatMap((word) => stemsOf(word, language));
}

/** A question's words, each once, at most `limit`: in every language, since what it asks for may be in another. */
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
