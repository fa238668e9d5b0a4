/** What a sentence shows beside its n-grams: marks, persons, pointing words, its place and length; and its vector. Language-free. */
import type { LanguagePack } from '../pack.ts';

/** The packs of all languages as one: people mix them, and nobody asks which it is. */
export type WordClasses = { readonly [Class in keyof LanguagePack]: ReadonlySet<string> };

export function wordClasses(packs: readonly LanguagePack[]): WordClasses {
  const united = (name: keyof LanguagePack): ReadonlySet<string> => new Set(packs.flatMap((pack) => pack[name]));
  return {
    self: united('self'),
    addressee: united('addressee'),
    others: united('others'),
    pointing: united('pointing'),
    pointingAtEnd: united('pointingAtEnd'),
    now: united('now'),
    unsure: united('unsure'),
    openers: united('openers'),
  };
}

/** A sentence in its turn. */
export type Placed = {
  readonly sentence: string;
  readonly words: readonly string[];
  readonly turn: string;
  readonly index: number;
  readonly count: number;
};

/** In this order they stand in a model's table; a change of it is a change of the trainer's version. */
const SIGNS = [
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
] as const;

const LONG = { words: 30, sentences: 8, lines: 5 } as const;
const SHORT_WORDS = 4;

/** As many numbers as there are signs, in their order. */
export function signsOf({ sentence, words, turn, index, count }: Placed, classes: WordClasses): readonly number[] {
  const spoken = words.filter((word) => /[a-z0-9]/.test(word));
  const has = (list: ReadonlySet<string>): boolean => spoken.some((word) => list.has(word));
  const first = spoken.find((word) => classes.self.has(word) || !classes.openers.has(word)) ?? '';
  const signs: Readonly<Record<(typeof SIGNS)[number], boolean | number>> = {
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
    'turn asks': turn.includes('?'),
    lines: Math.min(turn.split('\n').length - 1, LONG.lines) / LONG.lines,
    code: /[{}<>=;`]|\/\//.test(turn),
  };
  return SIGNS.map((name) => Number(signs[name]));
}
