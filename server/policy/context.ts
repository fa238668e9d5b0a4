/** Settings of the Context service: window, summaries, budgets of the prompt. Tokens are those of the requested model. */
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
  /** A cut leaves so many tokens that, with the system prompt, they exceed the provider's least prefix by this much: about an exchange. */
  overLeastPrefix: 200,
  /** The least number of tokens that a cut leaves, however long the system prompt is. */
  leastKept: 300,
  /** The least number of tokens that make a cut worthwhile. */
  leastCut: 200,
  /** The number of turns that are always kept, however long they are. */
  leastTurns: 2,
  /** The part of a prompt's maximum of raw tokens that is left for what accompanies the window: summaries, facts, recall, the question. */
  reserved: 1600,
  /** If the model's least prefix is longer than a prompt may be, nothing is ever cached, and a small window is cheapest. */
  uncached: { tokens: 1200, kept: 500 },
} as const;

/**
 * The sliding window, which can be selected; it counts turns and cuts three at a time. Its limit of tokens takes precedence over that of
 * turns.
 */
export const SLIDING_WINDOW = {
  /** The number of turns to which it grows; the next one cuts it at once. */
  turns: 6,
  /** The number of turns while each of the last two continued the turns before it with more than `wideOver`. */
  wideTurns: 8,
  wideOver: 0.7,
  /** The number of turns after `narrowAfter` turns in a row continued those before them with less than `narrowUnder`. */
  narrowTurns: 4,
  narrowUnder: 0.3,
  narrowAfter: 2,
  /**
   * The specification has 1,200, with which 2,400 turns of 40 and 190 tokens took 1,585 tokens a prompt, where the goal is 1,500; with
   * these limits it is 1,471.
   */
  tokens: 900,
  /** A cut for tokens continues until this many are left, so that the window can grow again before the next. */
  tokensLeft: 525,
  /** The number of turns that a cut takes. */
  cut: 3,
} as const;

/**
 * The number of turns of the window that a prompt shows however small its limit is: the larger number if the limit exceeds `wideOver`
 * tokens.
 */
export const WINDOW_FLOOR = { turns: 2, wideTurns: 4, wideOver: 1000 } as const;

/** Settings that decide when a turn begins another topic, and how far it continues the turns before: see CONTINUITY_CALIBRATIONS. */
export const SHIFT = {
  /** The threshold of domain/conversation/topic-cut.ts, chosen on dialogues of our own that it was not trained on. */
  likely: 0.35,
  /** The number of turns whose mean a new turn is compared with. */
  compared: 2,
  /** The weight of words shared with these turns, relative to the cosine. */
  overlapWeight: 0.3,
  /** The number of turns that a topic lasts before it may end without being announced. */
  least: 2,
} as const;

/**
 * The calibrated probability from which a sentence that no rule knows counts as a change of topic: precision is .98 on sentences never
 * trained on.
 */
export const TURNS_AWAY = 0.85;

/** The inputs of domain/conversation/topic-cut.ts; if they change, its weights must be trained again. */
export const TOPIC_CUT = {
  /** The numbers of last turns over which similarity and shared words are averaged. */
  spans: [1, 2, 4, 8],
  /** Longer turns, and those with more content words, count as this long. */
  longWords: 40,
  longStems: 12,
  /**
   * The number of words at the edges that are used one by one and in pairs: of the turn, of the one before, and of the turn's last
   * sentence.
   */
  first: 5,
  last: 4,
  lastSentence: 6,
  /** The UTF-16 units that are read at either end of a long text. */
  endUnits: 500,
} as const;

/**
 * Maps raw continuity (the cosine with the mean of the last two turns plus .3 times the word overlap) to calibrated continuity, by
 * embedder.
 */
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

