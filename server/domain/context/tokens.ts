/** How many tokens a text is for a model: exact where its tokenizer is public, else from another's, and said so. */
import { EXACT_MODELS, TOKEN_FACTORS, UNKNOWN_TOKEN_FACTOR } from '../../policy/context.ts';
import type { Count } from './turn-digest.ts';
import { usedFactor, type LearntFactor } from './usage.ts';

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What a count is worth: the number itself; an estimate that leaves room for error; a number that is not exceeded. */
export const COUNT_KINDS = ['EXACT', 'ESTIMATE_WITH_MARGIN', 'UPPER_BOUND'] as const;
export type CountKind = (typeof COUNT_KINDS)[number];

/** Counts a text. Special tokens spelled out are text like any other. */
export type CountText = (text: string, encoding: Encoding) => { readonly tokens: number; readonly isExact: boolean };

/** Counts for one prompt. */
export type Counter = {
  readonly count: Count;
  /** What `count` says of the pieces joined. Each but the first begins a line, and neither with a blank nor with a slash. */
  ofPieces(pieces: readonly string[]): number;
  /** What `count` would say at least of a line of so many words: one for each. */
  atLeast(words: number): number;
};

/** A model's counter; `kind` is the worst of what it has counted. */
export type ModelCount = Counter & { readonly factor: number; kind(): CountKind };

export type TokenModel = { readonly encoding: Encoding; readonly factor: number };

/** `model` as providers name it, also behind a prefix such as `openai/`; '' is a model of o200k_base. */
export function tokenModel(model: string): TokenModel {
  const name = modelName(model);
  if (name === '') return { encoding: 'o200k_base', factor: 1 };
  for (const encoding of ENCODINGS.toReversed()) if (EXACT_MODELS[encoding].test(name)) return { encoding, factor: 1 };
  const factor = TOKEN_FACTORS.find((known) => known.model.test(name))?.factor ?? UNKNOWN_TOKEN_FACTOR;
  return { encoding: 'o200k_base', factor };
}

/** What a model's counts are multiplied by: what has been learnt of it takes the place of the table's. */
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

/** How many words a line has. Blanks part them: no token goes on behind one. */
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

/** In lower case, without what stands before the last slash. */
export function modelName(model: string): string {
  return model.toLowerCase().split('/').at(-1)!.trim();
}
