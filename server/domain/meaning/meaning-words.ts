/** What the comparison of two texts knows of a language's words. All folded; forms where not said otherwise. */
import type { Language } from '../text/language.ts';
import { ENGLISH_MEANINGS } from './english-meanings.ts';
import { SPANISH_MEANINGS } from './spanish-meanings.ts';

export type MeaningWords = {
  /** `from>to` after `;`: runs of words read as others. Words in capitals are signs of statement.ts. */
  readonly phrases: string;
  /** Words that mean the same where a memory or a question is concerned, by stem; the first stands for the group. */
  readonly synonyms: string;
  /** Words of opposite meaning, by stem; what is left of `|` against what is right of it. */
  readonly opposites: string;
  /** Say nothing that tells two texts apart, beside the stop words. */
  readonly light: string;
  /** The same, where something is asked. */
  readonly lightInQuestions: string;
  /** `from>to` after `;`: words that only their accent tells from a stop word. */
  readonly accented: string;
  /** Stems of words for persons and animals that only their ending tells apart. */
  readonly gendered: string;
  readonly negations: string;
  /** Say nothing more in a clause that is negated already. */
  readonly echoedNegations: string;
  readonly ifs: string;
  /** Ask what kind of answer is wanted; `|` between words for the same kind. */
  readonly questions: string;
  /** Ends of a clause, which a negation does not reach beyond. */
  readonly clauseEnds: string;
  /** Join what stands on one footing. */
  readonly joining: string;
  /** Say that two things are one. */
  readonly copulas: string;
  readonly pastCopulas: string;
  /** Those of several. */
  readonly pluralCopulas: string;
  /** Before a word of one thing, where a plural means any of a kind: `the dog`, `dogs`. Spanish has `el perro` of any, too. */
  readonly singleDeterminers: string;
  /** Forms of words that say little, by which tenses are told: of the present, of the past, of what is to come. */
  readonly presentForms: string;
  readonly earlierForms: string;
  readonly futureForms: string;
  readonly he: string;
  readonly she: string;
  readonly pastForms: string;
  /** Match the ends of forms as they are written, with their accents. */
  readonly pastEndings: RegExp;
  /** Numbers by their words: `word:value`. */
  readonly numbers: string;
};

export const MEANING_WORDS: Readonly<Record<Language, MeaningWords>> = { en: ENGLISH_MEANINGS, es: SPANISH_MEANINGS };
