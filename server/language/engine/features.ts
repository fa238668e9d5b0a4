/** Parts of a turn as the numbers that models weigh. The same for training and for use. */
import type { WordClasses } from '../../domain/languages/word-classes.ts';
import { fold } from '../../domain/text/fold.ts';
import { gramsOf, joinedGrams, wordsOf } from './grams.ts';
import type { Sentence } from './sentences.ts';
import { fromSubject, SIGNS, signsOf, type Sign } from './signs.ts';

/** The vector of a text: 256 numbers of length 1, or none. */
export type Embed = (text: string) => Float32Array;

export type SpanFeatures = {
  readonly span: Span;
  /** Lists of hashes of 32 bits: a list's hashes weigh one over the root of how many there are. */
  readonly grams: readonly (readonly number[])[];
  /** As SIGNS, then what is known besides, and then the vector times VECTOR_WEIGHT. */
  readonly dense: Float64Array;
};

/** What makes a vector of length 1 count as much as the signs; by cross-validation in the prototype. */
const VECTOR_WEIGHT = 3;

/** How much of a turn is looked at before and after a span, in UTF-16 units. */
const AROUND_UNITS = 80;

/** The signs that are joined with one another and with a sentence's first words. */
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
]);
const JOINED_AT: readonly number[] = SIGNS.flatMap((name, at) => (JOINED.has(name) ? [at] : []));

/** A part of a turn. */
export type Span = Sentence & {
  /** Its signs beside its words, each 0 or 1: as many as the model was trained with. */
  readonly known?: readonly number[];
};

export function featuresOf(
  turn: string,
  spans: readonly Span[],
  classes: WordClasses,
  embed: Embed,
): readonly SpanFeatures[] {
  return spans.map((span, index) => {
    const own = wordsOf(fold(span.text));
    const around = {
      before: wordsOf(fold(turn.slice(Math.max(0, span.from - AROUND_UNITS), span.from))),
      after: wordsOf(fold(turn.slice(span.to, span.to + AROUND_UNITS))),
    };
    const spoken = own.filter((word) => /[a-z0-9]/.test(word));
    const signs = signsOf({ sentence: span.text, spoken, turn, index, count: spans.length }, classes);
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
