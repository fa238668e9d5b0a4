/** The Context service's numbers: window, summaries, budgets of the prompt. Tokens are those of the model that is asked. */
import { MB, SECOND_MS } from './units.ts';

/**
 * The default window: it only grows, so that the provider reads it from its cache, and is cut rarely and deep. It is cut when what prompts
 * paid for reading more than a cut leaves, since the last one, comes to what the cut will cost to write again:
 *
 *   r * sum(window - kept) >= (w - r) * written again
 *
 * (r, w: the prices of reading and writing the cache as shares of the input price), which is within 4 % of the best window by trial.
 * Tokens are of o200k_base. Measured in test/bench/context.
 */
export const CACHED_WINDOW = {
  /** A cut leaves so many that, with the system prompt, they stay over the provider's least prefix by so many: about an exchange. */
  overLeastPrefix: 200,
  /** The least number that is left, however long the system prompt is. */
  leastKept: 300,
  /** A cut takes at least so many, or is not worth it. */
  leastCut: 200,
  /** Turns that stay, however long they are. */
  leastTurns: 2,
  /** Left of a prompt's most raw tokens for what stands beside its window: summaries, facts, recall, the question. */
  reserved: 1600,
  /** If the model's least prefix is longer than a prompt may be, nothing is ever cached, and a small window is cheapest. */
  uncached: { tokens: 1200, kept: 500 },
} as const;

/** The source's window, selectable: turns, cut by three. Tokens win over turns. */
export const SLIDING_WINDOW = {
  /** It grows to so many turns, and is cut at once when one more comes. */
  turns: 6,
  /** While the last two turns each went on with what came before by more than this. */
  wideTurns: 8,
  wideOver: 0.7,
  /** While so many turns in a row went on by less than this. */
  narrowTurns: 4,
  narrowUnder: 0.3,
  narrowAfter: 2,
  /** The source has 1,200, with which 2,400 turns of 40 and 190 tokens took 1,585 a prompt where 1,500 are aimed at; with these, 1,471. */
  tokens: 900,
  /** A cut for tokens goes on until so many are left, so that the window grows again before the next. */
  tokensLeft: 525,
  /** Turns that a cut takes. */
  cut: 3,
} as const;

/** The turns that a prompt shows of the window however small its limit is: the larger number if the limit is over so many tokens. */
export const WINDOW_FLOOR = { turns: 2, wideTurns: 4, wideOver: 1000 } as const;

/** Decides when a turn begins another topic, and how far it continues the turns before: see CONTINUITY_CALIBRATIONS. */
export const SHIFT = {
  /** The threshold of domain/conversation/topic-cut.ts, chosen on dialogues of our own that it was not trained on. */
  likely: 0.35,
  /** Turns that the mean is taken of, which a new turn is compared with. */
  compared: 2,
  /** Words shared with them count so much beside the cosine. */
  overlapWeight: 0.3,
  /** A topic lasts so many turns before it may end without a word. */
  least: 2,
} as const;

/** Calibrated probability from which a sentence that no rule knows turns to another topic: at .98 precision on sentences never trained on. */
export const TURNS_AWAY = 0.85;

