/** Converts parts of a turn into the numbers that models weigh, in the same way for training and for use. */
import type { WordClasses } from '../../domain/languages/word-classes.ts';
import { fold } from '../../domain/text/fold.ts';
import { gramsOf, joinedGrams, wordsOf } from './grams.ts';
import type { Sentence } from './sentences.ts';
import { fromSubject, SIGNS, signsOf, type Sign } from './signs.ts';

/** Returns the vector of a text: 256 numbers of length 1, or none. */
export type Embed = (text: string) => Float32Array;

export type SpanFeatures = {
  readonly span: Span;
  /** Lists of 32-bit hashes; each hash has the weight 1 / √n in a list of n. */
  readonly grams: readonly (readonly number[])[];
  /** The signs as in SIGNS, then known signs, then the vector times VECTOR_WEIGHT. */
  readonly dense: Float64Array;
};

/** The factor by which a vector of length 1 counts as much as the signs; chosen by cross-validation in the prototype. */
const VECTOR_WEIGHT = 3;

/** The part of a turn that is read before and after a span, in UTF-16 units. */
const AROUND_UNITS = 80;

/** The signs that are combined with each other and with a sentence's first words. */
const JOINED: ReadonlySet<Sign> = new Set([
  'question',
  'figure',
  'exclamation',
  'self',
  'addressee',
  'others',
  'pointing',
  'ends pointing',
  'now',
  'unsure',
  'short',
  'definite',
  'recent',
  'lasting',
  'past',
  'turn asks',
]);
const JOINED_AT: readonly number[] = SIGNS.flatMap((name, at) => (JOINED.has(name) ? [at] : []));

/** A part of a turn. */
export type Span = Sentence & {
  /** Additional signs, each 0 or 1: as many as the model was trained with. */
  readonly known?: readonly number[];
  /** Set if it asks or requests something, with or without a mark. */
  readonly isAsked?: boolean;
};

export function featuresOf(
  turn: string,
  spans: readonly Span[],
  classes: WordClasses,
  embed: Embed,
): readonly SpanFeatures[] {
  const asks = turn.includes('?') || spans.some(({ isAsked }) => isAsked === true);
  return spans.map((span, index) => {
    const own = wordsOf(fold(span.text));
    const around = {
      before: wordsOf(fold(turn.slice(Math.max(0, span.from - AROUND_UNITS), span.from))),
      after: wordsOf(fold(turn.slice(span.to, span.to + AROUND_UNITS))),
    };
    const spoken = own.filter((word) => /[a-z0-9]/.test(word));
    const signs = signsOf({ sentence: span.text, spoken, turn, index, count: spans.length, asks }, classes);
    const holding = JOINED_AT.filter((at) => signs[at] === 1);
    return {
      span,
      grams: [...gramsOf(span.text, own, around), joinedGrams(fromSubject(spoken, classes), spoken.length, holding)],
      dense: denseOf([...signs, ...(span.known ?? [])], embed(span.text)),
    };
  });
}

function denseOf(signs: readonly number[], vector: Float32Array): Float64Array {
  const dense = new Float64Array(signs.length + vector.length);
  dense.set(signs);
  for (let at = 0; at < vector.length; at++) dense[signs.length + at] = VECTOR_WEIGHT * (vector[at] as number);
  return dense;
}
