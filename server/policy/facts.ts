/** Facts: how much of a turn is read for them, and how they age. */
import { KB, DAY_MS } from './units.ts';

/**
 * The number of UTF-16 units that are read: statements about the user are in a message's first pages, and longer messages are pasted text.
 */
export const READ_TURN_UNITS = 8000;

/** Words whose domains are remembered: how many, and up to how many UTF-16 units; longer ones are hardly said twice. */
export const DOMAIN_WORDS = { known: 4096, units: 24 } as const;

/** How many of READ_TURN_UNITS are taken from the end, where a longer message is to be summed up. */
export const READ_TURN_END_UNITS = 1000;

/** A line of letters under this share, or with so many signs of code, is code or a log. */
export const CODE_LINE = { letters: 0.55, signs: 3, leastUnits: 12 } as const;

/** A fact is at least a word and at most so long; longer words of the user are no fact but a story. */
export const FACT_TEXT = { leastLetters: 2, mostUnits: 400 } as const;

/** A longer sentence is read as several; in UTF-16 units. */
export const SENTENCE_UNITS = 1000;

/** Clauses of a sentence that are read: nobody says more in one. */
export const CLAUSES_READ = 40;

/** The number of UTF-16 units in which opening words such as `by the way` are looked for. */
export const OPENING_UNITS = 160;

/** A longer text is not one question whose answer lasts; in UTF-16 units. */
export const QUESTION_UNITS = 500;

/** The number of UTF-16 units of a sentence that patterns look at, from a clause on. */
export const MATCHED_UNITS = 600;

/** How much is read of a turn that was said after a fact, and may say otherwise; in UTF-16 units. */
export const READ_LATER_UNITS = 1000;

/** How many recalled turns are read for what they say about facts that a prompt may have, the best first. */
export const LATER_TURNS = 20;

/** A prompt's line names the year of a day that is so long ago. */
export const FACT_DAY_YEAR_MS = 330 * DAY_MS;

/** The longest fact that an agent writes, in bytes of UTF-8. */
export const FACT_TEXT_BYTES = 4 * KB;

/** Facts that a search finds where nobody says how many, and at most. */
export const FACTS_FOUND = { usual: 10, most: 1000 } as const;

/** Facts of one turn at most. */
export const FACTS_A_TURN = 20;

/** Facts that a new one is compared with: those of its slot, and those that share most of its words. */
export const FACTS_COMPARED = 12;

/** How many facts that stand no more are compared with what is read later than it was said, the newest first. */
export const CLOSED_COMPARED = 1000;

/** The least share of a model's fact's telling words that its quotation must have; the turns that it was sent must have all. */
export const QUOTED_SHARE = 0.5;

/** A language model that finds facts in turns that leave their window. */
export const EXTRACTOR = {
  /** It gets so long for an answer. */
  timeoutMs: 30_000,
  /** The number of retries after a passing failure, with growing pauses. */
  retries: 2,
  firstDelayMs: 1000,
  lastDelayMs: 30_000,
  /** After so many faults in a row nothing is asked for a while. */
  failures: 5,
  openMs: 60_000,
  /** A part of a conversation is begun so often, where the model may answer later. */
  rounds: 5,
  /** Parts of conversations that wait. */
  waiting: 200,
  /** Parts that are known to have been taken. */
  notedParts: 10_000,
  /** Turns of one question. */
  turnsAtOnce: 20,
  /** UTF-16 units of a turn that are sent; the rest of it is left out. */
  turnUnits: 2000,
  /** Tokens of a turn beside its words, and of the instructions: upper bounds. */
  turnTokens: 24,
  instructionTokens: 400,
  /** The length of the model's answer, in its own tokens. */
  answerTokens: 1500,
  /** Answers that are longer are not read. */
  answerUnits: 20_000,
  factsAtOnce: 40,
  tokensADay: 1_000_000,
} as const;
export type ExtractorPolicy = { readonly [Name in keyof typeof EXTRACTOR]: number };

/** Turns of a page that is read anew, where nobody says how many, and at most. */
export const REREAD_TURNS = { usual: 50, most: 200 } as const;

/**
 * If more than `facts` of a user's facts have a word, only the newest are looked at. The rarest words come first: as many as have `rows`
 * facts together, and at least `looked`.
 */
export const COMMON_WORD = { facts: 100, looked: 2, rows: 300 } as const;

/** Events of a fact that are kept; the oldest confirmations go. */
export const FACT_EVENTS = 100;

/** The latency target of every call on facts, in milliseconds. */
export const FACT_TARGET_MS = 50;

/** Confirmations wait so long to be written together, or until so many wait. */
export const CONFIRMATIONS = { flushMs: 5 * 60 * 1000, most: 10_000 } as const;

/** Ages after the last confirmation, each "over" strictly. */
export const FACT_AGES = {
  /** Facts without high confidence are then found only by explicit retrieval. */
  agedMs: 90 * DAY_MS,
  /** Never injected; reads ask for confirmation. */
  staleMs: 180 * DAY_MS,
  /** Low confidence, never confirmed: out. */
  lowUnconfirmedMs: 30 * DAY_MS,
  /** A fact is due to be confirmed so long before it goes stale. */
  dueMs: 14 * DAY_MS,
  /** A stale fact is deleted so long after it became stale. */
  deletedAfterStaleMs: 30 * DAY_MS,
} as const;

/** Calibrated similarity at which a text is about a fact: to forget it, to be replaced by it, to be a mention of it. */
export const ABOUT_FACT = { forget: 0.14, replace: 0.42, mention: 0.42 } as const;

/** The share of a fact's telling words that a text must repeat to be about it. */
export const SHARED_WORDS = { mention: 0.6, forget: 0.5, replace: 0.5, denied: 0.6 } as const;

/**
 * Calibrated probability that a statement is the user's own, lasting and whole. From `sure` on it is of high confidence, from `even` on of
 * medium, and a prompt may have it; from `stored` on it is kept with low confidence, to be seen on request; under that it is not kept.
 */
export const READER_CONFIDENCE = { sure: 0.7, even: 0.5, stored: 0.2 } as const;

/** Calibrated probability from which a decision is taken to replace the one before it, whatever its words. */
export const REPLACES = 0.6;

/** A correction takes back something that was said in so many turns before it: what lies further back is another matter. */
export const CORRECTED_TURNS = 20;

/** It is looked for among so many facts of those turns, the newest first. */
export const FACTS_CORRECTED = 60;

/** The most words of a request to do something another way (`actually, answer in German instead`): longer ones tell of something. */
export const WAY_WORDS = 8;

/** Candidates of a turn that are read: nobody says more of themselves in one. */
export const CANDIDATES_READ = 100;