/** The inputs of domain/conversation/topic-cut.ts; if they change, its weights must be trained again. */
export const TOPIC_CUT = {
  /** The last so many turns: their mean likeness and the words shared with them. */
  spans: [1, 2, 4, 8],
  /** Longer turns, and those of more content words, count as so long. */
  longWords: 40,
  longStems: 12,
  /** Words at the edges, which are looked at one by one and in pairs: of the turn, of the one before, of the turn's last sentence. */
  first: 5,
  last: 4,
  lastSentence: 6,
  /** UTF-16 units at either end of a long text. */
  endUnits: 500,
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

/** Turns that have left the window, sealed: five keys, written once. */
export const SEGMENT = {
  tokens: 50,
  /** The tokens of a summary by rules; with its day it has as many as one by a model. */
  ruleTokens: 43,
  /** It takes no larger share of what its turns take, or they would serve better themselves. */
  share: 0.4,
  /** The newest so many are in the prompt. */
  shown: 4,
  /** A segment stands for so many turns at least, where there are so many; of what a cached window's cut takes, for so many at most. */
  leastTurns: 3,
  mostTurns: 8,
  /** The tokens of each key with its line. */
  keys: { topic: 3, decisions: 4, open_questions: 5, discussed: 4, outcome: 4 },
  /** The tokens between two sentences of one key. */
  between: 2,
  /** The most tokens for the words of the topic. */
  topicTokens: 6,
  /** The most tokens for one sentence while others wait. */
  mostPart: 20,
  /** A sentence that has no room is clipped, where so much of it has. */
  leastPart: 7,
} as const;

/** The parts of a turn that are kept until it is sealed: sentences, words of each, words of the topic. */
export const DIGEST = { points: 4, words: 16, topics: 3, shortestTopic: 4, leastContent: 2 } as const;

/**
 * The worth of a sentence to a summary of 50 tokens, by what it does and what it contains. Chosen on talk of our own, see
 * test/bench/context/summaries.ts. A summary is written for sentences of at least `least`; others join it from `leastMore`.
 */
export const POINT_WORTH = {
  kinds: { DECISION: 6, OPEN: 5, QUESTION: 2, TELLING: 0 },
  fact: 3,
  plan: 1.5,
  number: 0.8,
  name: 0.6,
  /** Numbers and names that count, each. */
  most: 3,
  word: 0.15,
  /** The assistant says more, and less of it is new. */
  ofAssistant: 0.7,
  least: 0.75,
  leastMore: 0.45,
  /** A sentence of which no larger share of words is new repeats another. */
  repeated: 0.4,
} as const;

/** Ceilings of the prompt's blocks. */
export const PROMPT = {
  /** The whole, in tokens of the model that is asked; callers may ask for less. */
  tokens: 4000,
  /**
   * If the caller sets no limit, a token of the cached window counts only what reading it from the cache costs, and the whole prompt has at
   * most so many tokens. A window of long turns that had to stay under 4,000 was cut so often that it cost .73 of the whole history where
   * .55 is possible (test/bench/context, turns of 380 tokens).
   */
  rawTokens: 8000,
  leastTokens: 100,
  /** Over this a sliding window shows `narrowTurns` at most. */
  narrowOver: 3000,
  facts: 150,
  /** Facts that are looked at. */
  factsFound: 12,
  /**
   * Recall and facts together, if the caller sets no limit: they change with each question, so they are never cached and cost their full
   * price.
   */
  recall: 350,
  /**
   * Tokens of facts, recall and earlier sessions together amid a session of which the prompt shows every turn: what a turn of it needs was mostly
   * just said, whatever an older session has that is near. Of the prompts of 20 everyday chats of one user 26 in 900 had more, 435 at most
   * (test/bench/context/everyday.ts). Who wants more names a limit.
   */
  besideWhole: 150,
  /**
   * Tokens of recall, and of facts with it where the caller names no limit, where the question may have to do with the user, and nothing
   * says so clearly.
   */
  littleRecall: 150,
  /** Tokens of recall as a session begins, where what is found may just answer. */
  openingRecall: 80,
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

/** The tail, which a host that keeps its own history adds to its prompt: every token of it costs its full price. */
export const TAIL = {
  /** Tokens of the block, where the host names no limit. */
  tokens: 250,
  /**
   * If the chance that recall answers the question is under RELEVANCE.recall.little, the best hits may still take so many tokens, down to
   * this chance. Of our questions that need another session (test/bench/context/tail), 7 in 100 are in that range, and one of the first
   * five turns found holds the answer (by the weights before those for the form of questions); of the judging lines, 6 in 100 are with
   * LoCoMo-dev's talk and 14 with realtalk-dev's.
   */
  glance: 100,
  leastChance: 0.2,
  /**
   * Turns that score under this share of the best have no place in a tail of `tokens`; the share falls as the room grows. It takes 4 of the
   * first 10 turns away from our questions, and the evidence of 2 in 98; of LoCoMo-dev and realtalk-dev .7 and 1, and .8 and .6 points.
   */
  leastShare: 0.55,
  /** Sources of earlier blocks that a host may name. */
  keptSources: 1000,
} as const;

/**
 * The probability that an answer needs something: first * decay ^ place, or of recall and facts first / (1 + place) ^ decay. Recall is
 * what was measured on LoCoMo-dev and realtalk-dev, questions put in the first person: of the turns found first, second, third .46 .19
 * .13 and .41 .16 .09 held evidence, of the 20th .007 and .014. The others are chosen so that a small prompt holds the most
 * evidence: facts and summaries alone hold hardly any (0 % of LoCoMo's questions in 300 tokens).
 */
export const WORTH = {
  /**
   * Turns are offered by worth / (lineWords + words) ^ lengthPower: a long one takes the place of several, but is also likelier to hold the
   * evidence. `lineWords`: what a line takes beside its words, in words.
   */
  recall: { first: 0.45, decay: 1.25, lengthPower: 0.8, lineWords: 6 },
  fact: { first: 0.02, decay: 1.25, planned: 0.1 },
  summary: { first: 0.002, decay: 0.8 },
  /** Applies only if the question goes back to an earlier session, which the line of the last one answers. */
  session: { first: 0.9, decay: 0.3 },
  turn: { first: 0.008, decay: 0.7 },
} as const;

/** Tokens of a system prompt's four blocks. */
export const SYSTEM_BLOCK_TOKENS = { identity: 80, capabilities: 120, rules: 100, format: 100 } as const;

/**
 * Versions of an agent's system prompt, and of a tenant's (GLOBAL_LIMITS): the oldest that are not current make room, so many at a time
 * at most. The current one never goes.
 */
export const SYSTEM_PROMPTS = { agent: { count: 100, bytes: MB }, rolled: 1000 } as const;

/** The tokens of a chat beside its texts, as OpenAI counts: each message, a tool call, and the beginning of the answer. */
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

/** Counting. */
export const COUNTING = {
  /** Texts whose count is remembered, by their length in all; of longer ones, those of their lines as well. */
  cachedUnits: 4_000_000,
  byLineFrom: 200,
  /** Words whose count is remembered; longer ones would hold on to the text that they were cut from. */
  words: 20_000,
  /** A prompt's new turn that is shorter is counted while the store is read. */
  aheadUnits: 16_384,
  wordUnits: 12,
} as const;

/** Sessions that make room for a new one: those that have ended, the longest ago first, then those idle for so long. */
export const SESSIONS_ROLL = { idleMs: 24 * 3_600_000, mostIds: 100 } as const;

/**
 * Lines for the outcome of the user's last sessions, if a question goes back to them: the most tokens of each line and of all, made of each
 * session's newest summaries. A session of at most `newTurns` turns counts as new, and reports lines that were left out.
 */
export const EARLIER_SESSIONS = {
  shown: 3,
  summaries: 6,
  lineTokens: 70,
  tokens: 180,
  newTurns: 2,
  units: 2000,
} as const;

/**
 * A session that nobody has appended to for so long is summed up, so that the next one knows how it went. Looked for so often, so many at
 * a time, and of the same user when a new session begins.
 */
export const SESSION_IDLE = {
  afterMs: 30 * 60_000,
  mostMinutes: 30 * 24 * 60,
  lookMs: 60_000,
  atOnce: 50,
  ofUser: 4,
} as const;

/**
 * The time after an append at which the search for the session's next prompt is prepared, unless the prompt was asked for by then. At most
 * so many sessions wait for their prompt at once, for so long each. After so many unused preparations in a row, as in an import of a
 * history, none is made until a prompt is asked for.
 */
export const PREPARING = { afterMs: 10, sessions: 10_000, lifeMs: 5 * 60_000, unused: 8 } as const;

/**
 * A second look at what recall found, for questions whose evidence lies in several places (domain/context/second-look.ts has the formula),
 * where there is room for so many tokens: by the turns that were found first. Chosen on LoCoMo-dev and realtalk-dev, held-out conversation
 * by conversation. Who speaks has no weight of its own here: .3 of it brings realtalk-dev 2 points more of such questions in 1,500 tokens,
 * but costs the evidence of 8 in 100 questions that confuse who said what.
 */
export const SECOND_LOOK = { fromTokens: 600, first: 5, weights: { likeness: 1.25, asks: 0.5, day: 0.2 } } as const;

/** Keeps turns that have left the window findable. */
export const RECALL = {
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

/** Notes of a session that are kept so that they need not be sent again. */
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
  /** Sessions whose prompts are remembered: their facts, and what a provider's cache holds of them. */
  sessions: 1000,
  /** Prices are of so many tokens. */
  pricedTokens: 1_000_000,
  /** After so many prompts, a session that costs over so many times its whole history from the cache counts as costlier. */
  costlierFrom: 20,
  costlierBy: 1.15,
  /** An alert of it is over, and is raised again, once they have come down to so many times. */
  costlierUntil: 1.1,
} as const;

/** Data that is never sent to a model: kept for a day less an hour, and swept this often, which is under 24 hours together. */
export const DISCARDABLES = {
  keptMs: 23.5 * 3_600_000,
  sweepMs: 900_000,
  textKb: 64,
  /** The files of a user, as they lie on the disk. Full: those of the oldest hours go; one hour alone is refused more. */
  userBytes: 10 * MB,
} as const;

/** Events of a session that wait for a slow reader. */
export const WATCHED_EVENTS = 1000;

/** Answers that are given again. */
export const RESPONSES = {
  factMs: 24 * 3_600_000,
  toolMs: 3_600_000,
  /** Calibrated similarity from which a question is the same, where nothing tells the two apart. */
  sameIntent: 0.645,
  /** Answers that are kept of a user; the oldest make room. */
  most: 1000,
  answerKb: 64,
  facts: 100,
} as const;

/** Summaries that a language model may write. */
export const SUMMARIZER = {
  /** A model gets so long; then the rules write the summary. */
  timeoutMs: 3000,
  /** How much of one turn is sent. */
  turnUnits: 2000,
  /** The length of a model's answer, in its own tokens: the five keys and their JSON. */
  answerTokens: 200,
  /** Answers that are longer are not read. */
  answerUnits: 4000,
} as const;

/** Caches that servers share. */
export const CACHE = {
  /** A cache that has not answered by then has nothing. */
  commandMs: 250,
  /** Embeddings are kept for so long. They hold no text, but belong to no user either: nobody can erase one user's. */
  embeddingMs: 24 * 3600 * SECOND_MS,
  /** Failures of a cache are logged so seldom. */
  complaintMs: 60 * SECOND_MS,
  /** Users whose answers wait to be dropped until Redis is back. */
  pendingUsers: 100_000,
  /** How often it is tried to drop them. */
  pendingMs: 1 * SECOND_MS,
  /** Questions that are near enough for their words to be compared, of one look. */
  nearest: 20,
} as const;
