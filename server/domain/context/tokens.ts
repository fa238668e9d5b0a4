/**
 * Counts the tokens of a text for a model: exactly if its tokenizer is public, otherwise with another tokenizer, which the result
 * states.
 */
import { EXACT_MODELS, TOKEN_FACTORS, UNKNOWN_TOKEN_FACTOR } from '../../policy/context.ts';
import type { Count } from './turn-digest.ts';
import { usedFactor, type LearntFactor } from './usage.ts';

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The accuracy of a count: the number itself; an estimate with a margin for error; a number that is never exceeded. */
export const COUNT_KINDS = ['EXACT', 'ESTIMATE_WITH_MARGIN', 'UPPER_BOUND'] as const;
export type CountKind = (typeof COUNT_KINDS)[number];

/** Counts the tokens of a text. Special tokens that are spelled out count as plain text. */
export type CountText = (text: string, encoding: Encoding) => { readonly tokens: number; readonly isExact: boolean };

/** Counts tokens for one prompt. */
export type Counter = {
  readonly count: Count;
  /** Returns the same as `count` for the joined pieces. Each piece but the first must begin a line, with neither a blank nor a slash. */
  ofPieces(pieces: readonly string[]): number;
  /** Returns a lower bound of `count` for a line of so many words: one token each. */
  atLeast(words: number): number;
};

/** The counter of a model; `kind` returns the lowest accuracy of its counts so far. */
export type ModelCount = Counter & { readonly factor: number; kind(): CountKind };

export type TokenModel = { readonly encoding: Encoding; readonly factor: number };

/** `model` is named as providers do, optionally with a prefix such as `openai/`; '' is a model of o200k_base. */
export function tokenModel(model: string): TokenModel {
  const name = modelName(model);
  if (name === '') return { encoding: 'o200k_base', factor: 1 };
  for (const encoding of ENCODINGS.toReversed()) if (EXACT_MODELS[encoding].test(name)) return { encoding, factor: 1 };
  const factor = TOKEN_FACTORS.find((known) => known.model.test(name))?.factor ?? UNKNOWN_TOKEN_FACTOR;
  return { encoding: 'o200k_base', factor };
}

/** Returns the factor for a model's counts: a learnt factor takes precedence over the table. */
export function modelFactor(model: string, learnt: LearntFactor | undefined): number {
  const { factor } = tokenModel(model);
  return factor === 1 || learnt === undefined ? factor : usedFactor(learnt);
}

export function modelCount(model: string, countText: CountText, learnt?: LearntFactor): ModelCount {
  const { encoding } = tokenModel(model);
  const factor = modelFactor(model, learnt);
  let isExact = true;
  const raw = (text: string): number => {
    const counted = countText(text, encoding);
    isExact &&= counted.isExact;
    return counted.tokens;
  };
  const ofModel = (tokens: number): number => (factor === 1 ? tokens : Math.ceil(tokens * factor));
  return {
    count: (text) => ofModel(raw(text)),
    ofPieces: (pieces) => ofModel(pieces.reduce((sum, piece) => sum + raw(piece), 0)),
    atLeast: ofModel,
    factor,
    kind: () => (factor !== 1 ? 'ESTIMATE_WITH_MARGIN' : isExact ? 'EXACT' : 'UPPER_BOUND'),
  };
}

/** Returns the number of words of a line. Words are separated by blanks: no token continues after a blank. */
export function wordsOf(line: string): number {
  let words = 0;
  let isInside = false;
  for (let at = 0; at < line.length; at += 1) {
    const isBlank = line.charCodeAt(at) === BLANK;
    if (!isBlank && !isInside) words += 1;
    isInside = !isBlank;
  }
  return words;
}

const BLANK = ' '.charCodeAt(0);

/** Returns the name in lower case, without anything up to the last slash. */
export function modelName(model: string): string {
  return model.toLowerCase().split('/').at(-1)!.trim();
}
