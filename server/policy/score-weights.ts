/**
 * The score of a memory for a query is the sum of its signals, each times its weight:
 *
 *   score = meaning * cosine mixed with the neighbours'      own, window, wide * BM25 over three windows
 *         + coverage, phrase * query words and word pairs present      information * how much the memory says, as far as it is meant
 *         + speaker * whose it is      date * closeness to the period asked for      session * best of its session
 *         + when, where, title * the kind of answer asked for is in it      limit * what advice has to heed, as far as it is meant
 *
 * server/retrieval/signals says how each is computed; all lie in 0..1 but `speaker`, in -1..1, and `meaning`, which
 * counts up to CLEAR_MEANING_GAIN more where it tells few memories from all others. Measured on conversations that
 * nothing was fitted to: see test/bench/retrieval.ts. Scores belong to one query; thresholds read the similarity instead.
 */
export const SIGNALS = [
  'meaning',
  'own',
  'window',
  'wide',
  'coverage',
  'phrase',
  'information',
  'speaker',
  'date',
  'session',
  'when',
  'where',
  'title',
  'limit',
] as const;
export type Signal = (typeof SIGNALS)[number];
export type SignalWeights = Readonly<Record<Signal, number>>;

export const SCORE_WEIGHTS: SignalWeights = {
  meaning: 1,
  own: 0.1,
  /** Counts only in the first estimate of a session: next to `coverage` and `wide` it adds nothing. */
  window: 0,
  wide: 0.35,
  coverage: 0.6,
  phrase: 0.5,
  information: 0.5,
  /** A weight above .25 harms questions that confuse who said what. */
  speaker: 0.2,
  date: 0.8,
  session: 0.6,
  when: 0.5,
  where: 0.5,
  title: 0.5,
  /** Chosen on the pairs of test/bench/advice/tried-*.tsv; a higher weight brings limits about other subjects. */
  limit: 0.5,
};

/** The weights of the first estimate of a memory's score; `session` takes the best estimate in the memory's session. */
export const SESSION_WEIGHTS = { own: 0.25, window: 0.25, meaning: 0.5, speaker: 0.2, date: 0.5 } as const;

/**
 * The weight of meaning rises by up to this factor if few memories are nearly as close as the nearest, because it then orders them better
 * than the words around them do. If many are as close, meaning cannot tell them apart, and other signals decide.
 */
export const CLEAR_MEANING_GAIN = 1.5;

/** A memory with this share of the nearest one's meaning counts as nearly as near: not at all at the first number, fully at the second. */
export const NEARLY_NEAREST = [0.6, 0.8] as const;

/** If this many are nearly as close as the nearest, nothing counts as clear. */
export const CLEAR_AMONG = 10;

/** The parameters of BM25. */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

/**
 * The share of its neighbours' vectors that is mixed into a memory's vector, by its `DOCUMENT_KIND`. A turn of a conversation means little
 * without the one that it answers. A note stands alone: mixing in a fourth of the note before it costs 3 of 87 points of precision.
 */
export const BEFORE_MIX = [0.25, 0.5, 0] as const;
export const AFTER_MIX = [0.1, 0.2, 0] as const;

/**
 * The relation of a document to its neighbours: a fact of a session that was sent, a turn that somebody said, or a note, whose session was
 * only inferred from the time at which it was added.
 */
export const DOCUMENT_KIND = { fact: 0, turn: 1, note: 2 } as const;
export type DocumentKind = (typeof DOCUMENT_KIND)[keyof typeof DOCUMENT_KIND];

/**
 * Memories without a session that one agent adds within the same half hour of the clock are assumed to form one session; in a bulk load
 * that adds more, every `documents` in a row count as one for the signal `session`. On LoCoMo-dev's bare texts R@10 is 73.8 with 24, 73.2
 * with 64, 72.4 if the whole load is one session, and 64.8 without sessions.
 */
export const INFERRED_SESSION = { windowMs: 30 * 60_000, documents: 24 } as const;

/** The number of neighbours before and after that `wide` reads. */
export const WIDE_REACH = 4;

/** A pair of adjacent query words that is adjacent in the memory adds its idf divided by this; all pairs together add at most 1. */
export const PHRASE_SCALE = 10;

/** The summed idf of a memory's words that counts as full information. */
export const INFORMATION_SCALE = 80;
/**
 * The steps, in nats, to which the two logarithms of an idf are rounded, log(n + 1) - log(df + 0.5). The index's changes with each memory,
 * but counts once for each word; a word's should change seldom, since all memories that have it change with it.
 */
export const INFORMATION_STEPS = { word: 1 / 8, index: 1 / 128 } as const;

/** The number of days over which the date signal fades out after the requested period; before it, it fades faster. */
export const DATE_FADE_DAYS = 15;
export const DAYS_BEFORE_COUNT = 2;

/** The length of a memory's text that is indexed, in UTF-16 units. */
export const MAX_INDEXED_UNITS = 128 * 1024;

/**
 * A word counts as the name of somebody whom the memories are about if it is capitalised in this many memories, in this share of them, and
 * this often.
 */
export const NAME_MIN_DOCUMENTS = 3;
export const NAME_MIN_SHARE = 0.1;
export const NAME_CAPITAL_SHARE = 0.8;

/** An index closes its gaps if the share of used slots is lower than this. */
export const COMPACT_BELOW_SHARE = 0.5;
export const COMPACT_FROM_SLOTS = 256;

/** The number of a query's words that are read, and of its terms, rarest first, that are looked up. */
export const MAX_QUERY_WORDS = 512;
export const MAX_QUERY_TERMS = 48;

/**
 * The signals that match words are multiplied by n / (n + this) among n memories: in a handful of memories no word is rare, and a shared
 * word must not outweigh the meaning.
 */
export const WORDS_TRUST_N0 = 50;

/** They count less if a smaller share of the memories is in the query's language, and not at all if none is. */
export const WORDS_TRUST_LANGUAGE_SHARE = 0.1;

/**
 * Words found around a memory count fully if some window contains this share of the query's words, by idf, and less the less the best
 * window contains: a question worded differently from the memories matches words only by chance.
 */
export const WORDS_HEARD_SHARE = 0.5;

/** The factor by which they count in a question that asks for advice. */
export const WORDS_TRUST_ADVICE = 0.25;

/**
 * Values of a signal that differ by no more than this are equal: if all memories are equally close, normalising must not turn rounding
 * errors into an order.
 */
export const FLAT_RANGE = 1e-5;
