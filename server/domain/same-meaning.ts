/**
 * Guards every merge, and every stored answer given for another question. Texts that say the opposite are as near in meaning, for any
 * embedder, as texts that say the same; this module looks for what distinguishes them. It knows English and Spanish, asks no model,
 * and in doubt finds a difference: two memories that could be one cost little, but one memory that was two is a loss.
 */
import { lazy } from './lazy.ts';
import { fold } from './text/fold.ts';
import { COMPARED_UNITS } from '../policy/retrieval.ts';
import { foldedWords } from './text/words.ts';
import { guessLanguage, type Language } from './text/language.ts';
import { haveSameRoles } from './meaning/roles.ts';
import { readStatement, type Statement } from './meaning/statement.ts';
import { wordTables, type WordTables } from './meaning/word-tables.ts';

/** The ways in which two texts can differ. */
export type MeaningDifference =
  /** The texts are in two languages, and their words were not compared. */
  | 'LANGUAGE'
  /** One text denies what the other says, or they deny different things. */
  | 'NEGATION'
  /** Another number, amount, date or time. */
  | 'FIGURES'
  /** Another name of a person, place or thing. */
  | 'NAMES'
  /** Words with opposite meanings. */
  | 'OPPOSITES'
  /** The same words in other roles: who did what to whom, from where to where, what rather than what; or in an order that may mean so. */
  | 'ORDER'
  /** One held in the past, the other holds now. */
  | 'TENSE'
  /** One says he, the other she. */
  | 'PERSON'
  /** They ask for different kinds of answers. */
  | 'QUESTION'
  /** Words of one text that have no counterpart in the other. */
  | 'WORDS';

/** A text whose meaning is compared with others': its statement is read only once, however many they are. */
export type MeantText = {
  readonly text: string;
  normalised(): string;
  language(): Language | undefined;
  statement(language: Language): Statement;
};

export function meantText(text: string): MeantText {
  const statements = new Map<Language, Statement>();
  return {
    text,
    normalised: lazy(() => normalised(text)),
    language: lazy(() => languageOf(text)),
    statement(language) {
      const known = statements.get(language) ?? readStatement(text, language);
      statements.set(language, known);
      return known;
    },
  };
}

/**
 * Returns the first difference found; undefined if the texts mean the same as far as can be told. The result does not depend on their
 * order.
 */
export function meaningDifference(left: string, right: string): MeaningDifference | undefined {
  return differenceOf(meantText(left), meantText(right));
}

export function differenceOf(left: MeantText, right: MeantText): MeaningDifference | undefined {
  if (left.normalised() === right.normalised()) return undefined;
  if (left.text.length > COMPARED_UNITS || right.text.length > COMPARED_UNITS) return 'WORDS';
  const [leftLanguage, rightLanguage] = [left.language(), right.language()];
  if (leftLanguage !== undefined && rightLanguage !== undefined && leftLanguage !== rightLanguage) return 'LANGUAGE';
  const language = leftLanguage ?? rightLanguage ?? 'en';
  const tables = wordTables(language);
  const one = left.statement(language);
  const other = right.statement(language);
  // Texts of signs alone, which are not compared here.
  if (one.words.size === 0 || other.words.size === 0) return 'WORDS';
  if (!areEqual(one.asks, other.asks)) return 'QUESTION';
  if (!areEqual(one.denials, other.denials) || !areEqual(one.conditions, other.conditions)) return 'NEGATION';
  if (haveOtherNumber(one, other) || haveOtherNumber(other, one)) return 'FIGURES';
  const extra = [difference(one.words, other.words), difference(other.words, one.words)] as const;
  const words = wordDifference(extra, one, other, tables);
  if (words !== undefined) return words;
  if (isOtherTense(one, other)) return 'TENSE';
  if (one.numbers.size > 0 && other.numbers.size > 0 && !areEqual(one.numbers, other.numbers)) return 'FIGURES';
  if (one.persons.size > 0 && other.persons.size > 0 && !areEqual(one.persons, other.persons)) return 'PERSON';
  return haveSameRoles(one.roles, other.roles, tables) ? undefined : 'ORDER';
}

function normalised(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

/** Returns the language of a text; a short text may have no distinguishing words, but some from the lists of this module. */
function languageOf(text: string): Language | undefined {
  const folded = fold(text);
  const guess = guessLanguage(text, folded);
  if (guess !== undefined) return guess;
  const words = foldedWords(folded);
  const count = (language: Language): number => words.filter((word) => wordTables(language).isOwn(word)).length;
  const [en, es] = [count('en'), count('es')];
  return en === es ? undefined : en > es ? 'en' : 'es';
}

function wordDifference(
  [left, right]: readonly [ReadonlySet<string>, ReadonlySet<string>],
  one: Statement,
  other: Statement,
  tables: WordTables,
): MeaningDifference | undefined {
  const extra = [...left, ...right];
  if (extra.length === 0) return undefined;
  if (extra.some((word) => word.startsWith('#'))) return 'FIGURES';
  if ([...left].some((word) => [...right].some((against) => tables.areOpposite(word, against)))) return 'OPPOSITES';
  return extra.some((word) => one.names.has(word) || other.names.has(word)) ? 'NAMES' : 'WORDS';
}

function isOtherTense(one: Statement, other: Statement): boolean {
  if (one.usedTo !== other.usedTo) return true;
  if (one.wasOrIs.size > 0 && other.wasOrIs.size > 0 && !areEqual(one.wasOrIs, other.wasOrIs)) return true;
  if (one.tenses.has('LATER') !== other.tenses.has('LATER')) return true;
  if (isEarlierThan(one, other) || isEarlierThan(other, one)) return true;
  if (one.tenses.size > 0 && other.tenses.size > 0 && !areEqual(one.tenses, other.tenses)) return true;
  return [...one.past].some(([word, isPast]) => (other.past.get(word) ?? isPast) !== isPast);
}

/** Tells whether one text says `the dog` and the other `dogs`. */
function haveOtherNumber({ single, plural }: Statement, other: Statement): boolean {
  return [...single].some((word) => !plural.has(word) && other.plural.has(word) && !other.single.has(word));
}

/** Tells whether one text has `had` or `did`, and the other nothing in the past. */
function isEarlierThan({ tenses, past }: Statement, other: Statement): boolean {
  if (!tenses.has('EARLIER') || other.tenses.has('EARLIER') || other.wasOrIs.has('was')) return false;
  return ![...other.past].some(([word, isPast]) => isPast && past.get(word) !== true);
}

function areEqual<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
  return left.size === right.size && difference(left, right).size === 0;
}

function difference<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...left].filter((value) => !right.has(value)));
}
