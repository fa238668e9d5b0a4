/**
 * Estimates the probability that a turn begins another topic, from the turn itself and those before it: a logistic regression whose
 * weights are trained by `npm run train:language` (policy/topic-cut-weights.ts).
 */
import { TOPIC_CUT } from '../../policy/context.ts';
import { TOPIC_CUT_WEIGHTS, type TopicCutWeights } from '../../policy/topic-cut-weights.ts';
import { fold } from '../text/fold.ts';

/** Features of a turn's beginning and end, read once. */
export type TurnEdges = {
  /** The number of its words and marks, counted up to TOPIC_CUT.longWords. */
  readonly length: number;
  /** Its first and its last words and marks, folded. */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** The first words of its last sentence. */
  readonly lastSentence: readonly string[];
  /** Whether it has a question mark, whether it ends with one, and whether it says something before the question. */
  readonly asks: boolean;
  readonly endsAsking: boolean;
  readonly tellsAndAsks: boolean;
};

/** The part of a turn that the model reads. */
export type CutTurn = {
  /** An embedding of length 1 by the built-in embedder; absent if the turn was not embedded. */
  readonly vector?: Float32Array | undefined;
  /** Distinct stems of its words, without stop words. */
  readonly stems: readonly string[];
  /** Read from the turn itself and from the last one before it. */
  readonly edges?: TurnEdges | undefined;
  /** Its domain as returned by turnDomain; '' if that is unclear. */
  readonly domain: string;
};

/** The measures of the model, in the order of their weights. */
export const CUT_MEASURES = [
  'likeness to the last',
  'likeness to the last but one',
  'likeness to the last but two',
  'likeness to the last 4',
  'likeness to the last 8',
  'likeness of the last to its last',
  'likeness gained',
  'words shared with the last',
  'words shared with the last 2',
  'words shared with the last 4',
  'words shared with the last 8',
  'length',
  'length of the last',
  'content words',
  'content words of the last',
  'asks',
  'the last asks',
  'ends asking',
  'tells and asks',
  'turns before',
  'another domain',
] as const;

const { spans: SPANS, endUnits: END_UNITS } = TOPIC_CUT;
const WINDOW = SPANS[3];

const NO_EDGES: TurnEdges = {
  length: 0,
  first: [],
  last: [],
  lastSentence: [],
  asks: false,
  endsAsking: false,
  tellsAndAsks: false,
};

export function turnEdges(text: string): TurnEdges {
  const ends = text.length <= 2 * END_UNITS ? text : `${text.slice(0, END_UNITS)} ${text.slice(-END_UNITS)}`;
  const words = fold(ends).match(/[\p{L}\p{N}']+|[?!.,]/gu) ?? [];
  const endsAsking = /\?[^\p{L}\p{N}]*$/u.test(ends);
  return {
    length: Math.min(words.length, TOPIC_CUT.longWords),
    first: words.slice(0, TOPIC_CUT.first),
    last: words.slice(-TOPIC_CUT.last),
    lastSentence: lastSentence(words).slice(0, TOPIC_CUT.lastSentence),
    asks: ends.includes('?'),
    endsAsking,
    tellsAndAsks: endsAsking && /[.!,][^?]*\?[^\p{L}\p{N}]*$/u.test(ends),
  };
}

/** Returns the words after the last mark that is not at the end. */
function lastSentence(words: readonly string[]): readonly string[] {
  let from = 0;
  for (let at = 0; at < words.length - 1; at++)
    if (/[.?!]/.test(words[at]!) && /[^.?!]/.test(words[at + 1]!)) from = at + 1;
  return words.slice(from);
}

export type CutFeatures = { readonly measures: readonly number[]; readonly grams: readonly string[] };

/** `before` are turns with words, the oldest first, and has at least one. `domain` is what the conversation was last about. */
export function cutFeatures(turn: CutTurn, before: readonly CutTurn[], domain: string): CutFeatures {
  const near = before.slice(-WINDOW).toReversed();
  const last = near[0]!;
  const edges = turn.edges ?? NO_EDGES;
  const lastEdges = last.edges ?? NO_EDGES;
  const likenesses = near.map(({ vector }) => dot(turn.vector, vector));
  const [toLast = 0, toSecond = 0, toThird = 0] = likenesses;
  const flow = dot(last.vector, near[1]?.vector);
  const measures = [
    toLast,
    toSecond,
    toThird,
    meanOf(likenesses, SPANS[2]),
    meanOf(likenesses, WINDOW),
    flow,
    toLast - flow,
    ...sharedWords(turn, near),
    edges.length / TOPIC_CUT.longWords,
    lastEdges.length / TOPIC_CUT.longWords,
    Math.min(turn.stems.length, TOPIC_CUT.longStems) / TOPIC_CUT.longStems,
    Math.min(last.stems.length, TOPIC_CUT.longStems) / TOPIC_CUT.longStems,
    Number(edges.asks),
    Number(lastEdges.asks),
    Number(edges.endsAsking),
    Number(edges.tellsAndAsks),
    near.length / WINDOW,
    Number(turn.domain !== '' && domain !== '' && turn.domain !== domain),
  ];
  return {
    measures,
    grams: [
      ...grams('^', edges.first),
      ...grams('$', lastEdges.last),
      ...grams(edges.endsAsking ? '?' : '~', edges.lastSentence),
    ],
  };
}

/** Returns a probability, 0 to 1; 0 if there are no turns before. The arguments are those of cutFeatures. */
export type CutProbability = (turn: CutTurn, before: readonly CutTurn[], domain: string) => number;

export function cutModel({ bias, measures, grams: weighed }: TopicCutWeights): CutProbability {
  const weights = CUT_MEASURES.map((measure) => measures[measure] ?? 0);
  const weightOf = new Map(Object.entries(weighed));
  return (turn, before, domain) => {
    if (before.length === 0) return 0;
    const features = cutFeatures(turn, before, domain);
    let logit = bias;
    for (let at = 0; at < weights.length; at++) logit += weights[at]! * features.measures[at]!;
    let said = 0;
    for (const gram of features.grams) said += weightOf.get(gram) ?? 0;
    logit += said / Math.sqrt(Math.max(1, features.grams.length));
    return 1 / (1 + Math.exp(-logit));
  };
}

export const cutProbability = cutModel(TOPIC_CUT_WEIGHTS);

/** Returns each word and each pair of words. */
function grams(mark: string, words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return next === undefined ? [`${mark}${word}`] : [`${mark}${word}`, `${mark}${word} ${next}`];
  });
}

/** Returns the share of the turn's words that each span of earlier turns has. */
function sharedWords({ stems }: CutTurn, near: readonly CutTurn[]): readonly number[] {
  const rest = new Set(stems);
  return SPANS.map((span, index) => {
    for (const other of near.slice(SPANS[index - 1] ?? 0, span)) for (const stem of other.stems) rest.delete(stem);
    return (stems.length - rest.size) / (1 + stems.length);
  });
}

/** Returns the mean of the first `count` values. */
function meanOf(values: readonly number[], count: number): number {
  const some = Math.min(count, values.length);
  let sum = 0;
  for (let at = 0; at < some; at++) sum += values[at]!;
  return sum / some;
}

function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  if (left === undefined || right === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at]! * right[at]!;
  return sum;
}
