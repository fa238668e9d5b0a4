/** Extracts the words of two texts that tell what they are about, by meaning, and how many they share. */
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { wordTables } from '../meaning/word-tables.ts';
import { meantText, type MeantText } from '../same-meaning.ts';
import { READ_UNITS } from '../../policy/retrieval.ts';
import { guessLanguage, LANGUAGES, languageSigns, type Language, type LanguageSigns } from '../text/language.ts';
import { fold } from '../text/fold.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';

/** A text that is compared with others: each property is computed only once, however many they are. */
export type ComparedText = {
  readonly text: string;
  readonly folded: string;
  signs(): LanguageSigns;
  tellingWords(language: Language): ReadonlySet<string>;
  /** Returns its meaning, without words that say when, or that something is said. */
  meant(): MeantText;
};

export function comparedText(text: string): ComparedText {
  const folded = fold(text);
  const words = new Map<Language, ReadonlySet<string>>();
  return {
    text,
    folded,
    signs: lazy(() => languageSigns(text, folded)),
    tellingWords(language) {
      const known = words.get(language) ?? tellingWords(folded, language);
      words.set(language, known);
      return known;
    },
    meant: lazy(() => meantText(bare(text))),
  };
}

/** Removes words that say when, or that something is said. */
function bare(text: string): string {
  return text.replace(GRAMMAR.changes.before, '').replace(/[\s.,;!]+$/u, '');
}

/** Returns the language in which to read both texts. */
export function languageOfTexts(left: ComparedText, right: ComparedText): Language {
  const isWhole =
    left.text.length + right.text.length < READ_UNITS && left.folded.length + right.folded.length < READ_UNITS;
  if (!isWhole) return guessLanguage(`${left.text} ${right.text}`, `${left.folded} ${right.folded}`) ?? 'en';
  const [one, other] = [left.signs(), right.signs()];
  return one.es + other.es > one.en + other.en ? 'es' : 'en';
}

function tellingWords(folded: string, language: Language): ReadonlySet<string> {
  const tables = wordTables(language);
  const { frames } = GRAMMAR.changes;
  const words = foldedWords(folded).filter(
    (word) => !tables.light.has(word) && !frames.has(word) && (word.length > 1 || /\d/.test(word)),
  );
  return new Set(words.map((word) => tables.meaningOf(word)));
}

/** Returns the telling words that name a subject: "last year", "on Fridays" and "two" are none that statements share. */
export function subjectWords(text: ComparedText, language: Language): ReadonlySet<string> {
  const weak = incidental(language);
  return new Set([...text.tellingWords(language)].filter((word) => !weak.has(word) && !/\d/.test(word)));
}

export function shareSubjectWords(left: ComparedText, right: ComparedText): boolean {
  const language = languageOfTexts(left, right);
  return countShared(subjectWords(left, language), subjectWords(right, language)) > 0;
}

const incidentalMeanings = new Map<Language, ReadonlySet<string>>();

/** Returns the meanings of words of time, number and sequence. */
export function incidental(language: Language): ReadonlySet<string> {
  const found =
    incidentalMeanings.get(language) ?? new Set([...GRAMMAR.changes.incidental].map(wordTables(language).meaningOf));
  incidentalMeanings.set(language, found);
  return found;
}

/**
 * Returns the words of a text in any language, under which it is looked up. A word that is a stop word in one of the languages is
 * left out.
 */
export function factWords(text: string): ReadonlySet<string> {
  const { frames } = GRAMMAR.changes;
  const words = foldedWords(fold(text)).filter(
    (word) =>
      !frames.has(word) &&
      (word.length > 1 || /\d/.test(word)) &&
      LANGUAGES.every((language) => !wordTables(language).light.has(word) && !STOP_WORDS[language].has(word)),
  );
  return new Set(words.flatMap((word) => LANGUAGES.map((language) => wordTables(language).meaningOf(word))));
}

/** Returns the share of the first text's telling words that the second has too; 0 if the first has none. */
export function sharedWords(of: ComparedText, others: ComparedText): number {
  const language = languageOfTexts(of, others);
  const words = of.tellingWords(language);
  return words.size === 0 ? 0 : countShared(words, others.tellingWords(language)) / words.size;
}

export function countShared(words: ReadonlySet<string>, there: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (there.has(word)) shared += 1;
  return shared;
}
