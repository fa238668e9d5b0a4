/**
 * The features of a sentence besides its n-grams: marks, persons, pointing words, its position and length, and its vector. They do
 * not depend on the language.
 */
import type { WordClasses } from '../../domain/languages/word-classes.ts';

/** A sentence in its turn. */
export type Placed = {
  readonly sentence: string;
  /** Its words without its marks. */
  readonly spoken: readonly string[];
  readonly turn: string;
  readonly index: number;
  readonly count: number;
  /** True if any part of the turn asks or requests something. */
  readonly asks: boolean;
};

/** The signs in the order of a model's table; changing the order requires a new version of the trainer. */
export const SIGNS = [
  'question',
  'quotation',
  'colon',
  'figure',
  'exclamation',
  'begins with self',
  'self',
  'addressee',
  'others',
  'pointing',
  'ends pointing',
  'now',
  'unsure',
  'length',
  'short',
  'sentences',
  'first',
  'last',
  'turn asks',
  'lines',
  'code',
  'definite',
  'recent',
  'lasting',
  'past',
] as const;
export type Sign = (typeof SIGNS)[number];

const LONG = { words: 30, sentences: 8, lines: 5 } as const;
const SHORT_WORDS = 4;
/** The number of words into a sentence within which its verb is looked for, and the word from which on an article belongs to an object. */
const LOOKED = { verb: 5, object: 2 } as const;

/** Returns one number for each sign, in their order. */
export function signsOf(
  { sentence, spoken, turn, index, count, asks }: Placed,
  classes: WordClasses,
): readonly number[] {
  const has = (list: ReadonlySet<string>): boolean => spoken.some((word) => list.has(word));
  const [first = ''] = fromSubject(spoken, classes);
  const signs: Readonly<Record<Sign, boolean | number>> = {
    question: sentence.includes('?'),
    quotation: /["\u201c\u201d\u00ab\u00bb]/u.test(sentence),
    colon: sentence.includes(':'),
    figure: /\d/.test(sentence),
    exclamation: sentence.includes('!'),
    'begins with self': classes.self.has(first),
    self: has(classes.self),
    addressee: has(classes.addressee),
    others: has(classes.others),
    pointing: has(classes.pointing),
    'ends pointing': classes.pointingAtEnd.has(spoken.at(-1) ?? ''),
    now: has(classes.now),
    unsure: has(classes.unsure),
    length: Math.min(spoken.length, LONG.words) / LONG.words,
    short: spoken.length < SHORT_WORDS,
    sentences: Math.min(count, LONG.sentences) / LONG.sentences,
    first: index === 0,
    last: index === count - 1,
    'turn asks': asks,
    lines: Math.min(turn.split('\n').length - 1, LONG.lines) / LONG.lines,
    code: /[{}<>=;`]|\/\//.test(turn),
    definite: spoken.slice(LOOKED.object).some((word) => classes.definite.has(word)),
    recent: has(classes.recent),
    lasting: has(classes.lasting),
    past: spoken.slice(0, LOOKED.verb).some((word) => isPast(word, classes)),
  };
  return SIGNS.map((name) => Number(signs[name]));
}

/** Returns the words from the first one on that is not an opener: "so I went" begins with "I". */
export function fromSubject(spoken: readonly string[], { self, openers }: WordClasses): readonly string[] {
  const at = spoken.findIndex((word) => self.has(word) || !openers.has(word));
  return at < 0 ? [] : spoken.slice(at);
}

/** The least number of letters before an ending: "red" is no past tense. */
const STEM = 2;

function isPast(word: string, { past, pastEndings }: WordClasses): boolean {
  if (past.has(word)) return true;
  for (const ending of pastEndings) if (word.length >= STEM + ending.length && word.endsWith(ending)) return true;
  return false;
}
