/** Facts: how much of a turn is read for them, and how they age. */
import { KB, DAY_MS } from './units.ts';

/**
 * The number of UTF-16 units that are read: statements about the user are in a message's first pages, and longer messages are pasted text.
 */
export const READ_TURN_UNITS = 8000;

/** The cache of words' domains: the number of words, and their longest length in UTF-16 units; longer words are hardly said twice. */
export const DOMAIN_WORDS = { known: 4096, units: 24 } as const;

/** The part of READ_TURN_UNITS that is taken from the end of a longer message, if it is to be summarised. */
export const READ_TURN_END_UNITS = 1000;

/** A line in which the share of letters is lower, or which has this many characters typical of code, is code or a log. */
export const CODE_LINE = { letters: 0.55, signs: 3, leastUnits: 12 } as const;

/** A fact has at least this many letters and at most this many UTF-16 units; a longer statement is a story, not a fact. */
export const FACT_TEXT = { leastLetters: 2, mostUnits: 400 } as const;

/** A longer sentence is read as several (in UTF-16 units). */
export const SENTENCE_UNITS = 1000;

/** The number of clauses of a sentence that are read; nobody uses more. */
export const CLAUSES_READ = 40;

/** The number of UTF-16 units in which opening words such as `by the way` are looked for. */
export const OPENING_UNITS = 160;

/** A longer text is not a single question with a lasting answer (in UTF-16 units). */
export const QUESTION_UNITS = 500;

/** The number of UTF-16 units of a sentence that patterns see, from a clause on. */
export const MATCHED_UNITS = 600;

/** The number of UTF-16 units that are read of a turn that came after a fact and may contradict it. */
export const READ_LATER_UNITS = 1000;

/** The number of recalled turns, best first, that are read for contradictions of facts that a prompt may contain. */
export const LATER_TURNS = 20;

/** A prompt's line includes the year of a day if the day is longer ago than this. */
export const FACT_DAY_YEAR_MS = 330 * DAY_MS;

/** The longest fact that an agent writes, in bytes of UTF-8. */
export const FACT_TEXT_BYTES = 4 * KB;

/** Facts that a search finds where nobody says how many, and at most. */
export const FACTS_FOUND = { usual: 10, most: 1000 } as const;

/** The largest number of facts from one turn. */
export const FACTS_A_TURN = 20;

/** The number of facts that a new one is compared with: those of its slot, and those that share most of its words. */
export const FACTS_COMPARED = 12;

/** The number of facts no longer in force, newest first, that are compared with what is read later than it was said. */
export const CLOSED_COMPARED = 1000;

/** The least share of a model's fact's content words that its quotation must contain; the turns that were sent must contain all. */
export const QUOTED_SHARE = 0.5;

/** A language model that finds facts in turns that leave their window. */
export const EXTRACTOR = {
  /** The time that it has for an answer. */
  timeoutMs: 30_000,
  /** The number of retries after a transient failure, with growing waits. */
  retries: 2,
  firstDelayMs: 1000,
  lastDelayMs: 30_000,
  /** After this many failures in a row the model is not asked for `openMs`. */
  failures: 5,
  openMs: 60_000,
  /** The number of times that a part of a conversation is started if the model may answer later. */
  rounds: 5,
  /** The number of parts of conversations that wait. */
  waiting: 200,
  /** The number of parts that are remembered as done. */
  notedParts: 10_000,
  /** The number of turns in one question. */
  turnsAtOnce: 20,
  /** The number of UTF-16 units of a turn that are sent; the rest is left out. */
  turnUnits: 2000,
  /** The tokens of a turn in addition to its words, and those of the instructions: upper bounds. */
  turnTokens: 24,
  instructionTokens: 400,
  /** The length of the model's answer, in its own tokens. */
  answerTokens: 1500,
  /** Longer answers are not read. */
  answerUnits: 20_000,
  factsAtOnce: 40,
  tokensADay: 1_000_000,
} as const;
export type ExtractorPolicy = { readonly [Name in keyof typeof EXTRACTOR]: number };

/** The number of turns in a page that is read again: the default, and the maximum. */
export const REREAD_TURNS = { usual: 50, most: 200 } as const;