/** Segments of turns that left the window, whose five keys are written once. */
export const SEGMENT = {
  tokens: 50,
  /** The tokens of a summary by rules; together with its day it takes as many as one by a model. */
  ruleTokens: 43,
  /** The largest share of its turns' tokens that a summary takes; if it took more, the turns themselves would be better. */
  share: 0.4,
  /** The number of the newest summaries that are in the prompt. */
  shown: 4,
  /**
   * A segment stands for at least this many turns, if there are as many; segments of what a cached window's cut takes stand for at most
   * `mostTurns`.
   */
  leastTurns: 3,
  mostTurns: 8,
  /** The tokens of each key's line in addition to its text. */
  keys: { topic: 3, decisions: 4, open_questions: 5, discussed: 4, outcome: 4 },
  /** The tokens between two sentences of one key. */
  between: 2,
  /** The largest number of tokens for the words of the topic. */
  topicTokens: 6,
  /** The largest number of tokens for one sentence while others wait. */
  mostPart: 20,
  /** A sentence that does not fit is clipped if at least this many of its tokens fit. */
  leastPart: 7,
} as const;

/** The most that is kept of a turn until it is sealed: the numbers of sentences, of words in each, and of words of the topic. */
export const DIGEST = { points: 4, words: 16, topics: 3, shortestTopic: 4, leastContent: 2 } as const;

/**
 * The value of a sentence to a summary of 50 tokens, by what it does and what it contains. The values were chosen on conversations of our
 * own, see test/bench/context/summaries.ts. A summary is written for sentences of at least `least`; others are added from `leastMore` on.
 */
export const POINT_WORTH = {
  kinds: { DECISION: 6, OPEN: 5, QUESTION: 2, TELLING: 0 },
  fact: 3,
  /** The sentence changes something that was said before; of the two, only this one still holds, so it counts as much as a decision. */
  change: 6,
  plan: 1.5,
  number: 0.8,
  name: 0.6,
  /** The number of numbers and names that count, and the value of each. */
  most: 3,
  word: 0.15,
  /** The factor for the assistant's sentences: it says more, and less of it is new. */
  ofAssistant: 0.7,
  least: 0.75,
  leastMore: 0.45,
  /** A sentence repeats another if no larger share of its words is new. */
  repeated: 0.4,
} as const;

/** Limits of the prompt's blocks. */
export const PROMPT = {
  /** The limit of the whole prompt in tokens of the requested model; callers may set a lower one. */
  tokens: 4000,
  /**
   * If the caller sets no limit, a token of the cached window only counts for the cost of reading it from the cache, and the whole prompt
   * has at most this many tokens. When a window of long turns had to stay below 4,000, it was cut so often that it cost .73 of the whole
   * history, where .55 is possible (test/bench/context, turns of 380 tokens).
   */
  rawTokens: 8000,
  leastTokens: 100,
  /** In larger prompts a sliding window shows at most `narrowTurns`. */
  narrowOver: 3000,
  facts: 150,
  /** The number of facts that are considered. */
  factsFound: 12,
  /**
   * The limit of recall and facts together, if the caller sets none: they change with each question, so they are never cached and cost
   * their full price.
   */
  recall: 350,
  /**
   * The same for an order, or a question that wants several things. When tried with lower thresholds for all asks of six talks
   * (test/bench/context/talks/writer-7.tsv), 68 of 98 had all that they need with 600, and 61 with 350.
   */
  severalRecall: 600,
  /**
   * The limit of facts, recall and earlier sessions together in a session all of whose turns the prompt shows: what a turn of it needs was
   * mostly just said, even if an older session has something similar. Without it, 26 of 900 prompts of 20 everyday chats of one user had
   * more, at most 435 (test/bench/context/everyday.ts). Callers who want more set a limit.
   */
  besideWhole: 150,
  /**
   * The limit of recall, and of facts with it if the caller sets none, if the question may have to do with the user but nothing says so
   * clearly.
   */
  littleRecall: 150,
  /**
   * The share of a limit that the caller sets, of the prompt or of recall, which recall then may take, if that is more. With it, the
   * evidence of realtalk-dev's questions in 1,000, 1,500 and 3,000 tokens is .6, .6 and .9 points more; LoCoMo-dev's is the same.
   */
  littleShare: 0.4,
  /** The limit of recall at the start of a session, if what is found might just answer the question. */
  openingRecall: 80,
  toolResults: 300,
  /** The share of its tokens that a clipped text keeps at its beginning; the rest are from its end. */
  headShare: 0.7,
  /** The least number of tokens that a clip keeps. */
  leastClip: 16,
  /** A clip that is still too long is tried again with this share of its length. */
  clipAgain: 0.9,
  /**
   * Recalled turns that score below `leastShare` of the best are left out, but for the first `keptAnyway` and unless the caller sets a
   * limit: in a short history everything is among the best. With 350 tokens of recall, by the index alone, this loses no evidence of
   * LoCoMo-dev's questions and 0.9 points of realtalk-dev's, in pieces of 60 turns 0 and 1.1 points. In two talks of 30 statements with
   * short answers, it removes 4 in 10 recalled lines. A share of .5 would lose 1.2 points of realtalk-dev's, and 2.6 in pieces.
   */
  nearestTurns: { leastShare: 0.45, keptAnyway: 4 },
  /**
   * The same for facts, which all have room if at most `allOf` were found. With 150 tokens of facts, by the index alone, this loses no
   * evidence of locomo-obs-dev's questions, and 1.5 points in pieces of 30 facts, where it takes 114 tokens instead of 141; a share of .6
   * would lose 0.6 and 3.9 points.
   */
  nearestFacts: { leastShare: 0.5, keptAnyway: 2, allOf: 4 },
  /** The largest share of the block's limit that one recalled turn takes. */
  recallLineShare: 0.4,
} as const;

