/** The words of a language that the comparison of two texts needs. All are folded, and full forms unless stated otherwise. */
import type { Language } from '../text/language.ts';
import { ENGLISH_MEANINGS } from './english-meanings.ts';
import { SPANISH_MEANINGS } from './spanish-meanings.ts';

export type MeaningWords = {
  /** `from>to` after `;`: sequences of words that are read as others. Words in capitals are signs of statement.ts. */
  readonly phrases: string;
  /** Stems of words that mean the same in a memory or a question; the first stands for the group. */
  readonly synonyms: string;
  /** Stems of words with opposite meanings: those left of `|` against those right of it. */
  readonly opposites: string;
  /** Words that do not distinguish two texts, in addition to the stop words. */
  readonly light: string;
  /** Such words in questions. */
  readonly lightInQuestions: string;
  /** `from>to` after `;`: words that only their accent distinguishes from a stop word. */
  readonly accented: string;
  /** Stems of words for persons and animals that differ only in their ending. */
  readonly gendered: string;
  readonly negations: string;
  /** Words that add nothing in a clause that is negated already. */
  readonly echoedNegations: string;
  readonly ifs: string;
  /** Words that ask for a kind of answer; `|` separates words for the same kind. */
  readonly questions: string;
  /** Ends of a clause, beyond which a negation has no effect. */
  readonly clauseEnds: string;
  /** Words that join equal parts. */
  readonly joining: string;
  /** Words which say that two things are one. */
  readonly copulas: string;
  readonly pastCopulas: string;
  /** The plural forms among the copulas. */
  readonly pluralCopulas: string;
  /**
   * Determiners of one particular thing, where a plural means any of a kind: `the dog`, `dogs`. In Spanish `el perro` may also mean
   * any.
   */
  readonly singleDeterminers: string;
  /** Forms of function words that show the tense: of the present, of the past, of the future. */
  readonly presentForms: string;
  readonly earlierForms: string;
  readonly futureForms: string;
  readonly he: string;
  readonly she: string;
  readonly pastForms: string;
  /** Matches the endings of forms as written, with their accents. */
  readonly pastEndings: RegExp;
  /** Numbers written as words: `word:value`. */
  readonly numbers: string;
};

export const MEANING_WORDS: Readonly<Record<Language, MeaningWords>> = { en: ENGLISH_MEANINGS, es: SPANISH_MEANINGS };
