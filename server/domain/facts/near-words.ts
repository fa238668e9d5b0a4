/**
 * Tells how near two texts are in meaning, by the vectors of the built-in embedder: "the violin" names what "the viola" takes the place
 * of, and "I have a car" is near "I drive a van".
 */
import { REPLACES_FACT } from '../../policy/facts.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { wordTables } from '../meaning/word-tables.ts';
import type { Language } from '../text/language.ts';
import { incidental } from './telling-words.ts';

/** Returns the vector of a text, of length 1, or of length 0 if none of its words is known. */
export type Embed = (text: string) => Float32Array;

/** Cosines, of which negative ones count as 0. For each word of the fact that tells something, the nearest word of the statement counts. */
export type Nearness = {
  readonly most: number;
  readonly average: number;
  /** The largest cosine of a word that the statement lacks. */
  readonly mostOfOther: number;
  /** The cosine of the texts as a whole. */
  readonly whole: number;
};

/** Remembers the vectors of texts that are compared many times. */
export function remembering(embed: Embed): Embed {
  const known = new Map<string, Float32Array>();
  return (text) => {
    const vector = known.get(text) ?? embed(text);
    known.set(text, vector);
    return vector;
  };
}

type TextWords = readonly [text: { readonly text: string }, words: readonly string[]];

/** Takes both texts with their folded words. */
export function nearnessOf(
  [statement, said]: TextWords,
  [fact, known]: TextWords,
  language: Language,
  embed: Embed,
): Nearness {
  const here = telling(said, language).map(embed);
  const nearest = telling(known, language).map((word) =>
    here.reduce((most, other) => Math.max(most, cosine(embed(word), other)), 0),
  );
  return {
    most: Math.max(0, ...nearest),
    average: nearest.reduce((sum, one) => sum + one, 0) / Math.max(1, nearest.length),
    mostOfOther: Math.max(0, ...nearest.filter((one) => one < REPLACES_FACT.sameWord)),
    whole: cosine(embed(statement.text), embed(fact.text)),
  };
}

const SHORTEST = 3;

function telling(words: readonly string[], language: Language): readonly string[] {
  const { light, meaningOf } = wordTables(language);
  const { frames } = GRAMMAR.changes;
  const weak = incidental(language);
  return words.filter(
    (word) => word.length >= SHORTEST && !light.has(word) && !frames.has(word) && !weak.has(meaningOf(word)),
  );
}

/** The vectors must have length 1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at]! * right[at]!;
  return sum;
}