/** The tail, which a host that keeps its own history adds to its prompt; each of its tokens costs the full price. */
export const TAIL = {
  /** The tokens of the block, if the host sets no limit. */
  tokens: 250,
  /**
   * If the probability that recall answers the question is below RELEVANCE.tail.little, the best hits may still take this many tokens,
   * down to a probability of `leastChance`. Of our questions that need another session (test/bench/context/tail), 7 in 100 are in that
   * range, and one of their first five turns holds the answer (with the weights before those for the form of questions); of the judging
   * lines, 6 in 100 are with LoCoMo-dev's conversations and 14 with realtalk-dev's.
   */
  glance: 100,
  leastChance: 0.2,
  /**
   * Turns that score below this share of the best are left out of a tail of `tokens`; the share falls as the limit grows. It removes 4 of
   * the first 10 turns for our questions, and the evidence of 2 in 98; for LoCoMo-dev and realtalk-dev .7 and 1 turns, and .8 and .6
   * points.
   */
  leastShare: 0.55,
  /** The number of sources of earlier blocks that a host may name. */
  keptSources: 1000,
} as const;

/**
 * The probability that an answer needs something: first * decay ^ place; for recall and facts, first / (1 + place) ^ decay, for recall
 * times the probability that the past concerns the question. The values for recall were measured on LoCoMo-dev and realtalk-dev with
 * questions in the first person: the turns found first, second and third held evidence in .46, .19, .13 and .41, .16, .09 of cases, the
 * 20th in .007 and .014. For 366 asks and lines of talks then unseen (writer-7 and -8 of test/bench/context/talks), the turn found first
 * was needed by .04 of those with a probability under .3, .17 from .3 to .5, .10 to .7, .33 to .8, .53 to .9 and .44 beyond, the second by
 * .03, .11, .14, .27, .19 and .27, those in the places 5 to 8 by .01, .03, .02, .03, .03 and .08. The others are chosen so that a small
 * prompt holds the most evidence: facts and summaries alone hold hardly any (0 % of LoCoMo's questions in 300 tokens). Facts that a plan
 * touches come right after the turn found first: with .1, some recalled turns left no room for an allergy in "Plan a dinner". Those about
 * health and diet come before most of it: with .3, a few short turns left no room for them in a prompt that has little of it, since worth
 * is divided by tokens.
 */
export const WORTH = {
  /**
   * Turns are ordered by value / (lineWords + words) ^ lengthPower: a long one takes the place of several, but is also more likely to hold
   * the evidence. `lineWords` is the overhead of a line, in words.
   */
  recall: { first: 0.45, decay: 1.25, mayHarm: 1, lengthPower: 0.8, lineWords: 6 },
  fact: { first: 0.02, decay: 1.25, planned: 0.3, mayHarm: 1 },
  summary: { first: 0.002, decay: 0.8 },
  /** Applies only if the question refers to an earlier session, which the line of the last one answers. */
  session: { first: 0.9, decay: 0.3 },
  turn: { first: 0.008, decay: 0.7 },
} as const;

