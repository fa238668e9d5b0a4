/** The Context service's numbers: window, summaries, budgets of the prompt. Tokens are those of the model that is asked. */

/** The turns that a prompt holds word for word. Tokens win over turns. */
export const WINDOW = {
  /** It grows to so many turns, and is cut at once when one more comes. */
  turns: 6,
  /** While the last two turns each went on with what came before by more than this. */
  wideTurns: 8,
  wideOver: 0.7,
  /** While so many turns in a row went on by less than this. */
  narrowTurns: 4,
  narrowUnder: 0.3,
  narrowAfter: 2,
  tokens: 1200,
  /** A cut for tokens goes on until so many are left, so that the window grows again before the next. */
  tokensLeft: 600,
  /** Turns that a cut takes. */
  cut: 3,
} as const;

/** When a turn begins another topic. Similarities are calibrated: see CONTINUITY_CALIBRATIONS. */
export const SHIFT = {
  under: 0.4,
  /** A turn that is clearly of another domain need not be that unlike: under this is enough. */
  ofOtherDomainUnder: 0.5,
  /** Turns that the mean is taken of, which a new turn is compared with. */
  compared: 2,
  /** Words shared with them count so much beside the cosine. */
  overlapWeight: 0.3,
  /** A topic lasts so many turns before likeness alone may end it. */
  least: 2,
} as const;

/** Raw continuity (cosine with the mean of the last two + .3 word overlap) to calibrated, by embedder. */
export const CONTINUITY_CALIBRATIONS: Readonly<
  Record<string, readonly (readonly [raw: number, calibrated: number])[]>
> = {
  'recorda-static-en-es': [
    [0, 0],
    [0.22, 0.4],
    [0.55, 0.7],
    [0.95, 0.9],
    [1.3, 1],
  ],
};

/** What left the window, sealed: five keys, written once. */
export const SEGMENT = {
  tokens: 50,
  /** The newest so many are in the prompt. */
  shown: 4,
  /** What the words of each key may take, and the key itself with its line. */
  keys: {
    topic: { most: 6, key: 3 },
    decisions: { most: 16, key: 4 },
    open_questions: { most: 12, key: 5 },
    discussed: { most: 18, key: 4 },
    outcome: { most: 18, key: 4 },
  },
} as const;

/** Words that are kept of a turn until it is sealed. */
export const DIGEST = { words: 24, topics: 3, shortestTopic: 4 } as const;

/** Ceilings of the prompt's blocks. */
export const PROMPT = {
  /** The whole; callers may ask for less. */
  tokens: 4000,
  leastTokens: 100,
  /** Over this, leaving recall aside, the window shows `narrowTurns` at most. */
  narrowOver: 3000,
  facts: 150,
  /** Facts that are looked at, and turns that say again what need not be. */
  factsFound: 12,
  saidRecently: 3,
  /**
   * With facts. Both grow while more is known of a user; what facts take recall leaves, so that the whole does not grow. A window of
   * long turns takes of it, too: the three together stay under `besideWindow`, as far as recall goes, which keeps `leastRecall`.
   */
  recall: 350,
  besideWindow: 1000,
  leastRecall: 100,
  toolResults: 300,
  /** A clipped text keeps so large a share of its tokens at the head, the rest at the tail. */
  headShare: 0.7,
  /** A clip keeps at least so many. */
  leastClip: 16,
  /** A clip that is still too long is tried again with so large a share of it. */
  clipAgain: 0.9,
  /** One recalled turn takes so large a share of the block's ceiling at most. */
  recallLineShare: 0.4,
} as const;

/** Of a system prompt's four blocks. */
export const SYSTEM_BLOCK_TOKENS = { identity: 80, capabilities: 120, rules: 100, format: 100 } as const;

/** What a chat costs beside its texts, as OpenAI counts: each message, a tool call, and the answer's beginning. */
export const OVERHEAD = { message: 4, toolCall: 4, priming: 3 } as const;

