/** Settings of embedders: the built-in one, ONNX models, remote ones, and the change to another embedder. */
import { availableParallelism } from 'node:os';
import { KB, MB, SECOND_MS } from './units.ts';

// Settings of the built-in embedder: what it reads, and its weights. DESIGN and the bench have the figures behind them.

/** The number of a text's tokens that are read. */
export const MAX_TOKENS = 1024;

/** The number of a text's UTF-16 units in which these tokens are looked for. */
export const MAX_UNITS = 16 * 1024;

/** A query's token that occurs in the share p of the user's memories has the weight a / (a + p). */
export const QUERY_WEIGHT_A = 0.05;

/** Added to the number of memories in that share, so that in a small store the weight of common words does not drop to nothing. */
export const QUERY_WEIGHT_N0 = 100;

/** The weight of a query's words that say what kind of answer is wanted rather than what it is about. */
export const FRAME_WEIGHT = 0.5;

/** A Spanish word takes the vectors of its English words with these weights, first to fourth. */
export const TRANSLATION_WEIGHTS = [0.7, 0.3, 0.2, 0.1] as const;

/** The weight of Spanish stop words. English ones have low weights in the table itself. */
export const SPANISH_STOP_WEIGHT = 0.3;

/** The weight of an English pair that two Spanish words form together. */
export const SPANISH_PAIR_WEIGHT = 0.5;

/** The number of embeddings that the cache in front of an embedder holds. */
export const EMBEDDING_CACHE_SIZE = 10_000;

/** The number of milliseconds of work on a batch after which other calls get their turn. */
export const EMBEDDING_TURN_MS = 1;

/** The number of times in a row that a call is embedded again because the store has changed to another embedder meanwhile. */
export const EMBEDDER_CHANGES = 5;

/**
 * The numbers of content words in a query: up to the first it names a theme, with more it asks for something specific, and from the second
 * on only for that.
 */
export const THEME_WORDS = [3, 6] as const;

/** The share of the softmax from which a field of a query map counts: one field in seven does, and all others together change nothing. */
export const LEAST_FIELD_SHARE = 0.002;

// Settings of a transformer on this machine.

/** The limits of one batch: small enough that a query does not wait long behind a batch of adds. */
export const ONNX_BATCH = { texts: 8, bytes: 64 * KB, concurrent: 1, gatherMs: 0 } as const;

/**
 * Texts of similar length run together: up to this many tokens including their padding, and up to ONNX_MOST_PADDING times the tokens
 * without padding.
 */
export const ONNX_RUN_TOKENS = 4096;
export const ONNX_MOST_PADDING = 1.1;

/** The number of threads of a run; the server needs the others. */
export const ONNX_THREADS = Math.max(1, availableParallelism() >> 1);

/** The number of tokens that a model reads if it does not say. */
export const ONNX_MAX_TOKENS = 512;

/**
 * The number of UTF-16 units of text that are looked at for each token that the model reads: more than tokens have, except for runs of
 * spaces.
 */
export const ONNX_UNITS_PER_TOKEN = 16;

// A second look at the best hits of a search by another embedder.

/** Measured with all-MiniLM-L6-v2 (int8): see embedders/README.md. */
export const SECOND_LOOK = {
  /** The number of hits, best first, that get a second look; a search for more hits gets none. Looking at 100 or 300 finds no more. */
  among: 50,
  /** The weight of the cosine, as embedders/second/looked-again.ts explains. Weights from 0.75 to 1.75 are about as good. */
  weight: 1,
  /** The time that a search waits for vectors. The next search has those that take longer. */
  waitMs: 60,
  /** The bytes of cached vectors: about 37,000 vectors of 384 numbers. */
  keptBytes: 64 * MB,
  /** The bytes of a cached vector in addition to its numbers, for its key and bookkeeping. */
  entryBytes: 300,
  /**
   * The number of texts that wait for their vectors at once: from `adds` on none are made ahead for adds, from `searches` on searches are
   * answered without.
   */
  waiting: { adds: 500, searches: 1000 },
} as const;

// Settings of embedders that are reached over the network.

/** The default if no setting gives one. */
export const OPENAI_URL = 'https://api.openai.com/v1';
export const OPENAI_MODEL = 'text-embedding-3-small';
export const AZURE_API_VERSION = '2024-10-21';

/** The limits of one request. OpenAI accepts 2,048 texts and 300,000 tokens; a token has at least one byte. */
export const REQUEST = { texts: 256, bytes: 256 * KB, concurrent: 8 } as const;

/** The time that a request waits for texts of other calls that could join it. */
export const GATHER_MS = 2;

/**
 * The bytes of a text that are embedded unless the settings say otherwise: a token has at least one byte, so OpenAI's limit of 8,192 tokens
 * is never exceeded. The built-in embedder reads about as much.
 */
export const TEXT_BYTES = 8191;

/** The time after which one attempt ends; the call's deadline ends all of them. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND_MS;

/** The retries after the first attempt. Waits double from the first to the longest, with jitter. */
export const RETRIES = { count: 3, firstWaitMs: 200, longestWaitMs: 5 * SECOND_MS } as const;

/** If an endpoint asks for a longer wait, the call does not wait but fails with that information. */
export const LONGEST_RETRY_AFTER_MS = 15 * SECOND_MS;

/** After this many failures in a row calls fail at once, except for a probe every `probeAfterMs`. */
export const BREAKER = { failures: 6, probeAfterMs: 2 * SECOND_MS } as const;

/** The vector lengths of models for which they are published. The settings give the length of others. */
export const MODEL_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** Models that make shorter vectors on request. */
export const SHORTENING_MODELS: readonly string[] = ['text-embedding-3-small', 'text-embedding-3-large'];

/** Settings of `recorda reembed`. */
export const REEMBEDDING = {
  /** The number of memories between two commits, which a kill would lose. */
  batch: 64,
  /** The length of their texts together in UTF-16 units; a single text may be longer. */
  batchLength: 256 * KB,
  /** The number of memories that one step examines, most of which may have their vector already. */
  scanRows: 2000,
  /** The number of memories whose vectors of a former embedder are removed before the queue is checked again. */
  clearedRows: 64,
  /** The number of times in a row that an embedder's own retry time is waited for. */
  patience: 10,
} as const;