/** The limits of a system prompt's four blocks, in tokens. */
export const SYSTEM_BLOCK_TOKENS = { identity: 80, capabilities: 120, rules: 100, format: 100 } as const;

/**
 * The limits of versions of an agent's system prompt, and in GLOBAL_LIMITS of a tenant's: the oldest versions that are not current are
 * dropped to make room, at most `rolled` at a time. The current one is never dropped.
 */
export const SYSTEM_PROMPTS = { agent: { count: 100, bytes: MB }, rolled: 1000 } as const;

/** The overhead of a chat in tokens, as OpenAI counts: of each message, of a tool call, and of the start of the answer. */
export const OVERHEAD = { message: 4, toolCall: 4, priming: 3 } as const;

/**
 * Factors by which tokens of other models exceed those of o200k_base, with a margin for error. The first row whose pattern matches the
 * model's name applies.
 */
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

/** Settings for counting tokens. */
export const COUNTING = {
  /** The total length of the texts whose counts are cached; of longer texts, the counts of their lines are cached as well. */
  cachedUnits: 4_000_000,
  byLineFrom: 200,
  /** The number of words whose counts are cached; longer words would keep the text in memory from which they were cut. */
  words: 20_000,
  /** A shorter new turn of a prompt is counted while the store is read. */
  aheadUnits: 16_384,
  wordUnits: 12,
} as const;

/**
 * Sessions that are removed to make room for a new one: those that have ended, the earliest first, then those that were idle for `idleMs`.
 */
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
 * A session to which nothing was appended for `afterMs` is summarised, so that the next one knows its outcome. Such sessions are looked for
 * every `lookMs`, `atOnce` at a time, and `ofUser` of the same user when a new session begins.
 */
export const SESSION_IDLE = {
  afterMs: 30 * 60_000,
  mostMinutes: 30 * 24 * 60,
  lookMs: 60_000,
  atOnce: 50,
  ofUser: 4,
} as const;

/**
 * After an append, the search for the session's next prompt is prepared after `afterMs`, unless the prompt was requested by then. At most
 * `sessions` sessions wait for their prompt at once, each for `lifeMs`. After `unused` preparations in a row that were not used, as in an
 * import of a history, none is made until a prompt is requested.
 */
export const PREPARING = { afterMs: 10, sessions: 10_000, lifeMs: 5 * 60_000, unused: 8 } as const;

/**
 * A second look at the hits of recall, for questions whose evidence lies in several places (domain/context/second-look.ts has the formula),
 * if there is room for `fromTokens`: it uses the `first` turns found. The weights were chosen on LoCoMo-dev and realtalk-dev, and checked
 * by leaving out one conversation at a time. The speaker has no weight of its own: .3 would gain 2 points of such questions in realtalk-dev
 * in 1,500 tokens, but lose the evidence of 8 in 100 questions that confuse who said what.
 */
export const SECOND_LOOK = { fromTokens: 600, first: 5, weights: { likeness: 1.25, asks: 0.5, day: 0.2 } } as const;

/** Settings for finding turns that left the window. */
export const RECALL = {
  /** The least number of tokens that a line is assumed to take when the number of hits to search for is decided. */
  tokensPerHit: 14,
  leastHits: 20,
  mostHits: 400,
  /** Recall looks up what replaced the statements of so many turns, best first. */
  replacedAmong: 25,
  /** It follows at most so many replacements of one statement. */
  replacedSteps: 10,
  /**
   * Recall looks for turns that revise so many of the user's turns, best first: it reads that many of the turns that share rare words with
   * one, and adds at most `revisionsEach`.
   */
  revisedAmong: 3,
  revisionsRead: 12,
  revisionsEach: 2,
  /**
   * For questions about how things are, the newest of the turns found gains this share of the best score, and the others by their age
   * (domain/context/newest-state.ts). With everything found let through, 97 of a reviewer's 120 questions have all that they need in 350
   * tokens, 92 without it (.1: 95, .3: 95; chosen with these in view). Questions that name a speaker or are in the past tense are exempt:
   * without that, .1 cost 1.7 points of evidence in LoCoMo-dev; with it LoCoMo-dev and realtalk-dev lose nothing.
   */
  newest: 0.2,
  /**
   * The assistant's turns without a figure lose this much of their score (domain/context/users-turns.ts): about what a regression gives them
   * that learns from 28 talks of our own which turns answer 1,436 questions and orders. With it 59.5 % of those prompts have the very turn
   * that was asked for, 57.9 % without it; in nine talks of a reviewer nobody had seen, 114 of 173 things needed, 113 without it.
   */
  ofAssistant: 0.9,
  /**
   * A short answer to one of the first `among` questions found comes along, and so does the question of such an answer; a short turn with
   * fewer content words that answers nothing is left out. No evidence of LoCoMo-dev's questions is lost, and of realtalk-dev's none up to
   * 1,000 tokens, at most .6 points beyond and without a limit. Answers of any length cost .9 and .8 points without a limit.
   */
  exchanges: { among: 6, shortWords: 8, leastContent: 2 },
} as const;

