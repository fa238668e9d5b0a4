/**
 * How likely a turn begins another topic, told at the turn itself from it and the turns before: a logistic regression whose weights
 * `npm run train:language` learns (policy/topic-cut-weights.ts).
 */
import { TOPIC_CUT_WEIGHTS, type TopicCutWeights } from '../../policy/topic-cut-weights.ts';
import { fold } from '../text/fold.ts';

/** What is looked at of a turn. */
export type CutTurn = {
  readonly content: string;
  /** Of the built-in embedder, of length 1; absent where it was not embedded. */
  readonly vector?: Float32Array | undefined;
  /** Stems of its words but stop words. */
  readonly stems: readonly string[];
};

/** So many turns before it are looked at. */
export const CUT_WINDOW = 8;

/** In this order they stand in the table. */
export const CUT_MEASURES = [
  'last',
  'last but one',
  'last but two',
  'mean of 2',
  'mean of 4',
  'mean of 8',
  'last to its last',
  'nearer than the last',
  'shared with 1',
  'shared with 2',
  'shared with 4',
  'shared with 8',
  'length',
  'length before',
  'words that tell',
  'words that tell before',
  'asks',
  'asked before',
  'ends asking',
  'tells and asks',
  'turns before',
] as const;
export type CutMeasure = (typeof CUT_MEASURES)[number];

const LONG = { words: 40, telling: 12 } as const;
/** Words at a turn's beginning, and at the end of the one before, whose pairs are looked at. */
const EDGE = { first: 5, last: 4, question: 6 } as const;

export type CutFeatures = { readonly measures: readonly number[]; readonly grams: readonly string[] };

/** `before` are turns with words, the oldest first: there must be one. */
export function cutFeatures(turn: CutTurn, before: readonly CutTurn[]): CutFeatures {
  const near = before.slice(-CUT_WINDOW).toReversed();
  const last = near[0]!;
  const likeness = (at: number): number => dot(turn.vector, near[at]?.vector);
  const mean = (count: number): number => dot(turn.vector, meanOf(near.slice(0, count)));
  const own = new Set(turn.stems);
  const shared = (count: number): number => {
    const theirs = new Set(near.slice(0, count).flatMap(({ stems }) => stems));
    return [...own].filter((stem) => theirs.has(stem)).length / (1 + own.size);
  };
  const flow = dot(last.vector, near[1]?.vector);
  const words = wordsOf(turn.content);
  const wordsBefore = wordsOf(last.content);
  const asks = turn.content.includes('?');
  const endsAsking = /\?\W*$/u.test(turn.content);
  const measures: Readonly<Record<CutMeasure, number>> = {
    last: likeness(0),
    'last but one': likeness(1),
    'last but two': likeness(2),
    'mean of 2': mean(2),
    'mean of 4': mean(4),
    'mean of 8': mean(8),
    'last to its last': flow,
    'nearer than the last': likeness(0) - flow,
    'shared with 1': shared(1),
    'shared with 2': shared(2),
    'shared with 4': shared(4),
    'shared with 8': shared(CUT_WINDOW),
    length: Math.min(words.length, LONG.words) / LONG.words,
    'length before': Math.min(wordsBefore.length, LONG.words) / LONG.words,
    'words that tell': Math.min(own.size, LONG.telling) / LONG.telling,
    'words that tell before': Math.min(last.stems.length, LONG.telling) / LONG.telling,
    asks: Number(asks),
    'asked before': Number(last.content.includes('?')),
    'ends asking': Number(endsAsking),
    'tells and asks': Number(endsAsking && /[.!,][^?]*\?\W*$/u.test(turn.content)),
    'turns before': near.length / CUT_WINDOW,
  };
  return {
    measures: CUT_MEASURES.map((name) => measures[name]),
    grams: [
      ...grams('^', words.slice(0, EDGE.first)),
      ...grams('$', wordsBefore.slice(-EDGE.last)),
      ...grams(endsAsking ? '?' : '~', lastSentence(words).slice(0, EDGE.question)),
    ],
  };
}

/** 0 to 1; 0 where nothing came before. */
export function cutProbability(
  turn: CutTurn,
  before: readonly CutTurn[],
  { bias, measures, grams: weights }: TopicCutWeights = TOPIC_CUT_WEIGHTS,
): number {
  if (before.length === 0) return 0;
  const features = cutFeatures(turn, before);
  let logit = bias;
  features.measures.forEach((value, at) => (logit += value * (measures[at] ?? 0)));
  const weight = 1 / Math.sqrt(features.grams.length);
  for (const gram of features.grams) logit += (weights[gram] ?? 0) * weight;
  return 1 / (1 + Math.exp(-logit));
}

const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}']+|[?!.,]/gu) ?? [];

/** After its last mark within. */
function lastSentence(words: readonly string[]): readonly string[] {
  let from = 0;
  for (let at = 0; at < words.length - 1; at++)
    if (/[.?!]/.test(words[at]!) && /[^.?!]/.test(words[at + 1]!)) from = at + 1;
  return words.slice(from);
}

/** Each word, and each pair. */
function grams(mark: string, words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return next === undefined ? [`${mark}${word}`] : [`${mark}${word}`, `${mark}${word} ${next}`];
  });
}

function meanOf(turns: readonly CutTurn[]): Float32Array | undefined {
  const [first] = turns;
  if (first?.vector === undefined) return undefined;
  const sum = new Float32Array(first.vector.length);
  for (const { vector } of turns) vector?.forEach((value, at) => (sum[at]! += value));
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? undefined : sum.map((value) => value / length);
}

function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  if (left === undefined || right === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at]! * (right[at] ?? 0);
  return sum;
}
