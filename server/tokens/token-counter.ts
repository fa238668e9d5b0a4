/** OpenAI's tokenizers, loaded when first asked for: each takes tens of megabytes and some 200 ms. */
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import { COUNTING } from '../policy/context.ts';
import type { TokenCounter } from '../ports/context.ts';

type Library = { countTokens(text: string, options: { disallowedSpecial: Set<string> }): number };
type Tokenizer = (text: string) => number;

const LOADERS: Readonly<Record<Encoding, () => Promise<Tokenizer>>> = {
  async o200k_base() {
    const { O200K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
    return byWord(await import('gpt-tokenizer/encoding/o200k_base'), O200K_TOKEN_SPLIT_REGEX);
  },
  async cl100k_base() {
    const { CL100K_TOKEN_SPLIT_REGEX } = await import('gpt-tokenizer/encodingParams/constants');
    return byWord(await import('gpt-tokenizer/encoding/cl100k_base'), CL100K_TOKEN_SPLIT_REGEX);
  },
};

/** `<|endoftext|>` in a user's text is text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/**
 * No token crosses a boundary of the words that an encoding first splits a text into, and nearly all words were seen before: a few
 * thousand are found sooner than the library finds them among 200,000.
 */
function byWord({ countTokens }: Library, words: RegExp): Tokenizer {
  const known = new Map<string, number>();
  const ofWord = (word: string): number => {
    if (word.length > COUNTING.wordUnits) return countTokens(word, PLAIN);
    const before = known.get(word);
    if (before !== undefined) return before;
    const counted = countTokens(word, PLAIN);
    if (known.size >= COUNTING.words) known.clear();
    known.set(word, counted);
    return counted;
  };
  return (text) => {
    let tokens = 0;
    for (const word of text.match(words) ?? []) tokens += ofWord(word);
    return tokens;
  };
}

/** Runs that a tokenizer would take seconds for. */
const LONG_RUN = new RegExp(`\\S{${COUNTING.run},}|\\s{${COUNTING.run},}`);
const SLICES = new RegExp(`\\S{1,${COUNTING.run}}|\\s{1,${COUNTING.run}}`, 'g');

/** After a line's end a token never goes on, but for blanks and what a sign may be glued to. */
const LINE_ENDS = /\n(?=[^\s/])/g;

export function tokenCounter(): TokenCounter {
  const loaded = new Map<Encoding, CountKnown>();
  const loading = new Map<Encoding, Promise<void>>();

  async function load(encoding: Encoding): Promise<void> {
    loaded.set(encoding, remembering(await LOADERS[encoding]()));
  }

  return {
    async load(encoding) {
      if (loaded.has(encoding)) return;
      const underWay = loading.get(encoding) ?? load(encoding);
      loading.set(encoding, underWay);
      await underWay;
    },
    count(text, encoding) {
      const countKnown = loaded.get(encoding);
      if (countKnown === undefined) throw new Error(`${encoding} is not loaded.`);
      return countKnown(text);
    },
  };
}

type CountKnown = (text: string) => ReturnType<CountText>;

/** What was counted lately: of two halves the older goes when the newer is full. A prompt asks a hundred times, too often for more. */
function remembering(tokenizer: Tokenizer): CountKnown {
  let newer = new Map<string, ReturnType<CountText>>();
  let older = newer;
  let units = 0;
  const countKnown: CountKnown = (text) => {
    const before = newer.get(text);
    if (before !== undefined) return before;
    const counted =
      older.get(text) ??
      (text.length < COUNTING.byLineFrom ? countWith(tokenizer, text) : byLine(text, tokenizer, countKnown));
    units += text.length + 1;
    if (units > COUNTING.cachedUnits / 2) {
      older = newer;
      newer = new Map();
      units = text.length + 1;
    }
    newer.set(text, counted);
    return counted;
  };
  return countKnown;
}

/** Of a long text that was changed a little, most lines were seen before. */
function byLine(text: string, tokenizer: Tokenizer, countKnown: CountKnown): ReturnType<CountText> {
  let from = 0;
  let tokens = 0;
  let isExact = true;
  const add = (line: string): void => {
    const counted = countKnown(line);
    tokens += counted.tokens;
    isExact &&= counted.isExact;
  };
  for (const { index } of text.matchAll(LINE_ENDS)) {
    add(text.slice(from, index + 1));
    from = index + 1;
  }
  if (from === 0) return countWith(tokenizer, text);
  add(text.slice(from));
  return { tokens, isExact };
}

function countWith(tokenizer: Tokenizer, text: string): ReturnType<CountText> {
  const isShort = text.length < COUNTING.run;
  if (isShort || !LONG_RUN.test(text)) return { tokens: tokenizer(text), isExact: true };
  let tokens = 0;
  for (const [slice] of text.matchAll(SLICES)) tokens += tokenizer(slice);
  return { tokens, isExact: false };
}