/** Tokens of other models as multiples of o200k_base, with room for error. The first whose name fits a model's. */
export const TOKEN_FACTORS: readonly { readonly model: RegExp; readonly factor: number }[] = [
  { model: /^claude-(?:[123](?:[.-]|$)|(?:opus|sonnet|haiku)-(?:3|4(?:$|-[0-6]$|-[0-6]-|-\d{8})))/, factor: 1.25 },
  { model: /^claude/, factor: 1.65 },
  { model: /^gemini/, factor: 1.2 },
  { model: /^(?:open-)?(?:mi[sx]tral|codestral|ministral|pixtral)/, factor: 1.3 },
  { model: /^kimi|^moonshot/, factor: 1.15 },
];
export const UNKNOWN_TOKEN_FACTOR = 1.35;

/** Models whose tokens are counted exactly. */
export const EXACT_MODELS = {
  cl100k_base: /^(?:gpt-4(?:-|$)(?!o)|gpt-3\.5|text-embedding)/,
  o200k_base: /^(?:gpt-|chatgpt-|o\d|codex)/,
} as const;

/** Tokens from which a provider caches a prefix, by the model's name. */
export const CACHED_FROM: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /^claude-(?:haiku-4-5|opus-4-[5-9]|3-5-haiku|haiku-3)/, tokens: 4096 },
  { model: /^gemini-.*(?:pro)/, tokens: 4096 },
  { model: /^claude.*(?:haiku)/, tokens: 2048 },
  { model: /./, tokens: 1024 },
];

/** Counting. */
export const COUNTING = {
  /** A run of blanks, or of anything but blanks, over so many units is counted in slices of it: an upper bound. */
  run: 1000,
  /** Texts whose count is remembered, by their length in all; of longer ones, those of their lines as well. */
  cachedUnits: 4_000_000,
  byLineFrom: 200,
  /** Words whose count is remembered; longer ones would hold on to the text that they were cut from. */
  words: 20_000,
  wordUnits: 12,
} as const;

/** What left the window stays findable. */
export const RECALL = {
  /** Turns of one user; the oldest make room. */
  turns: 10_000,
  /** A line of the prompt is taken for so many tokens at least when it is decided how many to look for. */
  tokensPerHit: 14,
  leastHits: 20,
  mostHits: 400,
} as const;

export const CONTEXT_LIMITS = {
  /** Turns of one AppendTurns. */
  turns: 100,
  toolCalls: 32,
  toolResults: 32,
  extras: 64,
  extraKb: 64,
} as const;

/** Latency targets, in milliseconds. */
export const CONTEXT_TARGET_MS = { append: 10, assemble: 50, count: 10 } as const;

/** What is remembered of a session so that it need not be sent again. */
export const NOTES = { tools: 64, errorBytes: 4096, errorTokens: 200 } as const;

/** Accounts of prompts. */
export const USAGE = {
  /** A prompt is near its limit from this share of it on. */
  nearShare: 0.9,
  /** How far a report of a model's tokens moves what is held of them, and between which bounds. */
  learning: 0.2,
  leastFactor: 0.5,
  mostFactor: 4,
  factorMargin: 1.03,
  /** Accounts are written so often, and when they are asked for. */
  writeMs: 5000,
  /** Sessions whose facts in prompts are remembered. */
  sessions: 1000,
} as const;

/** What is never to be sent to a model: kept so long less an hour, looked over so often. Together under 24 hours. */
export const DISCARDABLES = { keptMs: 23.5 * 3_600_000, sweepMs: 900_000, textKb: 64 } as const;

/** Events of a session that wait for a slow reader. */
export const WATCHED_EVENTS = 1000;

/** Answers that are given again. */
export const RESPONSES = {
  factMs: 24 * 3_600_000,
  toolMs: 3_600_000,
  /** Calibrated similarity from which a question is the same, where nothing tells the two apart. */
  sameIntent: 0.85,
  /** Of a user; the oldest make room. */
  most: 1000,
  answerKb: 64,
  facts: 100,
} as const;
