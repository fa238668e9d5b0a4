/** Settings of how searches run and how texts are read and compared. */
import { availableParallelism } from 'node:os';

// The memory layout of the ranking index. The weights of scores are in score-weights.ts.

/** The number of vectors in one block of the kernel's memory. */
export const BLOCK_ROWS = 32;

/**
 * The share of its vectors for which an index keeps free space when it grows. A scan that jumps from one place of memory to another after
 * each block takes three times as long as one through 64 KB and more at a time (measured in a thread that slept before: 275 and 95 us for
 * 10,000 of 256 dimensions).
 */
export const VECTOR_GROWTH = 0.25;

/**
 * The number of vectors that the kernel multiplies at once and stores interleaved, as in kernel/assembly/tiles.ts. BLOCK_ROWS is a multiple
 * of it.
 */
export const TILE_ROWS = 16;

/** The number of one user's waiting queries that share a scan at most. */
export const MOST_QUERIES = 4;

/** The number of memories in a session from which the kernel finds the best estimates faster than examining each. */
export const LARGE_SESSION = 256;

/** The least sizes in bytes of the rows of postings together, and of one row. */
export const POSTING_ROWS = { leastBytes: 256, leastRowBytes: 8 } as const;

/**
 * The number of values whose minimum and maximum are kept together, as in kernel/assembly/sums.ts: if these show that none is wanted, the
 * block is skipped.
 */
export const BEST_BLOCK = 64;

/**
 * A search with a condition first looks for this many times as many hits as are wanted, because some do not meet the condition, and looking
 * for the rest scans all documents again.
 */
export const CONDITION_MARGIN = 2;

/**
 * When more memories are likely to belong to an answer than were returned: the last result's score is at least this share of the first's, a
 * smaller one if the question asks for several things, which is read from this many characters. Chosen on the development questions of
 * LoCoMo and REALTALK; `npm run bench:retrieval` prints what following the advice finds.
 */
export const MORE_LIKELY = { shareOfBest: 0.8, shareOfBestOfSeveral: 0.6, readCharacters: 400 } as const;

/** The number of filters and namespaces, last used first, for which an index caches the documents that match. */
export const CONDITIONS_REMEMBERED = 24;

// Raw cosines have a different meaning for each embedder, so two scales map them.

/** The points (raw, calibrated) of a rising line, which is flat outside of them. */
export type Calibration = readonly (readonly [raw: number, calibrated: number])[];

/**
 * The published similarity, by the embedder's name. It follows how people rate two texts on the scale of the semantic textual similarity
 * tasks (0 to 5: nothing in common, same topic, some details, most of it, all but details, the same), divided by 5.
 */
export const CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  // Fitted by least squares to the pairs of test/bench/similarity, which a language model wrote and judged: `npm run bench -- similarity
  // --fit`.
  'recorda-static-en-es': [
    [0, 0],
    [0.2, 0.105],
    [0.4, 0.274],
    [0.6, 0.465],
    [0.8, 0.654],
    [0.9, 0.793],
    [1, 1],
  ],
  // The folder's name, as Hugging Face calls the model. It was not judged; these are its cosines at the quantiles of TOPIC_CALIBRATIONS.
  'all-MiniLM-L6-v2': [
    [0, 0],
    [0.183, 0.105],
    [0.38, 0.274],
    [0.577, 0.465],
    [0.764, 0.654],
    [0.869, 0.793],
    [1, 1],
  ],
};

/**
 * The closeness of a text to the current topic, by the embedder's name, with which policy/relevance.ts was trained. 0.4 is the best cut
 * measured for a change of topic, 0.7 the upper quarter of gaps within one.
 */
export const TOPIC_CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  'recorda-static-en-es': [
    [0, 0],
    [0.24, 0.4],
    [0.55, 0.7],
    [0.87, 0.9],
    [1, 1],
  ],
  // Matched at the quantiles of the built-in embedder over 5,400 turns of tiage.
  'all-MiniLM-L6-v2': [
    [0, 0],
    [0.22, 0.4],
    [0.53, 0.7],
    [0.83, 0.9],
    [1, 1],
  ],
};

/** The calibration of an embedder that was not measured: the cosine itself. */
export const UNCALIBRATED: Calibration = [
  [0, 0],
  [1, 1],
];

// Settings of the guard that decides whether texts mean the same: domain/same-meaning.ts.

/**
 * A word is rare if no more documents than this have it, or no larger share of them: in a talk of 30 turns that is a name, and in one of
 * 1,000 the ten turns about a contractor. Texts that share rare words are about the same matter from this nearness on
 * (retrieval/rare-words.ts): one of eleven words. With one of fourteen, two of realtalk-dev's 346 questions lose their evidence.
 */
export const RARE_WORDS = { documents: 3, share: 0.01, nearness: 0.09 } as const;

/** Longer texts, in UTF-16 units, are the same only if they are equal. */
export const COMPARED_UNITS = 4000;

/** The units that words for numbers and hours stand for. */
export const NUMBER_WORDS = { hundred: 100, thousand: 1000, halfDayHours: 12 } as const;

// The part of a text that is read if a part is enough, and the cache of its words.

/** The number of UTF-16 units that show a text's language and the kinds of answers that it holds. */
export const READ_UNITS = 2000;

/** The number of stems that are cached for each language; a stemmer takes microseconds per word. */
export const STEM_CACHE_SIZE = 50_000;

/** An ñ or an inverted mark counts as much for Spanish as this many stop words. */
export const STRONG_MARK_WEIGHT = 2;

/** The length of the longest stop word that identifies a language. */
export const LONGEST_TELLING = 10;

/** The number of a word's letters that are read: anything longer is not a word, and would slow down the stemmer. */
export const LONGEST_STEMMED = 40;

// Threads that read and count large texts.

/** They start with the first large text. */
export const TEXT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 2));

export const TEXTS = {
  /** If the texts of a call have fewer UTF-16 units in all, they are read on the thread of the call, which takes about 10 ms at worst. */
  inPlaceUnits: 16_384,
  /** The number of units, or one text, that a thread gets at a time, so that calls alternate: about 100 ms. */
  atOnceUnits: 262_144,
  /** The number of calls that wait for a thread; one more is OVERLOADED, and asked to wait for `retryAfterMs`. */
  waiting: 64,
  retryAfterMs: 1000,
  /** The time without work after which a thread ends. */
  idleMs: 600_000,
} as const;
