/**
 * The prices that providers charge for the input of their models, and the conditions under which they cache a prefix. Prices change, so
 * each row has its date and source. They were read in stored copies of pages, not at the providers; a price that was in none of them is
 * left out.
 */

export type ModelPrice = {
  /** Matches model names in lower case, without the part before a slash. The first matching row applies. */
  readonly model: RegExp;
  /** US dollars for a million tokens of uncached input. If undefined, the price is unknown and no dollars are reported. */
  readonly input: number | undefined;
  /** Prices of reading a cached prefix, and of writing it, as shares of `input`. */
  readonly read: number;
  readonly write: number;
  /** The number of tokens from which a prefix is cached. */
  readonly leastPrefix: number;
  /** The time for which a cached prefix is kept after its last use, in milliseconds. */
  readonly lifeMs: number;
  /** True if the request marks what is to be cached (Anthropic's cache_control); otherwise the provider uses the longest known prefix. */
  readonly isMarked: boolean;
  /** The day when the price was read, and the source. */
  readonly asOf: string;
  readonly source: string;
};

const MINUTE_MS = 60_000;
const ANTHROPIC = {
  read: 0.1,
  write: 1.25,
  lifeMs: 5 * MINUTE_MS,
  isMarked: true,
  asOf: '2026-11-23',
  source: 'Anthropic: pricing, and prompt caching (minimum cacheable length)',
} as const;
const OPENAI = {
  read: 0.1,
  write: 1,
  leastPrefix: 1024,
  lifeMs: 5 * MINUTE_MS,
  isMarked: false,
  asOf: '2026-11-23',
  source: 'OpenAI: API pricing, and prompt caching',
} as const;
const GEMINI = {
  read: 0.1,
  write: 1,
  lifeMs: 5 * MINUTE_MS,
  isMarked: false,
  asOf: '2026-11-23',
  source: 'Google: Gemini API pricing, and context caching (implicit)',
} as const;

export const MODEL_PRICES: readonly ModelPrice[] = [
  { ...ANTHROPIC, model: /^claude-opus-4-[5-9]/, input: 5, leastPrefix: 4096 },
  { ...ANTHROPIC, model: /^claude-(?:opus|4-opus|3-opus)/, input: 15, leastPrefix: 1024 },
  { ...ANTHROPIC, model: /^claude-haiku-4-5/, input: 1, leastPrefix: 4096 },
  { ...ANTHROPIC, model: /^claude-3-5-haiku|^claude-haiku-3-5/, input: 0.8, leastPrefix: 2048 },
  { ...ANTHROPIC, model: /^claude.*haiku/, input: 0.25, leastPrefix: 2048 },
  { ...ANTHROPIC, model: /^claude.*sonnet/, input: 3, leastPrefix: 1024 },
  { ...ANTHROPIC, model: /^claude/, input: undefined, leastPrefix: 4096 },
  { ...OPENAI, model: /^gpt-5(?:\.\d)?-mini/, input: 0.25 },
  { ...OPENAI, model: /^gpt-5\.2/, input: 1.75 },
  { ...OPENAI, model: /^gpt-5(?:\.1)?(?:-(?!pro|nano)|$)/, input: 1.25 },
  { ...OPENAI, model: /^gpt-4o-mini/, input: 0.15, read: 0.5 },
  { ...OPENAI, model: /^gpt-4o/, input: 2.5, read: 0.5 },
  { ...OPENAI, model: /^(?:gpt|chatgpt|o\d|codex)/, input: undefined },
  { ...GEMINI, model: /^gemini-2\.5-flash/, input: undefined, leastPrefix: 2048 },
  { ...GEMINI, model: /^gemini-2\.5-pro/, input: undefined, leastPrefix: 2048 },
  { ...GEMINI, model: /^gemini/, input: undefined, leastPrefix: 4096 },
];

/** The limits of an operator's own price file. A larger share is a price given by mistake instead of a share. */
export const MODEL_PRICES_FILE = { bytes: 256 * 1024, rows: 1000, mostShare: 10 } as const;

/** The ways in which providers find the cached beginning of a prompt. */
export const PREFIX_CACHE = {
  /** The number of blocks that Anthropic looks back from a mark. */
  lookBack: 20,
  /** The step of cached prefixes at OpenAI, in tokens. */
  step: 128,
  /** The number of prompts of a conversation that a cache without marks is assumed to know. */
  knownPrompts: 12,
  /** The number of UTF-16 units at a block's beginning and end that distinguish it from others. */
  keyUnits: 24,
  /**
   * The bits of the second half of a prefix's hash that are kept and dropped: with the 32 bits of the first half they fill the integer
   * precision of a number.
   */
  keptBits: 21,
  droppedBits: 11,
} as const;

/** The price of models that no row names, and of prompts without a model: caching as most providers do it, and no dollars. */
export const UNKNOWN_MODEL_PRICE: ModelPrice = {
  model: /./,
  input: undefined,
  read: 0.1,
  write: 1.25,
  leastPrefix: 1024,
  lifeMs: 5 * MINUTE_MS,
  isMarked: true,
  asOf: '2026-11-23',
  source: 'the dearest of what providers take for writing, the usual for reading',
};
