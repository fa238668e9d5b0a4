/**
 * Finds what is known of somebody for whom a request is made: "Plan a party for Mira", "Redactá un mail para Gómez". Such a request
 * resembles nothing that was said, so no measure of a search calls anything relevant to it, but it names what it needs.
 */
import { READ_LATER_UNITS } from '../../policy/facts.ts';
import { RELEVANCE } from '../../policy/relevance.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { fold } from '../text/fold.ts';
import { LANGUAGES } from '../text/language.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { forEachWord, isCapitalised } from '../text/words.ts';
import type { ReadQuestion } from './relevance.ts';

const FOR_WHOM = /(?<![\p{L}\p{N}])(?:to|for|with|from|about|para|a|con|de|sobre)\s+(?<name>\p{L}[\p{L}\p{M}]+)/giu;

/** A translation is into a language, which is no name. */
const TRANSLATES = /\btranslat|\btraduc/i;

/**
 * Returns the words that may name somebody, folded, and whether the question writes them with a capital; none unless it asks or orders
 * something.
 */
function mayBeNames(given: string, { asks, orders, asksForHelp }: ReadQuestion): ReadonlyMap<string, boolean> {
  if ((!asks && !orders && !asksForHelp) || TRANSLATES.test(given)) return new Map();
  const words = [...given.normalize('NFC').matchAll(FOR_WHOM)].map(({ groups }) => {
    const name = groups!['name']!;
    return [fold(name), isCapitalised(name, fold(name), 0)] as const;
  });
  // Days and months are written with a capital, too.
  return new Map(words.filter(([word]) => !GRAMMAR.changes.values.has(word) && !isStopWord(word)));
}

const isStopWord = (word: string): boolean => LANGUAGES.some((language) => STOP_WORDS[language].has(word));

/** The ways in which a text writes a word: with a capital within a sentence, where only names have one, as any word that begins a sentence, or small. */
type Spelling = 'NAME' | 'BEGINNING' | 'LOWER';

/**
 * Returns those texts that contain a name for which the question asks. A word is a name if one of the texts writes it with a capital
 * within a sentence, which does not depend on how the question is typed, or if the question and every text write it with a capital.
 */
export function namingTexts<T>(
  question: string,
  read: ReadQuestion,
  found: readonly T[],
  textOf: (one: T) => string,
): readonly T[] {
  const words = mayBeNames(question.slice(0, RELEVANCE.units), read);
  if (words.size === 0) return [];
  const seenIn = new Map(found.map((one) => [one, spellings(words, textOf(one))]));
  const names = new Set(
    [...words.keys()].filter((word) => {
      const seen = [...seenIn.values()].flatMap((spelt) => [...(spelt.get(word) ?? [])]);
      return seen.includes('NAME') || (words.get(word)! && !seen.includes('LOWER'));
    }),
  );
  return found.filter((one) => [...seenIn.get(one)!.keys()].some((word) => names.has(word)));
}

/** Returns those of the words that occur in a text, and how they are written. */
function spellings(words: ReadonlyMap<string, boolean>, given: string): ReadonlyMap<string, ReadonlySet<Spelling>> {
  const text = given.slice(0, READ_LATER_UNITS).normalize('NFC');
  const folded = fold(text);
  const seen = new Map<string, Set<Spelling>>();
  forEachWord(folded, Infinity, (from, to) => {
    const word = folded.slice(from, to);
    if (!words.has(word)) return;
    const spelling = spellingAt(text, folded, from);
    seen.set(word, (seen.get(word) ?? new Set()).add(spelling));
  });
  return seen;
}

function spellingAt(text: string, folded: string, from: number): Spelling {
  if (!isCapitalised(text, folded, from)) return 'LOWER';
  return SENTENCE_START.test(text.slice(Math.max(0, from - RELEVANCE.nameUnits), from)) ? 'BEGINNING' : 'NAME';
}

const SENTENCE_START = /(?:^|[.!?…:\n]["'”’)]?)\s*["'“‘(¿¡]*$/u;