export const CONTEXT_LIMITS = {
  /** The number of turns in one AppendTurns. */
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

/** Settings for the accounts of prompts. */
export const USAGE = {
  /** The share of its limit from which a prompt counts as close to it. */
  nearShare: 0.9,
  /** The weight of a new report of a model's tokens, and the bounds of the resulting factor. */
  learning: 0.2,
  leastFactor: 0.5,
  mostFactor: 4,
  factorMargin: 1.03,
  /** Accounts are written at this interval, and when they are requested. */
  writeMs: 5000,
  /** The number of sessions whose prompts are remembered: their facts, and what a provider's cache holds of them. */
  sessions: 1000,
  /** The number of tokens that prices are for. */
  pricedTokens: 1_000_000,
  /**
   * From this many prompts on, a session counts as too expensive if it costs more than `costlierBy` times its whole history read from the
   * cache.
   */
  costlierFrom: 20,
  costlierBy: 1.15,
  /** The alert about it ends, and can be raised again, once the cost has fallen to this many times. */
  costlierUntil: 1.1,
} as const;

/** Data that is never sent to a model. It is kept for 23.5 hours and swept at this interval, which together is less than 24 hours. */
export const DISCARDABLES = {
  keptMs: 23.5 * 3_600_000,
  sweepMs: 900_000,
  textKb: 64,
  /**
   * The size of a user's files on disk. If it is reached, the files of the oldest hours are removed; within a single hour, more data is
   * refused.
   */
  userBytes: 10 * MB,
} as const;

/** The number of events of a session that wait for a slow reader. */
export const WATCHED_EVENTS = 1000;

/** Settings of stored answers. */
export const RESPONSES = {
  factMs: 24 * 3_600_000,
  toolMs: 3_600_000,
  /** The calibrated similarity from which two questions are the same, if the guard finds no difference. */
  sameIntent: 0.645,
  /** The number of answers that are kept for a user; the oldest are dropped to make room. */
  most: 1000,
  answerKb: 64,
  facts: 100,
} as const;

/** Summaries that a language model may write. */
export const SUMMARIZER = {
  /** The time that a model has; after that, the rules write the summary. */
  timeoutMs: 3000,
  /** The UTF-16 units of one turn that are sent. */
  turnUnits: 2000,
  /** The length of a model's answer, in its own tokens: the five keys and their JSON. */
  answerTokens: 200,
  /** Longer answers are not read. */
  answerUnits: 4000,
} as const;

/** Caches that servers share. */
export const CACHE = {
  /** A cache that has not answered within this time counts as empty. */
  commandMs: 250,
  /** The time for which embeddings are kept. They hold no text and belong to no user, so a single user's cannot be erased. */
  embeddingMs: 24 * 3600 * SECOND_MS,
  /** The shortest interval between two log entries about failures of a cache. */
  complaintMs: 60 * SECOND_MS,
  /** The number of users whose answers wait to be dropped until Redis is available again. */
  pendingUsers: 100_000,
  /** How often dropping them is tried. */
  pendingMs: 1 * SECOND_MS,
  /** The number of similar questions whose words are compared in one lookup. */
  nearest: 20,
} as const;