/**
 * If more than `facts` of a user's facts contain a word, only the newest are examined. The rarest words come first: as many words as have
 * `rows` facts together, and at least `looked`.
 */
export const COMMON_WORD = { facts: 100, looked: 2, rows: 300 } as const;

/** The number of a fact's events that are kept; the oldest confirmations are dropped. */
export const FACT_EVENTS = 100;

/** The latency target of every call on facts, in milliseconds. */
export const FACT_TARGET_MS = 50;

/** Confirmations are written together after this time, or once this many wait. */
export const CONFIRMATIONS = { flushMs: 5 * 60 * 1000, most: 10_000 } as const;

/** Ages since the last confirmation; each applies strictly above it. */
export const FACT_AGES = {
  /** From then on, facts without high confidence are found only by explicit retrieval. */
  agedMs: 90 * DAY_MS,
  /** From then on, a fact is never put into prompts, and reads ask for confirmation. */
  staleMs: 180 * DAY_MS,
  /** A fact of low confidence that was never confirmed is removed. */
  lowUnconfirmedMs: 30 * DAY_MS,
  /** A fact is due to be confirmed this long before it becomes stale. */
  dueMs: 14 * DAY_MS,
  /** A stale fact is deleted this long after it became stale. */
  deletedAfterStaleMs: 30 * DAY_MS,
} as const;

/** The calibrated similarity from which a text is about a fact: to forget it, to mention it. */
export const ABOUT_FACT = { forget: 0.14, mention: 0.42 } as const;

/** The share of a fact's content words that a text must repeat to be about it. */
export const SHARED_WORDS = { mention: 0.6, forget: 0.5, replace: 0.5, denied: 0.6 } as const;

/**
 * Thresholds of the calibrated probability that a statement is about the user, lasting and complete. From `sure` on a fact has high
 * confidence, from `even` on medium, and prompts may contain it; from `stored` on it is kept with low confidence and shown on request;
 * below that it is not kept.
 */
export const READER_CONFIDENCE = { sure: 0.7, even: 0.5, stored: 0.2 } as const;

/** The calibrated probability from which a decision replaces the one before it, whatever its words. */
export const REPLACES = 0.6;

/**
 * The probability from which a statement replaces a fact: for a statement that is stored anyway (`sure`), and for one that would not enter
 * prompts or not be stored at all, which is believed because it replaces something (`doubted`). A fact that fills a slot, such as a name,
 * is replaced by what fills the same, and by other statements from `ofSlot` on. If they share no word, a word of each must
 * have at least the cosine `nearWord`. A statement that says all that a fact says goes on about it, unless the reader gives it at least the
 * probability `goesOn` of replacing something. The reader's probabilities are kept `leastChance` away from 0 and 1, where a logit has no
 * bound. No cosine is larger than `mostCosine`: the lengths of vectors are rounded.
 */
export const REPLACES_FACT = {
  sure: 0.6,
  ofSlot: 0.7,
  doubted: 0.5,
  nearWord: 0.3,
  sameWord: 0.95,
  goesOn: 0.2,
  leastChance: 0.002,
  mostCosine: 1.001,
} as const;

/**
 * A statement that replaces something with at least the probability `from` is also compared with the newest facts that share no word
 * with it: `each` of every domain.
 */
export const NEWEST_COMPARED = { from: 0.3, each: 8 } as const;

/**
 * The probabilities, of being a lasting statement and of replacing something, from which a statement that is not stored by itself may
 * replace a fact.
 */
export const LEANING = { least: 0.03, replaces: 0.15 } as const;

/** The number of earlier turns whose statements a correction may revoke; anything further back is about something else. */
export const CORRECTED_TURNS = 20;

/** The number of facts from these turns, newest first, among which the corrected one is looked for. */
export const FACTS_CORRECTED = 60;

/**
 * The largest number of words in a request to do something differently (`actually, answer in German instead`); longer ones tell about
 * something.
 */
export const WAY_WORDS = 8;

/** The number of a turn's candidates that are read; nobody says more about themselves in one turn. */
export const CANDIDATES_READ = 100;
