/** Settings of how searches run and how texts are read and compared. */
import { availableParallelism } from 'node:os';

// The ranking index's layout of its memory. The weights of scores are in score-weights.ts.

/** Vectors that one block of the kernel's memory holds. */
export const BLOCK_ROWS = 32;

/**
 * The share of its vectors for which an index keeps free space when it grows. A scan that jumps from one place of memory to another after
 * each block takes three times as long as one through 64 KB and more at a time (measured in a thread that slept before: 275 and 95 us for
 * 10,000 of 256 dimensions).
 */
export const VECTOR_GROWTH = 0.25;

/** Vectors that the kernel multiplies at once, and binds together: as kernel/assembly/tiles.ts has it. BLOCK_ROWS is a multiple. */
export const TILE_ROWS = 16;

/** Queries of one user that wait together and share a scan, at most. */
export const MOST_QUERIES = 4;

/** Memories of a session of which the kernel finds the best guesses faster than a look at each. */
export const LARGE_SESSION = 256;

/** Bytes of the rows of postings together, and of one, at the least. */
export const POSTING_ROWS = { leastBytes: 256, leastRowBytes: 8 } as const;

/**
 * Values of which the least and the greatest are noted together, as the kernel's assembly/sums.ts has it: where these say that none is
 * wanted, none is looked at.
 */
export const BEST_BLOCK = 64;

/**
 * A search under a condition first looks for so many times as many of the best as are wanted: some do not meet it, and looking for the
 * rest goes through all documents again.
 */
export const CONDITION_MARGIN = 2;

/** Filters and namespaces of which an index remembers what meets them, the last ones asked for. */
export const CONDITIONS_REMEMBERED = 24;

// Raw cosines mean different things for each embedder, so two scales are laid over them.

/** Points (raw, calibrated) of a rising line; flat outside. */
export type Calibration = readonly (readonly [raw: number, calibrated: number])[];

/**
 * The published similarity, by the embedder's name. It follows how people rate two texts on the scale of the semantic textual similarity
 * tasks (0 to 5: nothing in common, same topic, some details, most of it, all but details, the same), divided by 5.
 */
export const CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  // Least squares over the pairs of test/bench/similarity, which a language model wrote and judged: `npm run bench -- similarity --fit`.
  'recorda-static-en-es': [
    [0, 0],
    [0.2, 0.105],
    [0.4, 0.274],
    [0.6, 0.465],
    [0.8, 0.654],
    [0.9, 0.793],
    [1, 1],
  ],
  // The folder's name, as Hugging Face calls the model. Not judged: its cosines at the same quantiles of TOPIC_CALIBRATIONS.
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

/** Calibration of an embedder that nobody measured: the cosine as it is. */
export const UNCALIBRATED: Calibration = [
  [0, 0],
  [1, 1],
];

// The guard before texts are taken for the same: domain/same-meaning.ts.

/** Longer texts, in UTF-16 units, are the same only where they are equal. */
export const COMPARED_UNITS = 4000;

/** The units that words for numbers and hours stand for. */
export const NUMBER_WORDS = { hundred: 100, thousand: 1000, halfDayHours: 12 } as const;

// How much of a text is read if a part is enough, and what is remembered of its words.

/** The number of UTF-16 units that show a text's language and the kinds of answers that it holds. */
export const READ_UNITS = 2000;

/** Stems remembered for each language: a stemmer takes microseconds a word. */
export const STEM_CACHE_SIZE = 50_000;

/** An ñ or an inverted mark says as much for Spanish as so many stop words. */
export const STRONG_MARK_WEIGHT = 2;

/** No stop word that shows a language is longer. */
export const LONGEST_TELLING = 10;

/** Letters of a word that are looked at: a longer one is no word, and a stemmer would take its time. */
export const LONGEST_STEMMED = 40;

// Reading and counting large texts, on threads of their own.

/** They start with the first large text. */
export const TEXT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 2));

export const TEXTS = {
  /** Texts of one call with fewer UTF-16 units in all are read where the call is: in about 10 ms at worst. */
  inPlaceUnits: 16_384,
  /** A thread is given so many units at a time, or one text, so that calls take turns: some 100 ms. */
  atOnceUnits: 262_144,
  /** Calls that wait for a thread; one more is OVERLOADED, and asked to wait so long. */
  waiting: 64,
  retryAfterMs: 1000,
  /** A thread without work ends. */
  idleMs: 600_000,
} as const;
